// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// ARGV: x
#include <assert.h>

int main(int argc, char **argv, char **envp) {
  int n = 0;
  for (char **e = envp; *e && n < 3; e++)
    n++;
#ifdef BUG
  assert(argc != 2);
#else
  assert(n <= 3);
#endif
}
