//===- TerminalProgress.h - A line that rewrites itself -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_DRIVER_TERMINALPROGRESS_H
#define SOOTH_DRIVER_TERMINALPROGRESS_H

#include "sooth/Support/Budget.h"
#include "sooth/Support/Progress.h"

#include <map>
#include <string>

namespace sooth {

/// Shows on stderr, if that is a terminal, what each engine does.
class TerminalProgress : public Progress {
public:
  TerminalProgress();
  bool isShown() const { return Shown; }
  void update(llvm::StringRef Who, const llvm::Twine &What) override;
  /// Removes the line.
  void clear();

private:
  bool Shown;
  Budget::Clock::time_point Start, Last;
  std::map<std::string, std::string> Doing;
};

} // namespace sooth

#endif
