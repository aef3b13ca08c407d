// A local without initial value is a new one in each round of a loop, and after
// a goto back over its declaration; what it held before is gone.
// RUN: not sooth %s | FileCheck %s --check-prefix=LOOP
// RUN: not sooth %s -DGOTO | FileCheck %s --check-prefix=GOTO
// RUN: sooth %s -DOUTSIDE | FileCheck %s --check-prefix=SAFE
// LOOP: {{^}}Unsafe{{$}}
// LOOP-NEXT: assertion 'x == 5' failed
// GOTO: {{^}}Unsafe{{$}}
// GOTO-NEXT: assertion 'x == 5' failed
// SAFE: {{^}}Safe{{$}}
#include <assert.h>

int main(void) {
  int round = 0;
#if defined(OUTSIDE)
  int x;
  while (round < 2) {
    if (round == 0)
      x = 5;
    assert(x == 5);
    round++;
  }
#elif defined(GOTO)
again:;
  int x;
  if (round == 0)
    x = 5;
  assert(x == 5);
  round++;
  if (round < 2)
    goto again;
#else
  while (round < 2) {
    int x;
    if (round == 0)
      x = 5;
    assert(x == 5);
    round++;
  }
#endif
}
