// A parameter that is declared to lead to a structure leads to no function, also
// where the program puts both into one place.
// RUN: sooth --check=memory --entry=copy %s | FileCheck %s
// CHECK: {{^}}Safe
// CHECK: copy: 5 checks: 3 proved, 2 proved if
#include <stdlib.h>
struct dtd { int kept, values[15]; };
static void *slots[2];
void *slot(int i) { return slots[i & 1]; }
int copy(struct dtd *old, int i) {
  slots[0] = old;
  slots[1] = (void *)malloc;
  struct dtd *one = slots[i & 1];
  if (one == old)
    return old->values[14];
  return 0;
}
