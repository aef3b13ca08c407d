// One call was told as several: what records the variables of the caller is no
// return. What is assigned through a pointer was not told.
// RUN: not sooth %s | FileCheck %s
#include <assert.h>
int __VERIFIER_nondet_int(void);
struct ctl { int mode; int on; unsigned char level; int *p; };
static int step(struct ctl *c, int m) {
  if (!c)
    return -1;
  if (m < 0 || m > 5)
    return -2;
  if (!(c->on && m != 2))
    return -3;
  c->mode = m;
  c->on = m == 3 ? 0 : 1;
  for (int i = 0; i < m; i++)
    c->level++;
  while (c->p)
    c->p = 0;
  return 0;
}
int main(void) {
  struct ctl k = {0, 1, 2, 0};
  int a = __VERIFIER_nondet_int();
  int missed = 0;
  if (step(&k, a) < 0)
    missed++;
  if (step(&k, a) < 0)
    missed++;
  if (!(missed >= 2))
    assert(k.on == 1 && (k.level < 4 || a));
  return 0;
}
// CHECK: Unsafe
// CHECK-NEXT: assertion 'k.on == 1 && (k.level < 4 || a)' failed
// CHECK-NEXT: :24:7: a = __VERIFIER_nondet_int() = 3
// CHECK-NEXT: :25:7: missed = 0
// CHECK-NEXT: :26:7: call step
// CHECK-NEXT: :7:36: m = 3
// CHECK-NEXT: :10:13: m (3) < 0 is false
// CHECK-NEXT: :10:7: m (3) > 5 is false
// CHECK-NEXT: :12:15: c->on (1) is true
// CHECK-NEXT: :12:7: m (3) != 2 is true
// CHECK-NEXT: :14:11: k.mode = 3
// CHECK-NEXT: :15:9: k.on = 0
// CHECK-NEXT: :16:12: i = 0
// CHECK-NEXT: :16:3: i (0) < m (3) is true
// CHECK-NEXT: :17:13: k.level = 3
// CHECK-NEXT: :16:27: i = 1
// CHECK-NEXT: :16:3: i (1) < m (3) is true
// CHECK-NEXT: :17:13: k.level = 4
// CHECK-NEXT: :16:27: i = 2
// CHECK-NEXT: :16:3: i (2) < m (3) is true
// CHECK-NEXT: :17:13: k.level = 5
// CHECK-NEXT: :16:27: i = 3
// CHECK-NEXT: :16:3: i (3) < m (3) is false
// CHECK-NEXT: :18:3: c->p (null) is false
// CHECK-NEXT: :26:7: return from step
// CHECK-NEXT: :26:7: step(&k, a) (0) < 0 is false
// CHECK-NEXT: :28:7: call step
// CHECK-NEXT: :7:36: m = 3
// CHECK-NEXT: :10:13: m (3) < 0 is false
// CHECK-NEXT: :10:7: m (3) > 5 is false
// CHECK-NEXT: :12:15: c->on (0) is false
// CHECK-NEXT: :28:7: return from step
// CHECK-NEXT: :28:7: step(&k, a) (-3) < 0 is true
// CHECK-NEXT: :29:11: missed = 1
// CHECK-NEXT: :30:7: missed (1) >= 2 is false
// CHECK-NEXT: :31:5: k.on (0) == 1 is false
// CHECK-NOT: {{.}}
