// RUN: %corpus %s
// EXPECT: safe --check=leak
// EXPECT: unsafe --check=leak -DBUG
// NATIVE: leak
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

int work(int n) {
  char *a = malloc(4);
  if (!a)
    return -1;
  if (n < 0) {
#ifndef BUG
    free(a);
#endif
    return -2;
  }
  a[0] = n;
  free(a);
  return 0;
}
int main(void) { work(sooth_nondet_int()); }
