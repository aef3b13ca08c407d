// EXPECT: safe
// EXPECT: unsafe -DBUG
// Four operations on a table with open addressing, beside a list that is kept
// the simple way.
#include <assert.h>
#include <sooth.h>

#define SIZE 8
enum { FREE, USED, GONE };
int state[SIZE];
unsigned keys[SIZE], values[SIZE];

int find(unsigned key) {
  for (unsigned i = 0, at = key % SIZE; i < SIZE; i++, at = (at + 1) % SIZE) {
    if (state[at] == FREE)
      return -1;
    if (state[at] == USED && keys[at] == key)
      return at;
  }
  return -1;
}

void put(unsigned key, unsigned value) {
  int at = find(key);
  if (at < 0)
    for (at = key % SIZE; state[at] == USED; at = (at + 1) % SIZE)
      ;
  state[at] = USED;
  keys[at] = key;
  values[at] = value;
}

void drop(unsigned key) {
  int at = find(key);
  if (at >= 0)
#ifdef BUG
    state[at] = FREE;
#else
    state[at] = GONE;
#endif
}

int main(void) {
  unsigned probe = sooth_nondet_uint(), expected = 0;
  _Bool is_there = 0;
  for (int i = 0; i < 4; i++) {
    unsigned key = sooth_nondet_uint(), value = sooth_nondet_uint();
    if (sooth_nondet_bool()) {
      put(key, value);
      if (key == probe) {
        is_there = 1;
        expected = value;
      }
    } else {
      drop(key);
      if (key == probe)
        is_there = 0;
    }
  }
  int at = find(probe);
  assert((at >= 0) == is_there);
  if (is_there)
    assert(values[at] == expected);
}
