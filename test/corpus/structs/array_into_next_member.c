// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe -m32
// EXPECT: unsafe -DBUG
// EXPECT: unsafe -DBUG -m32
// TRY: 4
#include <assert.h>
#include <sooth.h>

// What leaves an array in a structure gets to the next member.
struct record { char first, name[4]; unsigned char level; };
int main(void) {
  struct record r = {0};
  unsigned i = sooth_nondet_uint();
#ifdef BUG
  unsigned bound = 5;
#else
  unsigned bound = 4;
#endif
  if (i < bound)
    r.name[i] = 1;
  assert(r.level == 0);
}
