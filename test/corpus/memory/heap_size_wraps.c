// RUN: %corpus %s
// EXPECT: safe --check=memory
// EXPECT: unsafe --check=memory -DBUG
// TRY: 254 255 253
// The size is computed in too narrow a type.
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

int main(void) {
  unsigned char n = sooth_nondet_uchar();
#ifdef BUG
  unsigned char size = n + 2;
#else
  unsigned size = n + 2;
#endif
  char *p = malloc(size);
  if (!p)
    return 0;
  p[n] = 1;
  free(p);
}
