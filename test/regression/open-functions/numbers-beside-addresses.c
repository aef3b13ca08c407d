// A number in a structure that only the file writes is any that the file stores
// there, also beside an address of a variable.
// RUN: not sooth %s | FileCheck %s
#include <assert.h>
static int a;
struct beside { int first, second; int *address; int third; };
static struct beside mixed;
void keep_mixed(void) { mixed.address = &a; }
void set_mixed(int n) {
  mixed.second = n;
  mixed.third = 2 * n + 1;
}
// CHECK: :[[@LINE+1]]: beside: 2 checks: 2 violated{{$}}
void beside(void) {
  if (mixed.first)
    return;
  assert(mixed.second != 3);
  assert(mixed.third != 3);
}
