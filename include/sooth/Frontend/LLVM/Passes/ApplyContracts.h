//===- ApplyContracts.h - Calls do what functions require ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function says what it requires and ensures by calls of sooth_requires() and
// sooth_ensures() at its beginning (Contracts.h).
//
// What it requires becomes assumptions where runs begin in the function, and
// otherwise checks where it is called, directly or through a pointer; whether
// its body is executed then or not makes no difference. What it ensures is
// checked where it returns, and assumed after calls that are not executed.
//
// The clauses of a kind become a function of its own, which returns the number
// of the first that is false, or 0.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_APPLYCONTRACTS_H
#define SOOTH_FRONTEND_LLVM_APPLYCONTRACTS_H

#include "llvm/Support/Error.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace sooth {

/// Requires code as clang writes it at O0, but for what was done by this pass.
/// Afterwards no clauses are left. Fails with a message for the user, and all
/// clauses as they were, if a function with clauses is variadic, or changes
/// memory or calls something before or in them.
llvm::Error applyContracts(llvm::Module &M, llvm::Function &Entry);

/// Calls of \p Of by its name, which has no body, do what the clauses in
/// \p Contract say, a function of its type that is not needed afterwards. Fails
/// as above, or if they say what it assigns, or if it is called with other
/// arguments than it is declared with.
llvm::Error applyContractToCalls(llvm::Function &Contract, llvm::Function &Of);

/// A new function with the parameters of \p F in which an assertion fails if
/// all that F requires is true, and with \p Attributes that they promise; null
/// if it requires nothing. Requires that the clauses were not applied yet.
enum class Attributes { Count, Ignored };
llvm::Expected<llvm::Function *>
makeBeginning(llvm::Module &M, llvm::Function &F, Attributes How);

/// Removes what is assumed after calls of functions that are not summarized
/// (Vocabulary.h).
void dropAssumptionsOfFollowed(llvm::Module &M);

/// Whether \p F has clauses, which were not applied yet.
bool hasContract(const llvm::Function &F);
/// Whether \p F had clauses that say what it requires; they were applied.
bool requiredSomething(const llvm::Function &F);
/// Whether \p F evaluates clauses of another function.
bool isMadeOfClauses(const llvm::Function &F);
/// Whether some of them say what a call does.
bool saysWhatCallsDo(const llvm::Function &F);

} // namespace sooth

#endif
