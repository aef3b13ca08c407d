/*===- Mutant.h - Faults that are chosen when a program runs --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What sources call that sooth-mutate has rewritten. In C++, the environment
// variable SOOTH_MUTANT says which fault there is, and none without it;
// SOOTH_MUTANT_MAP names a file in which the byte of each place is set to which
// a run comes. In C, the macros SOOTH_MUTANT and SOOTH_MUTANT_TOO
// say it: what is verified, the models of the C library or programs of the
// corpus, knows no environment.
//
//===----------------------------------------------------------------------===*/

#ifndef SOOTH_TEST_MUTATION_MUTANT_H
#define SOOTH_TEST_MUTATION_MUTANT_H

#ifdef __cplusplus

#include <cstdlib>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#pragma clang diagnostic ignored "-Wall"
#pragma clang diagnostic ignored "-Wextra"
#pragma clang diagnostic ignored "-Wc++11-narrowing"

namespace sooth::mutation {

inline long activeMutant() {
  const char *Text = std::getenv("SOOTH_MUTANT");
  return Text ? std::atol(Text) : -1;
}

struct Map {
  char *Bytes = nullptr;
  long Size = 0;
};

/// All processes of a run share the file, also those that are killed.
inline Map mapOfPlaces() {
  const char *Name = std::getenv("SOOTH_MUTANT_MAP");
  const int File = Name ? open(Name, O_RDWR | O_CLOEXEC) : -1;
  struct stat S;
  if (File < 0 || fstat(File, &S) != 0)
    return {};
  void *M =
      mmap(nullptr, S.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, File, 0);
  close(File);
  if (M == MAP_FAILED)
    return {};
  return {static_cast<char *>(M), static_cast<long>(S.st_size)};
}

inline const long Active = activeMutant();
inline const Map Places = mapOfPlaces();

} // namespace sooth::mutation

/// Whether fault \p N is there.
inline bool mutantOn(long N) {
  if (__builtin_expect(sooth::mutation::Places.Bytes != nullptr, 0))
    if (N < sooth::mutation::Places.Size)
      sooth::mutation::Places.Bytes[N] = 1;
  return N == sooth::mutation::Active;
}

template <class A, class B> bool mutantLess(long N, A X, B Y) {
  return mutantOn(N) ? X <= Y : X < Y;
}
template <class A, class B> bool mutantLessOrEqual(long N, A X, B Y) {
  return mutantOn(N) ? X < Y : X <= Y;
}
template <class A, class B> bool mutantGreater(long N, A X, B Y) {
  return mutantOn(N) ? X >= Y : X > Y;
}
template <class A, class B> bool mutantGreaterOrEqual(long N, A X, B Y) {
  return mutantOn(N) ? X > Y : X >= Y;
}
template <class A, class B> auto mutantSum(long N, A X, B Y) {
  return mutantOn(N) ? X - Y : X + Y;
}
template <class A, class B> auto mutantDifference(long N, A X, B Y) {
  return mutantOn(N) ? X + Y : X - Y;
}
template <class A, class B> A &mutantAdd(long N, A &X, B Y) {
  return mutantOn(N) ? X -= Y : X += Y;
}
template <class A, class B> A &mutantSubtract(long N, A &X, B Y) {
  return mutantOn(N) ? X += Y : X -= Y;
}

#else

#ifndef SOOTH_MUTANT
#define SOOTH_MUTANT -1
#endif
#ifndef SOOTH_MUTANT_TOO
#define SOOTH_MUTANT_TOO -1
#endif
#define mutantOn(N) ((N) == SOOTH_MUTANT || (N) == SOOTH_MUTANT_TOO)
/* Operands are there once: they have faults, too. */
#define mutantChoice(N, X, Y, OTHERWISE, OP)                                   \
  ({                                                                           \
    __auto_type FirstOperand = (X);                                            \
    __auto_type SecondOperand = (Y);                                           \
    mutantOn(N) ? FirstOperand OTHERWISE SecondOperand                         \
                : FirstOperand OP SecondOperand;                               \
  })
#define mutantLess(N, X, Y) mutantChoice(N, X, Y, <=, <)
#define mutantLessOrEqual(N, X, Y) mutantChoice(N, X, Y, <, <=)
#define mutantGreater(N, X, Y) mutantChoice(N, X, Y, >=, >)
#define mutantGreaterOrEqual(N, X, Y) mutantChoice(N, X, Y, >, >=)
#define mutantSum(N, X, Y) mutantChoice(N, X, Y, -, +)
#define mutantDifference(N, X, Y) mutantChoice(N, X, Y, +, -)
#define mutantAssign(N, X, Y, OTHERWISE, OP)                                   \
  ({                                                                           \
    __typeof__(X) *Assigned = &(X);                                            \
    __auto_type Operand = (Y);                                                 \
    mutantOn(N) ? (*Assigned OTHERWISE Operand) : (*Assigned OP Operand);      \
  })
#define mutantAdd(N, X, Y) mutantAssign(N, X, Y, -=, +=)
#define mutantSubtract(N, X, Y) mutantAssign(N, X, Y, +=, -=)

#endif

#endif
