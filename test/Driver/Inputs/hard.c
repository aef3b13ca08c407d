// Looking for the factors of a prime: no engine is done with it soon.
#include <sooth.h>
int main(void) {
  unsigned long long a = sooth_nondet_uint(), b = sooth_nondet_uint();
  sooth_assume(a > 1 && b > 1);
  while (sooth_nondet_bool())
    sooth_assert(a * b != 4611686018427387847ull);
  return 0;
}
