// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// EXPECT: safe -m32
// TRY: -128
#include <assert.h>
#include <sooth.h>

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int max(int a, int b) { return a > b ? a : b; }
static int (*const operations[])(int, int) = {add, sub, max};
int main(void) {
  unsigned k = sooth_nondet_uint() % 3;
  int a = sooth_nondet_schar(), b = sooth_nondet_schar();
  int r = operations[k](a, b);
#ifdef BUG
  assert(r != -128);
#else
  assert(r >= -256 && r <= 255);
  assert(k != 2 || r >= a);
#endif
}
