// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

struct date { unsigned char month, day; };
int before(const struct date *a, const struct date *b) {
  if (a->month != b->month)
    return a->month < b->month;
#ifdef BUG
  return a->day <= b->day;
#else
  return a->day < b->day;
#endif
}
int main(void) {
  struct date a = {sooth_nondet_uchar(), sooth_nondet_uchar()};
  struct date b = {sooth_nondet_uchar(), sooth_nondet_uchar()};
  assert(!(before(&a, &b) && before(&b, &a)));
}
