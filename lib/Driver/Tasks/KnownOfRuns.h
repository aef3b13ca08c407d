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

/// What a report about runs from main says of checks, for functions that are
/// looked at one by one. It may name objects in another way than they do.
class KnownOfRuns {
public:
  /// Where what \p FromMain says is from.
  enum class By {
    Engines,
    Values ///< also the values that the program computes (docs/Values.md)
  };
  /// \p FromMain must outlive this.
  explicit KnownOfRuns(const Report &FromMain, By What);

  /// Improves \p Found, about runs from \p Entry.
  void improve(Report &Found, const llvm::Function &Entry) const;
  /// Whether it says that all checks of \p Found, which has some or was at
  /// least verified, hold.
  bool holds(const Report &Found) const;
  /// Whether what it says holds need not be found out again.
  bool isByValues() const { return What == By::Values; }
  /// A hash of what holds.
  const std::string &hash() const { return Hash; }

private:
  using Checks = std::vector<const AssertionReport *>;
  /// What is said of checks like \p A at its place.
  const Checks &about(const AssertionReport &A) const;

  const By What;
  std::map<std::pair<SourceLocation, std::string>, Checks> All;
  std::string Hash;
};

} // namespace sooth

#endif
