// Figure 3.2 of Bueno's dissertation.
//
// RESULT: Safe
#include <assert.h>

int main(void) {
  int i = 0;
  while (i < 5)
    i = i + 3;
  assert(i < 7);
  return 0;
}
