// A comparison that qsort() calls may write to other variables: what follows is
// not out of reach, and has an answer.
// RUN: not sooth --check=div %s | FileCheck %s
// CHECK: {{^}}Unknown: unsupported: order of comparisons that write at {{.*}}.c:[[@LINE+11]]
// CHECK: sorted: 1 check: 1 unknown
#include <stdlib.h>
static int left;
static int compare(const void *a, const void *b) {
  left = 0;
  return *(const int *)a - *(const int *)b;
}
int sorted(void) {
  int two[2] = {2, 1};
  left = 1;
  qsort(two, 2, sizeof *two, compare);
  return 6 / left;
}
