#include "program.h"
#include <stdlib.h>

int main(void) {
  unsigned u = Uint();
  int i = Int(), r;
  unsigned long ul = Ulong();
  observe(__builtin_popcount(u) + __builtin_popcountl(ul));
  observe(__builtin_clz(u | 1) + __builtin_clzl(ul | 1));
  observe(__builtin_ctz(u | 0x8000) + __builtin_ctzl(ul | 1L << 60));
  observe(__builtin_bswap32(u) + __builtin_bswap64(ul));
  observe(__builtin_bswap16(u));
  observe(__builtin_parity(u));
  observe(__builtin_bitreverse32(u) ^ __builtin_bitreverse8(u));
  observe(abs(i % 1000) + labs(Long() / 3));
  observe(__builtin_rotateleft32(u, i) ^ __builtin_rotateright64(ul, i));
  observe(__builtin_add_overflow(i, Int(), &r));
  observe(r);
  observe(__builtin_mul_overflow(i, Int(), &r));
  observe(r);
  observe(__builtin_sub_overflow(u, Uint(), &u));
  observe(u);
  observe(__builtin_add_overflow(i, 100, &r));
  observe(__builtin_sub_overflow(i, -100, &r));
  observe(__builtin_sub_overflow(5, i, &r));
  observe(r);
  observe(__builtin_expect(i > 5, 1));
  observe(__builtin_choose_expr(1, i, 0.0));
  return 0;
}
