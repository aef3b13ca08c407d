// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// TRY: 0
// The fill level of a stack stays in its bounds, forever.
#include <assert.h>
#include <sooth.h>

struct stack { unsigned top; int cells[4]; };
int main(void) {
  struct stack s = {0};
  while (sooth_nondet_bool()) {
    if (sooth_nondet_bool()) {
#ifndef BUG
      if (s.top < 4)
#endif
      {
        assert(s.top < 4);
        s.cells[s.top++] = sooth_nondet_bool();
      }
    } else if (s.top > 0)
      s.top--;
  }
}
