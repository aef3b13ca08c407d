// That a loop ends at a number which others store or pass is no bound of the
// program's: whether it leaves the array is for them to see to. It is the
// program's fault where it has a constant for the number, or for the index.
// RUN: not sooth --check=default --timeout=20 %s | FileCheck %s --implicit-check-not=violated
// RUN: not sooth --check=default --timeout=20 -DFAULTS %s | FileCheck %s --check-prefix=FAULTS
struct numbers {
  unsigned count;
  short all[16];
};

// CHECK: {{^}}Unknown: depends on what the callers pass
// CHECK: sum: {{.*}} 1 open
// CHECK: open unless: accesses in line [[#@LINE+6]] are valid
// CHECK: find: {{.*}} 1 open
// FAULTS: {{^}}Unsafe
int sum(const struct numbers *n) {
  int sum = 0;
  for (unsigned i = 0; i < n->count; ++i)
    sum ^= n->all[i];
  return sum;
}
int find(const struct numbers *n, int count, int number) {
  for (int i = 0; i < count; i++)
    if (n->all[i] == number)
      return i;
  return -1;
}

#ifdef FAULTS
// FAULTS: [[#@LINE+7]]:12: index out of bounds
// FAULTS: [[#@LINE+14]]:12: index out of bounds
int sum_of_most(const struct numbers *n) {
  int sum = 0;
  if (n->count > 17)
    return 0;
  for (unsigned i = 0; i < n->count; ++i)
    sum ^= n->all[i];
  return sum;
}
int sum_up_to(const struct numbers *n) {
  int sum = 0;
  for (unsigned i = 0; i < n->count; ++i) {
    if (i > 16)
      break;
    sum ^= n->all[i];
  }
  return sum;
}
#endif
