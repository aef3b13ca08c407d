// Where errno is was a pointer to anything: programs that use it were unknown,
// and functions needed that it is valid.
// RUN: sooth %s --check=memory --timeout=90 | FileCheck %s --check-prefix=SAFE
// RUN: not sooth %s -DWRONG --timeout=90 | FileCheck %s --check-prefix=WRONG
// RUN: not sooth %s -DCALL='(void)0' -DVALUE=EDOM --timeout=90 | FileCheck %s --check-prefix=UNSAFE
// RUN: not sooth %s -DCALL='strtol("x", 0, 9)' -DVALUE=ERANGE --timeout=90 | FileCheck %s --check-prefix=OPEN
// RUN: not sooth %s -DCALL='unknown()' -DVALUE=ERANGE --timeout=90 | FileCheck %s --check-prefix=OPEN
// RUN: not sooth %s -DCALL='through()' -DVALUE=ERANGE --timeout=90 | FileCheck %s --check-prefix=OPEN
// RUN: not sooth %s -DCALL='qsort(all, 3, sizeof *all, compare)' -DVALUE=ERANGE --timeout=90 | FileCheck %s --check-prefix=OPEN
// RUN: sooth %s -DCALL='(void)strlen("text")' -DVALUE=ERANGE --timeout=90 | FileCheck %s --check-prefix=SAFE
// RUN: sooth %s --entry=parse --all --check=memory --timeout=90 | FileCheck %s --check-prefix=PARSE
// RUN: not sooth %s --timeout=90 -DNO_MAIN | FileCheck %s --check-prefix=FIRST
// SAFE: Safe
// WRONG: Unsafe
// UNSAFE: Unsafe
// OPEN: Unknown: {{.*}}errno after a call
// RUN: sooth %s --entry=with_contract --all --timeout=90 | FileCheck %s --check-prefix=CONTRACT
// CONTRACT: with_contract: 1 check: 1 proved
// FIRST: first: 1 check: 1 unknown
// PARSE: parse: {{[0-9]+}} checks: {{[0-9]+}} proved, {{[0-9]+}} proved if
// PARSE-NOT: errno{{[^.]}}
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "sooth.h"

void unknown(void);
static void nothing(void) {}
void (*through)(void) = nothing;
int all[3] = {3, 1, 2};
static int compare(const void *a, const void *b) {
  return *(const int *)a < *(const int *)b ? -1 : *(const int *)a > *(const int *)b;
}

int parse(const char *text, int *to) {
  errno = 0;
  long number = strtol(text, 0, 10);
  if (errno)
    return -1;
  *to = (int)number;
  return 0;
}

int first(void) {
  assert(errno == 0);
  return 0;
}

/* A contract is the first thing in its function. */
int last;
int with_contract(void) {
  sooth_assigns(last);
  return last = errno;
}

#ifndef NO_MAIN
int main(int argc, char **argv) {
  int number = 7;
  if (argc > 1)
    parse(argv[1], &number);
  errno = EINVAL;
  assert(errno == EINVAL);
#ifdef WRONG
  assert(errno == ENOMEM);
#endif
#ifdef CALL
  int *kept = &errno; // another way to it
  errno = ERANGE;
  CALL;
  assert(*kept == VALUE);
#endif
  return 0;
}
#endif
