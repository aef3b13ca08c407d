//===- Verdict.h - What several checks come to ----------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one place that decides what a function, a file, a program or a project
// came to. An internal error wins over everything, then a violation, then what
// could not be verified at all, then a check that is unknown. Those who print
// tell what a report says, and have no rules of their own.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_DRIVER_VERDICT_H
#define SOOTH_DRIVER_VERDICT_H

#include "sooth/Driver/Report/Report.h"

namespace sooth {

/// Which check it is: reports with one key are about the same check.
struct CheckKey {
  SourceLocation Where;
  Failure What;
  friend auto operator<=>(const CheckKey &, const CheckKey &) = default;
};
CheckKey keyOf(const AssertionReport &A);

/// Whether \p R is an internal error. (So is a report that says nothing yet.)
bool isBroken(const Report &R);

/// Whether that shows that some evidence is wrong, or two engines contradict
/// each other. Of a process that only ended early, other answers are as good as
/// before.
bool castsDoubt(const UnknownReason &Why);
/// Whether \p R is such an internal error.
bool castsDoubt(const Report &R);

/// Makes \p Old, a check of one function or file, what is known of it together
/// with \p New, the same check of another one: it holds if both hold, under the
/// conditions of both. Returns whether what is told of it now is \p New's.
bool mergeChecks(AssertionReport &Old, AssertionReport New);

/// Sets the outcome of \p R, and the reason if that is Unknown, to what its
/// checks come to but for those that are suppressed. \p Missing: why something
/// could not be verified, or the internal error. After an error that casts
/// doubt, nothing is known of any check.
void conclude(Report &R, const std::optional<UnknownReason> &Missing = {});
/// The same for a report of several runs of Sooth: what is wrong in one of them
/// leaves the checks of the others.
void concludeRuns(Report &R, const std::optional<UnknownReason> &Missing);
/// The same when checks of \p R have changed since it had an outcome. A report
/// without checks, and an internal error, stay what they are.
void concludeAgain(Report &R);

/// Makes \p R the internal error \p Why, which was found about some of it.
void breakReport(Report &R, const UnknownReason &Why);
/// The same with the reason and the notes of \p Error, which is broken.
void breakBy(Report &R, const Report &Error);

/// The checks of several reports, each once.
class JoinedChecks {
public:
  /// Returns the place of the check in take(), if what is told of it is \p A's.
  std::optional<size_t> add(AssertionReport A);
  /// Something could not be verified. The last reason counts, or the first
  /// internal error.
  void miss(const UnknownReason &Why);

  /// In the order in which they came; none is left.
  std::vector<AssertionReport> take();
  const std::optional<UnknownReason> &missing() const { return Missing; }

private:
  std::vector<AssertionReport> Checks;
  std::map<CheckKey, size_t> Places;
  std::optional<UnknownReason> Missing;
};

/// How many of \p Checks came to what, and what they need.
FunctionReport countChecks(llvm::ArrayRef<AssertionReport> Checks);

/// Why something in \p R is open, and the place that is the reason, or else
/// that of the first check that is unknown. Requires that something is.
Remark whyOpen(const Report &R);

} // namespace sooth

#endif
