// RUN: %corpus --timeout=300 %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>
#include <stdint.h>
#include <stdlib.h>
struct rb { uintptr_t parent_color; struct rb *left; int v; };
static struct rb *parent(struct rb *n) { return (struct rb *)(n->parent_color & ~(uintptr_t)3); }
int main(void) {
  struct rb *root = 0; int n = sooth_nondet_int(); if (n < 1 || n > 3) return 0;
  for (int i = 0; i < n; i++) {
    struct rb *x = malloc(sizeof *x); if (!x) return 0;
    x->v = i; x->left = root; x->parent_color = 1; 
    if (root) root->parent_color = (uintptr_t)x + (i & 1);
    root = x;
  }
  struct rb *p = root; while (p->left) p = p->left;
  int c = 1; while (parent(p)) { assert(parent(p)->v == p->v + 1); p = parent(p); c++; }
#ifdef BUG
  assert(c != 2);
#else
  assert(c == n && p == root);
#endif
}
