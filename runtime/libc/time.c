/*===- time.c - Models of time.h and of waiting ---------------------------===*\
|*
|* Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* Clocks show anything, but that of the processor does not run backwards. How
|* times are made dates, and dates text, is left open.
|*
\*===----------------------------------------------------------------------===*/

#include "libc.h"

typedef long time_t;
struct tm {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday,
      tm_isdst;
  long tm_gmtoff;
  const char *tm_zone;
};
struct timespec {
  time_t tv_sec;
  long tv_nsec;
};
struct timeval {
  time_t tv_sec;
  long tv_usec;
};

ANY(int, anyDate, "date of a time")
ANY(_Bool, anyFailure, "whether a time has a date")
ANY(time_t, anyTime, "time of a date or a clock")
ANY(char, anyDateText, "text of a date")
ANY(size_t, anyDateLength, "length of the text of a date")
ANY(long, anyClock, "time of the processor")

time_t time(time_t *to) {
  time_t now = sooth_nondet_libc_long();
  if (to)
    *to = now;
  return now;
}

/* glibc's are the differences in \p double, rounded once. */
double difftime(time_t a, time_t b) {
  return a >= b ? (double)((unsigned long)a - (unsigned long)b)
                : -(double)((unsigned long)b - (unsigned long)a);
}

long clock(void) {
  HIDDEN static long last;
  long now = sooth_nondet_libc_long();
  if (now < 0)
    return -1;
  if (now < last) {
    now = anyClock();
    now = now < last ? last : now;
  }
  last = now;
  return now;
}

static int within(int least, int most) {
  return least + (int)((unsigned)anyDate() % (unsigned)(most - least + 1));
}

/* Seconds go to 60, where one is inserted. */
static struct tm *fill(struct tm *to) {
  to->tm_sec = within(0, 60);
  to->tm_min = within(0, 59);
  to->tm_hour = within(0, 23);
  to->tm_mday = within(1, 31);
  to->tm_mon = within(0, 11);
  to->tm_year = anyDate();
  to->tm_wday = within(0, 6);
  to->tm_yday = within(0, 365);
  to->tm_isdst = anyDate();
  to->tm_gmtoff = within(-86400, 86400);
  to->tm_zone = "zone";
  return to;
}

/* Fails where the year does not fit. So many seconds do. */
enum { MostYears = 2000000000 };
HIDDEN static _Bool mayFail(time_t time) {
  long long years = 31557600ll * MostYears;
  return time > years || time < -years;
}

struct tm *gmtime_r(const time_t *time, struct tm *to) {
  if (mayFail(*time) && anyFailure())
    return NULL;
  return fill(to);
}
/* What the clock shows here: TZ says where that is. */
struct tm *localtime_r(const time_t *time, struct tm *to) {
  sooth_libc_use_environment();
  return gmtime_r(time, to);
}

static struct tm broken;
struct tm *gmtime(const time_t *time) { return gmtime_r(time, &broken); }
struct tm *localtime(const time_t *time) { return localtime_r(time, &broken); }

time_t timegm(struct tm *date) {
  (void)*(volatile int *)&date->tm_sec;
  if (anyFailure())
    return -1;
  fill(date);
  return anyTime();
}
time_t mktime(struct tm *date) {
  sooth_libc_use_environment();
  return timegm(date);
}

/* "Sun Sep 16 01:03:52 1973\n", longer with years that have more digits. */
static char *dateText(char *to) {
  size_t n = anyDateLength();
  n = 25 + (n & 7);
  for (size_t i = 0; i + 1 < n; i++) {
    char c = anyDateText();
    to[i] = c + (c == 0);
  }
  to[n - 1] = '\n';
  to[n] = 0;
  return to;
}

static char dateBuffer[33];
char *asctime(const struct tm *date) {
  (void)*(const volatile int *)&date->tm_sec;
  return dateText(dateBuffer);
}
char *ctime(const time_t *time) {
  (void)*(const volatile time_t *)time;
  (void)localtime(time); /* which writes to what it has returned before */
  return dateText(dateBuffer);
}

/* 0 if there is no room; what is written then is not defined. */
size_t strftime(char *to, size_t size, const char *format,
                const struct tm *date) {
  readToEnd(format);
  (void)*(const volatile int *)&date->tm_sec;
  sooth_libc_use_environment();
  size_t n = anyDateLength();
  n = size ? n % size : 0;
  for (size_t i = 0; i < n; i++) {
    char c = anyDateText();
    to[i] = c + (c == 0);
  }
  if (size)
    to[n] = 0;
  return n;
}

int clock_gettime(int which, struct timespec *to) {
  /* CLOCK_REALTIME and CLOCK_MONOTONIC are there on every system. */
  _Bool mayFail = which != 0 && which != 1;
  if (mayFail && sooth_nondet_libc_bool())
    return -1;
  to->tv_sec = sooth_nondet_libc_long();
  long part = sooth_nondet_libc_long();
  sooth_assume(part >= 0 && part < 1000000000);
  /* Some of these clocks do not run backwards. */
  HIDDEN static _Bool isRead;
  if (isRead) {
    to->tv_sec = anyTime();
    part = (unsigned long)anyClock() % 1000000000;
  }
  isRead = 1;
  to->tv_nsec = part;
  return 0;
}

int gettimeofday(struct timeval *to, void *zone) {
  if (to) {
    to->tv_sec = sooth_nondet_libc_long();
    long part = sooth_nondet_libc_long();
    sooth_assume(part >= 0 && part < 1000000);
    to->tv_usec = part;
  }
  return 0;
}

/* A signal may end it. */
unsigned sleep(unsigned seconds) {
  unsigned left = sooth_nondet_libc_int();
  return left < seconds ? left : 0;
}

int usleep(unsigned microseconds) { return sooth_nondet_libc_bool() ? -1 : 0; }

int nanosleep(const struct timespec *time, struct timespec *left) {
  (void)*(const volatile time_t *)&time->tv_sec;
  if (!sooth_nondet_libc_bool())
    return 0;
  if (left) {
    left->tv_sec = anyTime();
    left->tv_nsec = anyTime();
  }
  return -1;
}
