// RUN: %corpus %s
// EXPECT: safe
// One past the end may be formed and compared.
#include <assert.h>
#include <sooth.h>

int main(void) {
  int a[3] = {1, 2, 3};
  int *end = a + 3;
  assert(end != a && end - a == 3 && end[-1] == 3);
  assert(&a[3] == end && a < end);
}
