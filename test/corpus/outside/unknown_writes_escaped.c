// RUN: %corpus %s
// EXPECT: unknown
// The address got away earlier.
#include <assert.h>
#include <sooth.h>

void keep(int *p);
void later(void);
int main(void) {
  int x = 0;
  keep(&x);
  x = 1;
  later();
  assert(x == 1);
}
