// What variables of the C library are when the program begins is no input, and
// functions of the library change them. A program that changes the environment
// by one of them, or in main, finds there what it has put there.
// RUN: not sooth %s -DCASE=1 --check=memory | \
// RUN:   FileCheck %s -DNAME=environ --check-prefix=OPEN
// RUN: not sooth %s -DCASE=2 | FileCheck %s -DNAME=environ --check-prefix=OPEN
// RUN: not sooth %s -DCASE=3 | FileCheck %s -DNAME=environ --check-prefix=OPEN
// RUN: not sooth %s -DCASE=4 | FileCheck %s -DNAME=daylight --check-prefix=OPEN
// RUN: not sooth %s -DCASE=5 | FileCheck %s -DNAME=tzname --check-prefix=OPEN
// RUN: not sooth %s -DCASE=6 | FileCheck %s -DNAME=optopt --check-prefix=OPEN
// RUN: sooth %s -DCASE=7 --check=memory | FileCheck %s --check-prefix=SAFE
// RUN: not sooth %s -DCASE=8 --check=memory | \
// RUN:   FileCheck %s --check-prefix=CHANGED
// RUN: not sooth %s -DCASE=9 --check=memory | \
// RUN:   FileCheck %s --check-prefix=CHANGED
// RUN: sooth %s -DCASE=8 --check=access --emit=values | \
// RUN:   FileCheck %s --check-prefix=VALUES
// RUN: sooth %s -DCASE=10 | FileCheck %s --check-prefix=SAFE
// RUN: not sooth %s -DCASE=11 | FileCheck %s -DNAME=environ --check-prefix=OPEN
// OPEN: {{^}}Unknown: unsupported: '[[NAME]]' of the C library
// SAFE: {{^}}Safe{{$}}
// CHANGED: {{^}}Unknown: unsupported: getenv is not modelled
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

extern char **environ;
static void begin(void) __attribute__((constructor));
static void begin(void) {
  char *settings[] = {"A=b", NULL};
#if CASE == 8
  environ = settings;
#elif CASE == 10
  optind = 5;
#endif
}

int main(int argc, char **argv, char **settings) {
  time_t now = 0;
  static char set[] = "A=b";
#if CASE == 1
  for (char **e = environ; *e; e++)
    puts(*e);
#elif CASE == 2
  char **before = environ;
  setenv("A", "b", 1);
  assert(environ == before);
#elif CASE == 3
  assert(environ != settings);
#elif CASE == 4
  daylight = 7;
  localtime(&now);
  assert(daylight == 7);
#elif CASE == 5
  tzname[1] = set;
  localtime(&now);
  assert(tzname[1] == set);
#elif CASE == 6
  assert(optopt == 0);
#elif CASE == 7
  return optind < argc ? argv[optind][0] : 0;
#elif CASE == 8
  return getenv("A") != NULL; // VALUES: [[@LINE]]:{{.*}}: access: may fail
#elif CASE == 9
  if (!settings[0])
    return 0;
  settings[0] = set;
  assert(getenv("A") != set + 2);
#elif CASE == 10
  assert(optind == 5);
#else
  assert(environ == settings);
#endif
}
