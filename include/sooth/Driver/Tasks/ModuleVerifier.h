//===- ModuleVerifier.h - Verify one LLVM module --------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a compiler plugin asks.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_DRIVER_MODULEVERIFIER_H
#define SOOTH_DRIVER_MODULEVERIFIER_H

#include "sooth/Driver/Options/VerificationTask.h"
#include "sooth/Driver/Report/Report.h"
#include "sooth/Driver/Report/Wording.h"

#include <functional>
#include <memory>

namespace llvm {
class Module;
}

namespace sooth {

/// The run that breaks \p A as lines, with what it takes functions to return
/// that have no body.
std::vector<ToldStep> toldRun(const AssertionReport &A);

/// Compiles the file again with another text, as its module was but without
/// traps for checks. Null if the text has errors. What is returned is used no
/// longer than verifyModule runs.
using CompileAgain =
    std::function<std::unique_ptr<llvm::Module>(llvm::StringRef Text)>;

/// Verifies the assertions of \p M and the checks that its traps stand for.
///
/// Requires code as clang emits it at O0, without optnone, with debug
/// information and, where checks are asked for, with clang's sanitizer traps;
/// of \p T what is about files, compiling and output does not matter. Starts in
/// T.Entries or, if there are none, in main if the module defines it, otherwise
/// in every externally visible function, with unconstrained arguments and
/// globals. Leaks are only looked for from main.
/// Consumes the module, whose LLVMContext must outlive the call. Safe and
/// Unsafe are answered only with evidence that has been checked; everything
/// else is Unknown with its reason, NothingToCheck, or an error in the words
/// for the user: the task names a function that is not there, or its cache
/// cannot be used. The figure cache.hits is the number of functions from which
/// no runs were looked at, as the cache had answers. Never ends the process and
/// never takes longer than the timeout by more than a second.
/// Where T.ProofsAre says so, proofs are told in C as well, if \p Again is
/// given: T.Files is then the source. Compiling is not interrupted.
llvm::Expected<Report> verifyModule(std::unique_ptr<llvm::Module> M,
                                    VerificationTask T,
                                    const CompileAgain &Again = nullptr);

} // namespace sooth

#endif
