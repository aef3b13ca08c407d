// RUN: %corpus %s
// EXPECT: unsafe
// The error is in what only the table refers to.
#include <assert.h>
#include <sooth.h>

static void fine(void) {}
static void bad(void) { assert(0); }
static void (*handlers[2])(void) = {fine, bad};
int main(void) { handlers[sooth_nondet_uint() & 1](); }
