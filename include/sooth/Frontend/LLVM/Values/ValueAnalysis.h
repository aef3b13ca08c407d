//===- ValueAnalysis.h - What values a whole program computes -------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An abstract interpretation of a whole program from its entry, in the manner
// of Frama-C's Eva (Blazy, Bühler and Yakobowski, VMCAI 2017): ranges of
// numbers, and the objects and offsets that pointers may lead to, at each point
// of the program and for each chain of calls. It proves checks and finds no
// violations.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_VALUES_VALUEANALYSIS_H
#define SOOTH_FRONTEND_LLVM_VALUES_VALUEANALYSIS_H

#include "sooth/Frontend/LLVM/Passes/MemoryProperty.h"
#include "sooth/Support/OperationsAt.h"
#include "sooth/Support/SourceLocation.h"

#include "llvm/Support/Error.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace sooth {

struct ValueAnalysisOptions {
  /// How many instructions are interpreted, each as often as it is come to.
  size_t MostSteps = 200'000'000;
  /// How many states are told apart where paths meet.
  unsigned StatesApart = 16;
  /// Asked now and then: which share of the time is left, from 1 to 0. The
  /// less it is, the less is told apart. At 0 what is known by then is all, and
  /// if that is nothing, the analysis fails.
  std::function<double()> TimeLeft = [] { return 1; };
};

/// How a check may fail.
struct WaysToFail {
  bool ThroughNull = false; ///< as null is accessed
  bool AfterEnd = false;    ///< as what is accessed was freed, or has ended
  bool Otherwise = false;   ///< also what ended before the function was called

  static WaysToFail any() { return {true, true, true}; }
  bool isNone() const { return !ThroughNull && !AfterEnd && !Otherwise; }
  WaysToFail &operator|=(const WaysToFail &More) {
    ThroughNull |= More.ThroughNull;
    AfterEnd |= More.AfterEnd;
    Otherwise |= More.Otherwise;
    return *this;
  }
  WaysToFail &operator&=(const WaysToFail &Other) {
    ThroughNull &= Other.ThroughNull;
    AfterEnd &= Other.AfterEnd;
    Otherwise &= Other.Otherwise;
    return *this;
  }
  friend bool operator==(const WaysToFail &, const WaysToFail &) = default;
};

/// All checks of one kind at one place of the source, or of one operation
/// there if they have numbers (OperationNumbers.h).
struct CheckByValues {
  SourceLocation Where;
  /// What a user calls the kind: "access", "overflow".
  std::string Check;
  OperationsAt Operations;
  /// How one may fail. Otherwise each holds in each run, up to the first check
  /// of the program that fails.
  WaysToFail MayFail;
  /// Whether one may fail as a pointer leaves its array, though not its object.
  /// What holds afterwards is known only if that counts as failing.
  bool MayLeaveArray = false;

  bool holds() const { return MayFail.isNone(); }
  friend bool operator==(const CheckByValues &,
                         const CheckByValues &) = default;
};

/// What the calls at one place give a pointer of a function, in each run up to
/// the first check of the program that fails.
struct ArgumentByValues {
  SourceLocation Where;
  /// As the source calls the function and its parameter.
  std::string Callee, Parameter;
  bool MayBeNull = false;
  /// How many bytes there are at least, if it is not null; nothing if it may
  /// lead to no object.
  std::optional<uint64_t> Bytes = UINT64_MAX;
  /// Parameters that may be given a pointer to the same object.
  std::set<std::string> MayShareWith = {};

  friend bool operator==(const ArgumentByValues &,
                         const ArgumentByValues &) = default;
};

struct ValuesOfProgram {
  std::vector<CheckByValues> Checks;
  /// Of calls that some run comes to.
  std::vector<ArgumentByValues> Arguments;
};

/// What becomes of the checks that runs from \p Entry may come to, and of those
/// in functions that they do not come to. Requires a module that was prepared
/// with calls kept and nothing sliced (Prepare.h), with all checks of memory.
/// Fails if time is up, or the program does what is not interpreted.
llvm::Expected<ValuesOfProgram>
analyzeValues(const llvm::Function &Entry,
              const ValueAnalysisOptions &Options = {});

/// Adds to \p Checks, of a copy of \p Program that was prepared, that what is
/// \p Asked of accesses holds where no check of it is left: it is evident, or
/// no run comes there. Requires that operations have numbers, and adds nothing
/// at places where checks have none.
void addEvidentChecks(const llvm::Module &Program,
                      const MemoryProperties &Asked,
                      std::vector<CheckByValues> &Checks);

} // namespace sooth

#endif
