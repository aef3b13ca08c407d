// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe --procedures=wait
// EXPECT: unsafe --procedures=wait -DBUG
#include <assert.h>
#include <sooth.h>

typedef int v4 __attribute__((vector_size(16)));

static v4 add(v4 a, v4 b) { return a + b; }
static v4 subtract(v4 a, v4 b) { return a - b; }

int main(void) {
  v4 (*operation)(v4, v4) = add;
  v4 a = {1, 2, 3, 4};
#ifdef BUG
  if (sooth_nondet_int() == 3)
    operation = subtract;
#endif
  v4 b = operation(a, a);
  assert(b[2] == 6);
  assert(subtract(b, a)[0] == 1);
}
