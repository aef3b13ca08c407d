//===- Stubs.h - Code that is left out of a program -----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A summarized function (Vocabulary.h) is not executed: of its body only its
// effects count. In a large program most of the code is in such bodies, so a
// copy of the program for one function has stubs in their place. A stub frees
// those of its parameters that the code may free, allocates if the code may do
// so, and calls a declaration that stands for all the rest: it is given the
// parameters and the variables that the code may use.
//
// Unlike a function without a body that declaration is code of the program. It
// may write all memory that callers made and all variables whose addresses the
// program hands on anywhere, and free what it finds.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_BASE_STUBS_H
#define SOOTH_FRONTEND_LLVM_BASE_STUBS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {
class CallBase;
class Function;
class GlobalVariable;
class Module;
} // namespace llvm

namespace sooth {

/// What the code that is left out may do besides writing memory.
struct LeftOutEffects {
  /// Free memory that it finds in memory.
  bool FreesFound = false;
  /// Call functions without bodies that may call back.
  bool CallsBack = false;
};

/// How the names of such declarations begin, followed by that of the function.
/// No C program can call them.
inline constexpr llvm::StringLiteral LeftOutPrefix = "inside of ";

/// Lets \p Declared, whose name begins so, stand for code that does \p What, and
/// that may give the functions called \p GivenAway to code that is not shown.
void noteLeftOut(llvm::Function &Declared, const LeftOutEffects &What,
                 llvm::ArrayRef<llvm::StringRef> GivenAway);

/// Whether \p F stands for code that is left out.
bool isLeftOut(const llvm::Function &F);
/// Whether \p Call calls such a declaration.
bool callsLeftOut(const llvm::CallBase &Call);
/// Requires that.
LeftOutEffects leftOutEffects(const llvm::CallBase &Call);
/// The names of functions that code may give away for which \p F stands.
/// Requires that it stands for some.
llvm::SmallVector<llvm::StringRef> givenAway(const llvm::Function &F);
/// Whether \p M has one.
bool hasLeftOut(const llvm::Module &M);

/// Notes that \p G is a variable whose address the program hands on somewhere,
/// maybe in code that is left out.
void noteAnywhere(llvm::GlobalVariable &G);
bool isAnywhere(const llvm::GlobalVariable &G);

} // namespace sooth

#endif
