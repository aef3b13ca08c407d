// A test of a tree, without inputs: recursion was followed deeper and deeper,
// for seconds. Now it is run first.
//
// RUN: sooth --timeout=20 %s | FileCheck %s --check-prefix=SAFE
// RUN: not sooth --check=default --timeout=20 -DFREED %s \
// RUN:   | FileCheck %s --check-prefix=FREED
// RUN: not sooth --check=default --timeout=20 -DLOST %s \
// RUN:   | FileCheck %s --check-prefix=LOST
// RUN: not sooth --check=default --timeout=20 -DSUM %s \
// RUN:   | FileCheck %s --check-prefix=SUM
// clang-format off
//
// Without these options, no input is known to be the same each time:
// RUN: sooth --check=default --timeout=5 --malloc-may-fail %s > %t; test $? -ne 0 -o -s %t
// RUN: not grep "only one" %t
//
// SAFE: Safe
// SAFE-NEXT: all checks hold: all runs end, as there is only one (of {{[0-9]+}} steps)
// FREED: read of memory of 24 bytes from 'malloc' in line [[#]] after it was freed in line [[#]]
// LOST: memory of 24 bytes from 'malloc' in line [[#]] is never freed
// SUM: signed addition overflow
// clang-format on
#include <assert.h>
#include <stdlib.h>
struct tree {
  struct tree *left, *right;
  int key;
};
static struct tree *insert(struct tree *t, int key) {
  if (!t) {
    t = malloc(sizeof *t);
    if (!t)
      abort();
    t->key = key;
    t->left = t->right = NULL;
    return t;
  }
  if (key < t->key)
    t->left = insert(t->left, key);
  else if (key > t->key)
    t->right = insert(t->right, key);
  return t;
}
static struct tree *removed(struct tree *t, int key) {
  if (!t)
    return NULL;
  if (key < t->key)
    t->left = removed(t->left, key);
  else if (key > t->key)
    t->right = removed(t->right, key);
  else if (!t->left || !t->right) {
#ifdef FREED
    free(t);
    struct tree *r = t->left ? t->left : t->right;
#else
    struct tree *r = t->left ? t->left : t->right;
    free(t);
#endif
    return r;
  } else {
    struct tree *m = t->right;
    while (m->left)
      m = m->left;
    t->key = m->key;
#ifdef LOST
    t->right = removed(t->right->left, m->key);
#else
    t->right = removed(t->right, m->key);
#endif
  }
  return t;
}
static int size(struct tree *t) {
  return t ? size(t->left) + 1 + size(t->right) : 0;
}
static void release(struct tree *t) {
  if (t) {
    release(t->left);
    release(t->right);
    free(t);
  }
}
int main(void) {
  struct tree *t = NULL;
  unsigned x = 12345;
  for (int i = 0; i < 200; ++i) {
    x = x * 1103515245u + 12345u;
    t = insert(t, (int)(x >> 16) % 100);
  }
  int n = size(t);
#ifdef SUM
  int sum = 2000000000;
  for (int i = 0; i < n; ++i)
    sum += n * 100000;
  assert(sum > 0);
#endif
  for (int i = 0; i < 50; ++i) {
    x = x * 1103515245u + 12345u;
    t = removed(t, (int)(x >> 16) % 100);
  }
  assert(size(t) <= n);
  release(t);
}
