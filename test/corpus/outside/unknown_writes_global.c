// RUN: %corpus %s
// EXPECT: safe
// NATIVE: none
// What functions without body are not given the address of they leave alone,
// even a global that is not static.
#include <assert.h>
#include <sooth.h>

int shared = 1;
void unknown(void);
int main(void) {
  unknown();
  assert(shared == 1);
}
