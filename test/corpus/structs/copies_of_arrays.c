// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe -m32
// EXPECT: unsafe -DBUG
// EXPECT: unsafe -DBUG -m32
#include <assert.h>
#include <sooth.h>
#include <string.h>

// Structures that contain arrays are copied and filled as a whole, and the
// arrays one by one.
struct packet { short kind; unsigned char body[4]; int checked; };
int main(void) {
  struct packet a, b;
  unsigned i = sooth_nondet_uint() & 3, j = sooth_nondet_uint() & 3;
  memset(&a, 0, sizeof a);
  a.kind = 2;
  a.body[i] = 7;
  b = a;
  assert(b.kind == 2 && b.body[i] == 7 && b.checked == 0);
  b.body[j] = 8;
  memcpy(a.body, b.body, sizeof a.body);
#ifdef BUG
  assert(a.body[i] == 7);
#else
  assert(a.body[i] == (i == j ? 8 : 7));
#endif
  assert(a.kind == 2 && a.checked == 0);
}
