#include "program.h"

int main(void) {
  unsigned n = Uint() % 10, i = 0, sum = 0;
  do {
    sum += i;
  } while (++i < n);
  observe(sum);
  for (i = 10; i-- > 0;) {
    if (i == n)
      continue;
    if (sum > 60)
      break;
    sum += i;
  }
  observe(sum);
  observe(i);
  int x = Uchar();
  while (x != 1 && sum < 200) {
    x = x % 2 ? 3 * x + 1 : x / 2;
    sum++;
  }
  observe(sum);
  for (int a = 0, b = 8; a < b; a++, b--)
    for (int c = a; c < b; c += 2)
      sum ^= a * b + c;
  observe(sum);
  do
    if (sum & 1)
      break;
  while (0);
  return 0;
}
