// A ring buffer that takes one element too many.
//
// OPTIONS: --check=memory
// RESULT: Unsafe
#include <sooth.h>
#include <stdlib.h>

struct queue {
  unsigned capacity, used, head;
  int *cells;
};

static void put(struct queue *q, int value) {
  if (q->used > q->capacity) // >= is right
    return;
  q->cells[q->head + q->used] = value;
  q->used++;
}

int main(void) {
  struct queue q = {3, 0, 0, malloc(3 * sizeof(int))};
  while (sooth_nondet_bool())
    put(&q, sooth_nondet_int());
  free(q.cells);
}
