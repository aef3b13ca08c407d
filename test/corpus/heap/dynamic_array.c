// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

struct vec { unsigned size, capacity; int *data; };
int append(struct vec *v, int x) {
  if (v->size == v->capacity) {
    unsigned n = v->capacity ? 2 * v->capacity : 1;
    int *d = malloc(n * sizeof *d);
    if (!d)
      return 0;
    for (unsigned i = 0; i < v->size; i++)
      d[i] = v->data[i];
    free(v->data);
    v->data = d;
    v->capacity = n;
  }
  v->data[v->size++] = x;
  return 1;
}
int main(void) {
  struct vec v = {0};
  for (int i = 0; i < 3; i++)
    if (!append(&v, 10 * i))
      return 0;
  unsigned i = sooth_nondet_uint() % 3;
#ifdef BUG
  assert(v.data[i] < 20);
#else
  assert(v.data[i] == 10 * i && v.capacity == 4);
#endif
}
