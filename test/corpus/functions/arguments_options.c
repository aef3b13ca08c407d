// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// ARGV: -v -v
// A loop over the arguments.
#include <assert.h>
#include <string.h>

int main(int argc, char **argv) {
  int verbose = 0;
  for (int i = 1; i < argc; i++)
    if (strcmp(argv[i], "-v") == 0)
#ifdef BUG
      verbose++;
#else
      verbose = 1;
#endif
  assert(verbose < 2);
}
