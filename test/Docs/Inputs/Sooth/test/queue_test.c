#include <assert.h>
int next(int i);
int main(void) {
  int i = 0;
  for (int k = 0; k < 4; k++)
    i = next(i);
  assert(i == 0);
}
