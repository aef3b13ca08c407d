#include "program.h"

/* Amounts beyond the width do what the machine does. */
int main(void) {
  int i = Int();
  unsigned u = Uint();
  long l = Long();
  unsigned long ul = Ulong();
  unsigned char by = Uchar();
  observe(i << 3);
  observe(i >> 3);
  observe(u >> 31);
  observe(i >> 31);
  observe(l >> 40);
  observe(ul << 63);
  observe(u << by);
  observe(u >> by);
  observe(i >> by);
  observe(i << by);
  observe(ul >> by);
  observe(l >> by);
  observe(1L << by);
  observe((u << (by & 31)) | (u >> (-by & 31)));
  unsigned char c = u;
  observe(c >> (by & 15));
  observe((unsigned char)(c << (by & 7)));
  return 0;
}
