// What a function compares with a constant is for it to keep in an array, also
// a number in memory that it changes. Without such a bound, callers decide.
// RUN: not sooth --check=bounds --timeout-each=100 %s | FileCheck %s
struct list {
  int items[4];
  unsigned count;
};
// CHECK: {{^}}Unsafe
// CHECK-NEXT: bounds-for-changed-members.c:[[@LINE+6]]:26: index out of bounds
// CHECK: fill: 1 check: 1 violated
int fill(struct list *l, const int *from, unsigned n) {
  for (unsigned i = 0; i < n; ++i) {
    if (l->count > 4)
      return 0;
    l->items[l->count++] = from[i];
  }
  return 1;
}
// CHECK: fill_rightly: 1 check: 1 proved if
int fill_rightly(struct list *l, const int *from, unsigned n) {
  for (unsigned i = 0; i < n; ++i) {
    if (l->count >= 4)
      return 0;
    l->items[l->count++] = from[i];
  }
  return 1;
}
// CHECK: fill_all: 1 check: 1 open
// CHECK: open unless: accesses in line [[@LINE+3]] are valid
int fill_all(struct list *l, const int *from, unsigned n) {
  for (unsigned i = 0; i < n; ++i)
    l->items[l->count++] = from[i];
  return 1;
}
// CHECK: masked: 1 check: 1 violated
int masked(const struct list *l, unsigned i) { return l->items[i & 7]; }
// CHECK: masked_rightly: 1 check: 1 proved
int masked_rightly(const struct list *l, unsigned i) { return l->items[i & 3]; }
