//===- CompileAgain.cpp - The file that is compiled with another text -----===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompileAgain.h"

#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/FileManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace clang;
using namespace sooth;

/// Plugins that are loaded are asked about every action.
static constexpr llvm::StringLiteral NoPlugins = "sooth compiles again";

bool sooth::isCompiledAgain(const CompilerInstance &Compiler) {
  return Compiler.getFrontendOpts().ActionName == NoPlugins;
}

namespace {
class GeneratingConsumer : public RecordingConsumer {
public:
  GeneratingConsumer(CompilerInstance &Compiler, GeneratedModule &Result)
      : Compiler(Compiler), Result(Result) {}
  void HandleTranslationUnit(ASTContext &) override {
    if (!Compiler.getDiagnostics().hasUncompilableErrorOccurred())
      Result = generatePrivateModule(Compiler, Events, SanitizerSet());
  }

private:
  CompilerInstance &Compiler;
  GeneratedModule &Result;
};

class GeneratingAction : public ASTFrontendAction {
public:
  GeneratedModule Result;

private:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &Compiler,
                                                 llvm::StringRef) override {
    return std::make_unique<GeneratingConsumer>(Compiler, Result);
  }
};
} // namespace

/// The options of \p Compiler for another text, without what it writes.
static std::shared_ptr<CompilerInvocation>
invocationFor(CompilerInstance &Compiler, llvm::StringRef Text) {
  auto Again = std::make_shared<CompilerInvocation>(Compiler.getInvocation());
  FrontendOptions &Frontend = Again->getFrontendOpts();
  Frontend.ProgramAction = frontend::ParseSyntaxOnly;
  Frontend.ActionName = NoPlugins.str();
  Frontend.AddPluginActions.clear();
  Frontend.OutputFile.clear();
  Frontend.StatsFile.clear();
  Frontend.ShowStats = false;
  Again->getDependencyOutputOpts() = DependencyOutputOptions();
  DiagnosticOptions &Diagnostics = Again->getDiagnosticOpts();
  Diagnostics.VerifyDiagnostics = false;
  Diagnostics.ShowCarets = false;
  Diagnostics.DiagnosticSerializationFile.clear();
  Diagnostics.DiagnosticLogFile.clear();
  Again->getPreprocessorOpts().addRemappedFile(
      Frontend.Inputs.front().getFile(),
      llvm::MemoryBuffer::getMemBufferCopy(Text).release());
  return Again;
}

GeneratedModule sooth::compileAgain(CompilerInstance &Compiler,
                                    llvm::StringRef Text) {
  CompilerInstance Again(Compiler.getPCHContainerOperations());
  Again.setInvocation(invocationFor(Compiler, Text));
  Again.createDiagnostics(new IgnoringDiagConsumer, /*ShouldOwnClient=*/true);
  // The other manager knows the file with its own text.
  Again.createFileManager(Compiler.getFileManager().getVirtualFileSystemPtr());
  GeneratingAction Action;
  if (!Again.ExecuteAction(Action))
    Action.Result.Module.reset();
  return std::move(Action.Result);
}
