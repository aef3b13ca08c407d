// RUN: %corpus %s
// EXPECT: unsafe --check=access
// The access begins inside and ends outside.
#include <assert.h>
#include <sooth.h>

int main(void) {
  char a[6] = {0};
  unsigned i = sooth_nondet_uint();
  sooth_assume(i < 6);
  __attribute__((packed, aligned(1))) struct { int v; } *p = (void *)(a + i);
  p->v = 1;
}
