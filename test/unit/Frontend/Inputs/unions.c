#include "program.h"

union Word {
  unsigned u;
  struct {
    unsigned short low, high;
  } half;
  signed char first;
};

int main(void) {
  union Word w;
  w.u = Uint();
  observe(w.half.low);
  observe(w.half.high);
  observe(w.first);
  w.half.high = Ushort();
  observe(w.u);
  w.first = 0x11;
  observe(w.u);
  union Word v = w;
  v.half.low++;
  observe(v.u - w.u);
  return 0;
}
