//===- InlineDefinitions.cpp - Bodies of inline functions -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// C17 6.7.4p7: of a function that is inline in one file and has an external
// definition in another one either may be called, so that both do the same.
// Without optimization clang's code generator leaves out the one that is
// inline. Here it is a weak definition, with an annotation that says what it is
// (sooth/Frontend/LLVM/Base/Promises.h).
//
// The inline functions of GNU C that are not C's ("extern inline") are left out
// as before: their external definitions may do something else.
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Base/Promises.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclGroup.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/FrontendPluginRegistry.h"

#include <vector>

using namespace clang;

namespace {

class InlineDefinitions : public ASTConsumer {
public:
  /// (The code generator looks for annotations where it is handed a function.)
  bool HandleTopLevelDecl(DeclGroupRef Group) override {
    for (Decl *D : Group)
      if (auto *F = dyn_cast<FunctionDecl>(D); F && mayBeInlineOnly(*F)) {
        F->addAttr(AnnotateAttr::CreateImplicit(
            F->getASTContext(), sooth::InlineDefinition, nullptr, 0));
        Found.push_back(F);
      }
    return true;
  }
  /// Later declarations may make definitions external ones.
  void HandleTranslationUnit(ASTContext &Context) override {
    for (FunctionDecl *F : Found)
      if (!F->isInlineDefinitionExternallyVisible())
        F->addAttr(WeakAttr::CreateImplicit(Context));
  }

private:
  static bool mayBeInlineOnly(const FunctionDecl &F) {
    const LangOptions &Language = F.getASTContext().getLangOpts();
    return !Language.CPlusPlus && !Language.GNUInline &&
           F.isThisDeclarationADefinition() && F.isInlined() &&
           F.isExternallyVisible() && !F.getBuiltinID() &&
           !F.hasAttr<GNUInlineAttr>() && !F.hasAttr<AlwaysInlineAttr>() &&
           !F.hasAttr<WeakAttr>();
  }

  std::vector<FunctionDecl *> Found;
};

class InlineAction : public PluginASTAction {
public:
  bool ParseArgs(const CompilerInstance &,
                 const std::vector<std::string> &) override {
    return true;
  }
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &,
                                                 llvm::StringRef) override {
    return std::make_unique<InlineDefinitions>();
  }
  ActionType getActionType() override { return AddBeforeMainAction; }
};

} // namespace

static FrontendPluginRegistry::Add<InlineAction>
    InlineRegistration("soothinline", "keep the bodies of inline functions");
