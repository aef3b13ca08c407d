//===- ParameterNames.h - What the source calls parameters ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clang passes a small structure as one or two numbers or pointers, and names
// these: "s.coerce0". In the source that is the member "s.first".
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_PARAMETERNAMES_H
#define SOOTH_LIB_FRONTEND_LLVM_PARAMETERNAMES_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Module;
} // namespace llvm

namespace sooth {

/// An attribute of parameters that are parts of structures.
inline constexpr llvm::StringLiteral PartOfStructureName =
    "sooth.part.of.structure";

/// Gives parameters that are members of structures, and those for results,
/// names that users know, and marks the former. Requires code as clang made it.
void nameParameters(llvm::Module &M);

} // namespace sooth

#endif
