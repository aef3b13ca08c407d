// RUN: %corpus %s
// EXPECT: unknown
#include <assert.h>
#include <sooth.h>
#include <signal.h>

static volatile int g;
static void handler(int n) { g = 1; }
int main(void) {
  signal(SIGINT, handler);
  assert(g == 0);
}
