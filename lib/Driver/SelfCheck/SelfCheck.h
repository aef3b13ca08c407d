//===- SelfCheck.h - The program against its model ------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What no evidence is about is the way from LLVM IR to the model. Here it is
// tried: the IR as clang made it is compiled and run, the model is evaluated
// with the same inputs, and what they assign and how they end is compared
// (docs/SelfCheck.md).
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_SELFCHECK_SELFCHECK_H
#define SOOTH_LIB_DRIVER_SELFCHECK_SELFCHECK_H

#include "sooth/Frontend/LLVM/Encode/Encoder.h"
#include "sooth/Frontend/LLVM/Passes/Prepare.h"
#include "sooth/Support/Budget.h"

#include <map>

namespace llvm {
class Module;
} // namespace llvm

namespace sooth {

struct SelfCheckOptions {
  unsigned Runs = 0;
  uint64_t Seed = 1;
  unsigned MaxModelSteps = 20'000;
  /// Whether what each step of preparing leaves is compiled and compared, too:
  /// where the model differs, or always, with the first inputs.
  enum class Steps { IfModelDiffers, Always } Of = Steps::IfModelDiffers;
  /// Changes what is encoded, for tests of this check.
  std::function<void(llvm::Module &)> BeforeEncoding = {};
};

struct SelfCheckResult {
  /// Why there was no run; empty if there was one.
  std::string NotRun;
  unsigned Ended = 0; ///< runs that were compared up to their end
  /// How many were compared up to a point, and why not further.
  std::map<std::string, unsigned> Cut;
  unsigned Values = 0; ///< assignments compared, all together
  unsigned Steps = 0;  ///< of preparing, that changed something
  /// Where the model differs from the program, and since which step of
  /// preparing it; empty if no difference was found.
  std::string Difference;
};

/// "self-check: 90 runs agree with the model, 10 as far as they were compared
/// (8: main uses ...)".
std::string describe(const SelfCheckResult &R);

/// Runs \p Program, which has a main, and the model that is made of it as \p
/// How and \p Encode say, but that inputs have all values, memory is not
/// checked, and allocations succeed. Ends early when \p B does.
SelfCheckResult selfCheck(const llvm::Module &Program, PrepareOptions How,
                          const EncodeOptions &Encode,
                          const SelfCheckOptions &O, const Budget &B);

} // namespace sooth

#endif
