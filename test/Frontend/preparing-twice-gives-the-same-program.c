// What is noted of a program does not depend on where it is in memory: also not
// which lines run after functions that call themselves.
// RUN: sooth --emit=ll %s | tail -n +2 > %t.first
// RUN: sooth --emit=ll %s | tail -n +2 > %t.second
// RUN: FileCheck %s < %t.first && cmp %t.first %t.second
// CHECK: !sooth.after.recursion = !{!{{[0-9]+}}, !{{[0-9]+}}, !{{[0-9]+}}, !{{[0-9]+}},
#include <assert.h>

int depth(int n) {
  int below = 0;
  if (n > 0)
    below = depth(n - 1) + depth(n - 2);
  below++;
  below *= 2;
  if (below > 7)
    below -= 3;
  return below;
}

int main(void) {
  int a = depth(5);
  int b = depth(6);
  a += b;
  b -= a;
  a *= b;
  assert(a != b);
}
