// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// What argv points to is none of the program's objects.
#include <assert.h>
#include <sooth.h>

int g = 1;
int main(int argc, char **argv) {
  int x = 2;
  int *p = &x;
  if (argc > 1 && argv[1])
    argv[1] = 0;
#ifdef BUG
  *p = g;
#endif
  assert(*p == 2 && g == 1);
}
