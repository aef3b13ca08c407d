// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

enum { Push, Add, Dup, Halt };
int run(const unsigned char *code) {
  int stack[4], sp = 0;
  for (;;)
    switch (*code++) {
    case Push:
      stack[sp++] = *code++;
      break;
    case Add:
      sp--;
      stack[sp - 1] += stack[sp];
      break;
    case Dup:
      stack[sp] = stack[sp - 1];
      sp++;
      break;
    default:
      return stack[sp - 1];
    }
}
int main(void) {
  unsigned char code[] = {Push, sooth_nondet_uchar(), Dup, Add, Push, 1, Add, Halt};
#ifdef BUG
  assert(run(code) < 500);
#else
  assert(run(code) == 2 * code[1] + 1);
#endif
}
