//===- DiagnosticReporter.cpp - Tell a report as compiler warnings --------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DiagnosticReporter.h"

#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticFrontend.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/Twine.h"

using namespace clang;
using namespace sooth;

DiagnosticReporter::DiagnosticReporter(DiagnosticsEngine &Diagnostics,
                                       Remarks Wanted)
    : Diagnostics(Diagnostics), Wanted(Wanted) {
  if (Wanted == Remarks::On)
    Diagnostics.setSeverity(diag::remark_fe_backend_plugin,
                            diag::Severity::Remark, SourceLocation());
}

static std::string safeSentence(unsigned Checks) {
  if (Checks == 0)
    return "all assertions hold";
  if (Checks == 1)
    return "the only assertion holds";
  return "all " + std::to_string(Checks) + " assertions hold";
}

static std::string sentence(const ModuleReport &Report, unsigned Checks) {
  switch (Report.Outcome) {
  case ModuleReport::Status::Safe:
    return safeSentence(Checks);
  case ModuleReport::Status::Unknown:
    return "assertions not verified: " + Report.Reason;
  case ModuleReport::Status::NothingToCheck:
    return "there is no assertion to verify";
  case ModuleReport::Status::Unsafe:
    break;
  }
  llvm_unreachable("violations are warnings");
}

void DiagnosticReporter::report(const ModuleReport &Report, unsigned Checks) {
  SourceLocator Locator(Diagnostics.getSourceManager());
  for (const Violation &Broken : Report.Violations)
    warn(Locator, Broken);
  if (Wanted == Remarks::On && Report.Outcome != ModuleReport::Status::Unsafe)
    emit(Locator, diag::remark_fe_backend_plugin, Report.File, Report.Line,
         Report.Column, sentence(Report, Checks));
}

void DiagnosticReporter::warn(SourceLocator &Locator, const Violation &Broken) {
  emit(Locator, diag::warn_fe_backend_plugin, Broken.File, Broken.Line,
       Broken.Column, Broken.Message);
  for (const ReportStep &Step : Broken.Steps)
    emit(Locator, diag::note_fe_backend_plugin, Step.File, Step.Line,
         Step.Column, Step.Text);
}

void DiagnosticReporter::emit(SourceLocator &Locator, unsigned DiagnosticID,
                              llvm::StringRef File, unsigned Line,
                              unsigned Column, llvm::StringRef Text) {
  SourceLocation Location = Locator.locate(File, Line, Column);
  if (Location.isValid() || Line == 0) {
    Diagnostics.Report(Location, DiagnosticID) << Text;
    return;
  }
  // The place is in no file of this compilation; say it in words.
  Diagnostics.Report(DiagnosticID)
      << (File + ":" + llvm::Twine(Line) + ": " + Text).str();
}
