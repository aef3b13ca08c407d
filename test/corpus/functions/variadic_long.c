// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// EXPECT: safe -m32
// EXPECT: unknown -DMIXED
// More than 31 words of arguments in several kinds of places: those at the end
// are all in memory, or (MIXED) not all.
#include <assert.h>
#include <stdarg.h>
#include <stddef.h>

struct number {
  long n;
};
struct block {
  long n[8];
};

static long last(int blocks, ...) {
  va_list list;
  va_start(list, blocks);
  long sum = va_arg(list, struct number).n;
  while (blocks--)
    sum += va_arg(list, struct block).n[7];
#ifdef MIXED
  sum += va_arg(list, int);
#endif
  va_end(list);
  return sum;
}

int main(void) {
  struct number one = {1};
  struct block two = {{0, 0, 0, 0, 0, 0, 0, 2}}, four = {{7, 7, 7, 7, 7, 7, 7, 4}};
#ifdef MIXED
  long sum = last(5, one, two, two, two, two, four, 3);
#else
  long sum = last(5, one, two, two, two, two, four);
#endif
#ifdef BUG
  assert(sum != 13);
#else
  assert(sum >= 13);
#endif
}
