#include <sooth.h>

#define ROOM 8u

struct ring {
  unsigned first, count;
  int items[ROOM];
};

#define IS_RING(r)                                                             \
  (sooth_valid(r, sizeof *(r)) && (r)->first < ROOM && (r)->count <= ROOM)

void clear(struct ring *r) {
  sooth_requires(sooth_valid(r, sizeof *r));
  sooth_assigns(r->first, r->count);
  sooth_ensures(IS_RING(r) && r->count == 0);
  r->first = 0;
  r->count = 0;
}

void push(struct ring *r, int item) {
  sooth_requires(IS_RING(r));
  sooth_requires(r->count < ROOM);
  sooth_assigns(r->count, r->items);
  sooth_ensures(IS_RING(r) && r->count == sooth_old(r->count) + 1);
  sooth_ensures(r->items[(r->first + r->count - 1) % ROOM] == item);
  r->items[(r->first + r->count) % ROOM] = item;
  r->count++;
}

int pop(struct ring *r) {
  sooth_requires(IS_RING(r));
  sooth_requires(r->count > 0);
  sooth_assigns(r->first, r->count);
  sooth_ensures(IS_RING(r) && r->count == sooth_old(r->count) - 1);
  sooth_ensures(sooth_result(int) == sooth_old(r->items[r->first]));
  const int item = r->items[r->first];
  r->first = (r->first + 1) % ROOM;
  r->count--;
  return item;
}

/* Clients. */

int echo(struct ring *r, int item) {
  sooth_requires(sooth_valid(r, sizeof *r));
  sooth_ensures(sooth_result(int) == item);
  clear(r);
  push(r, item);
  return pop(r);
}

int twice(struct ring *r) {
  sooth_requires(IS_RING(r) && r->count > 0);
  return pop(r) + pop(r);
}
