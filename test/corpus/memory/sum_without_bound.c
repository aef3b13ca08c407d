// RUN: %corpus %s
// EXPECT: safe --check=memory
// EXPECT: unsafe --check=memory -DBUG
// The index of a ring stays in bounds forever.
#include <assert.h>
#include <sooth.h>

int main(void) {
  unsigned char ring[8];
  unsigned head = 0;
  while (sooth_nondet_bool()) {
    ring[head] = 1;
#ifdef BUG
    head = head + 1 > 8 ? 0 : head + 1;
#else
    head = head + 1 >= 8 ? 0 : head + 1;
#endif
  }
}
