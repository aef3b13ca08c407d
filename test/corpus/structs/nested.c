// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

struct inner { int a; char b[2]; };
struct outer { char pad; struct inner in[2]; struct inner *current; };
int main(void) {
  struct outer o = {0, {{1, {2, 3}}, {4, {5, 6}}}, 0};
  o.current = &o.in[sooth_nondet_bool()];
  o.current->b[1] = 9;
#ifdef BUG
  assert(o.in[0].b[1] == 3);
#else
  assert(o.in[0].b[1] + o.in[1].b[1] == (o.current == o.in ? 15 : 12));
#endif
}
