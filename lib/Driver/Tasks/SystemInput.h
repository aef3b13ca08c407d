//===- SystemInput.h - Formats of transition systems ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_TASKS_SYSTEMINPUT_H
#define SOOTH_LIB_DRIVER_TASKS_SYSTEMINPUT_H

#include "sooth/Check/CheckResult.h"
#include "sooth/Result/Result.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <memory>

namespace sooth {

/// What was read from a file that is a transition system.
class SystemInput {
public:
  virtual ~SystemInput() = default;
  virtual const TransitionSystem &system() const = 0;
  /// Runs what the file says, on values. Requires a run of system() that
  /// violates the property.
  virtual CheckResult simulate(unsigned Property, const TsTrace &T) const = 0;
  /// Such a run in the format that goes with that of the file. Fails, with a
  /// sentence for the user, if that cannot express it.
  virtual llvm::Expected<std::string> witness(unsigned Property,
                                              const TsTrace &T) const = 0;
  /// What the reader has left out, at its place.
  std::vector<std::string> Warnings;
};

/// Reads VMT, BTOR2, AIGER or the language of systems, by the ending of the
/// name. Requires that no variable of \p Ctx has been made yet.
llvm::Expected<std::unique_ptr<SystemInput>>
readSystem(ExprContext &Ctx, llvm::MemoryBufferRef Text);

} // namespace sooth

#endif
