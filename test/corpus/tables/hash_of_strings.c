// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe -m32
// EXPECT: unsafe -DBUG
// EXPECT: unsafe -DBUG -m32
#include <assert.h>
#include <sooth.h>
#include <string.h>

// A hash table with open addressing whose keys are short strings.
enum { Slots = 2, Length = 2 };
static struct slot {
  char key[Length];
  int value;
} slots[Slots];
static unsigned hash(const char *key) {
  return (unsigned char)key[0] % Slots;
}
static struct slot *look_up(const char *key) {
  unsigned at = hash(key);
  for (int i = 0; i < Slots; i++) {
    struct slot *s = &slots[(at + i) % Slots];
    if (!s->key[0] || strcmp(s->key, key) == 0)
      return s;
#ifdef BUG
    break;
#endif
  }
  return 0;
}
static int put(const char *key, int value) {
  struct slot *s = look_up(key);
  if (!s)
    return 0;
  strcpy(s->key, key);
  s->value = value;
  return 1;
}
int main(void) {
  int value = sooth_nondet_int();
  put("a", 1);
  put("c", value); // the same slot
  assert(look_up("a")->value == 1);
  struct slot *c = look_up("c");
  assert(c && c->value == value);
}
