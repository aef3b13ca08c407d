// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe -m32
// EXPECT: unknown -DBUG
// NATIVE: none
// What day it is depends on the time, which is not modelled.
#include <assert.h>
#include <time.h>

int main(void) {
  static const char *const days[] = {"Su", "Mo", "Tu", "We", "Th", "Fr", "Sa"};
  time_t t = 0;
  struct tm *date = gmtime(&t);
  if (!date)
    return 1;
  assert(date->tm_wday >= 0 && date->tm_wday < 7);
  const char *day = days[date->tm_wday];
#ifdef BUG
  assert(day[0] == 'T');
#else
  assert(day[2] == 0);
#endif
}
