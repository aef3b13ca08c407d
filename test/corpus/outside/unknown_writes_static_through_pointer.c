// RUN: %corpus %s
// EXPECT: unknown
#include <assert.h>
#include <sooth.h>

static int hidden = 1;
void unknown(int **p);
int main(void) {
  int *p = &hidden;
  unknown(&p);
  assert(hidden == 1);
}
