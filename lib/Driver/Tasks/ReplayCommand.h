//===- ReplayCommand.h - How to compile and run a harness -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_REPLAYCOMMAND_H
#define SOOTH_LIB_DRIVER_REPLAYCOMMAND_H

#include "sooth/Driver/Replay/Harness.h"
#include "sooth/Driver/Options/VerificationTask.h"

namespace sooth {

/// A line for a shell in the folder that the task was given in: compiles the
/// program with the harness in \p Path, and with the sanitizer that shows the
/// violation \p What if the program itself does not, and runs it.
std::string replayCommand(const VerificationTask &T, const OpenProgram &Program,
                          const ReplayPlan &Plan, const Failure &What,
                          llvm::StringRef Path);

} // namespace sooth

#endif
