// RUN: %corpus %s
// EXPECT: safe --check=memory
// EXPECT: unsafe --check=memory -DBUG
#include <assert.h>
#include <sooth.h>

static const char text[] = "abc";
int main(void) {
  unsigned i = sooth_nondet_uint();
#ifdef BUG
  char c = text[i % 5];
#else
  char c = text[i % 4];
#endif
  sooth_assume(c);
}
