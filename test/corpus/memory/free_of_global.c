// RUN: %corpus %s
// EXPECT: unsafe --check=memory
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

static int g[4];
int main(void) {
  void *p = sooth_nondet_bool() ? g : 0;
  free(p);
}
