// RUN: %corpus %s
// EXPECT: safe --check=memory
// EXPECT: safe --check=memory -m32
// EXPECT: unknown -DBUG
// NATIVE: none
// A text, but which?
#include <assert.h>
#include <string.h>

int main(void) {
  const char *text = strerror(2);
  assert(text);
#ifdef BUG
  assert(text[0] == 'N');
#endif
  return 0;
}
