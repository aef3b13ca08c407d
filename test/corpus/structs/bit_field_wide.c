// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// EXPECT: safe -m32
// TRY: 12345
#include <assert.h>
#include <sooth.h>

struct w { unsigned long long a : 20, b : 30, c : 14; };
int main(void) {
  struct w w = {0};
  w.b = sooth_nondet_ulonglong();
  w.c = ~0;
  unsigned long long all = *(unsigned long long *)&w;
#ifdef BUG
  assert(w.a || all >> 50 != 0x3fff || w.b != 12345);
#else
  assert(w.a == 0 && all >> 50 == 0x3fff && (all >> 20 & 0x3fffffff) == w.b);
#endif
}
