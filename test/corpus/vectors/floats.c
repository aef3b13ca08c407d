// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// Two floats in a structure are handed over as a vector.
#include <assert.h>
#include <sooth.h>

typedef float f4 __attribute__((vector_size(16)));
typedef int i4 __attribute__((vector_size(16)));
struct point {
  float x, y;
};

static struct point moved(struct point p, int times) {
  if (times == 0)
    return p;
  p.x += 1;
  p.y /= 2;
  return moved(p, times - 1);
}

int main(void) {
  struct point p = {sooth_nondet_int() & 255, 8};
  struct point q = moved(p, 2);
  assert(q.x == p.x + 2 && q.y == 2);
  f4 a = {1, 2, 3, p.x}, b = -a * 0.5f;
#ifdef BUG
  assert(b[3] < 0);
#endif
  assert(b[3] <= 0 && b[1] == -1);
  i4 n = __builtin_convertvector(b, i4);
  assert(n[2] == -1);
}
