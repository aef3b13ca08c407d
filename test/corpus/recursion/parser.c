// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

static const char *p;
static int expr(void);
static int atom(void) {
  if (*p == '(') {
    p++;
    int v = expr();
    p++;
    return v;
  }
  return *p++ - '0';
}
static int expr(void) {
  int v = atom();
  while (*p == '+') {
    p++;
    v += atom();
  }
  return v;
}
int main(void) {
  char text[] = "1+(2+x)";
  int d = sooth_nondet_uchar();
  sooth_assume(d < 10);
  text[5] = '0' + d;
  p = text;
#ifdef BUG
  assert(expr() != 8);
#else
  assert(expr() == 3 + d);
#endif
}
