#include "program.h"
#include <limits.h>

/* Fails unless long has 32 bits. */
int main(void) {
  long l = Long();
  unsigned long u = l;
  if (sizeof l != 4 || sizeof(void *) != 4 || LONG_MAX != 0x7fffffff)
    reach_error();
  if (u + 1 > 0xffffffffu || (u << 16 >> 31 >> 1) != 0)
    reach_error();
  return 0;
}
