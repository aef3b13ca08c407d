// RUN: %corpus %s
// EXPECT: unknown
// Where an object lies is not known.
#include <assert.h>
#include <sooth.h>

int a[4];
int main(void) { assert(((__UINTPTR_TYPE__)a >> 4) % 2 == 0); }
