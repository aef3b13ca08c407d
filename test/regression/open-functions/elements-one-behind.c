// The address one behind an array may be taken, but nothing is there: an access
// through it is an index out of bounds.
// RUN: not sooth --check=default --timeout=20 %s | FileCheck %s
// RUN: not sooth --check=memory,bounds --timeout=20 %s | FileCheck %s
// RUN: sooth --check=default --timeout=20 -DRIGHT %s | FileCheck %s --check-prefix=RIGHT
// RUN: not sooth --check=bounds -DRIGHT -DUNTESTED %s | FileCheck %s --check-prefix=UNTESTED
#include <string.h>

struct row {
  int values[4];
  unsigned count;
};
struct table {
  struct row rows[8];
  unsigned count, next;
  int more[20];
};
#ifdef RIGHT
enum { MOST = 7 };
#else
enum { MOST = 8 };
#endif

// RIGHT: {{^}}Safe
// CHECK: {{^}}Unsafe
// CHECK: [[#@LINE+6]]:12: index out of bounds
// CHECK-NOT: [[#@LINE+6]]:{{[0-9]+}}: index out of bounds
int table_begin(struct table *t) {
  if (t->count > MOST)
    return 0;
  struct row *r = &t->rows[t->count];
  r->count = 0;
  r->values[0] = 1;
  return 1;
}

// CHECK: [[#@LINE+4]]:3: write past the end of 'rows' (160 bytes)
void table_clear(struct table *t) {
  if (t->next > MOST)
    t->next = 0;
  memset(&t->rows[t->next], 0, sizeof t->rows[0]);
}

// That it is computed is right, and so is an access to what another assignment
// left.
int table_sum(const struct table *t) {
  const struct row *end = &t->rows[8];
  int sum = 0;
  for (const struct row *r = t->rows; r != end; ++r)
    sum ^= r->values[0];
  return sum;
}
const struct row *table_end(const struct table *t, unsigned count) {
  return count > 8 ? 0 : &t->rows[count];
}
int table_last(const struct table *t, unsigned count) {
  if (count > 8)
    return 0;
  const struct row *r = &t->rows[count];
  if (count == 8)
    r = t->rows;
  return r->values[1];
}

#ifdef UNTESTED
// UNTESTED: {{^}}Unknown
// UNTESTED: open unless: {{.*}}0 <= i < 8
int table_at(struct table *t, unsigned i) {
  struct row *r = &t->rows[i];
  return r->values[2];
}
#endif
