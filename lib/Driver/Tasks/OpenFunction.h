//===- OpenFunction.h - Verifying a function that others call -----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_TASKS_OPENFUNCTION_H
#define SOOTH_LIB_DRIVER_TASKS_OPENFUNCTION_H

#include "EntryVerification.h"

namespace sooth {

/// Who calls a function. What fails for some arguments of one that only its own
/// program calls, by its name, is for those calls to see to.
enum class CalledFrom { Anywhere, ItsProgram };

/// In MB: of a process that prepares one function of many, and proves what is
/// easy.
uint64_t memoryForOpenFunction(const VerificationTask &T);

/// Verifies the runs of \p Program that start in T.Prepare.Entry, another
/// function than main, which must be defined. Where T.Outside leaves that open,
/// finds out how little has to be taken to be true of the pointers that it is
/// given: each check that holds says what it needs, and a violation is told
/// only if callers cannot help it, however valid and large what they pass is.
/// Each check has an answer of its own. Adds what became of the function.
Report verifyOpenFunction(const llvm::Module &Program,
                          const VerificationTask &T, const Budget &B,
                          VerifiedListener OnVerified,
                          CalledFrom Callers = CalledFrom::Anywhere);

/// The same by some \p Means, of which engines are none, and in this process;
/// the rest is Unknown. \p Earlier is what the means before them have found
/// out, without assertions if that is nothing. What \p Program is made to is
/// kept in \p Known for the means after that.
Report proveOpenChecks(Report Earlier, VerifierOptions::Means By,
                       const llvm::Module &Program, const VerificationTask &T,
                       const Budget &B, VerifiedListener OnVerified,
                       CalledFrom Callers, LoadedPrograms &Known);

/// Of \p Wanted those that compile and run the program, which find in moments
/// what there is to find; they have a say also where they do not suit.
std::vector<EngineChoice> runningEngines(llvm::ArrayRef<EngineChoice> Wanted);

/// Looks among runs, with inputs at random and in the first rounds of loops,
/// for what \p Earlier left open and fails whatever callers pass, in this
/// process and those of the engines; all calls are followed. Returns \p Earlier
/// with the violations that were found when \p B, or some seconds, are used up,
/// also those in functions that are verified by themselves and that only the
/// program calls. Finds none if only the program calls the function itself.
Report
searchOpenChecks(Report Earlier, const llvm::Module &Program,
                 const VerificationTask &T, const Budget &B,
                 VerifiedListener OnVerified, CalledFrom Callers,
                 llvm::function_ref<bool(llvm::StringRef)> IsOnlyCalledHere);

/// Whether something may still be found out about \p R: not where something is
/// not supported, so that there is no question at all, nor after an internal
/// error.
bool isOpen(const Report &R);

/// What is done about a function before engines are asked.
struct EasyRound {
  VerifierOptions::Means By;
  /// Engines look for violations, as \ref searchOpenChecks does; all other
  /// means prove.
  bool isSearch() const { return By == VerifierOptions::Means::Engines; }
  bool (*IsDue)(const Report &);
  /// Of what is left of the time. What costs least proves most; what is left
  /// after all of them is for engines.
  double Share;
};
/// In this order.
llvm::ArrayRef<EasyRound> easyRounds();

/// All that of T.Prepare.Entry, in a process of its own.
Report proveEasyChecks(const llvm::Module &Program, const VerificationTask &T,
                       const Budget &B, VerifiedListener OnVerified,
                       CalledFrom Callers);

/// Asks engines about what \p Earlier, a result of all other means for the same
/// function, left open.
Report verifyOpenChecks(Report Earlier, const llvm::Module &Program,
                        const VerificationTask &T, const Budget &B,
                        VerifiedListener OnVerified, CalledFrom Callers);

/// Says anew what became of \p Entry, and what the answer is, when the checks
/// of \p R have changed.
void summarizeChecks(Report &R, const llvm::Function &Entry);

} // namespace sooth

#endif
