// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe -m32
// EXPECT: unsafe -DBUG
// EXPECT: unsafe -DBUG -m32
#include <assert.h>
#include <sooth.h>

// The arrays in a structure have nothing to do with what is beside them.
struct device {
  int users;
  unsigned registers[4];
  unsigned char ring[4];
  unsigned head, tail;
  struct { short tag; char text[4]; } name;
};
static void put(struct device *d, unsigned char byte) {
  d->ring[d->tail++ % sizeof d->ring] = byte;
}
static unsigned char get(struct device *d) {
  return d->ring[d->head++ % sizeof d->ring];
}
int main(void) {
  struct device one = {0}, *d = sooth_nondet_bool() ? &one : 0;
  if (!d)
    return 0;
  unsigned i = sooth_nondet_uint() & 3;
  d->users = 1;
  d->name.tag = 7;
  d->registers[i] = 9;
  for (char *p = d->name.text; p != d->name.text + 4; p++)
    *p = 'x';
  put(d, 3);
  put(d, 4);
  assert(get(d) == 3);
#ifdef BUG
  assert(get(d) == 4 && d->registers[3 - i] != 0);
#else
  assert(get(d) == 4 && d->registers[i] == 9);
#endif
  assert(d->users == 1 && d->name.tag == 7 && d->name.text[i] == 'x');
}
