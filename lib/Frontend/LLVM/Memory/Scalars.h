//===- Scalars.h - The scalars a value consists of ------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A first-class LLVM value is a tuple of scalars: an integer is one, a struct
// or an array is its leaves in order. Integers are modelled, i1 as Bool and iN
// as a bit-vector (EUFORIA dissertation, Equations 3.2 and 3.3), and so are
// floating-point numbers, as the bits they have in memory. What is not
// (vectors) has a null Expr for its place in the tuple.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_SCALARS_H
#define SOOTH_LIB_FRONTEND_LLVM_SCALARS_H

#include "sooth/Expr/ExprContext.h"
#include "sooth/Expr/FloatingPoint.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class APInt;
class Constant;
class Type;
} // namespace llvm

namespace sooth {

using Scalars = llvm::SmallVector<Expr, 1>;

/// The types of a value's scalars, in order. A pointer is two, the number of an
/// object and an offset in it (MemoryModel.h). A type of too many scalars, or
/// whose scalars cannot be told apart (vectors), is one scalar of its own.
llvm::SmallVector<llvm::Type *, 1> scalarTypes(llvm::Type *T);

/// The sort of a scalar; null if it is not modelled.
Sort scalarSort(ExprContext &Ctx, llvm::Type *T);

/// Whether any scalar of \p T is modelled.
bool hasModelledScalar(llvm::Type *T);

/// The place of the first scalar of the part of \p T at \p Indices.
unsigned firstScalar(llvm::Type *T, llvm::ArrayRef<unsigned> Indices);

/// Whether \p T is a scalar with a sort: an integer of a reasonable width, or a
/// floating-point number.
bool isModelled(llvm::Type *T);

/// The bits of a modelled scalar.
unsigned scalarWidth(llvm::Type *T);

/// The format of a floating-point type; nothing if it is none, or one that x86
/// does not have.
std::optional<FpFormat> fpFormat(const llvm::Type *T);

/// The bits of a constant that is a number; nothing for other constants.
std::optional<llvm::APInt> constantBits(const llvm::Constant *C);

/// Whether \p T is flattened into scalars that can be addressed one by one.
bool isTransparent(llvm::Type *T);

/// Whether no object has the address \p Number: it is in the first or the last
/// page.
bool isUnmapped(const llvm::APInt &Number);

/// Whether a scalar of \p C is undef or poison.
bool hasUndefinedScalar(const llvm::Constant *C);

/// Whether every modelled scalar of \p C has a known value or is undefined;
/// false for addresses in disguise (ptrtoint of a global) and numbers in the
/// disguise of addresses.
bool hasKnownScalars(const llvm::Constant *C);

/// Makes the scalars of a constant of integer or pointer type that is no
/// number; of null, for an element of an expression.
using OtherConstant =
    llvm::function_ref<Scalars(const llvm::Constant *, llvm::Type *)>;
Scalars constantScalars(ExprContext &Ctx, const llvm::Constant *C,
                        OtherConstant Other);

} // namespace sooth

#endif
