//===- Value.cpp - Concrete values ----------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Expr/Value.h"

#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace sooth;
using llvm::APInt;
using llvm::DynamicAPInt;

Rational::Rational(DynamicAPInt N, DynamicAPInt D) {
  assert(D != 0);
  if (D < 0) {
    N = -N;
    D = -D;
  }
  DynamicAPInt G = N == 0 ? D : llvm::gcd(llvm::abs(N), D);
  Num = N / G;
  Den = D / G;
}

std::optional<DynamicAPInt> sooth::parseInteger(llvm::StringRef Text) {
  bool Negative = Text.consume_front("-");
  if (Text.empty())
    return std::nullopt;
  DynamicAPInt Result(0);
  while (!Text.empty()) {
    // Eighteen digits at a time: they fit 64 bits.
    llvm::StringRef Chunk = Text.take_front(18);
    uint64_t Digits;
    if (Chunk.getAsInteger(10, Digits))
      return std::nullopt;
    int64_t Scale = 1;
    for (size_t I = 0; I < Chunk.size(); ++I)
      Scale *= 10;
    Result = Result * DynamicAPInt(Scale) + DynamicAPInt(int64_t(Digits));
    Text = Text.drop_front(Chunk.size());
  }
  return Negative ? -Result : Result;
}

std::string sooth::toString(const DynamicAPInt &I) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  I.print(OS);
  return Text;
}

Value Value::constArray(Sort S, Value Default) {
  Value V;
  V.Data = std::make_shared<ArrayValue>(ArrayValue{S, std::move(Default), {}});
  return V;
}

Value Value::zero(Sort S) {
  switch (S.kind()) {
  case SortKind::Bool:
    return Value(false);
  case SortKind::BitVec:
    return Value(APInt::getZero(S.width()));
  case SortKind::Int:
    return Value(DynamicAPInt(0));
  case SortKind::Real:
    return Value(Rational());
  case SortKind::Array:
    return constArray(S, zero(S.element()));
  }
  llvm_unreachable("unknown sort");
}

Value Value::select(const Value &Index) const {
  const ArrayValue &A = array();
  auto It = A.Entries.find(Index);
  return It == A.Entries.end() ? A.Default : It->second;
}

/// The number of elements of \p S is two to the result; nothing if it is
/// infinite or more than memory could hold exceptions for.
static std::optional<unsigned> domainBits(Sort S) {
  constexpr unsigned MaxBits = 62;
  switch (S.kind()) {
  case SortKind::Bool:
    return 1;
  case SortKind::BitVec:
    return S.width() <= MaxBits ? std::optional(S.width()) : std::nullopt;
  case SortKind::Int:
  case SortKind::Real:
    return std::nullopt;
  case SortKind::Array: {
    auto Index = domainBits(S.index()), Element = domainBits(S.element());
    if (!Index || !Element || *Index > 5 || (*Element << *Index) > MaxBits)
      return std::nullopt;
    return *Element << *Index;
  }
  }
  llvm_unreachable("unknown sort");
}

/// The elements of a sort with domainBits(), counted.
static Value nthElement(Sort S, uint64_t N) {
  if (S.isBool())
    return Value(N != 0);
  if (S.isBitVec())
    return Value(APInt(S.width(), N));
  unsigned Bits = *domainBits(S.element());
  uint64_t Indices = uint64_t(1) << *domainBits(S.index());
  Value A = Value::zero(S);
  for (uint64_t I = 0; I < Indices; ++I)
    A = std::move(A).store(
        nthElement(S.index(), I),
        nthElement(S.element(),
                   (N >> (I * Bits)) & llvm::maskTrailingOnes<uint64_t>(Bits)));
  return A;
}

/// Over a finite index sort every value that occurs could be the default. Makes
/// it the one that occurs most, and of those the least.
static void canonicalize(ArrayValue &A) {
  auto Bits = domainBits(A.S.index());
  if (!Bits)
    return;
  uint64_t Uncovered = (uint64_t(1) << *Bits) - A.Entries.size();
  // The default occurs more often than anything else could.
  if (Uncovered > A.Entries.size())
    return;
  std::map<Value, uint64_t> Occurrences;
  for (const auto &[Index, Element] : A.Entries)
    ++Occurrences[Element];
  if (Uncovered)
    Occurrences[A.Default] = Uncovered;
  auto Best = llvm::max_element(
      Occurrences, [](auto &X, auto &Y) { return X.second < Y.second; });
  if (Uncovered && Best->first == A.Default)
    return;
  // Swap the roles: what the old default covered becomes exceptions.
  for (uint64_t N = 0; Uncovered; ++N)
    if (A.Entries.try_emplace(nthElement(A.S.index(), N), A.Default).second)
      --Uncovered;
  A.Default = Best->first;
  std::erase_if(A.Entries,
                [&](const auto &Entry) { return Entry.second == A.Default; });
}

static void setElement(ArrayValue &A, const Value &Index,
                       const Value &Element) {
  if (Element == A.Default)
    A.Entries.erase(Index);
  else
    A.Entries[Index] = Element;
  canonicalize(A);
}

Value Value::store(const Value &Index, const Value &Element) const & {
  auto A = std::make_shared<ArrayValue>(array());
  setElement(*A, Index, Element);
  Value V;
  V.Data = std::shared_ptr<const ArrayValue>(std::move(A));
  return V;
}

Value Value::store(const Value &Index, const Value &Element) && {
  auto &Mine = std::get<std::shared_ptr<const ArrayValue>>(Data);
  if (Mine.use_count() != 1)
    return static_cast<const Value &>(*this).store(Index, Element);
  // No array is created const.
  setElement(const_cast<ArrayValue &>(*Mine), Index, Element);
  return std::move(*this);
}

static void printInteger(llvm::raw_ostream &OS, const DynamicAPInt &I,
                         llvm::StringRef Suffix) {
  if (I < 0)
    OS << "(- " << toString(-I) << Suffix << ')';
  else
    OS << toString(I) << Suffix;
}

void Value::print(llvm::raw_ostream &OS) const {
  if (isBool()) {
    OS << (boolean() ? "true" : "false");
  } else if (isBitVec()) {
    bool Hex = bits().getBitWidth() % 4 == 0;
    unsigned Digits = bits().getBitWidth() / (Hex ? 4 : 1);
    llvm::SmallString<64> Text;
    bits().toStringUnsigned(Text, Hex ? 16 : 2);
    OS << (Hex ? "#x" : "#b");
    for (unsigned I = Text.size(); I < Digits; ++I)
      OS << '0';
    OS << Text.str().lower();
  } else if (isInt()) {
    printInteger(OS, integer(), "");
  } else if (isReal()) {
    if (real().Den == 1)
      return printInteger(OS, real().Num, ".0");
    OS << "(/ ";
    printInteger(OS, real().Num, ".0");
    OS << ' ' << toString(real().Den) << ".0)";
  } else {
    for (size_t I = 0; I < array().Entries.size(); ++I)
      OS << "(store ";
    OS << "((as const ";
    array().S.print(OS);
    OS << ") ";
    array().Default.print(OS);
    OS << ')';
    for (const auto &[Index, Element] : array().Entries) {
      OS << ' ';
      Index.print(OS);
      OS << ' ';
      Element.print(OS);
      OS << ')';
    }
  }
}

bool sooth::operator==(const Value &A, const Value &B) {
  if (A.Data.index() != B.Data.index())
    return false;
  if (A.isBitVec())
    return A.bits().getBitWidth() == B.bits().getBitWidth() &&
           A.bits() == B.bits();
  if (A.isArray())
    return &A.array() == &B.array() ||
           (A.array().S == B.array().S &&
            A.array().Default == B.array().Default &&
            A.array().Entries == B.array().Entries);
  return A.Data == B.Data;
}

bool sooth::operator<(const Value &A, const Value &B) {
  if (A.Data.index() != B.Data.index())
    return A.Data.index() < B.Data.index();
  if (A.isBool())
    return A.boolean() < B.boolean();
  if (A.isBitVec()) {
    unsigned WA = A.bits().getBitWidth(), WB = B.bits().getBitWidth();
    return WA != WB ? WA < WB : A.bits().ult(B.bits());
  }
  if (A.isInt())
    return A.integer() < B.integer();
  if (A.isReal())
    return A.real() < B.real();
  const ArrayValue &X = A.array(), &Y = B.array();
  if (X.Default != Y.Default)
    return X.Default < Y.Default;
  return X.Entries < Y.Entries;
}

/// DynamicAPInt's own hash depends on how the number came about: one that was
/// large once stays in the large representation, with the width it had.
static size_t hashInteger(const DynamicAPInt &I) {
  constexpr int64_t Prime = (int64_t(1) << 61) - 1;
  return llvm::hash_value(int64_t(llvm::mod(I, DynamicAPInt(Prime))));
}

size_t sooth::hashValue(const Value &V) {
  if (V.isBool())
    return llvm::hash_combine(1, V.boolean());
  if (V.isBitVec())
    return llvm::hash_combine(2, llvm::hash_value(V.bits()));
  if (V.isInt())
    return llvm::hash_combine(3, hashInteger(V.integer()));
  if (V.isReal())
    return llvm::hash_combine(4, hashInteger(V.real().Num),
                              hashInteger(V.real().Den));
  size_t H = llvm::hash_combine(5, hashValue(V.array().Default));
  for (const auto &[Index, Element] : V.array().Entries)
    H = llvm::hash_combine(H, hashValue(Index), hashValue(Element));
  return H;
}
