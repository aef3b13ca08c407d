// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// A bounded stack behind a pointer.
#include <assert.h>
#include <sooth.h>

struct stack { unsigned top; int cells[3]; };
int push(struct stack *s, int x) {
#ifdef BUG
  if (s->top > 3)
#else
  if (s->top == 3)
#endif
    return 0;
  assert(s->top < 3);
  s->cells[s->top++] = x;
  return 1;
}
int pop(struct stack *s, int *x) {
  if (s->top == 0)
    return 0;
  *x = s->cells[--s->top];
  return 1;
}
int main(void) {
  struct stack s = {0};
  int x;
  for (int i = 0; i < 5; i++)
    if (sooth_nondet_bool()) {
      int y = sooth_nondet_int();
      if (push(&s, y)) {
        assert(pop(&s, &x) && x == y);
        push(&s, y);
      }
    } else
      pop(&s, &x);
}
