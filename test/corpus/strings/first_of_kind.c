// RUN: %corpus %s
// EXPECT: safe --check=access
// EXPECT: unsafe --check=access -DBUG
// A search without a limit ends at the element that was put behind the others.
#include <assert.h>
#include <sooth.h>

int table[2001];

int main(void) {
  unsigned n = sooth_nondet_uint() % 2000;
  for (unsigned i = 0; i < n; i++)
    table[i] = sooth_nondet_int();
#ifdef BUG
  n = 2001;
  for (unsigned i = 0; i < n; i++)
    table[i] = 1;
#else
  table[n] = -1;
#endif
  unsigned at = 0;
  while (table[at] != -1)
    at++;
  assert(at <= n);
}
