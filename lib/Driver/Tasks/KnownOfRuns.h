//===- KnownOfRuns.h - What is known of all runs of a program -------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_TASKS_KNOWNOFRUNS_H
#define SOOTH_LIB_DRIVER_TASKS_KNOWNOFRUNS_H

#include "sooth/Driver/Report/Report.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace llvm {
class Function;
}

namespace sooth {

/// What reports about runs from main say of checks, for functions that are
/// looked at one by one. They may name objects in another way than these do.
class KnownOfRuns {
public:
  /// What engines found out, and what holds by the values that the program
  /// computes (docs/Values.md), if these were asked for. Both must outlive
  /// this.
  explicit KnownOfRuns(const Report &ByEngines,
                       const Report *ByValues = nullptr);

  /// Whether what \p ByValues says may be about \p A.
  static bool isAbout(const AssertionReport &ByValues,
                      const AssertionReport &A);

  /// Improves \p Found, about runs from \p Entry.
  void improve(Report &Found, const llvm::Function &Entry) const;
  /// Whether they say that all checks of \p Found, which has some or was at
  /// least verified, hold.
  bool holds(const Report &Found) const;
  /// Whether what they say holds need not be found out again.
  bool isByValues() const { return HasValues; }
  /// A hash of what holds.
  const std::string &hash() const { return Hash; }

private:
  using Checks = std::vector<const AssertionReport *>;
  using ByPlace = std::map<std::pair<SourceLocation, std::string>, Checks>;
  static ByPlace byPlace(const Report &R);
  Checks saidByValues(const AssertionReport &A) const;
  Checks saidByEngines(const AssertionReport &A) const;
  bool isKnownToHold(const AssertionReport &A) const;

  const ByPlace Engines, Values;
  const bool HasValues;
  std::string Hash;
};

} // namespace sooth

#endif
