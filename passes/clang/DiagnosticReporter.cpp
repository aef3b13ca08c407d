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
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace clang;
using namespace sooth;

DiagnosticReporter::DiagnosticReporter(DiagnosticsEngine &Diagnostics,
                                       const UserOptions &Options)
    : Diagnostics(Diagnostics), Options(Options) {
  if (Options.Report == UserOptions::Remarks::On)
    Diagnostics.setSeverity(diag::remark_fe_backend_plugin,
                            diag::Severity::Remark, clang::SourceLocation());
}

static std::string safeSentence(unsigned Checks) {
  if (Checks == 0)
    return "all assertions hold";
  if (Checks == 1)
    return "the only assertion holds";
  return "all " + std::to_string(Checks) + " assertions hold";
}

/// "2 of 5 checks could not be decided: timeout".
static std::string undecidedSentence(const ModuleReport &Report,
                                     unsigned Checks) {
  std::string Text;
  // Not every check in the text is one for the engines, as some are decided
  // before.
  const size_t All = Report.Undecided + Report.Hold + Report.Violations.size();
  if (Report.Undecided > 0 && All > 1)
    Text = std::to_string(Report.Undecided) + " of " + std::to_string(All) +
           " checks could not be decided";
  else if (Report.Undecided > 0)
    Text = "the only check could not be decided";
  else if (Checks == 1)
    Text = "the only check could not be decided";
  else if (Checks > 1)
    Text = "none of " + std::to_string(Checks) + " checks could be decided";
  else
    Text = "not decided";
  return Report.Reason.empty() ? Text : Text + ": " + Report.Reason;
}

/// clang has no group for it, so the wrapper knows -Wno-verify-undecided.
void DiagnosticReporter::tellUndecided(SourceLocator &Locator,
                                       const ModuleReport &Report,
                                       unsigned Checks) {
  if (Options.IfUndecided == UserOptions::Undecided::Silent ||
      (Report.Outcome != ModuleReport::Status::Unknown &&
       Report.Undecided == 0))
    return;
  unsigned ID = Diagnostics.getCustomDiagID(DiagnosticsEngine::Remark,
                                            "%0 [-Wverify-undecided]");
  emit(Locator, ID, Report.File, Report.Line, Report.Column,
       undecidedSentence(Report, Checks));
}

void DiagnosticReporter::tellFunctions(SourceLocator &Locator,
                                       const ModuleReport &Report) {
  for (const FunctionSummary &F : Report.Functions) {
    emit(Locator, diag::remark_fe_backend_plugin, F.File, F.Line, 0, F.Text);
    for (const std::string &Detail : F.Details)
      emit(Locator, diag::note_fe_backend_plugin, "", 0, 0, Detail);
  }
}

void DiagnosticReporter::report(const ModuleReport &Report, unsigned Checks) {
  // Scripts that ask whether a compiler knows a flag take all that it prints for
  // a failure. Their files have nothing to verify.
  if (Report.Outcome == ModuleReport::Status::NothingToCheck)
    return;
  SourceLocator Locator(Diagnostics.getSourceManager());
  bool WantsRemarks = Options.Report == UserOptions::Remarks::On;
  for (const Violation &Broken : Report.Violations)
    warn(Locator, Broken);
  if (WantsRemarks)
    tellFunctions(Locator, Report);
  if (WantsRemarks && Report.FromCache > 0)
    emit(Locator, diag::remark_fe_backend_plugin, "", 0, 0,
         std::to_string(Report.FromCache) +
             (Report.FromCache == 1 ? " function has not changed since it was"
                                    : " functions have not changed since they "
                                      "were") +
             " verified");
  switch (Report.Outcome) {
  case ModuleReport::Status::BadInput:
    Diagnostics.Report(Diagnostics.getCustomDiagID(DiagnosticsEngine::Error,
                                                   "soothverify: %0"))
        << Report.Reason;
    return;
  case ModuleReport::Status::Safe: {
    // Where all hold, there is nothing to tell but needs.
    const bool HasNeeds =
        llvm::any_of(Report.Functions, [](const FunctionSummary &F) {
          return !F.Details.empty();
        });
    if (WantsRemarks)
      emit(Locator, diag::remark_fe_backend_plugin, "", 0, 0,
           (Report.Suppressed
                ? "all other assertions hold if what is suppressed holds"
                : safeSentence(Checks)) +
               (HasNeeds ? " if callers do what is needed" : ""));
    return;
  }
  case ModuleReport::Status::NothingToCheck:
    return;
  case ModuleReport::Status::Unsafe:
  case ModuleReport::Status::Unknown:
    return tellUndecided(Locator, Report, Checks);
  }
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
  clang::SourceLocation Location = Locator.locate(File, Line, Column);
  if (Location.isValid() || Line == 0) {
    Diagnostics.Report(Location, DiagnosticID) << Text;
    return;
  }
  // The place is in no file of this compilation; say it in words.
  Diagnostics.Report(DiagnosticID)
      << (File + ":" + llvm::Twine(Line) + ": " + Text).str();
}
