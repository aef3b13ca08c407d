//===- DeclaredContracts.h - Contracts apart from bodies ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// sooth_contract(f)(parameters) { clauses } says what calls of f require and
// ensure, in a header or a file of contracts. To the compiler it is a function
// of its own, without calls.
//
// If f has a body, the clauses are put at its beginning, as if they had been
// written there. Otherwise its calls are checked for what it requires, and what
// it ensures is assumed after them. What sooth_found_contract(f) says counts
// only for functions without a body.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_DECLAREDCONTRACTS_H
#define SOOTH_FRONTEND_LLVM_DECLAREDCONTRACTS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace sooth {

/// What a contract is about, by the name of its function; empty if \p F is no
/// contract.
llvm::StringRef contractedName(const llvm::Function &F);

/// Applies the contracts in \p M, in which none is left then, to what other
/// files see of it. A contract that \p M has twice, because several files
/// include it, counts once. Requires code as clang writes it at O0 of all files
/// of the program. Fails with a message for the user, with file and line, if a
/// contract does not fit the function or is none.
llvm::Error applyDeclaredContracts(llvm::Module &M);

} // namespace sooth

#endif
