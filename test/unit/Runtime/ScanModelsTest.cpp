//===- ScanModelsTest.cpp - What models and sscanf read -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gtest/gtest.h"

#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

extern "C" {
struct scan {
  const char *Start, *At;
  int Assigned, Converted, State, Assigns;
};
void sooth_libc_sscan_begin(scan *, const char *);
int sooth_libc_sscan_result(scan *);
void sooth_libc_sscan_space(scan *);
void sooth_libc_sscan_literal(scan *, char);
void sooth_libc_sscan_char(scan *, signed char *, int, int, bool);
void sooth_libc_sscan_short(scan *, short *, int, int, bool);
void sooth_libc_sscan_int(scan *, int *, int, int, bool);
void sooth_libc_sscan_long_long(scan *, long long *, int, int, bool);
void sooth_libc_sscan_count_int(scan *, int *);
void sooth_libc_sscan_double(scan *, double *);
void sooth_libc_sscan_string(scan *, char *, int);
void sooth_libc_sscan_characters(scan *, char *, int);
void sooth_libc_sscan_set(scan *, char *, int, const char *, int, bool);
}

namespace {
/// All strings of at most \p Length characters of \p Alphabet.
std::vector<std::string> texts(const std::string &Alphabet, size_t Length) {
  std::vector<std::string> All{""};
  for (size_t First = 0; Length > 0; --Length) {
    size_t Last = All.size();
    for (; First < Last; ++First)
      for (char C : Alphabet)
        All.push_back(All[First] + C);
  }
  return All;
}

/// "0x" is a prefix of a number, of which the models do not know what it is.
bool isKnown(const std::string &Text) {
  size_t At = Text.find("0x");
  return At == std::string::npos ||
         (At + 2 < Text.size() && isxdigit(Text[At + 2]));
}

struct Integer {
  const char *Format;
  int Base;
  bool IsSigned;
  int Width;
};

template <class T, class ModelT>
void compareIntegers(const std::vector<Integer> &Forms, ModelT Model) {
  auto All = texts("0 7x-+a", 5);
  for (const char *More :
       {"2147483648", "-2147483649", "99999999999", "9223372036854775807",
        "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
        "18446744073709551615", "18446744073709551616", "-18446744073709551617",
        "\t\n12 ", "377", "ffffffffffffffff", "0xfffffffff"})
    All.push_back(More);
  for (const Integer &Form : Forms)
    for (const std::string &Text : All) {
      if (!isKnown(Text))
        continue;
      T Real = 99, Ours = 99;
      int RealEnd = -1, End = -1;
      int RealCount = sscanf(Text.c_str(), Form.Format, &Real, &RealEnd);
      scan S;
      sooth_libc_sscan_begin(&S, Text.c_str());
      Model(&S, &Ours, Form.Width, Form.Base, Form.IsSigned);
      sooth_libc_sscan_count_int(&S, &End);
      ASSERT_EQ(RealCount, sooth_libc_sscan_result(&S))
          << '\'' << Text << "' " << Form.Format;
      ASSERT_EQ(Real, Ours) << '\'' << Text << "' " << Form.Format;
      ASSERT_EQ(RealEnd, End) << '\'' << Text << "' " << Form.Format;
    }
}
} // namespace

TEST(ScanModels, Integers) {
  compareIntegers<int>({{"%d%n", 10, true, 0},
                        {"%u%n", 10, false, 0},
                        {"%i%n", 0, true, 0},
                        {"%o%n", 8, false, 0},
                        {"%x%n", 16, false, 0},
                        {"%3d%n", 10, true, 3},
                        {"%1d%n", 10, true, 1}},
                       sooth_libc_sscan_int);
  compareIntegers<long long>({{"%lld%n", 10, true, 0},
                              {"%llu%n", 10, false, 0},
                              {"%lli%n", 0, true, 0},
                              {"%llx%n", 16, false, 0}},
                             sooth_libc_sscan_long_long);
  compareIntegers<short>({{"%hd%n", 10, true, 0}, {"%hu%n", 10, false, 0}},
                         sooth_libc_sscan_short);
  compareIntegers<signed char>({{"%hhd%n", 10, true, 0}},
                               sooth_libc_sscan_char);
}

TEST(ScanModels, Texts) {
  for (const std::string &Text : texts("a b-9", 5)) {
    for (int Width : {0, 1, 3}) {
      std::string W = Width ? std::to_string(Width) : "";
      auto Compare = [&](const std::string &Format, auto Model) {
        char Real[8] = "#######", Ours[8] = "#######";
        int RealEnd = -1, End = -1;
        int Count = sscanf(Text.c_str(), Format.c_str(), Real, &RealEnd);
        scan S;
        sooth_libc_sscan_begin(&S, Text.c_str());
        Model(&S, Ours);
        sooth_libc_sscan_count_int(&S, &End);
        ASSERT_EQ(Count, sooth_libc_sscan_result(&S)) << Text << Format;
        ASSERT_EQ(0, memcmp(Real, Ours, 8)) << Text << Format;
        ASSERT_EQ(RealEnd, End) << Text << Format;
      };
      Compare("%" + W + "s%n", [&](scan *S, char *To) {
        sooth_libc_sscan_string(S, To, Width);
      });
      Compare("%" + W + "[a-b]%n", [&](scan *S, char *To) {
        sooth_libc_sscan_set(S, To, Width, "a-b", 3, true);
      });
      Compare("%" + W + "[^ 9-]%n", [&](scan *S, char *To) {
        sooth_libc_sscan_set(S, To, Width, " 9-", 3, false);
      });
      if (Text.size() >= 3 || Text.empty())
        Compare("%" + W + "c%n", [&](scan *S, char *To) {
          sooth_libc_sscan_characters(S, To, Width);
        });
      Compare("a %s%n", [&](scan *S, char *To) {
        sooth_libc_sscan_literal(S, 'a');
        sooth_libc_sscan_space(S);
        sooth_libc_sscan_string(S, To, 0);
      });
    }
  }
}

TEST(ScanModels, Reals) {
  for (const std::string &Text : texts("5.-+ ", 5)) {
    double Real = 99, Ours = 99;
    int RealEnd = -1, End = -1;
    int Count = sscanf(Text.c_str(), "%lf%n", &Real, &RealEnd);
    scan S;
    sooth_libc_sscan_begin(&S, Text.c_str());
    sooth_libc_sscan_double(&S, &Ours);
    sooth_libc_sscan_count_int(&S, &End);
    ASSERT_EQ(Count, sooth_libc_sscan_result(&S)) << '\'' << Text << '\'';
    ASSERT_EQ(Real, Ours) << '\'' << Text << '\'';
    ASSERT_EQ(RealEnd, End) << '\'' << Text << '\'';
  }
}
