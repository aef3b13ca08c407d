// Results of what is not modelled of scanf are no inputs; printing to what
// stdout became may fail; the buffer of a stream is the library's while it is
// open; which of several equal elements bsearch finds is open.
// RUN: not sooth %s -DCASE=1 | FileCheck %s --check-prefix=SCANF
// RUN: not sooth %s -DCASE=2 | FileCheck %s --check-prefix=SSCANF
// RUN: not sooth %s -DCASE=3 | FileCheck %s --check-prefix=PRINT
// RUN: not sooth %s -DCASE=4 | FileCheck %s --check-prefix=FAILS
// RUN: not sooth %s -DCASE=5 | FileCheck %s --check-prefix=FAILS
// RUN: not sooth %s -DCASE=6 | FileCheck %s --check-prefix=LENT
// RUN: not sooth %s -DCASE=7 --check=assert | FileCheck %s --check-prefix=LENT
// RUN: not sooth %s -DCASE=7 --check=memory | FileCheck %s --check-prefix=ENDS
// RUN: sooth %s -DCASE=7 --check=access --emit=values | \
// RUN:   FileCheck %s --check-prefix=VALUES
// RUN: not sooth %s -DCASE=8 --check=memory | FileCheck %s --check-prefix=SMALL
// RUN: not sooth %s -DCASE=9 | FileCheck %s --check-prefix=SIZE
// RUN: sooth %s -DCASE=10 --check=memory | FileCheck %s --check-prefix=SAFE
// RUN: not sooth %s -DCASE=11 | FileCheck %s --check-prefix=EQUAL
// RUN: sooth %s -DCASE=12 | FileCheck %s --check-prefix=SAFE
// RUN: sooth %s -DCASE=13 | FileCheck %s --check-prefix=SAFE
// SCANF: {{^}}Unknown: unsupported: result of '__isoc99_scanf'
// SSCANF: {{^}}Unknown: unsupported: result of '__isoc99_sscanf'
// PRINT: {{^}}Unknown: unsupported: result of '__printf_chk'
// FAILS: {{^}}Unsafe{{$}}
// FAILS-NEXT: assertion 'printf("x") == 1' failed
// LENT: undefined behaviour: use of a buffer that belongs to a file
// ENDS: {{^}}Unknown: unsupported: setvbuf is not modelled
// SMALL: {{^}}Unsafe{{$}}
// SMALL-NEXT: read outside of 'own'
// SIZE: undefined behaviour: buffer that is smaller than a file is told
// EQUAL: unsupported: elements that qsort or bsearch compares
// SAFE: {{^}}Safe{{$}}
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

static char own[50];
static char *alias = own;
static int order(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b;
}
int __printf_chk(int, const char *, ...);

int main(void) {
  int x = 0, n = 0, key = 2, all[4] = {1, 2, 2, 3};
  float f = 0;
#if CASE == 1
  assert(scanf("%d%n", &x, &n) <= 1);
#elif CASE == 2
  assert(sscanf("12.5", "%2f", &f) == 1);
#elif CASE == 3
  assert(__printf_chk(0, "x") == 1);
#elif CASE == 4
  fclose(stdout);
  assert(printf("x") == 1);
#elif CASE == 5
  freopen("/dev/full", "w", stdout);
  assert(printf("x") == 1);
#elif CASE == 6
  setvbuf(stdout, alias, _IOFBF, sizeof own);
  printf("hello");
  assert(own[0] == 0);
#elif CASE == 7
  char *buffer = malloc(50);
  setvbuf(stdout, buffer, _IOLBF, 50); // VALUES: [[@LINE]]:3: access: may fail
  free(buffer);
#elif CASE == 8
  setvbuf(stdout, own, _IOFBF, sizeof own + 1);
#elif CASE == 9
  setbuf(stdout, own);
  assert(getchar() <= 255);
#elif CASE == 10
  char local[2];
  setvbuf(stdout, NULL, _IONBF, 0);
  setvbuf(stdout, local, _IONBF, 2);
  setvbuf(stderr, own, _IOFBF, sizeof own);
  assert(printf("x") == 1);
#elif CASE == 11
  assert(bsearch(&key, all, 4, sizeof key, order) == all + 2);
#elif CASE == 12
  int *found = bsearch(&key, all, 4, sizeof key, order);
  assert(found == all + 1 || found == all + 2);
#else
  assert(fclose(stdin) <= 0 && printf("x") == 1);
#endif
}
