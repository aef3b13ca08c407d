//===- EndingReason.h - Why a child process has no answer -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_ENDINGREASON_H
#define SOOTH_LIB_DRIVER_ENDINGREASON_H

#include "sooth/Result/Result.h"
#include "sooth/Support/ChildProcess.h"

namespace sooth {

/// Why a process that ended like this gave no answer: a limit, or a failure of
/// ours, told with the words \p Who first.
UnknownReason reasonOf(const ChildProcess::Ending &E, llvm::StringRef Who);

} // namespace sooth

#endif
