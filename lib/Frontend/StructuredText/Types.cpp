//===- Types.cpp - Types of Structured Text
//-----------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Types.h"

#include "llvm/ADT/STLExtras.h"

#include <array>

using namespace sooth;
using namespace sooth::st;
using llvm::APInt;
using llvm::StringRef;
using TypeKind = Type::Kind;

static Type make(TypeKind What, const char *Name, unsigned Width,
                 bool IsSigned = false) {
  Type T;
  T.What = What;
  T.Name = Name;
  T.Width = Width;
  T.IsSigned = IsSigned;
  return T;
}

static const std::array<Type, 16> &elementaryTypes() {
  static const std::array<Type, 16> All = {
      make(TypeKind::Bool, "BOOL", 1),
      make(TypeKind::Number, "SINT", 8, true),
      make(TypeKind::Number, "INT", 16, true),
      make(TypeKind::Number, "DINT", 32, true),
      make(TypeKind::Number, "LINT", 64, true),
      make(TypeKind::Number, "USINT", 8),
      make(TypeKind::Number, "UINT", 16),
      make(TypeKind::Number, "UDINT", 32),
      make(TypeKind::Number, "ULINT", 64),
      make(TypeKind::Bits, "BYTE", 8),
      make(TypeKind::Bits, "WORD", 16),
      make(TypeKind::Bits, "DWORD", 32),
      make(TypeKind::Bits, "LWORD", 64),
      make(TypeKind::Real, "REAL", 32, true),
      make(TypeKind::Real, "LREAL", 64, true),
      make(TypeKind::Time, "TIME", 32, true)};
  return All;
}

const Type *st::anyInt() {
  static const Type T = make(TypeKind::AnyInt, "a whole number", AnyBits, true);
  return &T;
}

const Type *st::anyReal() {
  static const Type T = make(TypeKind::AnyReal, "a real number", 64, true);
  return &T;
}

const Type *st::noType() {
  static const Type T = make(TypeKind::None, "nothing", 0);
  return &T;
}

const Type *st::boolType() { return &elementaryTypes().front(); }
const Type *st::timeType() { return &elementaryTypes().back(); }

const Type *st::elementaryType(StringRef Name) {
  for (const Type &T : elementaryTypes())
    if (Name.equals_insensitive(T.Name))
      return &T;
  return nullptr;
}

const Type *st::numberType(unsigned Width, bool IsSigned) {
  for (const Type &T : elementaryTypes())
    if (T.is(TypeKind::Number) && T.Width == Width && T.IsSigned == IsSigned)
      return &T;
  return nullptr;
}

bool st::isSame(const Type *A, const Type *B) {
  if (A == B)
    return true;
  if (A->What != B->What)
    return false;
  if (A->is(TypeKind::Array))
    return A->Low == B->Low && A->High == B->High &&
           isSame(A->Element, B->Element);
  const bool IsNamed = A->is(TypeKind::Enumeration) ||
                       A->is(TypeKind::Structure) || A->is(TypeKind::Block);
  return !IsNamed && A->Width == B->Width && A->IsSigned == B->IsSigned;
}

APInt st::leastOf(const Type *T) {
  return T->IsSigned ? APInt::getSignedMinValue(T->Width).sext(AnyBits)
                     : APInt(AnyBits, 0);
}

APInt st::greatestOf(const Type *T) {
  return T->IsSigned ? APInt::getSignedMaxValue(T->Width).sext(AnyBits)
                     : APInt::getMaxValue(T->Width).zext(AnyBits);
}

bool st::includes(const Type *To, const Type *From) {
  return leastOf(To).sle(leastOf(From)) && greatestOf(From).sle(greatestOf(To));
}

APInt st::widened(const APInt &V, const Type *T) {
  return T->IsSigned ? V.sextOrTrunc(AnyBits) : V.zextOrTrunc(AnyBits);
}

std::vector<APInt> st::initialOf(const Type *T) {
  std::vector<APInt> All;
  switch (T->What) {
  case TypeKind::Structure:
    for (const auto &M : T->Members)
      llvm::append_range(All, M->Initial);
    break;
  case TypeKind::Block:
    for (const auto &V : T->Body->Variables)
      if (V->isKept())
        llvm::append_range(All, V->Initial);
    break;
  case TypeKind::Array: {
    const std::vector<APInt> One = initialOf(T->Element);
    for (int64_t I = T->Low; I <= T->High; ++I)
      llvm::append_range(All, One);
    break;
  }
  case TypeKind::None:
    break;
  default:
    All.push_back(T->Default.value_or(APInt(T->Width, 0)));
  }
  return All;
}
