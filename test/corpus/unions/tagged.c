// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

struct value {
  enum { Int, Pair } kind;
  union { int i; struct { short a, b; } p; } as;
};
int sum(const struct value *v) {
#ifdef BUG
  return v->as.p.a + v->as.p.b;
#else
  return v->kind == Int ? v->as.i : v->as.p.a + v->as.p.b;
#endif
}
int main(void) {
  struct value v = {Int, {.i = 70000}};
  if (sooth_nondet_bool()) {
    v.kind = Pair;
    v.as.p.a = 69;
    v.as.p.b = 31;
  }
  int s = sum(&v);
  assert(s == 70000 || s == 100);
}
