#include <assert.h>
#include <limit.h>

int main(void) {
  int a[LIMIT];
  for (int i = 0; i < LIMIT; i++)
    a[i] = i;
  assert(a[LIMIT - 1] == LIMIT - 1);
}
