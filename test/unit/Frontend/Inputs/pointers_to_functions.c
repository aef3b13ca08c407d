#include "program.h"

typedef int (*Operation)(int, int);

static int calls, last;
static int add(int a, int b) {
  calls++;
  last = 1;
  return (int)((unsigned)a + (unsigned)b);
}
static int less(int a, int b) {
  calls += 2;
  last = 2;
  return a < b;
}
static int choose(int a, int b) {
  last = 3;
  return a & 1 ? a : b;
}
static int notCalled(int a, int b) {
  last = 4;
  return 17;
}
static Operation const table[] = {add, less, choose, 0};
static Operation handler = less;
Operation unused = notCalled;

static Operation pick(int which) {
  switch (which & 3) {
  case 0:
    return add;
  case 1:
    return less;
  case 2:
    return choose;
  default:
    return handler;
  }
}
static int fold(Operation f, int a, int b, int n) {
  while (n-- > 0)
    a = f(a, b);
  return f ? a : -1;
}

int main(void) {
  int a = Int(), b = Int();
  Operation f = pick(Uchar());
  observe(f(a, b));
  observe(f == less);
  handler = pick(Uchar());
  observe(handler(b, a));
  observe(fold(f, a, b, 2));
  observe(fold(choose, a, b, 3));
  observe(fold(0, a, b, 0));
  unsigned k = Uchar() % 3;
  observe(table[k](a, 3));
  observe(calls);
  observe(last);
  return 0;
}
