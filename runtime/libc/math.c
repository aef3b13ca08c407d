/*===- math.c - Models of math.h ------------------------------------------===*\
|*
|* Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* What IEEE 754 determines. What sin, exp, pow and their kin return differs
from
|* library to library: it is any number that C's Annex F and common sense leave.
|*
\*===----------------------------------------------------------------------===*/

#include "libc.h"

#define OF_ONE(type, f, suffix)                                                \
  type f##suffix(type x) { return __builtin_##f##suffix(x); }
#define OF_TWO(type, f, suffix)                                                \
  type f##suffix(type x, type y) { return __builtin_##f##suffix(x, y); }
#define TO_INTEGER(type, result, f, suffix)                                    \
  result f##suffix(type x) { return __builtin_##f##suffix(x); }

/* glibc's macros call functions where compilers do not help. */
#define MATH(type, suffix)                                                     \
  OF_ONE(type, fabs, suffix)                                                   \
  OF_ONE(type, floor, suffix)                                                  \
  OF_ONE(type, ceil, suffix)                                                   \
  OF_ONE(type, trunc, suffix)                                                  \
  OF_ONE(type, round, suffix)                                                  \
  OF_ONE(type, rint, suffix)                                                   \
  OF_ONE(type, nearbyint, suffix)                                              \
  OF_ONE(type, roundeven, suffix)                                              \
  OF_ONE(type, sqrt, suffix)                                                   \
  OF_TWO(type, copysign, suffix)                                               \
  OF_TWO(type, fmin, suffix)                                                   \
  OF_TWO(type, fmax, suffix)                                                   \
  TO_INTEGER(type, long, lrint, suffix)                                        \
  TO_INTEGER(type, long long, llrint, suffix)                                  \
  TO_INTEGER(type, long, lround, suffix)                                       \
  TO_INTEGER(type, long long, llround, suffix)                                 \
  type fma##suffix(type x, type y, type z) {                                   \
    return __builtin_fma##suffix(x, y, z);                                     \
  }                                                                            \
  type fdim##suffix(type x, type y) {                                          \
    if (__builtin_isunordered(x, y))                                           \
      return x + y;                                                            \
    return x > y ? x - y : 0;                                                  \
  }                                                                            \
  type modf##suffix(type x, type *whole) {                                     \
    *whole = __builtin_trunc##suffix(x);                                       \
    if (__builtin_isinf(x))                                                    \
      return __builtin_copysign##suffix(0, x);                                 \
    return __builtin_copysign##suffix(x - *whole, x);                          \
  }                                                                            \
  /* Each difference that is taken is exact: t <= x < 2 t. In no rounding mode  \
     is the one that is compared less than t if it is not less exactly. */     \
  type fmod##suffix(type x, type y) {                                          \
    if (__builtin_isunordered(x, y))                                           \
      return x + y;                                                            \
    if (__builtin_isinf(x) || y == 0)                                          \
      return __builtin_nan##suffix("");                                        \
    type rest = __builtin_fabs##suffix(x), step = __builtin_fabs##suffix(y);   \
    while (rest >= step) {                                                     \
      type t = step;                                                           \
      while (t <= rest - t)                                                    \
        t += t;                                                                \
      rest -= t;                                                               \
    }                                                                          \
    return __builtin_copysign##suffix(rest, x);                                \
  }                                                                            \
  type nan##suffix(const char *payload) {                                      \
    readToEnd(payload);                                       \
    return __builtin_nan##suffix("");                                          \
  }                                                                            \
  int __isnan##suffix(type x) { return __builtin_isnan(x); }                   \
  int __isinf##suffix(type x) {                                                \
    return !__builtin_isinf(x) ? 0 : x > 0 ? 1 : -1;                           \
  }                                                                            \
  int __finite##suffix(type x) { return __builtin_isfinite(x); }               \
  int __signbit##suffix(type x) { return __builtin_signbit(x); }               \
  int __fpclassify##suffix(type x) {                                           \
    return __builtin_fpclassify(0, 1, 4, 3, 2, x);                             \
  }                                                                            \
  int isnan##suffix(type x) { return __builtin_isnan(x); }                     \
  int isinf##suffix(type x) { return __isinf##suffix(x); }                     \
  int finite##suffix(type x) { return __builtin_isfinite(x); }

MATH(double, )
MATH(float, f)
MATH(long double, l)

/* Of fmod by 2 y, so that it is clear to which side the nearest multiple lies.
   All differences are exact. */
ANY(_Bool, anySign, "sign of a remainder that is zero")
#define REMAINDER(type, suffix, most)                                          \
  type remainder##suffix(type x, type y) {                                     \
    if (__builtin_isunordered(x, y))                                           \
      return x + y;                                                            \
    if (__builtin_isinf(x) || y == 0)                                          \
      return __builtin_nan##suffix("");                                        \
    type step = __builtin_fabs##suffix(y);                                     \
    type rest = __builtin_fabs##suffix(x);                                     \
    if (step <= most / 2)                                                      \
      rest = fmod##suffix(rest, step + step);                                  \
    if (rest > step - rest) {                                                  \
      rest -= step;                                                            \
      /* Halves go to the even multiple. */                                    \
      if (rest >= step - rest)                                                 \
        rest -= step;                                                          \
    }                                                                          \
    /* That of x, says IEEE 754; some versions of glibc differ. */             \
    return (rest == 0 ? anySign() : __builtin_signbit(x)) ? -rest : rest;      \
  }                                                                            \
  type drem##suffix(type x, type y) { return remainder##suffix(x, y); }

REMAINDER(double, , __DBL_MAX__)
REMAINDER(float, f, __FLT_MAX__)

/* The parts of a number in memory. */
#define BITS(type, suffix, word, digits, most)                                 \
  static word bits##suffix(type x) {                                           \
    union {                                                                    \
      type x;                                                                  \
      word bits;                                                               \
    } u = {x};                                                                 \
    return u.bits;                                                             \
  }                                                                            \
  static type number##suffix(word bits) {                                      \
    union {                                                                    \
      word bits;                                                               \
      type x;                                                                  \
    } u = {bits};                                                              \
    return u.x;                                                                \
  }                                                                            \
  static int exponent##suffix(type x) {                                        \
    return (int)(bits##suffix(x) >> digits) & most;                            \
  }                                                                            \
  static type withExponent##suffix(type x, int e) {                            \
    word mask = (word)most << digits;                                          \
    return number##suffix((bits##suffix(x) & ~mask) | (word)e << digits);      \
  }

BITS(float, f, unsigned, 23, 0xff)
BITS(double, , unsigned long long, 52, 0x7ff)

/* Scaling rounds only where the result is subnormal, or too large. There it is
   done in a wider type, which rounds once, at the end. */
static double power(int n) { return withExponent(1.0, n + 1023); }

float scalbnf(float x, int n) {
  int e = exponentf(x);
  if (e == 0xff || x == 0)
    return x;
  n = n > 400 ? 400 : n < -400 ? -400 : n;
  if (e != 0 && e + n > 0 && e + n < 0xff)
    return withExponentf(x, e + n);
  return (float)((double)x * power(n));
}

double scalbn(double x, int n) {
  int e = exponent(x);
  if (e == 0x7ff || x == 0)
    return x;
  n = n > 2200 ? 2200 : n < -2200 ? -2200 : n;
  if (e != 0 && e + n > 0 && e + n < 0x7ff)
    return withExponent(x, e + n);
  int third = n / 3;
  return (double)((long double)x * power(third) * power(third) *
                  power(n - 2 * third));
}

float ldexpf(float x, int n) { return scalbnf(x, n); }
double ldexp(double x, int n) { return scalbn(x, n); }

/* What frexp stores for infinities and NaNs the standard leaves open. */
ANY(int, anyPower, "power of two of a number that is not finite")

/* In [1/2, 1). */
#define PARTS(type, suffix, digits, bias, most)                                \
  type frexp##suffix(type x, int *power) {                                     \
    int e = exponent##suffix(x);                                               \
    *power = x == 0 ? 0 : e == most ? anyPower() : e - bias + 1;               \
    if (e == most || x == 0)                                                   \
      return x;                                                                \
    if (e == 0) {                                                              \
      x *= (type)(1ull << (digits + 1));                                       \
      *power = exponent##suffix(x) - bias - digits;                            \
    }                                                                          \
    return withExponent##suffix(x, bias - 1);                                  \
  }                                                                            \
  int ilogb##suffix(type x) {                                                  \
    int e = exponent##suffix(x);                                               \
    if (x == 0)                                                                \
      return -__INT_MAX__ - 1;                                                 \
    if (e == most)                                                             \
      return x != x ? -__INT_MAX__ - 1 : __INT_MAX__;                          \
    if (e == 0)                                                                \
      return exponent##suffix(x * (type)(1ull << (digits + 1))) - bias -       \
             digits - 1;                                                       \
    return e - bias;                                                           \
  }                                                                            \
  type nextafter##suffix(type x, type y) {                                     \
    if (x != x || y != y)                                                      \
      return x + y;                                                            \
    if (x == y)                                                                \
      return y;                                                                \
    if (x == 0)                                                                \
      return __builtin_copysign##suffix(number##suffix(1), y);                 \
    return number##suffix((x < y) == (x > 0) ? bits##suffix(x) + 1             \
                                             : bits##suffix(x) - 1);           \
  }

PARTS(float, f, 23, 127, 0xff)
PARTS(double, , 52, 1023, 0x7ff)

#define EXPONENT(type, suffix)                                                 \
  type logb##suffix(type x) {                                                  \
    if (x == 0)                                                                \
      return -__builtin_huge_val##suffix();                                    \
    if (x != x)                                                                \
      return x;                                                                \
    return __builtin_isinf(x) ? __builtin_huge_val##suffix()                   \
                              : (type)ilogb##suffix(x);                        \
  }                                                                            \
  type scalbln##suffix(type x, long n) {                                       \
    return scalbn##suffix(x, n > 10000    ? 10000                              \
                             : n < -10000 ? -10000                             \
                                          : (int)n);                           \
  }
EXPONENT(double, )
EXPONENT(float, f)

/* Of arguments that are constants the verifier answers what no library's result
   is below or above (Passes/FloatBounds.h). Of others that is a NaN. */
double sooth_nondet_libc_float_bound(int function, double x, double y,
                                     int digits, _Bool isUpper);
enum { OfSin, OfCos, OfTan, OfAtan, OfTanh, OfExp, OfExp2, OfLog, OfLog2,
       OfLog10, OfPow };
#define BOUND(function, suffix, z, x, y)                                       \
  {                                                                            \
    double least = sooth_nondet_libc_float_bound(                              \
        function, x, y, sizeof z == sizeof(float) ? 24 : 53, 0);               \
    double most = sooth_nondet_libc_float_bound(                               \
        function, x, y, sizeof z == sizeof(float) ? 24 : 53, 1);               \
    if (least == least)                                                        \
      z = __builtin_fmin##suffix(__builtin_fmax##suffix(z, least), most);      \
  }

/* Those whose results differ. A NaN yields a NaN. */
#define DIFFERS(type, f, of, suffix, special, possible)                        \
  ANY(type, any_##f##suffix, "result of '" #f #suffix "'")                     \
  type f##suffix(type x) {                                                     \
    if (x != x)                                                                \
      return x;                                                                \
    special type y = any_##f##suffix();                                        \
    possible BOUND(of, suffix, y, x, 0) return y;                              \
  }
#define AT(where, result)                                                      \
  if (where)                                                                   \
    return result;
/* No NaN either. */
#define LIMIT(y, suffix, least, most)                                          \
  y = __builtin_fmin##suffix(__builtin_fmax##suffix(y, least), most);
#define INFINITE(suffix) __builtin_huge_val##suffix()
#define INVALID(suffix) __builtin_nan##suffix("")

#define TRANSCENDENTAL(type, suffix)                                           \
  DIFFERS(type, sin, OfSin, suffix,                                                   \
          AT(x == 0, x) AT(__builtin_isinf(x), INVALID(suffix)),               \
          LIMIT(y, suffix, -1, 1))                                             \
  DIFFERS(type, cos, OfCos, suffix,                                                   \
          AT(x == 0, 1) AT(__builtin_isinf(x), INVALID(suffix)),               \
          LIMIT(y, suffix, -1, 1))                                             \
  DIFFERS(type, tan, OfTan, suffix,                                                   \
          AT(x == 0, x) AT(__builtin_isinf(x), INVALID(suffix)),               \
          LIMIT(y, suffix, -INFINITE(suffix), INFINITE(suffix)))               \
  DIFFERS(type, atan, OfAtan, suffix, AT(x == 0, x), LIMIT(y, suffix, -2, 2))          \
  DIFFERS(type, tanh, OfTanh, suffix, AT(x == 0, x), LIMIT(y, suffix, -1, 1))          \
  DIFFERS(type, exp, OfExp, suffix,                                                   \
          AT(x == 0, 1) AT(__builtin_isinf(x), x > 0 ? x : 0),                 \
          LIMIT(y, suffix, 0, INFINITE(suffix)))                               \
  DIFFERS(type, exp2, OfExp2, suffix,                                                  \
          AT(x == 0, 1) AT(__builtin_isinf(x), x > 0 ? x : 0),                 \
          LIMIT(y, suffix, 0, INFINITE(suffix)))                               \
  DIFFERS(type, log, OfLog, suffix,                                                   \
          AT(x == 1, 0) AT(x == 0, -INFINITE(suffix))                          \
              AT(x < 0, INVALID(suffix)) AT(__builtin_isinf(x), x),            \
          LIMIT(y, suffix, -INFINITE(suffix), INFINITE(suffix)))               \
  DIFFERS(type, log2, OfLog2, suffix,                                                  \
          AT(x == 1, 0) AT(x == 0, -INFINITE(suffix))                          \
              AT(x < 0, INVALID(suffix)) AT(__builtin_isinf(x), x),            \
          LIMIT(y, suffix, -INFINITE(suffix), INFINITE(suffix)))               \
  DIFFERS(type, log10, OfLog10, suffix,                                                 \
          AT(x == 1, 0) AT(x == 0, -INFINITE(suffix))                          \
              AT(x < 0, INVALID(suffix)) AT(__builtin_isinf(x), x),            \
          LIMIT(y, suffix, -INFINITE(suffix), INFINITE(suffix)))               \
  ANY(type, any_pow##suffix, "result of 'pow" #suffix "'")                     \
  type pow##suffix(type x, type y) {                                           \
    if (y == 0 || x == 1)                                                      \
      return 1;                                                                \
    if (y == 1)                                                                \
      return x;                                                                \
    type z = any_pow##suffix();                                                \
    BOUND(OfPow, suffix, z, x, y)                                              \
    return z;                                                                  \
  }                                                                            \
  ANY(type, any_hypot##suffix, "result of 'hypot" #suffix "'")                 \
  type hypot##suffix(type x, type y) {                                         \
    if (__builtin_isinf(x) || __builtin_isinf(y))                              \
      return INFINITE(suffix);                                                 \
    if (__builtin_isunordered(x, y))                                           \
      return x + y;                                                            \
    if (x == 0 || y == 0)                                                      \
      return __builtin_fabs##suffix(x == 0 ? y : x);                           \
    type z = any_hypot##suffix();                                              \
    LIMIT(z, suffix, 0, INFINITE(suffix))                                      \
    return z;                                                                  \
  }

TRANSCENDENTAL(double, )
TRANSCENDENTAL(float, f)

/* Products as Annex G.5.1 has them, where what compilers compute themselves is
   no number. How complex numbers are divided differs from library to library.
 */
#define COMPLEX(type, suffix, product)                                         \
  static type unit##suffix(type x) {                                           \
    return __builtin_copysign##suffix(__builtin_isinf(x) ? 1 : 0, x);          \
  }                                                                            \
  static type zero##suffix(type x) {                                           \
    return x != x ? __builtin_copysign##suffix(0, x) : x;                      \
  }                                                                            \
  type _Complex product(type a, type b, type c, type d) {                      \
    type ac = a * c, bd = b * d, ad = a * d, bc = b * c;                       \
    type x = ac - bd, y = ad + bc;                                             \
    if (x == x || y == y)                                                      \
      return __builtin_complex(x, y);                                          \
    _Bool isInfinite = 0;                                                      \
    if (__builtin_isinf(a) || __builtin_isinf(b)) {                            \
      a = unit##suffix(a), b = unit##suffix(b);                                \
      c = zero##suffix(c), d = zero##suffix(d);                                \
      isInfinite = 1;                                                          \
    }                                                                          \
    if (__builtin_isinf(c) || __builtin_isinf(d)) {                            \
      c = unit##suffix(c), d = unit##suffix(d);                                \
      a = zero##suffix(a), b = zero##suffix(b);                                \
      isInfinite = 1;                                                          \
    }                                                                          \
    if (!isInfinite && (__builtin_isinf(ac) || __builtin_isinf(bd) ||          \
                        __builtin_isinf(ad) || __builtin_isinf(bc))) {         \
      a = zero##suffix(a), b = zero##suffix(b);                                \
      c = zero##suffix(c), d = zero##suffix(d);                                \
      isInfinite = 1;                                                          \
    }                                                                          \
    if (isInfinite) {                                                          \
      x = INFINITE(suffix) * (a * c - b * d);                                  \
      y = INFINITE(suffix) * (a * d + b * c);                                  \
    }                                                                          \
    return __builtin_complex(x, y);                                            \
  }                                                                            \
  type creal##suffix(type _Complex z) { return __real__ z; }                   \
  type cimag##suffix(type _Complex z) { return __imag__ z; }                   \
  type _Complex conj##suffix(type _Complex z) {                                \
    return __builtin_complex(__real__ z, -__imag__ z);                         \
  }

COMPLEX(double, , __muldc3)
COMPLEX(long double, l, __mulxc3)
