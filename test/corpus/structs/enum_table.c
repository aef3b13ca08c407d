// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

enum color { Red, Green, Blue, Colors };
static const enum color next[Colors] = {[Red] = Green, [Green] = Blue, [Blue] = Red};
int main(void) {
  unsigned u = sooth_nondet_uint();
  sooth_assume(u < Colors);
  enum color c = u;
#ifdef BUG
  assert(next[next[c]] != Red);
#else
  assert(next[next[next[c]]] == c && next[c] != c);
#endif
}
