// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// EXPECT: safe -m32
#include <assert.h>
#include <sooth.h>
#include <stdint.h>
static int keys[3]; static int *table[4];
static unsigned slot(int *p) { return ((uintptr_t)p >> 2) % 4; }
int main(void) {
  for (int i = 0; i < 3; i++) { unsigned s = slot(&keys[i]); while (table[s]) s = (s + 1) % 4; table[s] = &keys[i]; }
  unsigned k = sooth_nondet_uint() % 3; unsigned s = slot(&keys[k]); int steps = 0;
  while (table[s] != &keys[k]) { s = (s + 1) % 4; steps++; 
  }
#ifdef BUG
  assert(steps > 3);
#else
  assert(steps <= 3);
#endif
}
