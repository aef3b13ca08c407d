// RUN: %corpus %s
// EXPECT: safe
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

int main(void) {
  char *p = 0;
  for (int i = 1; i <= 3; i++) {
    char *q = realloc(p, i);
    if (!q)
      break;
    p = q;
    p[i - 1] = i;
    assert(p[0] == 1);
  }
  free(p);
}
