// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// TRY: 17
// What is left open does no harm where nobody asks for it.
#include <assert.h>
#include <locale.h>
#include <math.h>
#include <sooth.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

int main(void) {
  time_t start = 0;
  int x = sooth_nondet_int();
  setlocale(LC_ALL, "C");
  double y = sin(x) + pow(x, 3);
  struct tm *date = localtime(&start);
  if (!date)
    return 1;
  printf("%f %p\n", y, (void *)&x);
#ifdef BUG
  assert(x != 17);
#else
  assert(x == 17 || date);
#endif
}
