// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>
#include <wchar.h>

int main(void) {
  const wchar_t *s = L"ab\x1234";
  unsigned i = sooth_nondet_uint() & 3;
#ifdef BUG
  assert(s[i] <= 'b');
#else
  assert(s[i] <= 0x1234 && (s[i] || i == 3));
#endif
}
