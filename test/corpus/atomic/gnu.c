// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe -m32
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

static int cell;
static unsigned char byte;

int main(void) {
  int x = sooth_nondet_int();
  cell = x;
  assert(__sync_fetch_and_or(&cell, 3) == x && cell == (x | 3));
  assert(__sync_nand_and_fetch(&cell, x) == ~((x | 3) & x));
  int desired = 9, expected = cell;
  assert(!__sync_bool_compare_and_swap(&cell, ~expected, 1));
  assert(__atomic_compare_exchange(&cell, &expected, &desired, 0,
                                   __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
#ifdef BUG
  desired = 8;
#endif
  assert(__atomic_load_n(&cell, __ATOMIC_ACQUIRE) == desired);
  assert(__atomic_fetch_max(&cell, 20, __ATOMIC_RELAXED) == 9 && cell == 20);
  assert(!__atomic_test_and_set(&byte, __ATOMIC_ACQUIRE) && byte);
  __atomic_clear(&byte, __ATOMIC_RELEASE);
  __sync_synchronize();
  assert(!byte && __sync_lock_test_and_set(&cell, 2) == 20 && cell == 2);
}
