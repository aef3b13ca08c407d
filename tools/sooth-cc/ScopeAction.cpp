//===- ScopeAction.cpp - Lifetimes, and alignment, for sooth --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Linked into sooth-cc, so that the code that sooth gets says where objects
// begin and end, and how what is read and written has to be aligned.
//
//===----------------------------------------------------------------------===//

#include "CastAlignment.h"
#include "ScopeMarks.h"

#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "clang/Frontend/MultiplexConsumer.h"

using namespace clang;
using namespace sooth;

namespace {

class ScopeAction : public PluginASTAction {
public:
  bool ParseArgs(const CompilerInstance &,
                 const std::vector<std::string> &) override {
    return true;
  }
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &,
                                                 llvm::StringRef) override {
    std::vector<std::unique_ptr<ASTConsumer>> All;
    All.push_back(std::make_unique<CastAlignment>());
    All.push_back(std::make_unique<ScopeMarks>());
    return std::make_unique<MultiplexConsumer>(std::move(All));
  }
  ActionType getActionType() override { return AddBeforeMainAction; }
};

} // namespace

static FrontendPluginRegistry::Add<ScopeAction>
    ScopesRegistration("soothscopes", "say where blocks begin and end");
