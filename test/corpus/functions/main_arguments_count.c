// RUN: %corpus %s
// EXPECT: unsafe
// TRY: 1
// There may be an argument, or none.
#include <assert.h>
#include <sooth.h>

int main(int argc, char **argv) { assert(argc > 1); }
