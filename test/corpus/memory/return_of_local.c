// RUN: %corpus %s
// EXPECT: unsafe --check=memory
// A local is gone after its function has returned.
#include <assert.h>
#include <sooth.h>

static int *keep;
static void f(void) {
  int x = 1;
  keep = &x;
}
int main(void) {
  f();
  *keep = 2;
}
