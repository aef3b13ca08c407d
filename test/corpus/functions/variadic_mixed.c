// RUN: %corpus %s
// TRY: -2
// EXPECT: safe
// EXPECT: safe -m32
// EXPECT: unsafe -DBUG
// EXPECT: unsafe -DBUG -m32
// Integers and floating-point numbers, which are in different registers.
#include <assert.h>
#include <sooth.h>
#include <stdarg.h>

static long long check(long long first, const char *kinds, ...) {
  va_list list;
  va_start(list, kinds);
  for (; *kinds; ++kinds)
    switch (*kinds) {
    case 'i':
      first += va_arg(list, int);
      break;
    case 'l':
      first += va_arg(list, long long);
      break;
    case 'd':
      if (va_arg(list, double) == 0.5)
        first += 1;
      break;
    }
  va_end(list);
  return first;
}
int main(void) {
  int x = sooth_nondet_int();
  long long sum = check(1, "dlid", 0.5, 1LL << 40, x, -0.25);
#ifdef BUG
  assert(sum != 1LL << 40);
#else
  assert(sum == (1LL << 40) + x + 2);
#endif
}
