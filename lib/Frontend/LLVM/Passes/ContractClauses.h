//===- ContractClauses.h - The clauses of functions as code -------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A clause is code at the beginning of a function between two calls that the
// macros of sooth.h make. To evaluate clauses elsewhere, the function is copied
// up to its last clause, and control goes past those that are not wanted.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_PASSES_CONTRACTCLAUSES_H
#define SOOTH_LIB_FRONTEND_LLVM_PASSES_CONTRACTCLAUSES_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/Error.h"

#include <vector>

namespace sooth {

/// Code that control enters and leaves only at two calls, which are in it.
struct CodeBetween {
  llvm::CallInst *Begin = nullptr, *End = nullptr;
};

struct Clause {
  enum class Kind { Requires, Ensures, Assigns } What;
  CodeBetween Code;
  /// What is wanted as it was at the beginning, in the order of the code.
  llvm::SmallVector<CodeBetween, 2> Olds;
  /// Calls of AssignedName: places that may change.
  llvm::SmallVector<llvm::CallInst *, 2> Places;
  /// Nothing that has clauses comes after it.
  bool IsLast = false;

  llvm::Value *condition() const { return Code.End->getArgOperand(0); }
};

class ContractClauses {
public:
  /// The functions of \p M with clauses. Fails with a message for the user if
  /// there is something that only has a meaning in clauses elsewhere.
  static llvm::Expected<std::vector<ContractClauses>> find(llvm::Module &M);

  /// Those of \p F, if any. Fails as above.
  static llvm::Expected<ContractClauses> of(llvm::Function &F);

  llvm::Function &function() const { return *F; }
  unsigned count(Clause::Kind What) const;
  /// Where each of that kind is, null if that is not known.
  llvm::SmallVector<const llvm::DILocation *, 4>
  places(Clause::Kind What) const;
  /// The types of what is wanted as it was at the beginning.
  llvm::SmallVector<llvm::Type *> oldTypes() const;

  /// Returns the number of the first clause of that kind that is false, from 1
  /// on, or 0. Besides the parameters of the function it gets, for Ensures, the
  /// address of the result and those of old values.
  llvm::Expected<llvm::Function *> makeCondition(Clause::Kind What) const;
  /// Writes old values to the addresses that it gets besides the parameters.
  llvm::Expected<llvm::Function *> makeOldValues() const;
  /// Has the parameters of the function and returns whether \p IsAllowed, an
  /// i1 (ptr, size), is true of all places that it assigns.
  llvm::Expected<llvm::Function *>
  makePlacesCheck(llvm::FunctionCallee IsAllowed) const;
  unsigned countPlaces() const;
  enum class RunsBegin { Here, Elsewhere };
  /// Removes the clauses from the function, but for the places that it assigns,
  /// whose calls get another name. What it requires becomes assumptions where
  /// runs begin.
  void remove(RunsBegin Where);

private:
  explicit ContractClauses(llvm::Function &F) : F(&F) {}
  class Finder;
  class Copy;

  llvm::Function *F;
  llvm::SmallVector<Clause, 4> All;
};

/// Declares void (i1).
llvm::Function *declareCondition(llvm::Module &M, llvm::StringRef Name);

/// No access in \p F is asked about, and no check of clang's fails.
void dropChecks(llvm::Function &F);

} // namespace sooth

#endif
