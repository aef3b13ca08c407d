#include "program.h"

struct Flags {
  unsigned low : 3;
  int mid : 5;
  unsigned wide : 20;
  _Bool last : 1;
};

struct Mixed {
  char tag;
  unsigned long big : 40;
  signed char rest : 4;
};

int main(void) {
  struct Flags f = {0};
  f.low = Uint();
  f.mid = Int();
  f.wide = Uint();
  f.last = Bool();
  observe(f.low);
  observe(f.mid);
  observe(f.wide);
  observe(f.last);
  f.low++;
  f.mid -= 3;
  f.wide <<= 2;
  observe(f.low + f.mid);
  observe(f.wide);
  struct Flags g = f;
  g.mid = f.low;
  observe(g.mid == f.mid);
  observe(g.last | f.last);
  struct Mixed m;
  m.tag = Char();
  m.big = Ulong();
  m.rest = m.tag;
  observe(m.big);
  observe(m.rest);
  observe(m.tag);
  return 0;
}
