//===- VerifyAction.cpp - The clang plugin --------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clang -fplugin=SoothClang.so verifies the assertions of each translation
// unit after it was parsed and before the user's code is optimised. Every
// violation is a warning; the object file does not change.
//
//===----------------------------------------------------------------------===//

#include "AssertionUse.h"
#include "CompileAgain.h"
#include "DiagnosticReporter.h"
#include "PrivateCodeGen.h"
#include "ReportFiles.h"

#include "sooth/Driver/Options/UserOptions.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/FrontendPluginRegistry.h"

using namespace clang;
using namespace sooth;

namespace {

class VerifyingConsumer : public RecordingConsumer {
public:
  VerifyingConsumer(CompilerInstance &Compiler, UserOptions Options)
      : Compiler(Compiler), Options(std::move(Options)),
        Reporter(Compiler.getDiagnostics(), this->Options) {}

  void HandleTranslationUnit(ASTContext &Context) override;

private:
  bool somethingToVerify(ASTContext &Context) const;
  bool somethingToTell() const;
  llvm::Expected<Report> verify(std::unique_ptr<llvm::Module> M);
  llvm::Expected<Report> verify(ASTContext &Context, unsigned &Checks);
  std::string mainFile() const;
  void tell(llvm::StringRef Error);
  void writeFiles(const Report &R);

  CompilerInstance &Compiler;
  UserOptions Options;
  DiagnosticReporter Reporter;
};

class VerifyAction : public PluginASTAction {
public:
  bool ParseArgs(const CompilerInstance &Compiler,
                 const std::vector<std::string> &Args) override;
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &Compiler,
                                                 llvm::StringRef) override {
    return std::make_unique<VerifyingConsumer>(Compiler, Options);
  }
  ActionType getActionType() override { return AddBeforeMainAction; }

private:
  UserOptions Options;
};

} // namespace

/// For each file, unless the user says otherwise.
static constexpr double DefaultSeconds = 5;

/// clang's checks that count as assertions; those in the source always do.
static SanitizerSet sanitizersOf(const std::set<RuntimeCheck> &Checks) {
  SanitizerSet Set;
  for (RuntimeCheck C : Checks)
    Set.Mask |= expandSanitizerGroups(
        parseSanitizerValue(sanitizerName(C), /*AllowGroups=*/true));
  return Set;
}

bool VerifyingConsumer::somethingToVerify(ASTContext &Context) const {
  const FunctionMeanings &Own = Options.Task.Compile.Functions;
  auto IsUsed = [&](const std::string &Name) {
    return findUse(Context, Name) == AssertionUse::Possible;
  };
  return llvm::any_of(Own.Errors, IsUsed) ||
         llvm::any_of(Own.Assertions, IsUsed) ||
         !Options.Task.Compile.Checks.empty() ||
         !Options.Task.Prepare.Memory.empty() ||
         !Options.Task.Compile.Contracts.empty() ||
         findAssertionUse(Context) == AssertionUse::Possible;
}

bool VerifyingConsumer::somethingToTell() const {
  return Options.Report == UserOptions::Remarks::On ||
         wantsReportFiles(Options) ||
         !Compiler.getDiagnostics().getIgnoreAllWarnings();
}

std::string VerifyingConsumer::mainFile() const {
  const SourceManager &Sources = Compiler.getSourceManager();
  const auto Main = Sources.getFileEntryRefForID(Sources.getMainFileID());
  return Main ? Main->getName().str() : "";
}

void VerifyingConsumer::tell(llvm::StringRef Error) {
  DiagnosticsEngine &Diagnostics = Compiler.getDiagnostics();
  Diagnostics.Report(
      Diagnostics.getCustomDiagID(DiagnosticsEngine::Error, "soothverify: %0"))
      << Error;
}

llvm::Expected<Report>
VerifyingConsumer::verify(std::unique_ptr<llvm::Module> M) {
  VerificationTask Task = Options.Task;
  Task.Files = {mainFile()};
  std::vector<GeneratedModule> Kept; // with the contexts of the modules
  return verifyModule(std::move(M), std::move(Task), [&](llvm::StringRef Text) {
    Kept.push_back(compileAgain(Compiler, Text));
    return std::move(Kept.back().Module);
  });
}

void VerifyingConsumer::writeFiles(const Report &R) {
  if (!wantsReportFiles(Options))
    return;
  if (llvm::Error E = writeReportFiles(R, Options, mainFile()))
    tell(llvm::toString(std::move(E)));
}

/// The checks are how many the code has.
llvm::Expected<Report> VerifyingConsumer::verify(ASTContext &Context,
                                                 unsigned &Checks) {
  // That functions to start from are there is part of the answer.
  if (!somethingToVerify(Context) && Options.Task.Entries.empty()) {
    Report Nothing;
    Nothing.Outcome = Report::Status::NothingToCheck;
    return Nothing;
  }
  GeneratedModule Generated = generatePrivateModule(
      Compiler, Events, sanitizersOf(Options.Task.Compile.Checks));
  if (!Generated.Module)
    return Report::unknown(
        {UnknownReason::Kind::Unsupported,
         Cause::quote("clang cannot generate code for this file")});
  Checks = countChecks(*Generated.Module);
  return verify(std::move(Generated.Module));
}

void VerifyingConsumer::HandleTranslationUnit(ASTContext &Context) {
  // -Werror makes errors of warnings, which leave a program as sound as it is.
  if (Compiler.getDiagnostics().hasUncompilableErrorOccurred())
    return writeFiles(Report::badInput("error: the file does not compile\n"));
  if (!somethingToTell())
    return;
  unsigned Checks = 0;
  llvm::Expected<Report> R = verify(Context, Checks);
  if (!R) {
    const std::string Why = llvm::toString(R.takeError());
    tell(Why);
    return writeFiles(Report::badInput("error: " + Why + "\n"));
  }
  Reporter.report(*R, Checks);
  writeFiles(*R);
}

/// Whether the compilation is of a program's code, rather than of something to
/// be imported by one or to run on another device.
static bool compilesProgram(const CompilerInstance &Compiler) {
  const LangOptions &Language = Compiler.getLangOpts();
  if (Language.OpenCL || Language.CUDA || Language.HLSL)
    return false;
  switch (Compiler.getFrontendOpts().ProgramAction) {
  case frontend::GeneratePCH:
  case frontend::GenerateModule:
  case frontend::GenerateHeaderUnit:
    return false;
  default:
    return true;
  }
}

bool VerifyAction::ParseArgs(const CompilerInstance &Compiler,
                             const std::vector<std::string> &Args) {
  if (isCompiledAgain(Compiler))
    return false;
  llvm::Expected<UserOptions> Parsed = parseParameters(Args, ClangOption);
  if (!Parsed) {
    DiagnosticsEngine &Diagnostics = Compiler.getDiagnostics();
    Diagnostics.Report(Diagnostics.getCustomDiagID(DiagnosticsEngine::Error,
                                                   "soothverify: %0"))
        << llvm::toString(Parsed.takeError());
    return false;
  }
  Options = std::move(*Parsed);
  if (Options.Task.TimeoutSeconds == 0)
    Options.Task.TimeoutSeconds = DefaultSeconds;
  if (Options.Task.Jobs == 0)
    Options.Task.Jobs = 1; // builds run in parallel by themselves
  return compilesProgram(Compiler);
}

static FrontendPluginRegistry::Add<VerifyAction>
    VerifyRegistration("soothverify", "verify assertions while compiling");
