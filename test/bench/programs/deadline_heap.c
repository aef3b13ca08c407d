// EXPECT: safe --check=memory
// EXPECT: unsafe --check=memory -DBUG=1
// EXPECT: unsafe --check=memory -DBUG=2
// Jobs by deadline in a binary heap: they come out in order.
#include <assert.h>
#include <sooth.h>
#include <stdbool.h>
#include <stddef.h>

enum { JOBS = 5 };

struct job {
  unsigned deadline;
  unsigned id;
};

struct heap {
  struct job jobs[JOBS];
  size_t count;
};

static void swap(struct job *a, struct job *b) {
  struct job t = *a;
  *a = *b;
  *b = t;
}

static bool heap_push(struct heap *h, struct job j) {
  if (h->count == JOBS)
    return false;
  size_t at = h->count++;
  h->jobs[at] = j;
  while (at > 0) {
    size_t parent = (at - 1) / 2;
    if (h->jobs[parent].deadline <= h->jobs[at].deadline)
      break;
    swap(&h->jobs[parent], &h->jobs[at]);
    at = parent;
  }
  return true;
}

static bool heap_pop(struct heap *h, struct job *out) {
  if (h->count == 0)
    return false;
  *out = h->jobs[0];
  h->count--;
  h->jobs[0] = h->jobs[h->count];
  size_t at = 0;
  for (;;) {
    size_t least = at, left = 2 * at + 1, right = left + 1;
    if (left < h->count && h->jobs[left].deadline < h->jobs[least].deadline)
      least = left;
#if BUG == 1
    if (right < h->count && h->jobs[right].deadline < h->jobs[at].deadline)
#else
    if (right < h->count && h->jobs[right].deadline < h->jobs[least].deadline)
#endif
      least = right;
    if (least == at)
      break;
    swap(&h->jobs[at], &h->jobs[least]);
    at = least;
  }
  return true;
}

int main(void) {
  struct heap h = {.count = 0};
  unsigned seen = 0;
#if BUG == 2
  for (unsigned i = 0; i <= JOBS; i++) {
#else
  for (unsigned i = 0; i < JOBS; i++) {
#endif
    struct job j = {sooth_nondet_uint(), i};
    bool ok = heap_push(&h, j);
    assert(ok);
  }
  unsigned before = 0;
  for (unsigned i = 0; i < JOBS; i++) {
    struct job j;
    bool ok = heap_pop(&h, &j);
    assert(ok);
    assert(j.deadline >= before);
    assert(!(seen >> j.id & 1));
    before = j.deadline;
    seen |= 1u << j.id;
  }
  assert(h.count == 0);
  return 0;
}
