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

#ifndef SOOTH_FRONTEND_LLVM_BASE_PARAMETERNAMES_H
#define SOOTH_FRONTEND_LLVM_BASE_PARAMETERNAMES_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace llvm {
class Argument;
class Module;
} // namespace llvm

namespace sooth {

/// An attribute of parameters that are parts of structures.
inline constexpr llvm::StringLiteral PartOfStructureName =
    "sooth.part.of.structure";

/// What users call \p A, a parameter in code as clang made it.
std::string nameInSource(const llvm::Argument &A);

/// Gives parameters that are members of structures, and those for results,
/// names that users know, and marks the former. Requires code as clang made it.
void nameParameters(llvm::Module &M);

} // namespace sooth

#endif
