// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

struct item { int key; char c; };
int main(void) {
  struct item items[5];
  unsigned i = sooth_nondet_uint() % 5;
  struct item *p = &items[i];
  long index = p - items;
#ifdef BUG
  assert(index < 4);
#else
  assert(index >= 0 && index < 5 && index == i);
#endif
}
