// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe -m32
// EXPECT: unsafe -DBUG
// EXPECT: unsafe -DBUG -m32
#include <assert.h>
#include <sooth.h>

// A pointer in a structure that moves through an array of the same structure.
struct writer { int level; char buffer[4]; char *next; int count; };
static void put(struct writer *w, char c) {
  *w->next++ = c;
  w->count++;
}
int main(void) {
  struct writer w;
  w.level = 5;
  w.count = 0;
  w.next = w.buffer;
  unsigned n = sooth_nondet_uint() % 4;
#ifdef BUG
  n += 2; // The last one is written to what comes next, or to what pads it.
  if (n == 5)
    n = 4;
#endif
  for (unsigned i = 0; i < n; i++)
    put(&w, 1);
  assert(w.level == 5 && w.count == (int)(w.next - w.buffer));
  assert(n == 0 || w.buffer[n - 1] == 1);
#ifdef BUG
  assert(n < 4);
#endif
}
