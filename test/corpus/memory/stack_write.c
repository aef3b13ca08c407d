// RUN: %corpus %s
// EXPECT: safe --check=memory
// EXPECT: unsafe --check=memory -DBUG
// EXPECT: safe --check=memory -m32
#include <assert.h>
#include <sooth.h>

int main(void) {
  int a[3];
  unsigned i = sooth_nondet_uint();
#ifdef BUG
  sooth_assume(i <= 3);
#else
  sooth_assume(i < 3);
#endif
  a[i] = 1;
}
