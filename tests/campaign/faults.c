/* A preloaded library that disturbs a program at one of its calls to the system.
 *
 * It counts the calls that touch files below given folders, and at the N-th one it does what
 * the environment says. scripts/campaign.sh compiles and uses it; Linux with glibc only.
 *
 *   FAULTS_UNDER    folders, with colons between them; only calls on what is below them count
 *   FAULTS_CLASS    `write`: calls that change something (open for writing, write, rename,
 *                   link, unlink, mkdir, rmdir, fsync, ftruncate, ...); `read`: calls that do
 *                   not (open for reading, read, readdir, stat, flock, mmap); else both
 *   FAULTS_CALL     count only calls of this name        FAULTS_PATH  ... whose path holds this
 *   FAULTS_AT       N, from 1; without it nothing is disturbed
 *   FAULTS_DO       `fail`, `kill-before`, `kill-after` (SIGKILL), or `short`: half is written
 *                   or read
 *   FAULTS_ERRNO    what `fail` says, default EIO; after `short` the next call says it, if set
 *   FAULTS_STAY     every call from the N-th on
 *   FAULTS_NO_LOCKS flock fails with this error          FAULTS_NO_LINKS  link fails with EPERM
 *   FAULTS_SLOW_MS  sleep before each read and opening   FAULTS_JITTER_US sleep up to this time
 *                   for reading (where FAULTS_PATH is)                    before each call
 *   FAULTS_LOG      a file; a line for the disturbed call, and for each call that changes
 *                   something outside FAULTS_UNDER       FAULTS_ALL   ... for each counted call
 *   FAULTS_RECORD   a file; every change in and below the first folder, and of its name, with the
 *                   data, so that what a disk holds after a power cut can be built
 *                   (scripts/python/campaign/disk.py)
 */
#include "disturb.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>

static void record_path(int kind, const char *path1, const char *path2) {
    if (is_on_record(path1) || is_on_record(path2))
        record(kind, 0, path1, path2, 0, NULL, 0);
}

/* A call that changes names: disturbed, done, recorded, in this order. */
#define CHANGE(call, kind, path1, path2, action)                                                 \
    do {                                                                                         \
        int error_ = before(CHANGING, call, path2[0] ? path2 : path1);                           \
        if (error_ > 0) return errno = error_, -1;                                               \
        pthread_mutex_lock(&order);                                                              \
        int result_ = action;                                                                    \
        int keep_ = errno;                                                                       \
        if (result_ == 0) record_path(kind, path1, path2);                                       \
        pthread_mutex_unlock(&order);                                                            \
        after();                                                                                 \
        errno = keep_;                                                                           \
        return result_;                                                                          \
    } while (0)

/* --- files ------------------------------------------------------------------------------- */

static int open_any(int folder, const char *path, int flags, mode_t mode) {
    char space[LONGEST];
    const char *full = absolute(folder, path, space);
    int changes = (flags & O_ACCMODE) != O_RDONLY || flags & (O_CREAT | O_TRUNC);
    int error = before(changes ? CHANGING : READING, "open", full);
    if (error > 0) return errno = error, -1;
    pthread_mutex_lock(&order);
    int file = REAL(openat64)(folder, path, flags, mode);
    int keep = errno;
    if (file >= 0) remember(file, full);
    if (file >= 0 && is_on_record(full))
        record('o', number_of(file), full, "", flags & O_TRUNC ? 1 : 0, NULL, 0);
    pthread_mutex_unlock(&order);
    after();
    errno = keep;
    return file;
}

#define MODE(flags)                                                                              \
    mode_t mode = 0;                                                                             \
    if ((flags) & (O_CREAT | O_TMPFILE)) {                                                       \
        va_list rest;                                                                            \
        va_start(rest, flags);                                                                   \
        mode = va_arg(rest, mode_t);                                                             \
        va_end(rest);                                                                            \
    }

int open(const char *path, int flags, ...) {
    MODE(flags) return open_any(AT_FDCWD, path, flags, mode);
}
int open64(const char *path, int flags, ...) {
    MODE(flags) return open_any(AT_FDCWD, path, flags, mode);
}
int openat(int f, const char *path, int flags, ...) {
    MODE(flags) return open_any(f, path, flags, mode);
}
int openat64(int f, const char *path, int flags, ...) {
    MODE(flags) return open_any(f, path, flags, mode);
}
int creat(const char *path, mode_t mode) {
    return open_any(AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, mode);
}
int creat64(const char *path, mode_t mode) { return creat(path, mode); }

int close(int file) {
    remember(file, NULL);
    return REAL(close)(file);
}

int dup(int file) { return copied(file, REAL(dup)(file)); }
int fcntl(int file, int command, ...) {
    va_list rest;
    va_start(rest, command);
    void *argument = va_arg(rest, void *);
    va_end(rest);
    int result = REAL(fcntl)(file, command, argument);
    return command == F_DUPFD || command == F_DUPFD_CLOEXEC ? copied(file, result) : result;
}
int fcntl64(int file, int command, ...) {
    va_list rest;
    va_start(rest, command);
    void *argument = va_arg(rest, void *);
    va_end(rest);
    return fcntl(file, command, argument);
}

static ssize_t write_any(const char *call, int file, const void *data, size_t length, off_t place) {
    int error = before(CHANGING, call, of_file(file));
    if (error > 0) return errno = error, -1;
    if (error == HALF && length > 1) length /= 2;
    /* A pipe may take long. */
    int is_kept = is_on_record(of_file(file));
    if (is_kept) pthread_mutex_lock(&order);
    ssize_t done = place < 0 ? REAL(write)(file, data, length)
                             : REAL(pwrite)(file, data, length, place);
    int keep = errno;
    off_t end = !is_kept ? 0 : place < 0 ? lseek(file, 0, SEEK_CUR) : place + done;
    if (is_kept && done >= 0) record('w', number_of(file), of_file(file), "", end - done, data, done);
    if (is_kept) pthread_mutex_unlock(&order);
    after();
    errno = keep;
    return done;
}
ssize_t write(int file, const void *data, size_t n) {
    return write_any("write", file, data, n, -1);
}
ssize_t pwrite(int file, const void *data, size_t n, off_t place) {
    return write_any("pwrite", file, data, n, place);
}
ssize_t pwrite64(int file, const void *data, size_t n, off_t place) {
    return write_any("pwrite", file, data, n, place);
}
ssize_t writev(int file, const struct iovec *pieces, int n) {
    if (!*of_file(file)) return REAL(writev)(file, pieces, n);
    /* A caller has to go on after a part of it. */
    int i = 0;
    while (i < n && pieces[i].iov_len == 0) i++;
    return i == n ? 0 : write_any("writev", file, pieces[i].iov_base, pieces[i].iov_len, -1);
}
/* Callers fall back to reading and writing. */
ssize_t copy_file_range(int f, off64_t *o, int g, off64_t *p, size_t n, unsigned flags) {
    (void)f, (void)o, (void)g, (void)p, (void)n, (void)flags;
    return errno = EXDEV, -1;
}

static int sync_any(const char *call, int file, int only_data) {
    int error = before(CHANGING, call, of_file(file));
    if (error > 0) return errno = error, -1;
    pthread_mutex_lock(&order);
    int result = only_data ? REAL(fdatasync)(file) : REAL(fsync)(file);
    int keep = errno;
    if (result == 0 && is_on_record(of_file(file)))
        record('s', number_of(file), of_file(file), "", 0, NULL, 0);
    pthread_mutex_unlock(&order);
    after();
    errno = keep;
    return result;
}
int fsync(int file) { return sync_any("fsync", file, 0); }
int fdatasync(int file) { return sync_any("fdatasync", file, 1); }

int ftruncate(int file, off_t length) {
    int error = before(CHANGING, "ftruncate", of_file(file));
    if (error > 0) return errno = error, -1;
    pthread_mutex_lock(&order);
    int result = REAL(ftruncate)(file, length);
    int keep = errno;
    if (result == 0 && is_on_record(of_file(file)))
        record('t', number_of(file), of_file(file), "", length, NULL, 0);
    pthread_mutex_unlock(&order);
    after();
    errno = keep;
    return result;
}
int ftruncate64(int file, off_t length) { return ftruncate(file, length); }

/* --- names ------------------------------------------------------------------------------- */

int renameat2(int f, const char *from, int g, const char *to, unsigned flags) {
    char a[LONGEST], b[LONGEST];
    const char *old = absolute(f, from, a), *new = absolute(g, to, b);
    CHANGE("rename", 'r', old, new, REAL(renameat2)(f, from, g, to, flags));
}
int renameat(int f, const char *from, int g, const char *to) {
    return renameat2(f, from, g, to, 0);
}
int rename(const char *from, const char *to) {
    return renameat2(AT_FDCWD, from, AT_FDCWD, to, 0);
}

int linkat(int f, const char *from, int g, const char *to, int flags) {
    char a[LONGEST], b[LONGEST];
    const char *old = absolute(f, from, a), *new = absolute(g, to, b);
    if (no_links && is_ours(new, 0)) return errno = EPERM, -1;
    CHANGE("link", 'l', old, new, REAL(linkat)(f, from, g, to, flags));
}
int link(const char *from, const char *to) { return linkat(AT_FDCWD, from, AT_FDCWD, to, 0); }

int unlinkat(int f, const char *path, int flags) {
    char a[LONGEST];
    const char *full = absolute(f, path, a);
    const char *call = flags & AT_REMOVEDIR ? "rmdir" : "unlink";
    CHANGE(call, 'u', full, "", REAL(unlinkat)(f, path, flags));
}
int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }
int rmdir(const char *path) { return unlinkat(AT_FDCWD, path, AT_REMOVEDIR); }

int mkdirat(int f, const char *path, mode_t mode) {
    char a[LONGEST];
    const char *full = absolute(f, path, a);
    CHANGE("mkdir", 'm', full, "", REAL(mkdirat)(f, path, mode));
}
int mkdir(const char *path, mode_t mode) { return mkdirat(AT_FDCWD, path, mode); }

int symlinkat(const char *to, int f, const char *path) {
    char a[LONGEST];
    const char *full = absolute(f, path, a);
    CHANGE("symlink", 'y', full, "", REAL(symlinkat)(to, f, path));
}
int symlink(const char *to, const char *path) { return symlinkat(to, AT_FDCWD, path); }

/* --- reading ------------------------------------------------------------------------------- */

#define READ_CALL(call, path, failed, action)                                                    \
    do {                                                                                         \
        int error_ = before(READING, call, path);                                                \
        if (error_ > 0) return errno = error_, failed;                                           \
        __typeof__(action) result_ = action;                                                     \
        int keep_ = errno;                                                                       \
        after();                                                                                 \
        errno = keep_;                                                                           \
        return result_;                                                                          \
    } while (0)

static ssize_t read_any(const char *call, int file, void *data, size_t length, off_t place) {
    int error = before(READING, call, of_file(file));
    if (error > 0) return errno = error, -1;
    if (error == HALF && length > 1) length /= 2;
    ssize_t done = place < 0 ? REAL(read)(file, data, length)
                             : REAL(pread)(file, data, length, place);
    after();
    return done;
}
ssize_t read(int file, void *data, size_t n) {
    return read_any("read", file, data, n, -1);
}
ssize_t pread(int file, void *data, size_t n, off_t place) {
    return read_any("read", file, data, n, place);
}
ssize_t pread64(int file, void *data, size_t n, off_t place) {
    return read_any("read", file, data, n, place);
}

DIR *opendir(const char *path) {
    char a[LONGEST];
    const char *full = absolute(AT_FDCWD, path, a);
    int error = before(READING, "opendir", full);
    if (error > 0) return errno = error, NULL;
    DIR *folder = REAL(opendir)(path);
    int keep = errno;
    if (folder) remember(dirfd(folder), full);
    after();
    errno = keep;
    return folder;
}
int closedir(DIR *folder) {
    remember(dirfd(folder), NULL);
    return REAL(closedir)(folder);
}
struct dirent *readdir(DIR *folder) {
    READ_CALL("readdir", of_file(dirfd(folder)), NULL, REAL(readdir)(folder));
}
struct dirent64 *readdir64(DIR *folder) {
    READ_CALL("readdir", of_file(dirfd(folder)), NULL, REAL(readdir64)(folder));
}

int statx(int f, const char *path, int flags, unsigned mask, struct statx *facts) {
    char a[LONGEST];
    READ_CALL("stat", absolute(f, path, a), -1, REAL(statx)(f, path, flags, mask, facts));
}
int stat64(const char *path, struct stat64 *facts) {
    char a[LONGEST];
    READ_CALL("stat", absolute(AT_FDCWD, path, a), -1, REAL(stat64)(path, facts));
}
int lstat64(const char *path, struct stat64 *facts) {
    char a[LONGEST];
    READ_CALL("stat", absolute(AT_FDCWD, path, a), -1, REAL(lstat64)(path, facts));
}
int fstat64(int file, struct stat64 *facts) {
    READ_CALL("stat", of_file(file), -1, REAL(fstat64)(file, facts));
}
int fstatat64(int f, const char *path, struct stat64 *facts, int flags) {
    char a[LONGEST];
    READ_CALL("stat", absolute(f, path, a), -1, REAL(fstatat64)(f, path, facts, flags));
}
int flock(int file, int operation) {
    if (no_locks && is_ours(of_file(file), 0)) return errno = no_locks, -1;
    READ_CALL("flock", of_file(file), -1, REAL(flock)(file, operation));
}
void *mmap64(void *where, size_t length, int protection, int flags, int file, off_t offset) {
    READ_CALL("mmap", of_file(file), MAP_FAILED,
              REAL(mmap64)(where, length, protection, flags, file, offset));
}
