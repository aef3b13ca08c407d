// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

struct tree { int key; struct tree *left, *right; };
int insert(struct tree **t, int key) {
  while (*t)
    if (key == (*t)->key)
      return 1;
    else
      t = key < (*t)->key ? &(*t)->left : &(*t)->right;
  *t = calloc(1, sizeof **t);
  if (!*t)
    return 0;
  (*t)->key = key;
  return 1;
}
int has(const struct tree *t, int key) {
  while (t && t->key != key)
#ifdef BUG
    t = key <= t->key ? t->right : t->left;
#else
    t = key < t->key ? t->left : t->right;
#endif
  return !!t;
}
int main(void) {
  struct tree *t = 0;
  int x = sooth_nondet_int();
  if (!insert(&t, 5) || !insert(&t, x))
    return 0;
  assert(has(t, x));
  assert(!has(t, 6) || x == 6);
}
