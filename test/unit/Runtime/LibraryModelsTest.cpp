//===- LibraryModelsTest.cpp - The models against the C library -----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The models run natively on all short strings over a small alphabet, and do
// what the real functions do, or something that those may do.
//
//===----------------------------------------------------------------------===//

#include "gtest/gtest.h"

#include <cctype>
#include <climits>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <strings.h>

#include <algorithm>
#include <array>
#include <csetjmp>
#include <string>
#include <vector>

extern "C" {
using Compare = int (*)(const void *, const void *);

void *model_memcpy(void *, const void *, size_t);
void *model_mempcpy(void *, const void *, size_t);
void *model_memmove(void *, const void *, size_t);
void *model_memset(void *, int, size_t);
int model_memcmp(const void *, const void *, size_t);
void *model_memchr(const void *, int, size_t);
void *model_memrchr(const void *, int, size_t);
size_t model_strlen(const char *);
size_t model_strnlen(const char *, size_t);
char *model_stpcpy(char *, const char *);
char *model_strcpy(char *, const char *);
char *model_strncpy(char *, const char *, size_t);
char *model_strcat(char *, const char *);
char *model_strncat(char *, const char *, size_t);
int model_strcmp(const char *, const char *);
int model_strncmp(const char *, const char *, size_t);
int model_strcasecmp(const char *, const char *);
int model_strncasecmp(const char *, const char *, size_t);
char *model_strchr(const char *, int);
char *model_strrchr(const char *, int);
size_t model_strspn(const char *, const char *);
size_t model_strcspn(const char *, const char *);
char *model_strpbrk(const char *, const char *);
char *model_strstr(const char *, const char *);
char *model_strtok_r(char *, const char *, char **);
char *model_strtok(char *, const char *);
char *model_strdup(const char *);
char *model_strndup(const char *, size_t);

int model_abs(int);
long model_labs(long);
long long model_llabs(long long);
div_t model_div(int, int);
ldiv_t model_ldiv(long, long);
lldiv_t model_lldiv(long long, long long);
int model_ffs(int);
int model_ffsl(long);
int model_ffsll(long long);
char *model_strsep(char **, const char *);
char *model_strchrnul(const char *, int);
void *model_memccpy(void *, const void *, int, size_t);
void *model_memmem(const void *, size_t, const void *, size_t);
char *model_strcasestr(const char *, const char *);
double model_strtod(const char *, char **);
float model_strtof(const char *, char **);
double model_atof(const char *);
double model_difftime(time_t, time_t);
int model_atoi(const char *);
long model_atol(const char *);
long long model_atoll(const char *);
long model_strtol(const char *, char **, int);
long long model_strtoll(const char *, char **, int);
unsigned long model_strtoul(const char *, char **, int);
unsigned long long model_strtoull(const char *, char **, int);
void *model_bsearch(const void *, const void *, size_t, size_t, Compare);
void model_qsort(void *, size_t, size_t, Compare);
int model_rand(void);
long model_random(void);

const unsigned short **model___ctype_b_loc(void);
int model_getchar(void);
char *model_fgets(char *, int, FILE *);
size_t model_fread(void *, size_t, size_t, FILE *);

static jmp_buf AssumptionFails;
static uint64_t Seed = 1;
static uint64_t drawn() {
  Seed = Seed * 6364136223846793005u + 1442695040888963407u;
  return Seed >> 24;
}

void sooth_assume(bool Condition) {
  if (!Condition)
    longjmp(AssumptionFails, 1);
}
bool sooth_nondet_libc_bool() { return drawn() % 4 != 0; }
char sooth_nondet_libc_char() { return "ab\n\xff"[drawn() % 4]; }
int sooth_nondet_libc_int() { return int(drawn() % 41) - 20; }
int sooth_nondet_libc_int_like(int order) {
  return drawn() % 2 ? order : sooth_nondet_libc_int();
}
// No number is a constant of the program here.
double sooth_nondet_libc_float_bound(int, double, double, int, bool) {
  return __builtin_nan("");
}
int sooth_nondet_libc_float_length(double, int, int, int, int) { return -1; }
unsigned long long sooth_nondet_libc_float_word(double, int, int, int, int,
                                                int) {
  return 0;
}
[[noreturn]] void noRoom() __asm__("sooth.undefined");
void noRoom() { abort(); }
size_t sooth_nondet_libc_size() { return drawn() % 10; }
short sooth_nondet_libc_short() { return short(drawn()); }
long long sooth_nondet_libc_long_long() { return (long long)(drawn()); }
float sooth_nondet_libc_float() { return float(drawn() % 41); }
double sooth_nondet_libc_double() { return double(drawn() % 41); }
// What scanf reads of a file that was written before.
#define KNOWN_NUMBER(TYPE, NAME)                                               \
  TYPE anyKnown_##NAME() __asm__(                                              \
      "sooth.any.of.library.number that was written before, as " #NAME);       \
  TYPE anyKnown_##NAME() { return sooth_nondet_libc_##NAME(); }
KNOWN_NUMBER(char, char)
KNOWN_NUMBER(short, short)
KNOWN_NUMBER(int, int)
KNOWN_NUMBER(long long, long_long)
KNOWN_NUMBER(float, float)
KNOWN_NUMBER(double, double)
#undef KNOWN_NUMBER
char anyPrinted() __asm__("sooth.any.of.library.text that printf and its kin "
                          "write");
char anyPrinted() { return 'p'; }
size_t anyLength() __asm__("sooth.any.of.library.length of what printf and its "
                           "kin print");
size_t anyLength() { return drawn() % 10; }
bool anyIndicator() __asm__("sooth.any.of.library.indicator of a file");
bool anyIndicator() { return drawn() % 2; }
int anyAgain() __asm__("sooth.any.of.library.character that was read before");
int anyAgain() { return 'x'; }
long anyPosition() __asm__("sooth.any.of.library.position in a file");
long anyPosition() { return 7; }
unsigned char
anyFile() __asm__("sooth.any.of.library.which of several files this is");
unsigned char anyFile() { return 0; }
double anyReal() __asm__("sooth.any.of.library.number that a text is");
double anyReal() { return -77; }
float anySingle() __asm__(
    "sooth.any.of.library.number that a text is, as float");
float anySingle() { return -77; }
size_t
anyRealLength() __asm__("sooth.any.of.library.length of a number in a text");
size_t anyRealLength() { return size_t(drawn() % 9); }
float anyNarrowSingle() __asm__(
    "sooth.any.of.library.number that scanf reads with a width, as float");
float anyNarrowSingle() { return -77; }
double anyNarrow() __asm__(
    "sooth.any.of.library.number that scanf reads with a width, as double");
double anyNarrow() { return -77; }
char anyPart() __asm__("sooth.any.of.library.element that is read in part");
char anyPart() { return 'x'; }
void checkRead(const void *, unsigned long long) __asm__("sooth.check.read");
void checkRead(const void *, unsigned long long) {}
using Bytes = unsigned long long;
void checkOverlap(const void *, Bytes, const void *, Bytes,
                  bool) __asm__("sooth.check.overlap");
void checkOverlap(const void *, Bytes, const void *, Bytes, bool) {}
void expectApart(const void *, Bytes, const void *, Bytes,
                 bool) __asm__("sooth.check.apart");
void expectApart(const void *, Bytes, const void *, Bytes, bool) {}
bool sooth_libc_compares_moved() { return false; }
bool isSameObject(const void *P, const void *Q) __asm__("sooth.same.object");
bool isSameObject(const void *P, const void *Q) { return P == Q; }
bool sooth_libc_io_may_fail() { return true; }
bool sooth_libc_keeps_files() { return false; }
bool sooth_libc_keeps_settings() { return true; }
bool sooth_libc_sets_streams() { return false; }
char anyNameCharacter() __asm__(
    "sooth.any.of.library.name of a temporary file");
char anyNameCharacter() { return char('a' + drawn() % 3); }
int sooth_libc_effect_of_comparisons() { return 0; }
size_t anyElement() __asm__(
    "sooth.any.of.library.elements that qsort or bsearch compares");
size_t anyElement() { return size_t(drawn()); }
bool anyOfEqual() __asm__(
    "sooth.any.of.library.order of elements that compare equal");
bool anyOfEqual() { return drawn() % 2; }
bool anyOrderOfWrites() __asm__(
    "sooth.any.of.library.order of comparisons that write");
bool anyOrderOfWrites() { return drawn() % 2; }
int anyPutResult() __asm__("sooth.any.of.library.result of puts or fputs");
int anyPutResult() { return int(drawn()); }
bool anyPlaceOfMoved() __asm__(
    "sooth.any.of.library.whether realloc leaves memory in its place");
bool anyPlaceOfMoved() { return drawn() % 2; }
int anyRandom() __asm__(
    "sooth.any.of.library.random number from the same seed");
int anyRandom() { return int(drawn() % 9); }
bool anySetting() __asm__("sooth.any.of.library.variable of the environment, "
                          "asked for or set before");
bool anySetting() { return bool(drawn() % 9); }
size_t anyPlace() __asm__(
    "sooth.any.of.library.place of a variable of the environment");
size_t anyPlace() { return size_t(drawn() % 9); }
char anyCharacter() __asm__(
    "sooth.any.of.library.variable of the environment, written over");
char anyCharacter() { return char(drawn() % 9); }
bool anyTerminal() __asm__(
    "sooth.any.of.library.whether a file is a terminal, asked again");
bool anyTerminal() { return bool(drawn() % 9); }
char anyText() __asm__("sooth.any.of.library.text of the C library");
char anyText() { return char(drawn() % 9); }
size_t anyTextLength() __asm__(
    "sooth.any.of.library.length of a text of the C library");
size_t anyTextLength() { return size_t(drawn() % 9); }
bool anyLocale() __asm__("sooth.any.of.library.whether a locale exists");
bool anyLocale() { return bool(drawn() % 9); }
int anyOrder() __asm__("sooth.any.of.library.order of texts in another locale");
int anyOrder() { return int(drawn() % 9); }
int anyDate() __asm__("sooth.any.of.library.date of a time");
int anyDate() { return int(drawn() % 9); }
bool anyFailure() __asm__("sooth.any.of.library.whether a time has a date");
bool anyFailure() { return bool(drawn() % 9); }
long anyTime() __asm__("sooth.any.of.library.time of a date or a clock");
long anyTime() { return long(drawn() % 9); }
char anyDateText() __asm__("sooth.any.of.library.text of a date");
char anyDateText() { return char(drawn() % 9); }
size_t
anyDateLength() __asm__("sooth.any.of.library.length of the text of a date");
size_t anyDateLength() { return size_t(drawn() % 9); }
size_t anyRoom() __asm__("sooth.any.of.library.room that getline asks for");
size_t anyRoom() { return size_t(drawn() % 9); }
int anyErrno() __asm__("sooth.any.of.library.errno after a call");
int anyErrno() { return int(drawn() % 9); }
long anyClock() __asm__("sooth.any.of.library.time of the processor");
long anyClock() { return long(drawn() % 9); }
long sooth_nondet_libc_long() { return long(drawn()); }
char sooth_libc_environment[1 << 23];
bool anyEnd() __asm__("sooth.any.of.library.result of sscanf after a "
                      "conversion that assigns nothing");
bool anyEnd() { return false; }
bool sooth_libc_checks_accesses() { return true; }
char __sooth_libc_files[300 * 216];
int sooth_libc_real_rand() { return int(drawn()); }
long sooth_libc_real_random() { return long(drawn() % 4294967296u); }
int sooth_libc_real_getchar() { return int(drawn() % 400) - 100; }
int sooth_libc_real_fgetc(FILE *) { return sooth_libc_real_getchar(); }
int sooth_libc_real_getc(FILE *) { return sooth_libc_real_getchar(); }
}

namespace {
/// Runs \p F until no assumption of it fails.
template <class FunctionT> auto withAssumptions(FunctionT F) {
  setjmp(AssumptionFails);
  return F();
}

/// All strings of at most \p Length characters of \p Alphabet.
std::vector<std::string> stringsOver(const std::string &Alphabet,
                                     size_t Length) {
  std::vector<std::string> Result{""};
  for (size_t First = 0; Length > 0; --Length) {
    size_t Last = Result.size();
    for (; First < Last; ++First)
      for (char C : Alphabet)
        Result.push_back(Result[First] + C);
  }
  return Result;
}

const std::vector<std::string> &strings() {
  static const auto All = stringsOver("aB\xff", 4);
  return All;
}

int sign(int X) { return (X > 0) - (X < 0); }

using Buffer = std::array<char, 12>;
Buffer filled(const std::string &Text) {
  Buffer B;
  B.fill('#');
  std::copy(Text.begin(), Text.end(), B.begin());
  B[Text.size()] = 0;
  return B;
}

int compareBytes(const void *A, const void *B) {
  return *static_cast<const unsigned char *>(A) -
         *static_cast<const unsigned char *>(B);
}
int compareInts(const void *A, const void *B) {
  int X = *static_cast<const int *>(A), Y = *static_cast<const int *>(B);
  return (X > Y) - (X < Y);
}
} // namespace

TEST(LibraryModels, StringsOneByOne) {
  for (const std::string &Text : strings()) {
    const char *S = Text.c_str();
    EXPECT_EQ(strlen(S), model_strlen(S));
    for (size_t N = 0; N < 6; ++N) {
      EXPECT_EQ(strnlen(S, N), model_strnlen(S, N));
      char *Copy = model_strndup(S, N);
      EXPECT_EQ(Text.substr(0, N), Copy);
      free(Copy);
    }
    for (int C : {0, int('a'), int('B'), -1, 255, 'a' + 256, int('x')}) {
      EXPECT_EQ(strchr(S, C), model_strchr(S, C));
      EXPECT_EQ(strrchr(S, C), model_strrchr(S, C));
      for (size_t N = 0; N <= Text.size(); ++N) {
        EXPECT_EQ(memchr(S, C, N), model_memchr(S, C, N));
        EXPECT_EQ(memrchr(S, C, N), model_memrchr(S, C, N));
      }
    }
    char *Copy = model_strdup(S);
    EXPECT_EQ(Text, Copy);
    free(Copy);
  }
}

TEST(LibraryModels, StringsByTwo) {
  for (const std::string &Left : strings())
    for (const std::string &Right : strings()) {
      const char *A = Left.c_str(), *B = Right.c_str();
      auto Sign = [](auto Model) { return sign(withAssumptions(Model)); };
      ASSERT_EQ(sign(strcmp(A, B)), Sign([=] { return model_strcmp(A, B); }));
      ASSERT_EQ(sign(strcasecmp(A, B)),
                Sign([=] { return model_strcasecmp(A, B); }));
      for (size_t N = 0; N < 6; ++N) {
        ASSERT_EQ(sign(strncmp(A, B, N)),
                  Sign([=] { return model_strncmp(A, B, N); }));
        ASSERT_EQ(sign(strncasecmp(A, B, N)),
                  Sign([=] { return model_strncasecmp(A, B, N); }));
        if (N <= Left.size() + 1 && N <= Right.size() + 1)
          ASSERT_EQ(sign(memcmp(A, B, N)),
                    Sign([=] { return model_memcmp(A, B, N); }));
      }
      ASSERT_EQ(strspn(A, B), model_strspn(A, B));
      ASSERT_EQ(strcspn(A, B), model_strcspn(A, B));
      ASSERT_EQ(strpbrk(A, B), model_strpbrk(A, B));
      ASSERT_EQ(strstr(A, B), model_strstr(A, B));
    }
}

TEST(LibraryModels, StringsWritten) {
  for (const std::string &Left : strings())
    for (const std::string &Right : strings()) {
      Buffer X = filled(Left), Y = X;
      const char *From = Right.c_str();
      EXPECT_EQ(X.data(), model_strcat(X.data(), From));
      strcat(Y.data(), From);
      ASSERT_EQ(X, Y);
      X = Y = filled(Left);
      EXPECT_EQ(X.data(), model_strcpy(X.data(), From));
      strcpy(Y.data(), From);
      ASSERT_EQ(X, Y);
      X = filled(Left);
      EXPECT_EQ(X.data() + Right.size(), model_stpcpy(X.data(), From));
      for (size_t N = 0; N < 6; ++N) {
        X = Y = filled(Left);
        model_strncpy(X.data(), From, N);
        strncpy(Y.data(), From, N);
        ASSERT_EQ(X, Y);
        X = Y = filled(Left);
        model_strncat(X.data(), From, N);
        strncat(Y.data(), From, N);
        ASSERT_EQ(X, Y);
      }
    }
}

TEST(LibraryModels, Tokens) {
  for (const std::string &Text : stringsOver("a,;", 5))
    for (const char *Set : {",", ",;", "", "a"}) {
      Buffer X = filled(Text), Y = X;
      char *Rest, *RealRest;
      char *Model = model_strtok_r(X.data(), Set, &Rest);
      char *Real = strtok_r(Y.data(), Set, &RealRest);
      for (int Round = 0; Round < 7; ++Round) {
        ASSERT_EQ(!Real, !Model) << Text << " by " << Set;
        if (Real) {
          ASSERT_EQ(Real - Y.data(), Model - X.data()) << Text << " by " << Set;
          ASSERT_EQ(X, Y) << Text << " by " << Set;
        }
        Model = model_strtok_r(nullptr, Set, &Rest);
        Real = strtok_r(nullptr, Set, &RealRest);
      }
    }
}

TEST(LibraryModels, Memory) {
  for (size_t To = 0; To < 6; ++To)
    for (size_t N = 0; N < 6; ++N) {
      Buffer X = filled("abcdefghij"), Y = X;
      EXPECT_EQ(X.data() + To, model_memset(X.data() + To, 0x141, N));
      memset(Y.data() + To, 0x141, N);
      EXPECT_EQ(X, Y);
      for (size_t From = 0; From < 6; ++From) {
        X = Y = filled("abcdefghij");
        EXPECT_EQ(X.data() + To,
                  model_memmove(X.data() + To, X.data() + From, N));
        memmove(Y.data() + To, Y.data() + From, N);
        EXPECT_EQ(X, Y);
        Buffer Other = filled("0123456789");
        model_memcpy(X.data() + To, Other.data() + From, N);
        memcpy(Y.data() + To, Other.data() + From, N);
        EXPECT_EQ(X, Y);
        EXPECT_EQ(X.data() + To + N,
                  model_mempcpy(X.data() + To, Other.data() + From, N));
      }
    }
}

TEST(LibraryModels, Characters) {
  const unsigned short *Real = *__ctype_b_loc(),
                       *Model = *model___ctype_b_loc();
  for (int C = -128; C < 256; ++C)
    EXPECT_EQ(Real[C], Model[C]) << C;
// What compilers make of isdigit() has nothing of the C library.
#define CHECK_ONE(NAME)                                                        \
  {                                                                            \
    extern int model_##NAME(int) __asm__("model_" #NAME);                      \
    int (*volatile RealFunction)(int) = NAME;                                  \
    for (int C = -1; C < 256; ++C)                                             \
      EXPECT_EQ(RealFunction(C), model_##NAME(C)) << #NAME << ' ' << C;        \
  }
  CHECK_ONE(isalnum)
  CHECK_ONE(isalpha)
  CHECK_ONE(isascii)
  CHECK_ONE(isblank)
  CHECK_ONE(iscntrl)
  CHECK_ONE(isdigit)
  CHECK_ONE(isgraph)
  CHECK_ONE(islower)
  CHECK_ONE(isprint)
  CHECK_ONE(ispunct)
  CHECK_ONE(isspace)
  CHECK_ONE(isupper)
  CHECK_ONE(isxdigit)
  CHECK_ONE(toascii)
  CHECK_ONE(tolower)
  CHECK_ONE(toupper)
#undef CHECK_ONE
}

TEST(LibraryModels, Numbers) {
  auto Texts = stringsOver("0 9x-+fZ", 4);
  for (const char *Long : {"2147483647",
                           "2147483648",
                           "-2147483648",
                           "9223372036854775807",
                           "9223372036854775808",
                           "-9223372036854775808",
                           "-9223372036854775809",
                           "18446744073709551615",
                           "18446744073709551616",
                           "-18446744073709551615",
                           "-18446744073709551616",
                           "-1",
                           "0x7fffffffffffffff",
                           "\t\n 12 ",
                           "99999999999999999999999",
                           "-99999999999999999999999",
                           "7777777777777777777777777",
                           "zzzzzzzzzzzzz",
                           "0x",
                           "-0xg"})
    Texts.push_back(Long);
  for (const std::string &Text : Texts) {
    const char *S = Text.c_str();
    EXPECT_EQ(atoi(S), model_atoi(S)) << Text;
    EXPECT_EQ(atol(S), model_atol(S)) << Text;
    EXPECT_EQ(atoll(S), model_atoll(S)) << Text;
    for (int Base : {0, 2, 8, 10, 16, 36}) {
      char *End, *RealEnd;
      EXPECT_EQ(strtol(S, &RealEnd, Base), model_strtol(S, &End, Base))
          << '\'' << Text << "' " << Base;
      EXPECT_EQ(RealEnd, End) << '\'' << Text << "' " << Base;
      EXPECT_EQ(strtoll(S, &RealEnd, Base), model_strtoll(S, &End, Base));
      EXPECT_EQ(strtoul(S, &RealEnd, Base), model_strtoul(S, &End, Base))
          << '\'' << Text << "' " << Base;
      EXPECT_EQ(strtoull(S, &RealEnd, Base), model_strtoull(S, &End, Base));
      EXPECT_EQ(RealEnd, End);
    }
  }
}

TEST(LibraryModels, Arithmetic) {
  for (int X : {0, 1, -1, 7, -7, INT_MAX, INT_MIN + 1}) {
    EXPECT_EQ(abs(X), model_abs(X));
    EXPECT_EQ(labs(X), model_labs(X));
    EXPECT_EQ(llabs(X), model_llabs(X));
    for (int Y : {1, -1, 2, -3, INT_MAX}) {
      EXPECT_EQ(X / Y, model_div(X, Y).quot);
      EXPECT_EQ(X % Y, model_div(X, Y).rem);
      EXPECT_EQ(X / Y, model_ldiv(X, Y).quot);
      EXPECT_EQ(X % Y, model_lldiv(X, Y).rem);
    }
  }
}

TEST(LibraryModels, SortingAndSearching) {
  for (const std::string &Text : stringsOver("abcd", 5)) {
    std::string Sorted = Text, Expected = Text;
    std::sort(Expected.begin(), Expected.end());
    model_qsort(Sorted.data(), Sorted.size(), 1, compareBytes);
    ASSERT_EQ(Expected, Sorted);
    std::vector<int> Wide(Text.begin(), Text.end());
    for (int &X : Wide)
      X = X * 1000 - 98000;
    auto WideExpected = Wide;
    std::sort(WideExpected.begin(), WideExpected.end());
    model_qsort(Wide.data(), Wide.size(), sizeof(int), compareInts);
    ASSERT_EQ(WideExpected, Wide);
    for (int Key = -2000; Key <= 3000; Key += 500) {
      auto *Found = static_cast<int *>(model_bsearch(
          &Key, Wide.data(), Wide.size(), sizeof(int), compareInts));
      ASSERT_EQ(std::count(Wide.begin(), Wide.end(), Key) > 0, !!Found);
      ASSERT_TRUE(!Found || *Found == Key);
    }
  }
}

TEST(LibraryModels, ValuesFromOutside) {
  for (int Round = 0; Round < 1000; ++Round) {
    EXPECT_GE(withAssumptions(model_rand), 0);
    long Long = withAssumptions(model_random);
    EXPECT_TRUE(Long >= 0 && Long <= INT_MAX);
    int C = withAssumptions(model_getchar);
    EXPECT_TRUE(C >= EOF && C <= 255);
  }
}

TEST(LibraryModels, Lines) {
  bool Whole = false, Cut = false, None = false;
  for (int Round = 0; Round < 5000; ++Round) {
    int Size = Round % 7 - 1;
    Buffer B = filled("0123456789");
    char *Line = model_fgets(B.data(), Size, stdin);
    EXPECT_EQ('6', B[6]) << "beyond the buffer";
    None |= !Line;
    if (!Line)
      continue;
    EXPECT_EQ(B.data(), Line);
    std::string Text = Line;
    EXPECT_LT(int(Text.size()), Size);
    size_t Newline = Text.find('\n');
    EXPECT_TRUE(Newline == std::string::npos || Newline == Text.size() - 1);
    Whole |= Newline != std::string::npos;
    Cut |= int(Text.size()) == Size - 1 && Newline == std::string::npos;
  }
  EXPECT_TRUE(Whole && Cut && None);
}

TEST(LibraryModels, Buffers) {
  for (size_t Round = 0; Round < 5000; ++Round) {
    size_t Size = Round % 6;
    Buffer B = filled("0123456789");
    size_t Read =
        withAssumptions([&] { return model_fread(B.data(), 2, Size, stdin); });
    EXPECT_LE(Read, Size);
    // A part of one more element may have been read, but no more than asked
    // for.
    EXPECT_EQ("0123456789"[2 * Size], B[2 * Size]);
  }
}

TEST(LibraryModels, Bits) {
  for (long long X :
       {0LL, 1LL, 2LL, -1LL, 96LL, 1LL << 31, 1LL << 32, LLONG_MIN}) {
    EXPECT_EQ(ffs(int(X)), model_ffs(int(X)));
    EXPECT_EQ(ffsl(X), model_ffsl(X));
    EXPECT_EQ(ffsll(X), model_ffsll(X));
  }
}

TEST(LibraryModels, Separators) {
  for (const std::string &Text : stringsOver("a,;", 5))
    for (const char *Set : {",", ",;", "", "a"}) {
      Buffer X = filled(Text), Y = X;
      char *Model = X.data(), *Real = Y.data();
      for (int Round = 0; Round < 7; ++Round) {
        char *Part = model_strsep(&Model, Set), *RealPart = strsep(&Real, Set);
        ASSERT_EQ(!RealPart, !Part);
        ASSERT_EQ(!Real, !Model);
        if (Part)
          ASSERT_EQ(RealPart - Y.data(), Part - X.data());
        ASSERT_EQ(X, Y);
      }
    }
}

TEST(LibraryModels, MoreOfStrings) {
  for (const std::string &Left : strings())
    for (const std::string &Right : strings()) {
      const char *A = Left.c_str(), *B = Right.c_str();
      ASSERT_EQ(strcasestr(A, B), model_strcasestr(A, B));
      for (size_t N = 0; N <= Left.size(); ++N)
        ASSERT_EQ(memmem(A, N, B, Right.size()),
                  model_memmem(A, N, B, Right.size()));
      ASSERT_EQ(strchrnul(A, *B), model_strchrnul(A, *B));
      Buffer X = filled("0123456"), Y = X;
      void *Model = model_memccpy(X.data(), A, *B, Left.size());
      void *Real = memccpy(Y.data(), A, *B, Left.size());
      ASSERT_EQ(!Real, !Model);
      if (Real)
        ASSERT_EQ((char *)Real - Y.data(), (char *)Model - X.data());
      ASSERT_EQ(X, Y);
    }
}

// What is not exact is -77 here.
TEST(LibraryModels, Reals) {
  auto Texts = stringsOver("0.5e-+ ", 5);
  for (const char *Long :
       {"3.14159265358979", "0.1", "123456789012345", "-1e22", "1e-22",
        "  +17.25e2x", "0.000000000000000000001", "1e", "1e+", ".e1",
        "100000000000000000000", "9007199254740993", "1e400", "1e-400"})
    Texts.push_back(Long);
  unsigned Open = 0;
  for (const std::string &Text : Texts) {
    char *End, *RealEnd;
    double Real = strtod(Text.c_str(), &RealEnd);
    double Model = model_strtod(Text.c_str(), &End);
    EXPECT_EQ(RealEnd, End) << Text;
    Open += Model == -77;
    if (Model != -77) {
      EXPECT_EQ(Real, Model) << Text;
      EXPECT_EQ(std::signbit(Real), std::signbit(Model)) << Text;
      EXPECT_EQ(Model, model_atof(Text.c_str()));
    }
    float Single = model_strtof(Text.c_str(), &End);
    if (Single != -77)
      EXPECT_EQ(strtof(Text.c_str(), nullptr), Single) << Text;
  }
  EXPECT_LT(Open, 100u);
}

TEST(LibraryModels, Differences) {
  for (time_t A : {0L, 1L, -1L, LONG_MAX, LONG_MIN, (1L << 53) + 1})
    for (time_t B : {0L, 1L, -1L, LONG_MAX, LONG_MIN, -(1L << 53)})
      EXPECT_EQ(difftime(A, B), model_difftime(A, B)) << A << ' ' << B;
}
