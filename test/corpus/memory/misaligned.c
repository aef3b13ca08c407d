// RUN: %corpus %s
// EXPECT: safe --check=alignment
// EXPECT: unsafe --check=alignment -DBUG
#include <assert.h>
#include <sooth.h>

int main(void) {
  int a[4] = {0};
  unsigned i = sooth_nondet_uint();
  sooth_assume(i < 12);
#ifndef BUG
  sooth_assume(i % 4 == 0);
#endif
  int *p = (int *)((char *)a + i);
  *p = 1;
}
