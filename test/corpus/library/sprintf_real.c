// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// EXPECT: safe -m32
// EXPECT: safe -DOPEN
// EXPECT: unknown -DOPEN -DBUG
// How constants look that are printed, and that others are not known.
#include <assert.h>
#include <sooth.h>
#include <stdio.h>
#include <string.h>

static char text[64];

static void print(const char *kind, double x) {
  if (kind[0] == 'f')
    sprintf(text, "%f|%.0f|%+8.2f|%-6.1f|", x, x, x, x);
  else
    sprintf(text, "%g %e %G", x, x, x);
}

int main(void) {
#ifdef OPEN
  int x = sooth_nondet_int();
  int n = snprintf(text, sizeof text, "%.1f", (double)x);
  assert(n > 0);
#ifdef BUG
  assert(text[0] != '7');
#endif
#else
  print("f", 2.5);
#ifdef BUG
  assert(strcmp(text, "2.500000|3|   +2.50|2.5   |") == 0);
#else
  assert(strcmp(text, "2.500000|2|   +2.50|2.5   |") == 0);
#endif
  print("g", 1e-10);
  assert(strcmp(text, "1e-10 1.000000e-10 1E-10") == 0);
#endif
}
