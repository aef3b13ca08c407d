//===- AnnotateAction.cpp - Annotations in what sooth compiles ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Linked into sooth-cc, so that the code that sooth gets says what attributes
// say.
//
//===----------------------------------------------------------------------===//

#include "PromiseAnnotations.h"

#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/FrontendPluginRegistry.h"

using namespace clang;
using namespace sooth;

namespace {

class AnnotateAction : public PluginASTAction {
public:
  bool ParseArgs(const CompilerInstance &,
                 const std::vector<std::string> &) override {
    return true;
  }
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &,
                                                 llvm::StringRef) override {
    return std::make_unique<PromiseAnnotations>(
        PromiseAnnotations::Lifetime::AsDeclarations);
  }
  ActionType getActionType() override { return AddBeforeMainAction; }
};

} // namespace

static FrontendPluginRegistry::Add<AnnotateAction>
    AnnotateRegistration("soothpromises", "hand on what attributes say");
