// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

enum { Buckets = 2 };
struct entry { unsigned key; int value; struct entry *next; };
static struct entry *table[Buckets];
int put(unsigned key, int value) {
  struct entry *e = malloc(sizeof *e);
  if (!e)
    return 0;
  e->key = key;
  e->value = value;
  e->next = table[key % Buckets];
  table[key % Buckets] = e;
  return 1;
}
int *get(unsigned key) {
  for (struct entry *e = table[key % Buckets]; e; e = e->next)
    if (e->key == key)
      return &e->value;
  return 0;
}
int main(void) {
  unsigned k = sooth_nondet_uint();
  if (!put(k, 1) || !put(k + 2, 2))
    return 0;
  assert(*get(k) == 1);
#ifdef BUG
  assert(!get(6));
#else
  assert(!get(k + 1));
#endif
}
