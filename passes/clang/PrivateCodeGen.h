//===- PrivateCodeGen.h - A code generator of our own ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The user's code generator sees optimisation levels, sanitizers and
// instrumentation that delete or disguise violations. So the plugin keeps what
// the parser reports and, only if there is something to verify, hands it to a
// second code generator whose options, module and diagnostics are its own. The
// object file stays bit for bit what it was.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_PASSES_CLANG_PRIVATECODEGEN_H
#define SOOTH_PASSES_CLANG_PRIVATECODEGEN_H

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/DeclGroup.h"
#include "clang/Basic/Sanitizers.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

#include <memory>
#include <vector>

namespace clang {
class CompilerInstance;
} // namespace clang

namespace sooth {

/// What the parser tells a code generator, kept in its order.
class ParserEvents {
public:
  enum class Kind {
    TopLevelDecl,
    InlineFunctionDefinition,
    TagDeclDefinition,
    TagDeclRequiredDefinition,
    TentativeDefinition,
    ExternalDeclaration,
    InheritanceModel,
    StaticMemberInstantiation,
    VTable
  };

  void add(Kind What, const void *D) {
    Events.push_back({What, const_cast<void *>(D)});
  }
  void add(clang::DeclGroupRef Group) {
    add(Kind::TopLevelDecl, Group.getAsOpaquePtr());
  }

  /// Tells \p Consumer everything, also what is added meanwhile: generating
  /// code may load further declarations from a precompiled header.
  void replay(clang::ASTConsumer &Consumer) const;

private:
  struct Event {
    Kind What;
    void *Declaration;
  };
  std::vector<Event> Events;
};

/// Keeps what the parser reports.
class RecordingConsumer : public clang::ASTConsumer {
  using Kind = ParserEvents::Kind;

public:
  bool HandleTopLevelDecl(clang::DeclGroupRef D) override {
    Events.add(D);
    return true;
  }
  void HandleInlineFunctionDefinition(clang::FunctionDecl *D) override {
    Events.add(Kind::InlineFunctionDefinition, D);
  }
  void HandleTagDeclDefinition(clang::TagDecl *D) override {
    Events.add(Kind::TagDeclDefinition, D);
  }
  void HandleTagDeclRequiredDefinition(const clang::TagDecl *D) override {
    Events.add(Kind::TagDeclRequiredDefinition, D);
  }
  void CompleteTentativeDefinition(clang::VarDecl *D) override {
    Events.add(Kind::TentativeDefinition, D);
  }
  void CompleteExternalDeclaration(clang::DeclaratorDecl *D) override {
    Events.add(Kind::ExternalDeclaration, D);
  }
  void AssignInheritanceModel(clang::CXXRecordDecl *D) override {
    Events.add(Kind::InheritanceModel, D);
  }
  void HandleCXXStaticMemberVarInstantiation(clang::VarDecl *D) override {
    Events.add(Kind::StaticMemberInstantiation, D);
  }
  void HandleVTable(clang::CXXRecordDecl *D) override {
    Events.add(Kind::VTable, D);
  }

protected:
  ParserEvents Events;
};

/// A module and, so that it dies after the module, its context.
struct GeneratedModule {
  std::unique_ptr<llvm::LLVMContext> Context;
  std::unique_ptr<llvm::Module> Module; ///< null if there is no code for it
};

/// Generates unoptimised code with debug information for the whole translation
/// unit, with a trap for each of \p Checks that fails. Requires a translation
/// unit without errors, parsed to its end. Says nothing to the user: what is
/// wrong with the code, the user's own code generator reports.
GeneratedModule generatePrivateModule(clang::CompilerInstance &Compiler,
                                      const ParserEvents &Events,
                                      clang::SanitizerSet Checks);

} // namespace sooth

#endif
