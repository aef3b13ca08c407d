//===- Baseline.h - Violations that are known -----------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TOOLS_PROJECT_BASELINE_H
#define SOOTH_TOOLS_PROJECT_BASELINE_H

#include "sooth/Driver/Report/Report.h"

#include <set>

namespace sooth {

/// Violations by what does not change when code around them does.
class Baseline {
public:
  /// Fails with a sentence for the user.
  static llvm::Expected<Baseline> read(llvm::StringRef Path);
  /// Those of \p R.
  static Baseline of(const Report &R);
  llvm::Error write(llvm::StringRef Path) const;
  /// The violations of \p R that are not here.
  std::vector<const AssertionReport *> newIn(const Report &R) const;

private:
  std::set<std::string> Known;
};

} // namespace sooth

#endif
