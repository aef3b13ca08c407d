// RUN: %corpus %s
// EXPECT: safe
#include <assert.h>
#include <sooth.h>

int main(void) {
  int a[3] = {1, 2, 3};
  unsigned i = sooth_nondet_uint() % 3;
  assert(i[a] == a[i] && *(a + i) == *(i + a) && &i[a] == a + i);
}
