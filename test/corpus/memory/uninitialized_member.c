// RUN: %corpus %s
// EXPECT: safe --check=uninitialized
// EXPECT: safe --check=uninitialized -m32
// EXPECT: unsafe --check=uninitialized -DBUG
// NATIVE: memory
// Copies carry over what is initialized; padding does not matter.
#include <assert.h>
#include <sooth.h>
#include <string.h>

struct s {
  char c;
  int x;
};
static struct s make(int x) {
  struct s s;
  s.c = 1;
#ifdef BUG
  if (x)
#endif
    s.x = x;
  return s;
}
int main(void) {
  struct s a = make(sooth_nondet_bool()), b, c = a;
  memcpy(&b, &c, sizeof b);
  if (b.x > 1 && b.c)
    return 1;
}
