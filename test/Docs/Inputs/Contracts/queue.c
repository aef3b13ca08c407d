#include <sooth.h>
#include <stddef.h>

struct queue {
  unsigned count;
  int items[8];
};

static int get(const struct queue *q, unsigned i) {
  sooth_requires(q != NULL && q->count <= 8);
  sooth_requires(i < q->count);
  return q->items[i];
}

int first(const struct queue *q) {
  if (!q || q->count == 0 || q->count > 8)
    return -1;
  return get(q, 0);
}

int last(const struct queue *q) {
  if (!q || q->count > 8)
    return -1;
  return get(q, q->count - 1);
}
