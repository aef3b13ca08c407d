//===- PrintModelsTest.cpp - What models print, and what printf prints ----===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gtest/gtest.h"

#include <climits>
#include <cstdio>
#include <cstring>
#include <string>

extern "C" {
#define NUMBERS(NAME, TYPE)                                                    \
  size_t sooth_libc_print_##NAME(char *, size_t, size_t, TYPE, int, int, int);
NUMBERS(signed_int, unsigned)
NUMBERS(unsigned_int, unsigned)
NUMBERS(hex_int, unsigned)
NUMBERS(octal_int, unsigned)
NUMBERS(signed_long_long, unsigned long long)
NUMBERS(unsigned_long_long, unsigned long long)
NUMBERS(hex_long_long, unsigned long long)
NUMBERS(octal_long_long, unsigned long long)
NUMBERS(char, int)
NUMBERS(string, const char *)
#undef NUMBERS
size_t sooth_libc_print_literal(char *, size_t, size_t, const char *, size_t);
size_t sooth_libc_print_room(size_t);
int sooth_libc_print_end(char *, size_t, size_t, size_t);
}

namespace {
/// As PrintFormat.cpp numbers them.
const std::string Flags = "-+ #0";
constexpr int UpperCase = 32;

/// "%", those of the flags whose bits are set, width and precision.
std::string head(unsigned Set, int Width, int Precision) {
  std::string Format = "%";
  for (unsigned I = 0; I < Flags.size(); ++I)
    if (Set >> I & 1)
      Format += Flags[I];
  if (Width)
    Format += std::to_string(Width);
  if (Precision >= 0)
    Format += '.' + std::to_string(Precision);
  return Format;
}

template <class F> void forAllForms(F Check) {
  for (unsigned Set = 0; Set < 1u << Flags.size(); ++Set)
    for (int Width : {0, 1, 4, 13})
      for (int Precision : {-1, 0, 1, 3, 12})
        Check(Set, Width, Precision);
}

/// Demands that printf prints \p X by \p Format, and returns how long it is,
/// as \p Model does with buffers of several sizes and with none.
template <class T, class F>
void compare(const std::string &Format, T X, F Model) {
  char Real[100];
  int Length = snprintf(Real, sizeof Real, Format.c_str(), X);
  EXPECT_EQ(size_t(Length), Model(nullptr, size_t(0))) << Format << ' ' << X;
  for (size_t Size : {0, 1, 3, 80}) {
    char Ours[100];
    memset(Real, '#', sizeof Real);
    memset(Ours, '#', sizeof Ours);
    size_t Limit = sooth_libc_print_room(Size);
    snprintf(Real, Size, Format.c_str(), X);
    EXPECT_EQ(Length,
              sooth_libc_print_end(Ours, Limit, Size, Model(Ours, Limit)));
    ASSERT_EQ(0, memcmp(Real, Ours, sizeof Real))
        << Format << ' ' << X << ": '" << Real << "', not '" << Ours << "'";
  }
}
} // namespace

#define COMPARE(NAME, LETTERS, UPPER)                                          \
  compare(Head + LETTERS, X, [&](char *To, size_t Limit) {                     \
    return sooth_libc_print_##NAME(To, Limit, 0, X, Set | UPPER, Width,        \
                                   Precision);                                 \
  })

TEST(PrintModels, Integers) {
  forAllForms([](unsigned Set, int Width, int Precision) {
    const std::string Head = head(Set, Width, Precision);
    for (int X : {0, 1, 7, 8, 9, 10, -1, -10, 255, 4095, 65536, 100000,
                  999999999, 1000000000, INT_MAX, INT_MIN, -123456789}) {
      COMPARE(signed_int, "d", 0);
      COMPARE(unsigned_int, "u", 0);
      COMPARE(hex_int, "x", 0);
      COMPARE(hex_int, "X", UpperCase);
      COMPARE(octal_int, "o", 0);
    }
  });
}

TEST(PrintModels, LongIntegers) {
  forAllForms([](unsigned Set, int Width, int Precision) {
    const std::string Head = head(Set, Width, Precision);
    for (long long X :
         {0LL, 1LL, -1LL, 10LL, 4294967296LL, 9999999999LL, 10000000000LL,
          1000000000000000000LL, LLONG_MAX, LLONG_MIN}) {
      COMPARE(signed_long_long, "lld", 0);
      COMPARE(unsigned_long_long, "llu", 0);
      COMPARE(hex_long_long, "llx", 0);
      COMPARE(octal_long_long, "llo", 0);
    }
  });
}

TEST(PrintModels, Characters) {
  for (unsigned Set : {0, 1})
    for (int Width : {0, 1, 4, 13})
      for (int Precision : {-1, 0, 1, 3, 12}) {
        const std::string Head = head(Set, Width, Precision);
        for (const char *X : {"", "a", "ab", "abcd", "a long text\xff"})
          COMPARE(string, "s", 0);
        for (int X : {int('a'), 255, 0x141, 10})
          COMPARE(char, "c", 0);
      }
}

TEST(PrintModels, Literals) {
  const std::string Text = "some text";
  compare(Text, 0, [&](char *To, size_t Limit) {
    return sooth_libc_print_literal(To, Limit, 0, Text.data(), Text.size());
  });
}
