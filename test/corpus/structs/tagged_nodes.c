// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe -m32
// EXPECT: unsafe -DBUG
// EXPECT: unsafe -DBUG -m32
// Nodes with tags in their links: static initializers, copies.
#include <assert.h>
#include <sooth.h>
#include <stdint.h>
#include <string.h>
struct n {
  uintptr_t pc;
  int v;
};
struct n g[3] = {{1, 10}, {.v = 11}, {3, 12}};
struct n root = {.pc = 1};
static struct n *up(struct n *a) { return (struct n *)(a->pc & ~(uintptr_t)3); }
int main(void) {
  assert(up(&root) == 0);
  struct n loc = {.pc = 2};
  assert(up(&loc) == 0 && (loc.pc & 3) == 2);
  for (int i = 0; i < 3; i++) {
    assert(up(&g[i]) == 0);
    g[i].pc = (g[i].pc & 3) | (uintptr_t)(i ? &g[i - 1] : &root);
  }
  loc = g[2];
  assert(up(&loc) == &g[1] && (loc.pc & 3) == 3);
  struct n other;
  memcpy(&other, &loc, sizeof other);
  assert(up(&other)->v == 11);
  assert(up(up(&other)) == &g[0] && up(&g[0]) == &root);
#ifdef BUG
  assert((g[1].pc & 1) == 1);
#endif
}
