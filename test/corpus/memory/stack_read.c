// RUN: %corpus %s
// EXPECT: safe --check=memory
// EXPECT: unsafe --check=memory -DBUG
#include <assert.h>
#include <sooth.h>

int main(void) {
  int a[3] = {1, 2, 3};
  int sum = 0;
#ifdef BUG
  for (int i = 0; i <= 3; i++)
#else
  for (int i = 0; i < 3; i++)
#endif
    sum += a[i];
  assert(sum >= 6 || sum < 6);
}
