//===- DiagnosticReporter.cpp - Tell a report as compiler warnings --------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DiagnosticReporter.h"

#include "sooth/Driver/Report/Verdict.h"

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
static std::string undecidedSentence(const FunctionReport &Counts,
                                     const std::string &Why, unsigned Checks) {
  std::string Text;
  const unsigned Undecided = Counts.Unknown + Counts.Open;
  // Not every check in the text is one for the engines, as some are decided
  // before.
  const unsigned All =
      Undecided + Counts.Proved + Counts.ProvedIf + Counts.Violated;
  if (Undecided > 0 && All > 1)
    Text = std::to_string(Undecided) + " of " + std::to_string(All) +
           " checks could not be decided";
  else if (Undecided > 0)
    Text = "the only check could not be decided";
  else if (Checks == 1)
    Text = "the only check could not be decided";
  else if (Checks > 1)
    Text = "none of " + std::to_string(Checks) + " checks could be decided";
  else
    Text = "not decided";
  return Why.empty() ? Text : Text + ": " + Why;
}

/// clang has no group for it, so the wrapper knows -Wno-verify-undecided.
void DiagnosticReporter::tellUndecided(SourceLocator &Locator,
                                       const sooth::Report &Report,
                                       unsigned Checks) {
  const FunctionReport Counts = sooth::countChecks(Report.Assertions);
  if (Options.IfUndecided == UserOptions::Undecided::Silent ||
      (Report.Outcome != sooth::Report::Status::Unknown &&
       Counts.Unknown + Counts.Open == 0))
    return;
  unsigned ID = Diagnostics.getCustomDiagID(DiagnosticsEngine::Remark,
                                            "%0 [-Wverify-undecided]");
  const Remark Why = whyOpen(Report);
  emit(Locator, ID, Why.Where, undecidedSentence(Counts, Why.Text, Checks));
}

/// Nobody switches that off with what is only undecided.
void DiagnosticReporter::tellError(SourceLocator &Locator,
                                   const sooth::Report &Report) {
  const Remark Why = whyOpen(Report);
  emit(Locator, diag::warn_fe_backend_plugin, Why.Where,
       "not verified: " + Why.Text);
}

void DiagnosticReporter::tellFunctions(SourceLocator &Locator,
                                       const sooth::Report &Report) {
  for (const FunctionReport &F : Report.Functions) {
    if (!hasChecks(F))
      continue;
    emit(Locator, diag::remark_fe_backend_plugin, {F.Where.File, F.Where.Line},
         summary(F));
    for (const std::string &Detail : details(F))
      emit(Locator, diag::note_fe_backend_plugin, {}, Detail);
  }
}

void DiagnosticReporter::report(const sooth::Report &Report, unsigned Checks) {
  using Status = sooth::Report::Status;
  // Scripts that ask whether a compiler knows a flag take all that it prints
  // for a failure. Their files have nothing to verify.
  if (Report.Outcome == Status::NothingToCheck)
    return;
  SourceLocator Locator(Diagnostics.getSourceManager());
  bool WantsRemarks = Options.Report == UserOptions::Remarks::On;
  if (isBroken(Report))
    tellError(Locator, Report);
  for (const AssertionReport &A : Report.Assertions)
    if (A.Outcome == AssertionReport::Status::Unsafe && !A.Suppressed)
      warn(Locator, A);
  if (WantsRemarks)
    tellFunctions(Locator, Report);
  const auto FromCache = unsigned(Report.Figures.get("cache.hits"));
  if (WantsRemarks && FromCache > 0)
    emit(Locator, diag::remark_fe_backend_plugin, {},
         std::to_string(FromCache) +
             (FromCache == 1 ? " function has not changed since it was"
                             : " functions have not changed since they "
                               "were") +
             " verified");
  switch (Report.Outcome) {
  case Status::Safe: {
    // Where all hold, there is nothing to tell but needs.
    const bool HasNeeds =
        llvm::any_of(Report.Functions, [](const FunctionReport &F) {
          return hasChecks(F) && !details(F).empty();
        });
    if (WantsRemarks)
      emit(Locator, diag::remark_fe_backend_plugin, {},
           (countSuppressed(Report)
                ? "all other assertions hold if what is suppressed holds"
                : safeSentence(Checks)) +
               (HasNeeds ? " if callers do what is needed" : ""));
    return;
  }
  case Status::Unknown:
    if (isBroken(Report))
      return;
    [[fallthrough]];
  case Status::Unsafe:
    return tellUndecided(Locator, Report, Checks);
  case Status::NothingToCheck:
  case Status::BadInput:
  case Status::Done:
    return;
  }
}

void DiagnosticReporter::warn(SourceLocator &Locator,
                              const AssertionReport &Violated) {
  emit(Locator, diag::warn_fe_backend_plugin, Violated.Where,
       message(Violated.What));
  for (const ToldStep &Step : toldRun(Violated))
    emit(Locator, diag::note_fe_backend_plugin, Step.Where, Step.Text);
}

void DiagnosticReporter::emit(SourceLocator &Locator, unsigned DiagnosticID,
                              const sooth::SourceLocation &Where,
                              llvm::StringRef Text) {
  clang::SourceLocation Location =
      Locator.locate(Where.File, Where.Line, Where.Column);
  if (Location.isValid() || Where.Line == 0) {
    Diagnostics.Report(Location, DiagnosticID) << Text;
    return;
  }
  // The place is in no file of this compilation; say it in words.
  Diagnostics.Report(DiagnosticID)
      << (Where.File + ":" + llvm::Twine(Where.Line) + ": " + Text).str();
}
