// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// EXPECT: safe -m32
// EXPECT: unsafe -DBUG -m32
// What is certain of addresses as numbers.
#include <assert.h>
#include <sooth.h>
#include <stdint.h>
#include <stdlib.h>

int x, y;
int main(void) {
  uintptr_t a = (uintptr_t)&x, b = (uintptr_t)&y;
  int *p = malloc(sizeof *p);
  if (!p)
    return 0;
  uintptr_t c = (uintptr_t)p;
#ifdef BUG
  assert(a % 4 != 0 || a == b);
#else
  assert(a != 0 && a % 4 == 0 && a + 4 > a);
  assert(a + 4 <= b || b + 4 <= a);
  assert(c != a && c != b);
  assert((&x < &y) != (&y < &x));
#endif
  free(p);
}
