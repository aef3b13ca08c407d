// EXPECT: safe --check=overflow,div
// EXPECT: unsafe --check=overflow,div -DBUG=1
// EXPECT: unsafe --check=overflow,div -DBUG=2
// A PI controller in fixed point (Q8) with anti-windup and a rate limit.
#include <assert.h>
#include <sooth.h>
#include <stdint.h>

enum {
  ONE = 256,            // 1.0
  OUT_MAX = 100 * ONE,
  OUT_MIN = 0,
  SUM_MAX = 4000 * ONE,
  STEP_MAX = 5 * ONE
};

struct controller {
  int32_t kp, ki; // Q8
  int32_t sum;    // Q8
  int32_t out;    // Q8
};

static int32_t clamp(int32_t x, int32_t low, int32_t high) {
  if (x < low)
    return low;
  if (x > high)
    return high;
  return x;
}

static int32_t multiply(int32_t a, int32_t b) {
#if BUG == 1
  return a * b / ONE;
#else
  return (int32_t)((int64_t)a * b / ONE);
#endif
}

static int32_t control(struct controller *c, int32_t wanted, int32_t measured) {
  int32_t error = wanted - measured;
  int32_t sum = c->sum + error;
#if BUG == 2
  c->sum = sum > SUM_MAX ? SUM_MAX : sum;
#else
  c->sum = clamp(sum, -SUM_MAX, SUM_MAX);
#endif
  int32_t target = multiply(c->kp, error) + multiply(c->ki, c->sum);
  target = clamp(target, OUT_MIN, OUT_MAX);
  int32_t change = clamp(target - c->out, -STEP_MAX, STEP_MAX);
  c->out += change;
  return c->out;
}

static int32_t reading(void) {
  int16_t raw = sooth_nondet_short();
  // A 12-bit sensor.
  return clamp(raw, -2048, 2047) * ONE;
}

int main(void) {
  struct controller c = {.kp = 25 * ONE / 2, .ki = ONE / 10, .sum = 0, .out = 0};
  int32_t wanted = reading();
  while (sooth_nondet_bool()) {
    if (sooth_nondet_bool())
      wanted = reading();
    int32_t before = c.out;
    int32_t out = control(&c, wanted, reading());
    assert(out >= OUT_MIN && out <= OUT_MAX);
    assert(out - before <= STEP_MAX && before - out <= STEP_MAX);
    assert(c.sum >= -SUM_MAX && c.sum <= SUM_MAX);
  }
  return 0;
}
