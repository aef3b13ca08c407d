#include "program.h"

static int mix(char c, unsigned char uc, short s, unsigned short us) {
  return c * 3 + uc - s + us;
}

int main(void) {
  char c = Char();
  signed char sc = c;
  unsigned char uc = Uchar();
  short s = Short();
  unsigned short us = Ushort();
  int i = Int();
  unsigned u = Uint();
  long l = Long();
  unsigned long ul = Ulong();
  observe(mix(c, uc, s, us));
  observe(c + uc);
  observe(sc < uc);
  observe(i < u); /* compared as unsigned */
  observe(s < us);
  observe(l < u);
  observe(l < ul);
  observe(i * 1L + l);
  observe(u + i);
  observe((ul >> 3) ^ (l >> 3));
  observe(~uc);
  observe(-u);
  observe(!l);
  observe(uc * uc + us * 2u);
  observe((c & 0x0f) | (uc << 4));
  return 0;
}
