// RUN: %corpus %s
// EXPECT: unknown
// Which of two objects has the lower address is nobody's promise.
#include <assert.h>
#include <sooth.h>

int a, b;
int main(void) { assert(&a < &b); }
