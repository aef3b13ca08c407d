// RUN: %corpus %s
// EXPECT: unknown
#include <assert.h>
#include <sooth.h>

void unknown(void (*f)(void));
static void f(void) { assert(0); }
int main(void) { unknown(f); }
