// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

struct tree { struct tree *left, *right; int v; };
struct tree *build(int depth) {
  if (depth == 0)
    return 0;
  struct tree *t = malloc(sizeof *t);
  t->left = build(depth - 1);
  t->right = build(depth - 1);
  t->v = depth;
  return t;
}
int sum(struct tree *t) { return t ? sum(t->left) + t->v + sum(t->right) : 0; }
void cut(struct tree *t) {
  if (!t)
    return;
  cut(t->left);
  cut(t->right);
  free(t);
}
int main(void) {
  struct tree *t = build(2);
  int x = sooth_nondet_uchar();
  t->right->v = x;
#ifdef BUG
  assert(sum(t) != 10);
#else
  assert(sum(t) == 3 + x);
#endif
  cut(t);
}
