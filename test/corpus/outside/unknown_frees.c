// RUN: %corpus %s
// EXPECT: unknown --check=memory
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

void unknown(char *p);
int main(void) {
  char *p = malloc(1);
  if (!p)
    return 0;
  unknown(p);
  *p = 1;
}
