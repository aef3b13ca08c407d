// What getenv, localeconv and gmtime have returned does not stay as it is when
// functions that share it are called. (Another getenv changes nothing in glibc.)
// RUN: sooth %s -DCASE=1 | FileCheck %s --check-prefix=SAFE
// RUN: not sooth %s -DCASE=2 | FileCheck %s
// RUN: not sooth %s -DCASE=3 | FileCheck %s
// RUN: not sooth %s -DCASE=4 | FileCheck %s
// RUN: not sooth %s -DCASE=5 | FileCheck %s
// RUN: not sooth %s -DCASE=6 | FileCheck %s
// RUN: not sooth %s -DCASE=7 | FileCheck %s
// RUN: sooth %s -DCASE=8 --check=memory,assert | FileCheck %s --check-prefix=SAFE
// RUN: sooth %s --entry=get | FileCheck %s --check-prefix=SAFE
// RUN: not sooth %s --entry=count | FileCheck %s
// CHECK: {{^}}Unknown: unsupported:
// SAFE: {{^}}Safe{{$}}
#include <assert.h>
#include <locale.h>
#include <stdlib.h>
#include <time.h>

static char setting[] = "B=c";

void get(void) {
  char *a = getenv("A");
  if (!a || a[0] != 'x')
    return;
  getenv("B");
  assert(a[0] == 'x');
}

void count(void) {
  struct lconv *l = localeconv();
  char first = l->decimal_point[0];
  setlocale(LC_ALL, "de_DE");
  assert(l->decimal_point[0] == first);
}

#ifndef CASE
#define CASE 0
#endif
#if CASE
int main(void) {
  time_t now = 5, then = 7000000;
  char *a = getenv("A");
  struct lconv *l = localeconv();
  struct tm *t = gmtime(&now);
  if (!a || a[0] != 'x' || !t)
    return 0;
  int seconds = t->tm_sec;
  char *point = l->decimal_point, first = point[0];
#if CASE == 1
  getenv("B");
#elif CASE == 2
  setenv("A", "y", 1);
#elif CASE == 3
  unsetenv("A");
#elif CASE == 4
  putenv(setting);
#elif CASE == 5
  setlocale(LC_ALL, "de_DE");
#elif CASE == 6
  ctime(&then);
#elif CASE == 7
  setlocale(LC_ALL, "de_DE");
  assert(l->decimal_point == point);
#endif
  assert(a[0] == 'x');
  assert(l->decimal_point[0] == first);
  assert(t->tm_sec == seconds);
  assert(CASE != 8 || (first == '.' && !l->grouping[0]));
}
#endif
