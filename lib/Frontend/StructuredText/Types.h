//===- Types.h - Types of Structured Text
//-------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_STRUCTUREDTEXT_TYPES_H
#define SOOTH_LIB_FRONTEND_STRUCTUREDTEXT_TYPES_H

#include "sooth/Frontend/StructuredText/Ast.h"

#include "llvm/ADT/StringRef.h"

namespace sooth::st {

/// How wide a literal without type is.
constexpr unsigned AnyBits = 128;

const Type *anyInt();
const Type *anyReal();
const Type *noType();
const Type *boolType();
const Type *timeType();
/// The elementary type of this name, or null.
const Type *elementaryType(llvm::StringRef Name);
/// The number type of this size; null if there is none.
const Type *numberType(unsigned Width, bool IsSigned);

/// Whether values of one are values of the other without a change; a subrange
/// is like what it is one of.
bool isSame(const Type *A, const Type *B);
/// Whether each value of \p From, a number or bits, is one of \p To.
bool includes(const Type *To, const Type *From);
/// The least value of a type of numbers, bits or times, and the greatest, as
/// numbers of AnyBits bits.
llvm::APInt leastOf(const Type *T);
llvm::APInt greatestOf(const Type *T);
/// \p V, a value of \p T, as a number of AnyBits bits.
llvm::APInt widened(const llvm::APInt &V, const Type *T);

/// The initial values of the elementary parts of a variable of this type.
std::vector<llvm::APInt> initialOf(const Type *T);

} // namespace sooth::st

#endif
