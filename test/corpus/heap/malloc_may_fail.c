// RUN: %corpus %s
// EXPECT: safe --malloc-may-fail
// EXPECT: unsafe --malloc-may-fail -DBUG
// EXPECT: safe -DBUG
// NATIVE: none
// Which of the allocations fails matters.
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  int made = 0;
  for (int i = 0; i < 3; i++) {
    char *p = malloc(4);
    if (!p)
      break;
    made++;
    free(p);
  }
  char *copy = strdup("ab");
#ifdef BUG
  assert(made != 2 || copy);
#else
  assert(made <= 3);
#endif
  free(copy);
}
