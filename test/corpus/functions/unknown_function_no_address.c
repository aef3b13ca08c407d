// RUN: %corpus %s
// EXPECT: safe
// NATIVE: none
// A local whose address nobody else has stays.
#include <assert.h>
#include <sooth.h>

void unknown(void);
int main(void) {
  int x = sooth_nondet_int();
  int *p = &x;
  int before = *p;
  unknown();
  assert(*p == before);
}
