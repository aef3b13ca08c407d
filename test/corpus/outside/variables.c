// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// NATIVE: none
// Variables that another file defines hold anything.
#include <assert.h>
#include <sooth.h>

extern int limit, table[4];
extern const int step;
extern struct {
  char tag;
  short size;
} header;

int main(void) {
  int before = limit;
#ifdef BUG
  if (limit == 7 && table[2] == -9 && header.size == 300)
    assert(step != 5);
#else
  table[1] = 3;
  assert(limit == before && table[1] == 3);
#endif
}
