// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe -m32
// EXPECT: unsafe -DBUG
// EXPECT: unsafe -DBUG -m32
#include <assert.h>
#include <sooth.h>
#include <stdatomic.h>

static _Atomic unsigned n;
static _Atomic _Bool seen;
static _Atomic long long wide;
static _Atomic double sum;

int main(void) {
  unsigned start = sooth_nondet_uint();
  n = start;
  unsigned before = atomic_fetch_add(&n, 5);
  assert(before == start && n == start + 5);
  n -= 2;
  assert(n++ == start + 3 && --n == start + 3);
  n |= 1;
  assert(atomic_fetch_and(&n, 1) & 1);
#ifdef BUG
  assert(n != 1 || start != 7);
#endif
  atomic_thread_fence(memory_order_seq_cst);
  assert(n == 1 && !atomic_exchange(&seen, 1) && seen);
  wide = -1;
  wide *= 3;
  assert(wide == -3);
#ifndef __i386__ // where its precision is the compiler's choice
  sum = 1;
  sum += 1.5;
  assert(sum == 2.5);
#endif
}
