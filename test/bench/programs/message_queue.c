// EXPECT: safe --check=memory
// EXPECT: unsafe --check=memory -DBUG=1
// EXPECT: unsafe --check=memory -DBUG=2
// A bounded queue of messages on the heap, and a client that does any sequence
// of operations and keeps count.
#include <assert.h>
#include <sooth.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { CAPACITY = 3, BODY = 8 };

struct message {
  unsigned id;
  unsigned char priority;
  unsigned char length;
  char body[BODY];
};

struct queue {
  size_t head; // the oldest message
  size_t used;
  struct message slots[CAPACITY];
};

static struct queue *queue_new(void) {
  struct queue *q = malloc(sizeof *q);
  if (!q)
    exit(1);
  q->head = 0;
  q->used = 0;
  return q;
}

static bool queue_put(struct queue *q, const struct message *m) {
#if BUG == 1
  if (q->used > CAPACITY)
#else
  if (q->used == CAPACITY)
#endif
    return false;
  size_t at = q->head + q->used;
  if (at >= CAPACITY)
    at -= CAPACITY;
  q->slots[at] = *m;
  q->used++;
  return true;
}

static const struct message *queue_peek(const struct queue *q) {
  return q->used == 0 ? NULL : &q->slots[q->head];
}

static bool queue_get(struct queue *q, struct message *out) {
  if (q->used == 0)
    return false;
  *out = q->slots[q->head];
  q->head++;
#if BUG == 2
  if (q->head > CAPACITY)
#else
  if (q->head == CAPACITY)
#endif
    q->head = 0;
  q->used--;
  return true;
}

static void queue_drop_all(struct queue *q) {
  q->head = 0;
  q->used = 0;
}

static struct message make_message(unsigned id) {
  struct message m = {.id = id, .priority = (unsigned char)(id & 3)};
  m.length = (unsigned char)(id % BODY);
  memset(m.body, 'x', m.length);
  return m;
}

int main(void) {
  struct queue *q = queue_new();
  unsigned next_id = 1, expected_id = 1;
  unsigned waiting = 0;

  while (sooth_nondet_bool()) {
    switch (sooth_nondet_uint() % 4) {
    case 0: {
      struct message m = make_message(next_id);
      bool ok = queue_put(q, &m);
      assert(ok == (waiting < CAPACITY));
      if (ok) {
        next_id++;
        waiting++;
      }
      break;
    }
    case 1: {
      struct message m;
      bool ok = queue_get(q, &m);
      assert(ok == (waiting > 0));
      if (ok) {
        assert(m.id == expected_id);
        expected_id++;
        waiting--;
      }
      break;
    }
    case 2: {
      const struct message *m = queue_peek(q);
      assert((m == NULL) == (waiting == 0));
      if (m)
        assert(m->length < BODY);
      break;
    }
    default:
      queue_drop_all(q);
      expected_id = next_id;
      waiting = 0;
    }
  }
  free(q);
  return 0;
}
