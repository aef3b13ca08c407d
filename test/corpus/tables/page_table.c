// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe -m32
// EXPECT: unsafe -DBUG
// EXPECT: unsafe -DBUG -m32
#include <assert.h>
#include <sooth.h>

// Two levels: addresses of ten bits, pages of 64 bytes.
struct table {
  unsigned present;
  unsigned short frame[4];
};
static struct table directory[4];
static void map(unsigned address, unsigned short frame) {
  struct table *t = &directory[address >> 8 & 3];
  t->present |= 1u << (address >> 6 & 3);
  t->frame[address >> 6 & 3] = frame;
}
static unsigned translate(unsigned address) {
  struct table *t = &directory[address >> 8 & 3];
  unsigned page = address >> 6 & 3;
  if (!(t->present & 1u << page))
    return ~0u;
  return (unsigned)t->frame[page] << 6 | (address & 63);
}
int main(void) {
  unsigned a = sooth_nondet_uint() & 1023, b = sooth_nondet_uint() & 1023;
  map(a, 5);
#ifdef BUG
  sooth_assume(a != b);
#else
  sooth_assume(a >> 6 != b >> 6);
#endif
  assert(translate(b) == ~0u);
  map(b, 6);
  assert(translate(a) == (5 << 6 | (a & 63)));
  assert(translate(b) == (6 << 6 | (b & 63)));
}
