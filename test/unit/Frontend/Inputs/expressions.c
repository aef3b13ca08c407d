#include "program.h"

static int calls;
static int f(int x) {
  calls++;
  return x;
}

int main(void) {
  int a = Int(), b = Int(), c;
  observe(f(a) && f(b));
  observe(calls);
  observe(f(a) || f(b));
  observe(calls);
  observe(a > b ? f(a) : b == 3 ? f(b) : -1);
  observe(calls);
  c = (f(1), f(2), b);
  observe(c);
  c = a = b;
  observe(c + a);
  observe((a++, a) - b);
  observe(a ?: 17);
  observe(({
    int t = b;
    t * 2;
  }));
  observe(!!a + !b);
  observe(a > 0 && b > 0 || !(a < -5) && b);
  observe(sizeof(calls++) + calls); /* not evaluated */
  c = a ^ (b & ~a) | (a == b) << 4;
  observe(c);
  return 0;
}
