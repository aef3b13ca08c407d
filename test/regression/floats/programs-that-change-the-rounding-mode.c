// Programs that change the rounding mode were refused.
// RUN: sooth %s --timeout=60 | FileCheck %s --check-prefix=SAFE
// RUN: not sooth %s -DBOUNDS --timeout=60 | FileCheck %s --check-prefix=BOUNDS
// RUN: not sooth %s -DWIDE --timeout=60 | FileCheck %s --check-prefix=WIDE
// RUN: not sooth %s -DWHOLE --timeout=60 | FileCheck %s --check-prefix=WHOLE
// RUN: sooth %s --self-check=3 --timeout=60 | FileCheck %s --check-prefix=SAFE
// RUN: not sooth %s -DBOUNDS --timeout=60 --harness=%t.c
// RUN: %clang19 -w -DBOUNDS %s %t.c -lm -o %t.exe
// RUN: not %t.exe 2>&1 | FileCheck %s --check-prefix=REPLAY
// REPLAY: least == most
// SAFE: Safe
// BOUNDS: Unsafe
// WIDE: Unknown: unsupported: floating-point number that compilers round in different ways
// WHOLE: Unknown: unsupported: change of the rounding mode ('fesetenv')
#include <assert.h>
#include <fenv.h>
#include <float.h>
#include <math.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern float __VERIFIER_nondet_float(void);

static double quotient(int mode, double a, double b) {
  fesetround(mode);
  double result = a / b;
  fesetround(FE_TONEAREST);
  return result;
}

static void constants(void) {
  double down = quotient(FE_DOWNWARD, 1, 3), up = quotient(FE_UPWARD, 1, 3);
  assert(down < up && nextafter(down, 1) == up);
  assert(quotient(FE_TOWARDZERO, -1, 3) == -down);
  assert(1.0 / 3 == down);
  assert(isinf(quotient(FE_UPWARD, DBL_MAX, 0.5)));
  assert(quotient(FE_DOWNWARD, DBL_MAX, 0.5) == DBL_MAX);

  double tie = 2.5, two = 2, tiny = DBL_TRUE_MIN;
  long many = 9007199254740993;
  assert(fesetround(FE_UPWARD) == 0 && fegetround() == FE_UPWARD);
  assert(FLT_ROUNDS == 2);
  assert(rint(tie) == 3 && lrint(-tie) == -2 && nearbyint(tie) == 3);
  assert(floor(tie) == 2 && round(-tie) == -3);
  assert((float)tiny == FLT_TRUE_MIN);
  assert((double)many == 9007199254740994);
  double root = sqrt(two);
  assert(fma(two, two, tiny) > 4);
  assert(fesetround(17) != 0 && fegetround() == FE_UPWARD);
  fesetround(FE_DOWNWARD);
  assert(FLT_ROUNDS == 3);
  assert(nextafter(sqrt(two), 2) == root);
  assert(signbit(two - two));
  fesetround(FE_TONEAREST);
  assert(!signbit(two - two) && rint(tie) == 2 && FLT_ROUNDS == 1);
}

/* The mode depends on an input. */
static void modes(void) {
  const int all[] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
  unsigned char which = __VERIFIER_nondet_uchar();
  fesetround(all[which % 4]);
  float one = 1, ten = 10, tenth = one / ten;
  assert((fegetround() == FE_DOWNWARD || fegetround() == FE_TOWARDZERO) ==
         (tenth < 0.1f));
  fesetround(FE_TONEAREST);
}

int main(void) {
  constants();
  modes();
#ifdef BOUNDS
  float x = __VERIFIER_nondet_float(), y = 0.1f;
  if (!(x > 1 && x < 2))
    return 0;
  fesetround(FE_DOWNWARD);
  float least = x + y;
  fesetround(FE_UPWARD);
  float most = x + y;
  assert(least == most);
#endif
#ifdef WIDE
  fesetround(FE_DOWNWARD);
  assert((double)(unsigned long)__VERIFIER_nondet_uchar() > 0);
#endif
#ifdef WHOLE
  fesetenv(FE_DFL_ENV);
  assert(fegetround() == FE_TONEAREST);
#endif
  return 0;
}
