// RUN: %corpus %s
// EXPECT: unknown
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

static int g;
static void last(void) { assert(g == 0); }
int main(void) {
  atexit(last);
  g = sooth_nondet_int();
}
