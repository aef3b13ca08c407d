// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

int compare(const char *a, const char *b) {
  while (*a && *a == *b) {
    a++;
    b++;
  }
#ifdef BUG
  return *a - *b;
#else
  return *(const unsigned char *)a - *(const unsigned char *)b;
#endif
}
int main(void) {
  char a[3] = {sooth_nondet_char(), sooth_nondet_char()};
  int c = compare(a, "m");
  assert(c != 0 || (a[0] == 'm' && !a[1]));
  assert((unsigned char)a[0] < 200 || c > 0);
}
