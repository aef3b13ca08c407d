// EXPECT: safe
// EXPECT: unsafe -DBUG
// An order on texts of 6 bytes that is one: who is less is less than who is not.
#include <assert.h>
#include <sooth.h>

#ifdef BUG
typedef char byte;
#else
typedef unsigned char byte;
#endif

int compare(const byte *a, const byte *b, int n) {
  while (n-- > 0) {
    byte difference = *a++ - *b++;
    if (difference)
      return a[-1] < b[-1] ? -1 : 1;
  }
  return 0;
}

int same(const unsigned char *a, const unsigned char *b, int n) {
  for (int i = 0; i < n; i++)
    if (a[i] != b[i])
      return 0;
  return 1;
}

int main(void) {
  unsigned char a[6], b[6];
  for (int i = 0; i < 6; i++) {
    a[i] = sooth_nondet_uchar();
    b[i] = sooth_nondet_uchar();
  }
  int order = compare((byte *)a, (byte *)b, 6);
  assert(order == -compare((byte *)b, (byte *)a, 6));
  assert((order == 0) == same(a, b, 6));
  if (a[0] < b[0])
    assert(order < 0);
}
