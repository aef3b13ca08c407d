// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// ARGV: 7
#include <assert.h>
#include <stdlib.h>

int main(int argc, char *argv[]) {
  int n = 0;
  if (argc == 2)
    n = atoi(argv[1]) & 7;
#ifdef BUG
  assert(n != 7);
#else
  assert(n >= 0 && n < 8);
#endif
}
