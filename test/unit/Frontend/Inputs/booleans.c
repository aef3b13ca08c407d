#include "program.h"

static _Bool negate(_Bool b) { return !b; }

int main(void) {
  _Bool a = Bool(), b = Bool();
  int i = Int();
  _Bool c = i;
  _Bool d = i & 6;
  observe(a);
  observe(c);
  observe(d);
  observe(negate(c));
  observe(a + b + c);
  observe(a & b | c ^ d);
  observe(a == negate(b));
  observe(a < b);
  a += 5;
  observe(a);
  b--;
  observe(b);
  b |= a;
  observe(b ? i : -i);
  observe((_Bool)0.5 + !i);
  return a && b;
}
