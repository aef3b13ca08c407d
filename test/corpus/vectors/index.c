// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// EXPECT: safe --check=memory
#include <assert.h>
#include <sooth.h>

typedef short v8 __attribute__((vector_size(16)));
struct row {
  char name;
  v8 of;
};
static struct row rows[2] = {{'a', {1, 2, 3, 4, 5, 6, 7, 8}}};

static short sum(v8 v) {
  short s = 0;
  for (int i = 0; i < 8; i++)
    s += v[i];
  return s;
}

int main(void) {
  unsigned i = sooth_nondet_uint() & 7;
  v8 v;
  v[i] = 3;
  assert(v[i] == 3);
  rows[1] = rows[0];
  rows[1].of[i] = 100;
  v8 *p = &rows[0].of;
  assert(rows[1].of[i] - (*p)[i] == 99 - (int)i);
#ifdef BUG
  i++;
#endif
  assert((rows[0].of + 1)[i & 7] == (short)(i + 2));
  assert(sum(rows[1].of) == 36 + 100 - (int)(i + 1));
}
