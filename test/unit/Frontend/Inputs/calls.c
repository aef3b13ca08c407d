#include "program.h"

static int square(int x) { return x * x; }
static int twice(int x) { return square(x) + square(x + 1); }
static void swap(int *a, int *b) {
  int t = *a;
  *a = *b;
  *b = t;
}
static void divide(int a, int b, int *quotient, int *rest) {
  *quotient = 0;
  *rest = a;
  while (*rest >= b) {
    *rest -= b;
    ++*quotient;
  }
}
static unsigned gcd(unsigned a, unsigned b) {
  while (b) {
    unsigned t = a % b;
    a = b;
    b = t;
  }
  return a;
}
static int early(int x) {
  if (x < 0)
    return -1;
  for (int i = 0; i < 10; i++)
    if (i * i > x)
      return i;
  return 10;
}

int main(void) {
  int a = Int(), b = Int(), q, r;
  observe(twice(twice(3)) + twice(a));
  swap(&a, &b);
  observe(a);
  observe(b);
  divide(Uchar(), Uchar() % 50 + 10, &q, &r);
  observe(q);
  observe(r);
  observe(gcd(Uchar(), Uchar()));
  observe(early(a));
  observe(early(square(b % 100)));
  return 0;
}
