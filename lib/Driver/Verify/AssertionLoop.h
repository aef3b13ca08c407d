//===- AssertionLoop.h - From one assertion to the next -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_ASSERTIONLOOP_H
#define SOOTH_LIB_DRIVER_ASSERTIONLOOP_H

#include "sooth/Driver/Verify/Verifier.h"

namespace sooth {

/// What is known after asking whether any of some assertions can fail.
struct GroupAnswer {
  AssertionReport::Status Outcome = AssertionReport::Status::Unknown;
  UnknownReason Reason;
  /// Unsafe: the assertion that fails. Unknown: the one that the reason is
  /// about, if it is about one only.
  std::optional<unsigned> Assertion;
  std::vector<StoryStep> Trace;
  /// As in AssertionReport.
  std::vector<std::string> Assumed;
  std::string Engine, Proof;
  std::vector<Remark> Invariant;
};

/// Asks about the assertions with the given numbers within the budget.
using GroupCheck =
    llvm::function_ref<GroupAnswer(llvm::ArrayRef<unsigned>, const Budget &)>;

/// Told what is found of some assertions besides the first violation, each with
/// its number, within the budget.
using ViolationSearch = llvm::function_ref<void(
    llvm::ArrayRef<unsigned>, const Budget &,
    llvm::function_ref<void(const GroupAnswer &)> Found)>;

/// Fills in the outcomes of \p R.Assertions that are not known yet, asking
/// about all of them at once as long as that answers anything and then, if
/// every assertion matters, about fewer and fewer; and the outcome of all.
/// Those in \p Postponed wait for the others. If a limit is undecided then,
/// they are only asked about together, for a few seconds, as no proof would
/// count. Where one assertion fails, others may: then \p Search, if it is
/// given, is used once.
void decideAssertions(Report &R, const Budget &B, VerifierOptions::Goal Until,
                      GroupCheck Check, llvm::ArrayRef<unsigned> Postponed = {},
                      ViolationSearch Search = nullptr);

/// Why what comes after \p Limit is unknown. Of recursion this is its depth,
/// also if it was not found out whether a run gets there.
UnknownReason limitUndecided(const AssertionReport &Limit);

} // namespace sooth

#endif
