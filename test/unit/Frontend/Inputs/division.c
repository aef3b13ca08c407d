#include "program.h"

int main(void) {
  int a = Int(), b = Int();
  unsigned u = Uint();
  long l = Long();
  short s = Short();
  observe(a / 7);
  observe(a % 7);
  observe(a / -3);
  observe(a % -3);
  observe(a / 8);
  observe(a % 8);
  observe(u / 10);
  observe(u % 10);
  observe(l / 1000);
  observe(l % 1000);
  observe(l / -1000);
  observe(a / b); /* may trap */
  observe(a % b);
  observe(u / (unsigned)b);
  observe(l % b);
  observe(s / (short)(b | 1));
  observe((signed char)a / (signed char)b);
  return 0;
}
