// RUN: %corpus %s
// EXPECT: unknown
// EXPECT: unknown -DVALUE
// EXPECT: unknown -DMEMBER
// EXPECT: unknown --check=memory
// Compiled, the index counts modulo 4, as long as nothing is optimized.
#include <assert.h>
#include <sooth.h>

typedef int v4 __attribute__((vector_size(16)));

int main(void) {
  v4 v = {1, 2, 3, 4}, w = v;
  unsigned i = sooth_nondet_uint() & 7;
#ifdef VALUE
  int n = (v + w)[i];
#elif defined(MEMBER)
  struct {
    v4 v;
    int n;
  } s = {v, 1};
  s.v[i] = 5;
  int n = s.n + 1;
#else
  v[i] = 5;
  int n = 8;
#endif
  assert(n >= 2);
}
