// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// EXPECT: safe -m32
#include <assert.h>
#include <sooth.h>
struct pair { int *a; char *b; };
static void *items[4]; static int count;
static void push(void *p) { items[count++] = p; }
static void *pop(void) { return items[--count]; }
int main(void) {
  int x = sooth_nondet_int(); char y = 'q'; struct pair p = {&x, &y};
  push(&x); push(&p); push(&y);
  char *c = pop(); struct pair *q = pop(); int *i = pop();
  assert(*c == 'q'); assert(q->a == i); 
#ifdef BUG
  *i = 3; assert(x != 3);
#else
  assert(*q->a == x && *q->b == 'q');
#endif
}
