// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe -m32
// EXPECT: unsafe -DBUG
// EXPECT: unsafe -DBUG -m32
// ARGV: -n
// An argument has the same characters each time it is read.
#include <assert.h>

int main(int argc, char **argv) {
  if (argc > 1 && argv[1][0] == '-' && argv[1][1] == 'n')
#ifdef BUG
    assert(argv[1][1] != 'n');
#else
    assert(argv[1][0] == '-' && argv[1][1] != 0);
#endif
}
