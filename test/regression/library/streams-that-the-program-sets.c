// What is printed and read without naming a stream goes where stdout and stdin
// lead then: a violation if that is nowhere, or to a file that is closed.
// Printing to another file may fail.
// RUN: not sooth %s --check=memory -DUSE='stdout = 0, printf("a")' | \
// RUN:   FileCheck %s
// RUN: not sooth %s --check=memory -DUSE='stdout = 0, puts("a")' | FileCheck %s
// RUN: not sooth %s --check=memory -DUSE='stdout = file(), putchar(97)' | \
// RUN:   FileCheck %s
// RUN: not sooth %s --check=memory -DUSE='set(&stdin, 0), getchar()' | \
// RUN:   FileCheck %s
// RUN: not sooth %s --check=memory -DUSE='stdin = file(), scanf("%%d", &n)' | \
// RUN:   FileCheck %s
// RUN: not sooth %s --check=memory -DUSE='stderr = 0, perror("a")' | \
// RUN:   FileCheck %s
// RUN: not sooth %s --check=memory -DUSE='stdout = 0, by("a")' | FileCheck %s
// RUN: not sooth %s --check=memory -DUSE='stdout = closed(), printf("a")' | \
// RUN:   FileCheck %s --check-prefix=CLOSED
// RUN: not sooth %s -DUSE='stdout = there(), n = puts("a")' | \
// RUN:   FileCheck %s --check-prefix=FAILS
// RUN: not sooth %s -DUSE='stdout = there(), n = printf("a")' | \
// RUN:   FileCheck %s --check-prefix=FAILS
// RUN: sooth %s --check=memory,assert -DUSE='stdout = stderr, n = printf("a")' \
// RUN:   | FileCheck %s --check-prefix=SAFE
// RUN: sooth %s --check=memory,assert -DUSE='stdin = stdout, n = puts("a")' | \
// RUN:   FileCheck %s --check-prefix=SAFE
// RUN: sooth %s --check=memory -DNO_MAIN | FileCheck %s --check-prefix=LATER
// CHECK: {{^}}Unsafe{{$}}
// CHECK-NEXT: :[[#@LINE+42]]:{{.*}}: read through a null pointer
// CLOSED: {{^}}Unsafe{{$}}
// CLOSED-NEXT: after it was freed
// FAILS: {{^}}Unsafe{{$}}
// FAILS-NEXT: assertion 'n >= 0' failed
// SAFE: {{^}}Safe{{$}}
// LATER: later: 2 checks: 2 proved if
// LATER-NEXT: needs: pointers that other functions stored in memory are valid
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

static int (*volatile by)(const char *) = puts;

FILE *there(void) {
  FILE *f = fopen("a", "r+");
  if (!f)
    exit(0);
  return f;
}

FILE *file(void) {
  FILE *f = fopen("a", "r+");
  if (f)
    exit(0);
  return f;
}

FILE *closed(void) {
  FILE *f = there();
  fclose(f);
  return f;
}

void set(FILE **stream, FILE *to) { *stream = to; }

void reset(void) { stdout = NULL; }
void later(void) { printf("a"); }

#ifndef NO_MAIN
int main(void) {
  int n = 0;
  (void)(USE);
  assert(n >= 0);
}
#endif
