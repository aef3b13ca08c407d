// Calls of a function by itself have one state in common. Handlers of signals may end the
// program.
// RUN: sooth --emit=values --check=memory,div %s | FileCheck %s
// RUN: not sooth --emit=values --check=memory,div -DRETURNS %s 2>&1 | \
// RUN:   FileCheck --check-prefix=RETURNS %s
// RETURNS: a handler of signals returns
#include <signal.h>
#include <stdlib.h>

static int depth = 1;
static void handler(int signal) {
  depth = 0;
#ifndef RETURNS
  _Exit(1);
#endif
}

struct tree { struct tree *left, *right; int value; };
static struct tree *grow(int levels) {
  if (levels <= 0)
    return 0;
  struct tree *t = malloc(sizeof *t);
  t->left = grow(levels - 1);
  t->right = grow(levels - 2);
  t->value = levels;
  return t;
}
static int sum(const struct tree *t, int levels) {
  int own = levels;
  int *p = &own;
  // CHECK-DAG: :[[#@LINE+3]]:31: access: holds
  // CHECK-DAG: :[[#@LINE+2]]:58: access: holds
  // CHECK-DAG: :[[#@LINE+1]]:82: access: holds
  return t && *p > 0 ? sum(t->left, levels - 1) ^ sum(t->right, levels - 1) ^ t->value : 0;
}

int main(int argc, char **argv) {
  signal(SIGINT, handler);
  // CHECK-DAG: :[[#@LINE+1]]:25: div: holds
  return sum(grow(3 + 6 / depth), 9);
}
