#include <assert.h>

int input(void);

int main(void) {
  int n = input();
  assert(n != 7);
}
