// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

struct entry { unsigned char key; int value; } table[4];
int main(void) {
  for (int i = 0; i < 4; i++) {
    table[i].key = i;
    table[i].value = 10 * i;
  }
  unsigned k = sooth_nondet_uint() & 3;
  struct entry *e = &table[k];
  e->value++;
#ifdef BUG
  assert(table[k].value != 31);
#else
  assert(table[k].value == 10 * table[k].key + 1);
#endif
}
