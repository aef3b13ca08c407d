//===- DiagnosticReporter.h - Tell a report as compiler warnings ----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef SOOTH_PASSES_CLANG_DIAGNOSTICREPORTER_H
#define SOOTH_PASSES_CLANG_DIAGNOSTICREPORTER_H

#include "SourceLocator.h"

#include "sooth/Driver/Options/UserOptions.h"
#include "sooth/Driver/Tasks/ModuleVerifier.h"

namespace clang {
class DiagnosticsEngine;
}

namespace sooth {

/// Tells reports as diagnostics of clang's group -Wbackend-plugin, which gives
/// carets, -Werror, -Wno-backend-plugin, pragmas and -verify tests for free.
class DiagnosticReporter {
public:
  /// Turns clang's plugin remarks on if that is asked for. Both must outlive
  /// this.
  DiagnosticReporter(clang::DiagnosticsEngine &Diagnostics,
                     const UserOptions &Options);

  /// A violation is a warning with its steps as notes, an internal error a
  /// warning, and anything else a remark; one remark tells how many checks are
  /// undecided. \p Checks is the number of checks that the report is about.
  void report(const Report &Report, unsigned Checks);

private:
  void tellFunctions(SourceLocator &Locator, const Report &Report);
  void tellUndecided(SourceLocator &Locator, const Report &Report,
                     unsigned Checks);
  void tellError(SourceLocator &Locator, const Report &Report);
  void warn(SourceLocator &Locator, const AssertionReport &Violated);
  void emit(SourceLocator &Locator, unsigned DiagnosticID,
            const SourceLocation &Where, llvm::StringRef Text);

  clang::DiagnosticsEngine &Diagnostics;
  const UserOptions &Options;
};

} // namespace sooth

#endif
