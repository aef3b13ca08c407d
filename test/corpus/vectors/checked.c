// RUN: %corpus %s
// EXPECT: safe --check=memory
// EXPECT: unsafe --check=memory -DALIGNMENT
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

typedef int v4 __attribute__((vector_size(16)));
struct point {
  float x, y;
};
static struct point half_set(void) {
  struct point p;
  p.x = 1;
  return p;
}

int main(void) {
  struct point p = half_set(), q = p;
  assert(q.x == 1);
  v4 *v = malloc(3 * sizeof *v);
  v4 *second = v + 1;
#ifdef ALIGNMENT
  second = (v4 *)((int *)second + 1);
#endif
  (*second)[2] = 4;
  assert((*second)[2] == 4);
  free(v);
}
