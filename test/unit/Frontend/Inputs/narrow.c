#include "program.h"

/* Arithmetic on narrow types goes through int and back. */
int main(void) {
  unsigned char a = Uchar(), b = Uchar();
  a += b;
  observe(a);
  a *= b;
  observe(a);
  a <<= 3;
  observe(a);
  a -= 200;
  observe(a);
  signed char s = Char();
  s++;
  observe(s);
  s = -s;
  observe(s);
  s >>= 1;
  observe(s);
  short h = Short();
  h += 40000;
  observe(h);
  h ^= 0x8000;
  observe(h);
  unsigned short w = Ushort();
  w = ~w;
  observe(w);
  observe(w-- == 0);
  observe(w);
  observe((unsigned char)(a + 1) == a + 1);
  return 0;
}
