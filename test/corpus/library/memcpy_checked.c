// RUN: %corpus %s
// EXPECT: safe --check=memory
// EXPECT: unsafe --check=memory -DBUG
#include <assert.h>
#include <sooth.h>
#include <string.h>

int main(void) {
  int from[4] = {0}, to[3];
  unsigned n = sooth_nondet_uint();
#ifdef BUG
  sooth_assume(n <= 4);
#else
  sooth_assume(n <= 3);
#endif
  memcpy(to, from, n * sizeof(int));
}
