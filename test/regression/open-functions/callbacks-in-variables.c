// A library function may call back what a variable holds, and pass it the
// elements of what it was given: so these may be kept.
// RUN: not sooth --check=access %s | FileCheck %s
#include <assert.h>
#include <stdlib.h>

static int sorted[3], *kept;
static int keep(const void *a, const void *b) {
  kept = (int *)a;
  return *(const int *)a - *(const int *)b > 0;
}
static int (*order)(const void *, const void *) = keep;
void sort(void) { qsort(sorted, 3, sizeof *sorted, order); }
// CHECK-DAG: :[[@LINE+1]]: one_of_the_sorted: {{.*}} unknown
void one_of_the_sorted(void) {
  if (!kept)
    return;
  sorted[0] = 1;
  *kept = 2;
  // CHECK-DAG: unknown: {{.*}}:[[@LINE+1]]:{{.*}}assertion 'sorted[0] == 1'
  assert(sorted[0] == 1);
}

static int key, *sought;
static int seek(const void *a, const void *b) {
  (void)b;
  sought = (int *)a;
  return 0;
}
static int (*const ways[])(const void *, const void *) = {seek};
void find(unsigned i) {
  static int all[2];
  bsearch(&key, all, 2, sizeof *all, ways[i & 0]);
}
void the_key(void) {
  if (!sought)
    return;
  key = 1;
  *sought = 2;
  // CHECK-DAG: unknown: {{.*}}:[[@LINE+1]]:{{.*}}assertion 'key == 1'
  assert(key == 1);
}
