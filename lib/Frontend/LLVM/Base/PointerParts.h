//===- PointerParts.h - Where objects of a type have pointers ---*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_BASE_POINTERPARTS_H
#define SOOTH_LIB_FRONTEND_LLVM_BASE_POINTERPARTS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace llvm {
class DataLayout;
class Type;
} // namespace llvm

namespace sooth {

/// Whether an object of type \p T may have pointers in it, by its type: also in
/// a union, whose type says nothing of most of its members.
bool mayHavePointers(const llvm::Type &T);

/// The attribute of checks of leaks: the program keeps addresses as numbers, so
/// that what no pointer leads to need not be lost.
inline constexpr llvm::StringLiteral KeepsNumbersName = "sooth.keeps.numbers";

/// Calls \p At with the offset of each place in a \p T where a pointer may be.
void forEachPointerPart(llvm::Type &T, const llvm::DataLayout &Layout,
                        llvm::function_ref<void(uint64_t)> At);

} // namespace sooth

#endif
