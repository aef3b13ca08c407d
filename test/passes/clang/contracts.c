// Clauses are verified, and the object is what it is without them.
// RUN: %sooth_clang -fverify-assertions -fverify-remarks -fverify-timeout=60 \
// RUN:   -O1 -Wall -Wextra -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: %sooth_clang -O1 -c %s -o %t.plain.o && cmp %t.o %t.plain.o
#include <sooth.h>

struct counter {
  int n;
};

static int at_most(int n) {
  sooth_requires(n >= 0);
  sooth_ensures(sooth_result(int) <= n && sooth_result(int) <= 9);
  return n < 9 ? n : 9;
}

// CHECK-DAG: contracts.c:[[#@LINE+2]]:{{[0-9]+}}: warning: clause 1 of what 'at_most' requires
int negative(int n) {
  return at_most(n);
}

// CHECK-DAG: contracts.c:[[#@LINE+4]]:{{[0-9]+}}: warning: clause 1 of what 'twice' ensures
int twice(struct counter *c) {
  sooth_requires(sooth_valid(c, sizeof *c) && c->n >= 0 && c->n < 100);
  sooth_ensures(sooth_result(int) == 2 * sooth_old(c->n));
  return 2 * ++c->n;
}

// CHECK-DAG: contracts.c:[[#@LINE+3]]:{{[0-9]+}}: warning: condition of sooth_invariant() is false
int sum(int n) {
  for (int i = 0; i < n; ++i)
    sooth_invariant(i < 3);
  return n;
}
