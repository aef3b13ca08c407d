// A number in which only the file keeps addresses of its variables is not any
// number: what depends on it is no violation.
// RUN: not sooth --check=memory --calls=summarized %s | FileCheck %s --implicit-check-not=violated
#include <assert.h>
#include <stdint.h>
static int a;
static uintptr_t kept;
struct entry {
  int key;
  long where;
};
static struct entry entries[2];
void start(void) {
  kept = (uintptr_t)&a;
  entries[1].where = (long)&a;
}
// CHECK: {{^}}Unknown: unsupported: what 'kept' is when the function is called
// CHECK: write: 3 checks: 3 unknown
void write(void) {
  a = 1;
  if (kept) {
    *(int *)kept = 2;
    assert(a == 1);
  }
}
// CHECK: low: 1 check: 1 unknown
// CHECK-NEXT: unknown: {{.*}}: assertion {{.*}}: unsupported: what a number in 'entries' is when
void low(void) { assert(entries[1].where != 5); }
