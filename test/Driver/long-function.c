// What is easy in a long function that is asked for by name is answered though
// time is up before something hard is.
// RUN: not sooth --check=memory --entry=all --timeout=20 %s | FileCheck %s
#include <assert.h>
#define TWICE(A) A A
#define FOUR(A) TWICE(TWICE(A))
#define SIXTEEN(A) FOUR(FOUR(A))
#define MANY(A) FOUR(SIXTEEN(A))
struct pair {
  unsigned long a, b;
};
int all(struct pair *p, unsigned long n) {
  int found = 0;
  MANY(if (p->a == n) { p->b += p->a; found++; })
  MANY(if (p->b == n) { p->a += p->b; found++; })
  unsigned long m = p->b | 1;
  for (unsigned long i = 0; i < n; i++)
    m = m * m + 2 * i;
  assert(m != 0x123456789abcdef1ul || n < 5);
  return found;
}
// CHECK: all: {{[0-9]+}} checks: {{.*}}proved if, 1 unknown
// CHECK-NEXT: needs: p != NULL, with at least 16 bytes
