//===- ContractChecker.h - Do procedures keep their contracts? ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rule for recursive procedures (Hoare: Procedures and parameters, 1971):
// if each body keeps its contract when all calls in it are taken to keep
// theirs, all calls keep theirs. So a modular program is safe if the automaton
// below, which has no calls, is.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_CHECK_CONTRACTCHECKER_H
#define SOOTH_CHECK_CONTRACTCHECKER_H

#include "sooth/Check/CheckResult.h"
#include "sooth/Model/ModularProgram.h"
#include "sooth/Result/Result.h"

#include "llvm/ADT/ArrayRef.h"

namespace sooth {

/// The bodies of \p P, one of which is run, from any state in which its
/// contract lets it start. A call is an error if the callee's contract does not
/// let it start with what is passed, and goes on with any results that the
/// contract allows; so is a return that the contract does not allow. What they
/// promise has one error location for each conjunct. The errors of \p P come
/// first.
struct ContractObligations {
  Cfa Bodies;
  /// What is violated at the error locations after those of the program, each
  /// of which is an Obligation with the number that its clause has here.
  struct Clause {
    unsigned Procedure;
    enum class Part { Requires, Ensures } In;
    Expr Formula;
  };
  std::vector<Clause> Clauses;
};
ContractObligations contractObligations(const ModularProgram &P,
                                        llvm::ArrayRef<Contract> Contracts);

} // namespace sooth

#endif
