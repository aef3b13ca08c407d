// EXPECT: safe
// EXPECT: unsafe -DBUG
// Reads "12,-3,456" from 8 characters; numbers have three digits at most.
#include <assert.h>
#include <sooth.h>

char text[9];
int at;

int number(int *out) {
  int sign = 1, digits = 0, value = 0;
  if (text[at] == '-') {
    sign = -1;
    at++;
  }
  while (text[at] >= '0' && text[at] <= '9') {
    value = value * 10 + (text[at++] - '0');
    digits++;
#ifndef BUG
    if (digits > 3)
      return 0;
#endif
  }
  *out = sign * value;
  return digits > 0;
}

int main(void) {
  for (int i = 0; i < 8; i++)
    text[i] = sooth_nondet_char();
  int sum = 0, count = 0, value;
  while (number(&value)) {
    assert(value >= -999 && value <= 999);
    sum += value;
    count++;
    if (text[at] != ',')
      break;
    at++;
  }
  assert(count <= 4 && at <= 8);
  assert(sum <= 999 * count && sum >= -999 * count);
}
