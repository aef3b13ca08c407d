// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// TRY: 99999
// A large array of which little is used.
#include <assert.h>
#include <sooth.h>

int big[100000];
int main(void) {
  unsigned i = sooth_nondet_uint() % 100000;
  big[i] = 1;
  big[99999] = 2;
#ifdef BUG
  assert(big[i] == 1);
#else
  assert(big[i] == (i == 99999 ? 2 : 1));
#endif
}
