// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// EXPECT: safe --check=leak
// NATIVE: none
// Destructors run when main is done, those without a priority first, after what
// was given to atexit.
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

static int stage;
static char *kept;

__attribute__((constructor)) static void first(void) { kept = malloc(4); }
static void at_exit(void) {
  assert(stage == 1);
  stage = 2;
}
__attribute__((destructor(200))) static void last(void) {
  assert(stage == 3);
  free(kept);
}
__attribute__((destructor)) static void before(void) {
#ifdef BUG
  assert(stage == 3);
#endif
  stage = 3;
}

int main(void) {
  atexit(at_exit);
  stage = 1;
  if (sooth_nondet_int())
    exit(3);
}
