//===- unitdriver.h - Sequences of calls of a file's functions ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the drivers of unitruns.py have in common: numbers, places of memory by
// their types, what is true of pointers, and a process for each sequence.
//
//===----------------------------------------------------------------------===//

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

void *__asan_region_is_poisoned(void *, size_t);
const char *__asan_locate_address(void *, char *, size_t, void **, size_t *);
int __sanitizer_get_ownership(const volatile void *);
void __sanitizer_set_death_callback(void (*)(void));

// What a sequence may do, drawn for each: pass what the file shows or returned;
// pass the same memory again; have null where pointers are; end what is kept;
// pass members and elements; write what others see while a function runs that
// the file does not have.
static int drv_shows, drv_shares, drv_nulls, drv_ends, drv_parts, drv_writes;
static int drv_is_told, drv_asks_all;

static unsigned drv_state;
static unsigned drv_any(unsigned n) {
  drv_state = drv_state * 1664525u + 1013904223u;
  return (drv_state >> 8) % n;
}
// (Where nothing is null, all numbers are indices, too, as needs may ask that.)
static long drv_number(void) {
  if (!drv_nulls)
    return drv_any(4);
  return drv_any(12) ? (long)drv_any(6) - 1 : 9;
}

static void drv_say(const char *format, ...) {
  if (!drv_is_told)
    return;
  va_list all;
  va_start(all, format);
  vfprintf(stdout, format, all);
  va_end(all);
  fflush(stdout);
}

// Places of a type, with what they are called in a sequence that is told, and
// how many of the type are there.
struct drv_place {
  void *at;
  char *name;
  unsigned count;
};
struct drv_pool {
  struct drv_place all[64];
  unsigned count;
};

static void drv_add(struct drv_pool *pool, void *at, unsigned count,
                    const char *format, ...) {
  if (pool->count == 64)
    return;
  char name[200] = "";
  va_list all;
  va_start(all, format);
  vsnprintf(name, sizeof name, format, all);
  va_end(all);
  pool->all[pool->count++] = (struct drv_place){at, strdup(name), count};
}

static int drv_is_there(const void *p, long bytes) {
  return p && bytes >= 0 &&
         !__asan_region_is_poisoned((void *)p, bytes ? bytes : 1);
}

// Null now and then. Memory that has ended is mostly forgotten.
static struct drv_place drv_find(struct drv_pool *pool) {
  const struct drv_place none = {0, "0", 0};
  if (!pool->count || drv_any(drv_nulls ? 12 : 40) == 0)
    return none;
  unsigned n = drv_any(pool->count);
  while (!drv_is_there(pool->all[n].at, 1) && !(drv_ends && !drv_any(8))) {
    pool->all[n] = pool->all[--pool->count];
    if (!pool->count)
      return none;
    n = drv_any(pool->count);
  }
  return pool->all[n];
}

static struct drv_place drv_pick(struct drv_pool *pool) {
  struct drv_place found = drv_find(pool);
  drv_say("%s", found.name);
  return found;
}

// What is said to be needed.

static int drv_has(const void *p, long before, long bytes) {
  return drv_is_there(p, bytes) &&
         (!before || drv_is_there((const char *)p - before, before));
}
/* Where the object of \p p begins; null if that is not known: near the
   beginning of a variable, the sanitizer may name the one before it. */
static void *drv_object(const void *p) {
  char name[8];
  void *of = 0;
  size_t size = 0;
  __asan_locate_address((void *)p, name, sizeof name, &of, &size);
  return (const char *)p >= (char *)of && (const char *)p < (char *)of + size
             ? of
             : 0;
}
static int drv_are_apart(const void *p, const void *q) {
  if (!p || !q)
    return 1;
  void *of_p = drv_object(p), *of_q = drv_object(q);
  return of_p && of_q && of_p != of_q;
}
static const void *drv_seen[256];
static unsigned drv_seen_count;
static int drv_is_new(const void *p) {
  for (unsigned n = 0; n < drv_seen_count; ++n)
    if (drv_seen[n] == p)
      return 0;
  if (drv_seen_count < 256)
    drv_seen[drv_seen_count++] = p;
  return 1;
}

// Whether what may end a process does not.
#define DRV_SURVIVES(STATEMENT)                                                \
  ({                                                                           \
    int drv_status = 1;                                                        \
    pid_t drv_child = drv_asks_all ? fork() : -1;                              \
    if (drv_child == 0) {                                                      \
      dup2(open("/dev/null", O_WRONLY), 2);                                    \
      STATEMENT;                                                               \
      _exit(0);                                                                \
    }                                                                          \
    if (drv_child > 0)                                                         \
      waitpid(drv_child, &drv_status, 0);                                      \
    drv_status == 0;                                                           \
  })
#define DRV_READ(E)                                                            \
  do {                                                                         \
    volatile __typeof__(E) drv_value = (E);                                    \
    (void)drv_value;                                                           \
  } while (0)
#define DRV_ALL(P, BYTES)                                                      \
  do {                                                                         \
    if (!drv_is_there((P), (BYTES)))                                           \
      _exit(1);                                                                \
  } while (0)

// The needs that were true where each function began, as bits.
static unsigned long drv_holds[64];
struct drv_frame {
  unsigned function;
  unsigned long before;
};
static void drv_leave(struct drv_frame *f) {
  drv_holds[f->function] = f->before;
}
static void drv_died(void) {
  fprintf(stderr, "\ndriver: holds");
  for (unsigned n = 0; n < 64; ++n)
    fprintf(stderr, " %lu", drv_holds[n]);
  fprintf(stderr, "\n");
}
void __assert_fail(const char *text, const char *file, unsigned line,
                   const char *function) {
  (void)text, (void)function;
  fprintf(stderr, "driver: assertion %s:%u\n", file, line);
  drv_died();
  _exit(9);
}

static void drv_sequence(void);

// Sequences FIRST..LAST; those that may do no more than MASK says.
int main(int argc, char **argv) {
  const int first = atoi(argv[1]), last = atoi(argv[2]), mask = atoi(argv[3]);
  drv_is_told = argc > 4 && atoi(argv[4]) & 1;
  drv_asks_all = argc > 4 && atoi(argv[4]) & 2;
  __sanitizer_set_death_callback(drv_died);
  for (int n = first; n <= last; ++n) {
    pid_t child = fork();
    if (child == 0) {
      drv_state = (unsigned)n * 2654435761u;
      const unsigned may = drv_any(64) & (unsigned)mask;
      drv_shows = may & 1, drv_shares = may & 2;
      drv_nulls = may & 4, drv_ends = may & 8, drv_parts = may & 16;
      drv_writes = may & 32;
      fprintf(stderr, "driver: sequence %d %u\n", n, may);
      alarm(3);
      drv_sequence();
      _exit(0);
    }
    int status;
    waitpid(child, &status, 0);
  }
  return 0;
}
