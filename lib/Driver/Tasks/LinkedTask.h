//===- LinkedTask.h - One answer for a program or library -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs of a program begin in main, so first they are looked at from there, with
// all calls followed: that leaves nothing to be assumed, and is enough for
// small programs. Then, as for static functions of a file, its functions are
// looked at one by one, and what they need is checked at their calls.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_TASKS_LINKEDTASK_H
#define SOOTH_LIB_DRIVER_TASKS_LINKEDTASK_H

#include "EntryVerification.h"

namespace sooth {

/// How runs from main are looked at.
enum class LookedAtBy {
  Running, ///< they are run: enough where nothing comes from outside
  Any      ///< by whatever engine
};
using FromMainVerifier =
    llvm::function_ref<Report(LookedAtBy How, const Budget &Own)>;

/// Verifies \p M, all files of a program, which defines main: what others do
/// not see of it, as T.Linked says, is internal. \p FromMain verifies runs from
/// main.
Report verifyLinkedProgram(const llvm::Module &M, const VerificationTask &T,
                           const Budget &B, VerifiedListener OnVerified,
                           FromMainVerifier FromMain);

} // namespace sooth

#endif
