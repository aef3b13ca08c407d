// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// Each structure of an array has a length that fits and goes with a flag.
#include <assert.h>
#include <sooth.h>

#ifdef BUG
#define COUNT 4
#else
#define COUNT 3000
#endif

struct item {
  unsigned char length;
  int used;
} items[COUNT];

int main(void) {
  for (int i = 0; i < COUNT; i++) {
    items[i].used = sooth_nondet_bool();
    items[i].length = items[i].used ? sooth_nondet_uchar() & 15 : 0;
  }
#ifdef BUG
  items[1].length += items[2].length;
#endif
  for (int i = 0; i < COUNT; i++) {
    assert(items[i].length < 16);
    if (!items[i].used)
      assert(items[i].length == 0);
  }
}
