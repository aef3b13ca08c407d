// RUN: %corpus %s
// EXPECT: safe --check=memory
// EXPECT: unsafe --check=memory -DBUG
// A library function writes outside.
#include <assert.h>
#include <sooth.h>
#include <string.h>

int main(void) {
#ifdef BUG
  char to[3];
#else
  char to[4];
#endif
  strcpy(to, sooth_nondet_bool() ? "abc" : "a");
}
