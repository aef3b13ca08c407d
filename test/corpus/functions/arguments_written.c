// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// ARGV: a q
// The program changes argv itself.
#include <assert.h>
#include <string.h>

int main(int argc, char **argv) {
  if (argc < 3)
    return 0;
  argv[1] = "x";
#ifdef BUG
  assert(argv[2][0] != 'q');
#else
  assert(argv[1][0] == 'x');
#endif
}
