//===- ProgramTask.h - Tasks on C programs --------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_PROGRAMTASK_H
#define SOOTH_LIB_DRIVER_PROGRAMTASK_H

#include "sooth/Driver/Options/VerificationTask.h"

namespace sooth {

/// Requires C or LLVM files.
Report runProgramTask(const VerificationTask &T, const Budget &B);

/// Requires one file with a transition system: VMT, BTOR2 or AIGER.
Report runSystemTask(const VerificationTask &T, const Budget &B);

/// Requires one file of Horn clauses.
Report runHornTask(const VerificationTask &T, const Budget &B);

/// Requires one file of Structured Text.
Report runStructuredTextTask(const VerificationTask &T, const Budget &B);

/// The model in the form that is asked for. Fails, with a sentence for the
/// user, if the form lacks what the model has.
llvm::Expected<std::string> emitProgram(const Cfa &C,
                                        const VerificationTask &T);
llvm::Expected<std::string> emitSystem(const TransitionSystem &M,
                                       const VerificationTask &T);

} // namespace sooth

#endif
