/* Counts calls, disturbs one of them, and records changes: see faults.c. */
#include "disturb.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/uio.h>
#include <time.h>

enum deed { NOTHING, FAIL, KILL_BEFORE, KILL_AFTER, SHORT };
#define MOST_FILES 4096

static const char *folders, *only_call, *only_path;
int no_locks, no_links;
pthread_mutex_t order = PTHREAD_MUTEX_INITIALIZER;

static int is_recorded, counted = READING | CHANGING, stay, deed, error_of_call, log_all;
static long at, slow_ms, jitter_us;
static int log_file = -1, record_file = -1;
static long count;
static unsigned jitter_state;
static char *path_of[MOST_FILES];
static unsigned number[MOST_FILES];
static unsigned numbers;
static __thread int dying;

void *real(const char *name) {
    void *found = dlsym(RTLD_NEXT, name);
    if (!found) _exit(99);
    return found;
}

static long setting(const char *name, long otherwise) {
    const char *text = getenv(name);
    return text && *text ? atol(text) : otherwise;
}

static int opened(const char *name) {
    const char *path = getenv(name);
    if (!path) return -1;
    int low = REAL(open)(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    int high = fcntl(low, F_DUPFD_CLOEXEC, 1000);
    if (high < 0) high = fcntl(low, F_DUPFD_CLOEXEC, 200);
    REAL(close)(low);
    return high;
}

__attribute__((constructor)) static void begin(void) {
    const char *class = getenv("FAULTS_CLASS"), *what = getenv("FAULTS_DO");
    folders = getenv("FAULTS_UNDER");
    only_call = getenv("FAULTS_CALL");
    only_path = getenv("FAULTS_PATH");
    if (class && !strcmp(class, "write")) counted = CHANGING;
    if (class && !strcmp(class, "read")) counted = READING;
    at = setting("FAULTS_AT", 0);
    stay = getenv("FAULTS_STAY") != NULL;
    if (what && !strcmp(what, "fail")) deed = FAIL;
    if (what && !strcmp(what, "kill-before")) deed = KILL_BEFORE;
    if (what && !strcmp(what, "kill-after")) deed = KILL_AFTER;
    if (what && !strcmp(what, "short")) deed = SHORT;
    error_of_call = setting("FAULTS_ERRNO", deed == SHORT ? 0 : EIO);
    no_locks = setting("FAULTS_NO_LOCKS", 0);
    no_links = getenv("FAULTS_NO_LINKS") != NULL;
    slow_ms = setting("FAULTS_SLOW_MS", 0);
    jitter_us = setting("FAULTS_JITTER_US", 0);
    jitter_state = getpid();
    log_all = getenv("FAULTS_ALL") != NULL;
    log_file = opened("FAULTS_LOG");
    record_file = opened("FAULTS_RECORD");
    is_recorded = record_file >= 0;
}

/* --- paths --------------------------------------------------------------------------- */

static int is_below(const char *path, const char *folder, size_t length) {
    return !strncmp(path, folder, length) && (path[length] == 0 || path[length] == '/');
}

int is_ours(const char *path, int first) {
    for (const char *folder = folders; folder && *folder; ) {
        const char *end = strchrnul(folder, ':');
        if (is_below(path, folder, end - folder)) return 1;
        if (first || !*end) return 0;
        folder = end + 1;
    }
    return 0;
}

int is_on_record(const char *path) {
    size_t length = strlen(path);
    const char *rest = folders ? folders + length : "";
    /* The folder above holds the name of the first one. */
    int is_above = folders && !strncmp(folders, path, length) && *rest == '/'
                   && strcspn(rest + 1, "/:") == strcspn(rest + 1, ":");
    return is_recorded && *path && (is_above || is_ours(path, 1));
}

const char *of_file(int file) {
    return file >= 0 && file < MOST_FILES && path_of[file] ? path_of[file] : "";
}

const char *absolute(int folder, const char *path, char *space) {
    if (!path) { /* Asked only to learn whether the call exists. */
        *space = 0;
    } else if (path[0] == '/') {
        snprintf(space, LONGEST, "%s", path);
    } else if (folder == AT_FDCWD) {
        char here[LONGEST / 2];
        snprintf(space, LONGEST, "%s/%s", getcwd(here, sizeof here) ? here : "", path);
    } else {
        snprintf(space, LONGEST, path[0] ? "%s/%s" : "%s%s", of_file(folder), path);
    }
    return space;
}

unsigned number_of(int file) {
    return number[file];
}

void remember(int file, const char *path) {
    if (file < 0 || file >= MOST_FILES) return;
    char *old = path_of[file];
    path_of[file] = path ? strdup(path) : NULL;
    number[file] = path ? __atomic_add_fetch(&numbers, 1, __ATOMIC_SEQ_CST) : 0;
    free(old);
}

int copied(int file, int copy) {
    if (copy >= 0 && copy < MOST_FILES && *of_file(file)) {
        remember(copy, of_file(file));
        number[copy] = number[file];
    }
    return copy;
}

/* --- what is done to a call ------------------------------------------------------------ */

static void tell(const char *mark, long place, const char *call, const char *path) {
    if (log_file < 0) return;
    char line[LONGEST + 200];
    int length = snprintf(line, sizeof line, "%s\t%ld\t%s\t%s\n", mark, place, call, path);
    if (REAL(write)(log_file, line, length) != length) _exit(98);
}

static void sleep_us(long us) {
    struct timespec time = {us / 1000000, us % 1000000 * 1000};
    nanosleep(&time, NULL);
}

int before(int class, const char *call, const char *path) {
    int keep = errno;
    if (!*path || !folders) return 0;
    if (!is_ours(path, 0)) {
        int system = is_below(path, "/dev", 4) || is_below(path, "/proc", 5);
        if (class == CHANGING && !system) tell("outside", 0, call, path);
        errno = keep;
        return 0;
    }
    int is_meant = !only_path || strstr(path, only_path);
    int is_slow = !strcmp(call, "read") || (class == READING && !strcmp(call, "open"));
    if (slow_ms && is_meant && is_slow) sleep_us(slow_ms * 1000);
    if (jitter_us) sleep_us(rand_r(&jitter_state) % jitter_us);
    errno = keep;
    if (!(class & counted) || (only_call && strcmp(call, only_call)) || !is_meant) return 0;
    long place = __atomic_add_fetch(&count, 1, __ATOMIC_SEQ_CST);
    if (log_all) tell(class == READING ? "read" : "write", place, call, path);
    if (!at || place < at || (place > at && !stay && !(deed == SHORT && error_of_call))) return 0;
    if (place == at) tell("hit", place, call, path);
    switch (deed) {
    case FAIL: return error_of_call;
    case KILL_BEFORE: kill(getpid(), SIGKILL); pause(); return EIO;
    case KILL_AFTER: dying = 1; return 0;
    case SHORT: return place == at ? HALF : place == at + 1 || stay ? error_of_call : 0;
    default: return 0;
    }
}

void after(void) {
    if (!dying) return;
    kill(getpid(), SIGKILL);
    pause();
}

/* --- the record of changes --------------------------------------------------------------- */

/* One change: fixed numbers, two paths, data. */
struct change {
    uint32_t kind, file, length1, length2;
    uint64_t offset, length;
};

void record(int kind, unsigned file, const char *path1, const char *path2, uint64_t offset,
            const void *data, uint64_t length) {
    struct change head = {kind, file, strlen(path1), strlen(path2), offset, length};
    struct iovec pieces[] = {{&head, sizeof head}, {(void *)path1, head.length1},
                             {(void *)path2, head.length2}, {(void *)data, length}};
    if (REAL(writev)(record_file, pieces, data ? 4 : 3) < 0) _exit(97);
}
