// That an argument is null or leads to memory that is there was not asked about
// where the function reads and writes none of it.
// RUN: not sooth --check=memory --all --timeout=60 --calls=summarized %s | FileCheck %s
#include <stdlib.h>

static void drop(int *p, unsigned n) {
  if (n)
    drop(p, n - 1);
  else
    free(p);
}

// CHECK: :[[# @LINE + 4]]:3: argument 'p' of 'drop' must be NULL or lead to memory that is there: unknown
void twice(void) {
  int *p = malloc(4);
  free(p);
  drop(p, 1);
}
