// RUN: %corpus %s
// EXPECT: safe --check=memory
// EXPECT: unsafe --check=memory -DBUG
#include <assert.h>
#include <sooth.h>

void copy(char *to, const char *from) {
  while ((*to++ = *from++))
    ;
}
int main(void) {
#ifdef BUG
  char to[3];
#else
  char to[4];
#endif
  char from[4] = "abc";
  from[sooth_nondet_uint() & 3] = 0;
  copy(to, from);
}
