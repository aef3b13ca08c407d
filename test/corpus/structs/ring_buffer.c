// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

enum { Size = 4 };
struct ring { unsigned head, tail; unsigned char data[Size]; };
int put(struct ring *r, unsigned char c) {
  unsigned next = (r->head + 1) % Size;
#ifndef BUG
  if (next == r->tail)
    return 0;
#endif
  r->data[r->head] = c;
  r->head = next;
  return 1;
}
int get(struct ring *r, unsigned char *c) {
  if (r->head == r->tail)
    return 0;
  *c = r->data[r->tail];
  r->tail = (r->tail + 1) % Size;
  return 1;
}
int main(void) {
  struct ring r = {0};
  unsigned char in = 0, out = 0, c;
  for (int i = 0; i < 6; i++)
    if (sooth_nondet_bool())
      in += put(&r, in);
    else if (get(&r, &c))
      assert(c == out++);
}
