/* Loaded before a program, lets it see another machine: with MACHINE=clock one
   whose time of day is set at each look, by a year ahead or back; with
   MACHINE=files one that takes a fiftieth of a second to open, rename or remove
   a file. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static int is(const char *what) {
  const char *machine = getenv("MACHINE");
  return machine && !strcmp(machine, what);
}

static long jump(void) {
  static int looks;
  const long year = 365L * 24 * 60 * 60;
  return is("clock") ? (++looks % 2 ? year : -year) : 0;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  int (*real)(clockid_t, struct timespec *) = dlsym(RTLD_NEXT, "clock_gettime");
  int failed = real(clock, now);
  if (!failed && clock == CLOCK_REALTIME)
    now->tv_sec += jump();
  return failed;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  struct timespec t;
  (void)zone;
  clock_gettime(CLOCK_REALTIME, &t);
  now->tv_sec = t.tv_sec;
  now->tv_usec = t.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *to) {
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  if (to)
    *to = t.tv_sec;
  return t.tv_sec;
}

static void take_time(void) {
  if (is("files"))
    usleep(20000);
}

#define OPENS(name)                                                            \
  int name(const char *path, int flags, ...) {                                 \
    int (*real)(const char *, int, ...) = dlsym(RTLD_NEXT, #name);             \
    va_list rest;                                                              \
    va_start(rest, flags);                                                     \
    int mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, int) : 0;          \
    va_end(rest);                                                              \
    take_time();                                                               \
    return real(path, flags, mode);                                            \
  }
OPENS(open)
OPENS(open64)

int rename(const char *from, const char *to) {
  int (*real)(const char *, const char *) = dlsym(RTLD_NEXT, "rename");
  take_time();
  return real(from, to);
}

int unlink(const char *path) {
  int (*real)(const char *) = dlsym(RTLD_NEXT, "unlink");
  take_time();
  return real(path);
}
