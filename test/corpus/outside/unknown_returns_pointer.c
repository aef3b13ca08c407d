// RUN: %corpus %s
// EXPECT: unknown
// It may return the address it was once given.
#include <assert.h>
#include <sooth.h>

void keep(int *p);
int *get(void);
int main(void) {
  int x = 1;
  keep(&x);
  x = 1;
  int *p = get();
  *p = 2;
  assert(x == 1);
}
