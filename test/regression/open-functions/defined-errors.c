// A function that is an error by its name is no function to start from, also if
// the file defines it.
// RUN: sooth --check=memory %s | FileCheck %s
// CHECK: Safe
// CHECK-NOT: reach_error
// CHECK: :[[@LINE+2]]: first: 2 checks: 2 proved if
void reach_error(void) {}
int first(const int *p) { return *p; }
// RUN: not sooth --entry=reach_error %s 2>&1 \
// RUN:   | FileCheck --check-prefix=ENTRY %s
// ENTRY: error: function 'reach_error' is an error by its name
