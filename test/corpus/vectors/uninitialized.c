// RUN: %corpus %s
// EXPECT: safe --check=uninitialized
// EXPECT: unsafe --check=uninitialized -DBUG
// NATIVE: memory
// Of a vector that is set element by element, only these may be read.
#include <assert.h>
#include <sooth.h>

typedef int v4 __attribute__((vector_size(16)));

int main(void) {
  v4 v;
  v[2] = 4;
  int i = 2;
#ifdef BUG
  i = 1;
#endif
  assert(v[i] < 5);
}
