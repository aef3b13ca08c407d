// RUN: %corpus %s
// EXPECT: unknown
#include <assert.h>
#include <sooth.h>
#include <setjmp.h>

static jmp_buf env;
int main(void) {
  volatile int n = 0;
  if (setjmp(env) == 0) {
    n = 1;
    longjmp(env, 1);
  }
  assert(n == 1);
}
