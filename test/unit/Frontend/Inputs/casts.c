#include "program.h"

int main(void) {
  long l = Long();
  int i = (int)l;
  short s = (short)l;
  signed char c = (signed char)l;
  unsigned char uc = (unsigned char)l;
  unsigned u = (unsigned)l;
  observe(i);
  observe(s);
  observe(c);
  observe(uc);
  observe(u);
  observe((unsigned long)c);
  observe((unsigned)s);
  observe((unsigned short)c);
  observe((long)u - i);
  observe((char)(int)(short)i == (char)i);
  observe((_Bool)c);
  observe((unsigned char)s == uc);
  observe((long long)(unsigned)i >> 16);
  return 0;
}
