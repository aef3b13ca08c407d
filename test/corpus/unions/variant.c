// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// EXPECT: safe -m32
// A pointer that is one of three things, and a number.
#include <assert.h>
#include <sooth.h>
struct value { enum { NUM, STR, REC } tag; union { long n; const char *s; struct value *r; } u; };
static long len(struct value *v) { long n = 0; while (v->tag == REC) { v = v->u.r; n++; } return v->tag == NUM ? v->u.n + n : v->u.s[0]; }
int main(void) {
  struct value a, b, c; _Bool t = sooth_nondet_bool();
  if (t) { a.tag = NUM; a.u.n = 5; } else { a.tag = STR; a.u.s = "x"; }
  b.tag = REC; b.u.r = &a; c.tag = REC; c.u.r = &b;
  long r = len(&c);
#ifdef BUG
  assert(r == 7);
#else
  assert(r == (t ? 7 : 'x'));
#endif
}
