//===- MathModelsTest.cpp - The models of math.h against the library ------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gtest/gtest.h"

#include <cmath>
#include <cstring>
#include <random>

extern "C" {
double model_fmod(double, double);
float model_fmodf(float, float);
long double model_fmodl(long double, long double);
double model_remainder(double, double);
float model_remainderf(float, float);
double model_logb(double);
float model_logbf(float);
_Complex double model___muldc3(double, double, double, double);
_Complex double __muldc3(double, double, double, double);
double model_fdim(double, double);
float model_fdimf(float, float);
double model_modf(double, double *);
float model_modff(float, float *);
double model_scalbn(double, int);
float model_scalbnf(float, int);
double model_ldexp(double, int);
double model_frexp(double, int *);
float model_frexpf(float, int *);
int model_ilogb(double);
int model_ilogbf(float);
double model_nextafter(double, double);
float model_nextafterf(float, float);
int model___isinf(double);
int model___fpclassify(double);
int model___fpclassifyf(float);
}

extern "C" {
#define OPEN(TYPE, NAME, WHAT)                                                 \
  TYPE NAME() __asm__("sooth.any.of.library." WHAT);                           \
  TYPE NAME() { return 1; }
OPEN(bool, any_sign, "sign of a remainder that is zero")
OPEN(int, any_power, "power of two of a number that is not finite")
OPEN(double, any_sin, "result of 'sin'")
OPEN(float, any_sinf, "result of 'sinf'")
OPEN(double, any_cos, "result of 'cos'")
OPEN(float, any_cosf, "result of 'cosf'")
OPEN(double, any_tan, "result of 'tan'")
OPEN(float, any_tanf, "result of 'tanf'")
OPEN(double, any_atan, "result of 'atan'")
OPEN(float, any_atanf, "result of 'atanf'")
OPEN(double, any_tanh, "result of 'tanh'")
OPEN(float, any_tanhf, "result of 'tanhf'")
OPEN(double, any_exp, "result of 'exp'")
OPEN(float, any_expf, "result of 'expf'")
OPEN(double, any_exp2, "result of 'exp2'")
OPEN(float, any_exp2f, "result of 'exp2f'")
OPEN(double, any_log, "result of 'log'")
OPEN(float, any_logf, "result of 'logf'")
OPEN(double, any_log2, "result of 'log2'")
OPEN(float, any_log2f, "result of 'log2f'")
OPEN(double, any_log10, "result of 'log10'")
OPEN(float, any_log10f, "result of 'log10f'")
OPEN(double, any_pow, "result of 'pow'")
OPEN(float, any_powf, "result of 'powf'")
OPEN(double, any_hypot, "result of 'hypot'")
OPEN(float, any_hypotf, "result of 'hypotf'")
#undef OPEN
}

namespace {
std::mt19937_64 Rng(1);

template <class T, class Word> T anyNumber(unsigned Digits) {
  Word Bits = Rng();
  const Word Exponents = ~Word(0) << Digits;
  switch (Rng() % 8) {
  case 0:
    Bits &= Exponents;
    break;
  case 1: // subnormal or zero
    Bits &= ~(Exponents & ~(Word(1) << (8 * sizeof(Word) - 1)));
    break;
  case 2: // special
    Bits = (Bits & ~Exponents) | (Exponents & (Rng() % 2 ? Exponents : 0));
    Bits &= Rng() % 2 ? Exponents : ~Word(0);
    break;
  case 3:
    return T(int64_t(Rng() % 4001) - 2000) / T(1 + Rng() % 16);
  default:
    break;
  }
  T X;
  std::memcpy(&X, &Bits, sizeof X);
  return X;
}
double anyDouble() { return anyNumber<double, uint64_t>(52); }
float anyFloat() { return anyNumber<float, uint32_t>(23); }

template <class T> testing::AssertionResult same(T A, T B) {
  bool Same = A != A ? B != B : A == B && std::signbit(A) == std::signbit(B);
  return (Same ? testing::AssertionSuccess() : testing::AssertionFailure())
         << std::hexfloat << A << " and " << B;
}
} // namespace

/// The sign of a remainder that is zero is left open: libraries differ.
template <class T> static bool sameButForZero(T A, T B) {
  return (A == 0 && B == 0) || same(A, B);
}

TEST(MathModels, Remainder) {
  for (int I = 0; I < 20000; ++I) {
    double X = anyDouble(), Y = anyDouble();
    // Others take long, as they do in the verifier.
    if (std::fabs(X) / 1e6 < std::fabs(Y) || std::isnan(X) || Y == 0) {
      EXPECT_TRUE(same(model_fmod(X, Y), std::fmod(X, Y))) << X << ' ' << Y;
      EXPECT_TRUE(sameButForZero(model_remainder(X, Y), std::remainder(X, Y)))
          << X << ' ' << Y;
    }
    float F = anyFloat(), G = anyFloat();
    if (std::fabs(F) / 1e6f < std::fabs(G)) {
      EXPECT_TRUE(same(model_fmodf(F, G), std::fmod(F, G))) << F << ' ' << G;
      EXPECT_TRUE(sameButForZero(model_remainderf(F, G), std::remainder(F, G)))
          << F << ' ' << G;
    }
    for (float H : {1.5f * G, 0.5f * G, 2.5f * G, 3.5f * G, 2 * G, -1.5f * G})
      EXPECT_TRUE(sameButForZero(model_remainderf(H, G), std::remainder(H, G)))
          << H << ' ' << G;
    long double L = X * 3.0L;
    if (std::fabs(L) / 1e6L < std::fabs((long double)Y))
      EXPECT_TRUE(same(model_fmodl(L, Y), std::fmod(L, (long double)Y)));
  }
}

TEST(MathModels, Parts) {
  for (int I = 0; I < 20000; ++I) {
    double X = anyDouble(), Y = anyDouble(), Whole, Expected;
    float F = anyFloat(), G = anyFloat();
    EXPECT_TRUE(same(model_modf(X, &Whole), std::modf(X, &Expected)));
    EXPECT_TRUE(same(Whole, Expected));
    EXPECT_TRUE(same(model_fdim(X, Y), std::fdim(X, Y)));
    EXPECT_TRUE(same(model_fdimf(F, G), std::fdim(F, G)));
    EXPECT_TRUE(same(model_nextafter(X, Y), std::nextafter(X, Y)));
    EXPECT_TRUE(same(model_nextafterf(F, G), std::nextafter(F, G)));
    EXPECT_TRUE(same(model_logb(X), std::logb(X)));
    EXPECT_TRUE(same(model_logbf(F), std::logb(F)));
    EXPECT_EQ(model_ilogb(X), std::ilogb(X)) << X;
    EXPECT_EQ(model_ilogbf(F), std::ilogb(F)) << F;
    EXPECT_EQ(model___fpclassify(X), std::fpclassify(X));
    EXPECT_EQ(model___fpclassifyf(F), std::fpclassify(F));
    EXPECT_EQ(model___isinf(X), !std::isinf(X) ? 0 : X > 0 ? 1 : -1);
    if (!std::isfinite(X) || !std::isfinite(F))
      continue;
    int N, M;
    EXPECT_TRUE(same(model_frexp(X, &N), std::frexp(X, &M)));
    EXPECT_EQ(N, M);
    EXPECT_TRUE(same(model_frexpf(F, &N), std::frexp(F, &M)));
    EXPECT_EQ(N, M);
  }
}

TEST(MathModels, Scaling) {
  for (int I = 0; I < 20000; ++I) {
    double X = anyDouble();
    float F = anyFloat();
    int N = int(Rng() % 4400) - 2200, M = int(Rng() % 600) - 300;
    EXPECT_TRUE(same(model_scalbn(X, N), std::scalbn(X, N))) << X << ' ' << N;
    EXPECT_TRUE(same(model_ldexp(X, M), std::ldexp(X, M))) << X << ' ' << M;
    EXPECT_TRUE(same(model_scalbnf(F, M), std::scalbn(F, M))) << F << ' ' << M;
  }
  EXPECT_EQ(model_scalbn(0x1p-1074, 2147483647), HUGE_VAL);
  EXPECT_EQ(model_scalbn(0x1p1023, -2147483647 - 1), 0);
}

// The order of infinities, numbers and NaNs, and some that get too large.
TEST(MathModels, ComplexProducts) {
  const double All[] = {0.0,    -0.0,     1,         -2, 1e300,
                        -1e300, INFINITY, -INFINITY, NAN};
  for (double A : All)
    for (double B : All)
      for (double C : All)
        for (double D : All) {
          _Complex double Model = model___muldc3(A, B, C, D),
                          Real = __muldc3(A, B, C, D);
          auto IsSame = [](double X, double Y) {
            return X != X ? Y != Y : X == Y;
          };
          EXPECT_TRUE(IsSame(__real__ Model, __real__ Real) &&
                      IsSame(__imag__ Model, __imag__ Real))
              << A << ' ' << B << ' ' << C << ' ' << D;
        }
}
