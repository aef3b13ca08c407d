// RUN: %corpus %s
// EXPECT: safe --check=access
// EXPECT: unsafe --check=access -DBUG
// TRY: 4095
// A text of any length ends where its end was stored.
#include <assert.h>
#include <sooth.h>

static char text[4096];

int main(void) {
  int n = sooth_nondet_int();
  if (n < 0 || n > 4095)
    return 0;
  for (int i = 0; i < 4096; i++)
    text[i] = 'x';
#ifdef BUG
  if (n < 4095)
#endif
    text[n] = 0;
  unsigned long at = 0;
  while (text[at])
    at++;
  assert(at <= 4095);
}
