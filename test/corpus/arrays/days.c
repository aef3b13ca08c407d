// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// TRY: 11 31
#include <assert.h>
#include <sooth.h>

static const int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
int main(void) {
  unsigned m = sooth_nondet_uint(), d = sooth_nondet_uint();
  sooth_assume(m < 12 && d >= 1 && d <= days[m]);
  int day = d;
  for (unsigned i = 0; i < m; i++)
    day += days[i];
#ifdef BUG
  assert(day < 365);
#else
  assert(day >= 1 && day <= 365);
#endif
}
