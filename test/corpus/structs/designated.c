// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

struct conf { int a, b; struct { char x, y; } in; int v[3]; };
static const struct conf presets[] = {
    {.b = 2, .in.y = 3, .v = {[1] = 5}},
    [2] = {.a = 7, .in = {1}},
};
int main(void) {
  struct conf c = presets[sooth_nondet_uint() % 3];
#ifdef BUG
  assert(c.v[1] == 5 || c.a == 7);
#else
  assert(c.a + c.b + c.in.y + c.v[1] == 10 || c.a == 7 || c.b == 0);
  assert(c.v[0] == 0);
#endif
}
