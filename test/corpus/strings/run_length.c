// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

int main(void) {
  _Bool in[4];
  unsigned char out[4];
  int n = 0;
  for (int i = 0; i < 4; i++)
    in[i] = sooth_nondet_bool();
  for (int i = 0; i < 4;) {
    int k = i;
    while (k < 4 && in[k] == in[i])
      k++;
    out[n++] = k - i;
    i = k;
  }
  int total = 0;
  for (int i = 0; i < n; i++)
    total += out[i];
#ifdef BUG
  assert(n < 4);
#else
  assert(total == 4 && n <= 4);
#endif
}
