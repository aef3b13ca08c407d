// A function of more than some lines is verified by itself, and what it takes
// memory to hold is not asked where it is called: what callers in the same
// program put there is looked for in runs that follow the call.
//
// RUN: not sooth --check=memory --timeout=60 %s | FileCheck %s

#include <stddef.h>
struct s { int *q; int n; int k; int *r; };
static int get(const struct s *p, int i) {
  int sum = 0;
  if (p->n > 3 && p->k < 100 && p->n < 1000)
    sum += p->n / 2 + 1;
  if (p->k > 3 && p->n < 1000 && p->k < 100)
    sum += p->k / 2 + 1;
  for (int j = 0; j < 10; j++)
    sum += j * i % 7;
  if (i > 2 && i < 10)
    sum += i;
  return sum + *p->q;
}
int f(void) { struct s x; x.q = NULL; x.n = 3; x.k = 0; return get(&x, 1); }
int g(int *a) { struct s x; x.q = a; x.n = 3; x.k = 0; return get(&x, 1); }
int h(int *a) { struct s x; x.n = 3; x.k = 0; return get(&x, 1); }
int k(int *a) { int y = 5; struct s x; x.q = &y; x.n = 3; x.k = 0; return get(&x, 1); }

// CHECK: arguments-of-calls-in-the-program.c:19:16: read through a null pointer
// CHECK: x.q = null
// CHECK: arguments-of-calls-in-the-program.c:19:20: read of uninitialized 'x'
// CHECK: f: {{.*}}1 violated
// CHECK: get: {{[0-9]+}} checks: {{.*}}proved if
// CHECK-NOT: g: {{.*}}violated
// CHECK: h: {{.*}}1 violated
// CHECK-NOT: k: {{.*}}violated
