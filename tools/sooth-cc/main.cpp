//===- main.cpp - C to LLVM IR, as clang does it --------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clang's front end alone, for sooth to run: loading libclang-cpp and libLLVM
// takes clang longer than a small file. It takes the arguments of
// clang -c -emit-llvm, or -fsyntax-only, for one file, and hands on what
// attributes say (passes/clang/PromiseAnnotations.h).
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Base/GeneratedCode.h"

#include "clang/Basic/Diagnostic.h"
#include "clang/CodeGen/CodeGenAction.h"
#include "clang/Driver/Compilation.h"
#include "clang/Driver/Driver.h"
#include "clang/Driver/Job.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "llvm/Passes/PassPlugin.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Host.h"

#include <memory>
#include <vector>

using namespace clang;

/// clang's code generator adds the passes of Polly where Debian builds it. No
/// pass of theirs is wanted here.
llvm::PassPluginLibraryInfo getPollyPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "none", "", [](llvm::PassBuilder &) {}};
}

/// What clang -cc1 is to do for a command line of clang; none if that has an
/// error, which is told.
static std::shared_ptr<CompilerInvocation>
invocation(llvm::ArrayRef<const char *> Args, DiagnosticsEngine &Diagnostics) {
  driver::Driver Driver(Args[0], llvm::sys::getDefaultTargetTriple(),
                        Diagnostics);
  std::unique_ptr<driver::Compilation> Plan(Driver.BuildCompilation(Args));
  if (!Plan || Plan->containsError() || Diagnostics.hasErrorOccurred())
    return nullptr;
  if (Plan->getJobs().size() != 1) {
    llvm::errs() << "error: this is not one file to compile\n";
    return nullptr;
  }
  const driver::Command &Job = *Plan->getJobs().begin();
  auto Result = std::make_shared<CompilerInvocation>();
  if (!CompilerInvocation::CreateFromArgs(*Result, Job.getArguments(),
                                          Diagnostics, Args[0]))
    return nullptr;
  return Result;
}

static void setOptionsOfLLVM(const std::vector<std::string> &Given) {
  if (Given.empty())
    return;
  std::vector<const char *> Args{"clang (LLVM option parsing)"};
  for (const std::string &Arg : Given)
    Args.push_back(Arg.c_str());
  llvm::cl::ParseCommandLineOptions(int(Args.size()), Args.data());
}

/// Lets code be generated as if it were to be optimized, for what clang says of
/// types only then; but it is not, not even inlined. The rest is undone by who
/// reads it (sooth/Frontend/LLVM/Base/GeneratedCode.h).
static void askForTypes(CodeGenOptions &Options) {
  Options.RecordCommandLine = sooth::GeneratedForOptimizers;
  if (Options.OptimizationLevel > 0)
    return;
  Options.OptimizationLevel = 1;
  Options.DisableLifetimeMarkers = true;
  Options.DisableLLVMPasses = true;
}

static bool execute(CompilerInstance &Compiler) {
  switch (Compiler.getFrontendOpts().ProgramAction) {
  case frontend::EmitBC: {
    askForTypes(Compiler.getCodeGenOpts());
    EmitBCAction Action;
    return Compiler.ExecuteAction(Action);
  }
  case frontend::ParseSyntaxOnly: {
    SyntaxOnlyAction Action;
    return Compiler.ExecuteAction(Action);
  }
  default:
    llvm::errs() << "error: neither -c -emit-llvm nor -fsyntax-only\n";
    return false;
  }
}

int main(int ArgC, const char **ArgV) {
  std::vector<const char *> Args(ArgV, ArgV + ArgC);
  // Its headers are used.
  Args[0] = SOOTH_CLANG;
  llvm::IntrusiveRefCntPtr<DiagnosticOptions> Options =
      CreateAndPopulateDiagOpts(Args).release();
  DiagnosticsEngine Diagnostics(
      new DiagnosticIDs, Options,
      new TextDiagnosticPrinter(llvm::errs(), &*Options));
  ProcessWarningOptions(Diagnostics, *Options, /*ReportDiags=*/false);

  auto What = invocation(Args, Diagnostics);
  if (!What)
    return 1;
  setOptionsOfLLVM(What->getFrontendOpts().LLVMArgs);
  // Its memory is left to the system.
  auto *Compiler = new CompilerInstance;
  Compiler->setInvocation(What);
  Compiler->createDiagnostics();
  return execute(*Compiler) ? 0 : 1;
}
