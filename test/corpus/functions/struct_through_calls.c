// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

struct account { int balance; };
int withdraw(struct account *a, int amount) {
#ifndef BUG
  if (amount < 0 || amount > a->balance)
    return 0;
#endif
  a->balance -= amount;
  return 1;
}
int transfer(struct account *from, struct account *to, int amount) {
  if (!withdraw(from, amount))
    return 0;
  to->balance += amount;
  return 1;
}
int main(void) {
  struct account a = {100}, b = {50};
  transfer(&a, &b, sooth_nondet_int());
  assert(a.balance + b.balance == 150);
  assert(a.balance >= 0);
}
