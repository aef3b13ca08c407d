// RUN: %corpus %s
// EXPECT: safe --check=memory
// malloc always succeeds in the model.
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  *p = 1;
  free(p);
}
