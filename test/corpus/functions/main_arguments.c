// RUN: %corpus %s
// EXPECT: safe
// argv ends with a null pointer, and argc counts what comes before.
#include <assert.h>
#include <sooth.h>

int main(int argc, char **argv) {
  if (argc >= 0)
    assert(argv[argc] == 0);
}
