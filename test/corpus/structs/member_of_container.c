// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe -m32
// EXPECT: unsafe -DBUG
// EXPECT: unsafe -DBUG -m32
#include <assert.h>
#include <sooth.h>
#include <stddef.h>

// From an array in a structure back to the structure.
struct message { int length; char text[4]; int sum; };
static struct message *message_of(char *text) {
  return (struct message *)(text - offsetof(struct message, text));
}
int main(void) {
  struct message m = {4, "abc", 0};
  unsigned i = sooth_nondet_uint() & 3;
  char *p = &m.text[i];
  *p = 'x';
#ifdef BUG
  p -= 1;
#else
  p -= i;
#endif
  struct message *back = message_of(m.text);
  back->sum = 9;
  assert(m.sum == 9 && back->length == 4 && m.text[i] == 'x');
  if (p != m.text)
    assert(i == 2);
}
