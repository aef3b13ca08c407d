#include "program.h"

typedef _BitInt(7) Seven;
typedef unsigned _BitInt(33) Big;

int main(void) {
  Seven s = Char();
  Big b = Ulong();
  observe(s);
  observe(b);
  s += 60;
  observe(s);
  s *= 3;
  observe(s);
  b = b * b;
  observe(b);
  b >>= 5;
  observe(b);
  observe(b / 1000 + b % 7);
  observe(s / (Seven)3);
  observe(s < 10);
  observe((int)b + s);
  return 0;
}
