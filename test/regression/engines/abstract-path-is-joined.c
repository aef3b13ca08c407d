// The EUF engine once took an abstract path for a run although nothing joined
// its steps: the literals of a step spoke only of what its target needed.
//
// RUN: sooth --engine=euf --timeout=3 %s > %t; test $? -ne 4
// RUN: not grep -E "^Unsafe|internal error" %t
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned i = 0;
  while (__VERIFIER_nondet_int())
    i += 2;
  assert(i != 7);
  return 0;
}
