// Allocators that are called through pointers may fail if that is asked for, and are known
// to the analysis of values. What it finds wrong with what is freed there is told of the call.
// RUN: sooth --check=memory %s
// RUN: not sooth --check=memory --malloc-may-fail %s | FileCheck %s
// RUN: sooth --check=memory --emit=values %s | FileCheck %s --check-prefix=VALUES
// RUN: sooth --check=memory --emit=values -DTWICE %s | FileCheck %s --check-prefix=TWICE
// RUN: sooth --check=memory --emit=values -DBEHIND %s | FileCheck %s --check-prefix=BEHIND
// RUN: sooth --check=memory --emit=values --malloc-may-fail %s | FileCheck %s --check-prefix=FAILS
#include <stdlib.h>
static struct {
  void *(*get)(size_t);
  void *(*zeros)(size_t, size_t);
  void *(*more)(void *, size_t);
  void (*put)(void *);
} hooks = {malloc, calloc, realloc, free};
void set(void *(*get)(size_t)) { hooks.get = get; }
int main(void) {
  int *p = hooks.get(sizeof *p);
  *p = 1;
  int *q = hooks.zeros(2, sizeof *q);
  q[1] += *p;
  q = hooks.more(q, 3 * sizeof *q);
  q[2] = q[1];
  hooks.put(p);
#ifdef TWICE
  hooks.put(p);
#elif defined(BEHIND)
  q++;
#endif
  hooks.put(q);
  return 0;
}
// CHECK: through a null pointer
// VALUES: allocators-through-pointers.c:19:6: access: holds
// VALUES: allocators-through-pointers.c:30:3: access: holds
// TWICE: allocators-through-pointers.c:26:3: access: may fail
// BEHIND: allocators-through-pointers.c:30:3: access: may fail
// FAILS: allocators-through-pointers.c:19:6: access: may fail
