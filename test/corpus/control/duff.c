// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

void copy(char *to, const char *from, int count) {
  int n = (count + 3) / 4;
  switch (count % 4) {
  case 0:
    do {
      *to++ = *from++;
  case 3:
      *to++ = *from++;
  case 2:
      *to++ = *from++;
  case 1:
      *to++ = *from++;
    } while (--n > 0);
  }
}
int main(void) {
  char a[6] = {1, 2, 3, 4, 5, 6}, b[6] = {0};
  int n = sooth_nondet_uint() % 6 + 1;
  copy(b, a, n);
  int k = 0;
  while (k < 6 && b[k])
    k++;
#ifdef BUG
  assert(k <= 5);
#else
  assert(k == n);
#endif
}
