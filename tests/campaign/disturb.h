/* Which calls count, and what is done to one of them: see faults.c. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

enum class { READING = 1, CHANGING = 2 };
/* What `before` says of a call of which half is to be done. */
#define HALF (-1)
#define LONGEST 4096

/* The function of this name that comes after ours. */
#define REAL(name) ((__typeof__(&name))real(#name))
void *real(const char *name);

/* The error of flock, 0 for none; whether link fails. */
extern int no_locks, no_links;
/* Held while a change is made and recorded, so that the record is in order. */
extern pthread_mutex_t order;

/* Whether a path is below one of the folders; `first`: below the first of them. */
int is_ours(const char *path, int first);
/* Whether changes at a path are recorded: below the first folder, and in the one above it. */
int is_on_record(const char *path);
/* The path of an open file, and its number among all that were opened. */
const char *of_file(int file);
unsigned number_of(int file);
/* A file was opened, or closed (no path). */
void remember(int file, const char *path);
/* `copy` is the same open file. */
int copied(int file, int copy);
const char *absolute(int folder, const char *path, char *space);

/* Returns the error that the call is to fail with, 0 if it is not, or HALF. */
int before(int class, const char *call, const char *path);
/* To be called when it is done. Keeps errno. */
void after(void);

void record(int kind, unsigned file, const char *path, const char *other, uint64_t offset,
            const void *data, uint64_t length);
