#include "program.h"

static int digit(char c) { return c >= '0' && c <= '9' ? c - '0' : -1; }
static char upper(char c) { return c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c; }

int main(void) {
  int value = 0, digits = 0;
  for (int i = 0; i < 3; i++) {
    char c = Char();
    observe(upper(c));
    int d = digit(c);
    if (d < 0)
      continue;
    value = value * 10 + d;
    digits++;
  }
  observe(value);
  observe(digits);
  observe('\xff' < 0);
  observe(L'a' + 'ab');
  return 0;
}
