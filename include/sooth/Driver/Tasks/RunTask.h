//===- RunTask.h - From what a user asks for to a report ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_DRIVER_TASKS_RUNTASK_H
#define SOOTH_DRIVER_TASKS_RUNTASK_H

#include "sooth/Driver/Options/VerificationTask.h"

#include "llvm/Support/Error.h"

namespace sooth {

/// Opens the cache that \p T names, if any, before it is run. Fails with a
/// sentence for the user.
llvm::Error openCache(VerificationTask &T);

/// How the C files of \p T are compiled, as far as clang is concerned.
CompileOptions compileOptions(const VerificationTask &T);

/// Reads, transforms and verifies. What the C compiler has to say goes to
/// stderr as it comes. Outputs are part of the report, nothing is written.
/// Ends its engines at the deadline of \p B; reading and transforming cannot
/// be interrupted, and limits the memory of this process: call it under
/// Supervisor.h only.
Report runTask(const VerificationTask &T, const Budget &B);

} // namespace sooth

#endif
