// RUN: %corpus %s
// EXPECT: safe --check=memory
// EXPECT: unsafe --check=memory -DBUG
// TRY: -1 200
// A table indexed by char, which is signed.
#include <assert.h>
#include <sooth.h>

int main(void) {
  _Bool is_space[256] = {[' '] = 1, ['\n'] = 1};
  char c = sooth_nondet_char();
#ifdef BUG
  _Bool b = is_space[c];
#else
  _Bool b = is_space[(unsigned char)c];
#endif
  sooth_assume(b);
}
