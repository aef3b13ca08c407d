//===- PrivateCodeGen.cpp - A code generator of our own -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrivateCodeGen.h"

#include "PromiseAnnotations.h"

#include "sooth/Frontend/LLVM/Base/GeneratedCode.h"
#include "sooth/Frontend/LLVM/Base/Promises.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/CodeGenOptions.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/IR/DiagnosticHandler.h"

using namespace clang;
using namespace sooth;

static void tell(ASTConsumer &Consumer, ParserEvents::Kind What, void *D) {
  using Kind = ParserEvents::Kind;
  switch (What) {
  case Kind::TopLevelDecl:
    Consumer.HandleTopLevelDecl(DeclGroupRef::getFromOpaquePtr(D));
    return;
  case Kind::InlineFunctionDefinition:
    return Consumer.HandleInlineFunctionDefinition(
        static_cast<FunctionDecl *>(D));
  case Kind::TagDeclDefinition:
    return Consumer.HandleTagDeclDefinition(static_cast<TagDecl *>(D));
  case Kind::TagDeclRequiredDefinition:
    return Consumer.HandleTagDeclRequiredDefinition(static_cast<TagDecl *>(D));
  case Kind::TentativeDefinition:
    return Consumer.CompleteTentativeDefinition(static_cast<VarDecl *>(D));
  case Kind::ExternalDeclaration:
    return Consumer.CompleteExternalDeclaration(
        static_cast<DeclaratorDecl *>(D));
  case Kind::InheritanceModel:
    return Consumer.AssignInheritanceModel(static_cast<CXXRecordDecl *>(D));
  case Kind::StaticMemberInstantiation:
    return Consumer.HandleCXXStaticMemberVarInstantiation(
        static_cast<VarDecl *>(D));
  case Kind::VTable:
    return Consumer.HandleVTable(static_cast<CXXRecordDecl *>(D));
  }
}

void ParserEvents::replay(ASTConsumer &Consumer) const {
  for (size_t I = 0; I < Events.size(); ++I) {
    Event Next = Events[I]; // a copy, as the vector may grow meanwhile
    tell(Consumer, Next.What, Next.Declaration);
  }
}

/// Options that start from the defaults and take over only what decides what
/// the program means. Instrumentation, profiles and optimisation stay out.
static CodeGenOptions privateOptions(const CodeGenOptions &Users,
                                     SanitizerSet Checks) {
  CodeGenOptions Options;
  Options.OptimizationLevel = 1; // for types of accesses (GeneratedCode.h)
  Options.DisableO0ImplyOptNone = true;
  Options.DisableLifetimeMarkers = true;
  Options.DiscardValueNames = false;
  Options.setInlining(CodeGenOptions::NormalInlining);
  Options.setDebugInfo(llvm::codegenoptions::FullDebugInfo);
  Options.DebugColumnInfo = true;
  Options.DwarfVersion = 5;
  Options.DebugCompilationDir = Users.DebugCompilationDir;
  Options.MainFileName = Users.MainFileName;
  Options.SanitizeTrap = Checks;

  Options.NoCommon = Users.NoCommon;
  Options.RelaxedAliasing = Users.RelaxedAliasing;
  Options.NullPointerIsValid = Users.NullPointerIsValid;
  Options.CXAAtExit = Users.CXAAtExit;
  Options.NumRegisterParameters = Users.NumRegisterParameters;
  Options.setStructReturnConvention(Users.getStructReturnConvention());
  Options.NoBuiltinFuncs = Users.NoBuiltinFuncs;
  Options.FPDenormalMode = Users.FPDenormalMode;
  Options.FP32DenormalMode = Users.FP32DenormalMode;
  Options.FloatABI = Users.FloatABI;
  Options.SoftFloat = Users.SoftFloat;
  Options.CodeModel = Users.CodeModel;
  Options.RelocationModel = Users.RelocationModel;
  Options.PointerAuth = Users.PointerAuth;
  return Options;
}

/// The code generator asks the language options which checks to make. There is
/// one set of them, shared with the parser and the user's code generator, so
/// while this lives they are ours, and afterwards the user's again. -ftrapv is
/// a check that was not asked of us. An array at the end of a structure has the
/// length that its type says, but for those of one element or none.
namespace {
class OwnChecks {
  using Level = LangOptions::StrictFlexArraysLevelKind;

public:
  OwnChecks(LangOptions &Language, SanitizerSet Checks)
      : Language(Language), UsersSanitizers(Language.Sanitize),
        UsersOverflow(Language.getSignedOverflowBehavior()),
        UsersFlexibleArrays(Language.getStrictFlexArraysLevel()) {
    Language.Sanitize = Checks;
    if (UsersFlexibleArrays == Level::Default)
      Language.setStrictFlexArraysLevel(Level::OneZeroOrIncomplete);
    if (UsersOverflow == LangOptions::SOB_Trapping)
      Language.setSignedOverflowBehavior(LangOptions::SOB_Undefined);
  }
  OwnChecks(const OwnChecks &) = delete;
  OwnChecks &operator=(const OwnChecks &) = delete;
  ~OwnChecks() {
    Language.Sanitize = UsersSanitizers;
    Language.setSignedOverflowBehavior(UsersOverflow);
    Language.setStrictFlexArraysLevel(UsersFlexibleArrays);
  }

private:
  LangOptions &Language;
  SanitizerSet UsersSanitizers;
  LangOptions::SignedOverflowBehaviorTy UsersOverflow;
  Level UsersFlexibleArrays;
};
} // namespace

/// In what clang parsed, no clause of a contract is ever reached (sooth.h), and
/// contracts that stand apart from bodies are not used: so the user's code has
/// none. While this lives, they are.
namespace {
class OwnClauses : public RecursiveASTVisitor<OwnClauses> {
public:
  explicit OwnClauses(ASTContext &Context) {
    TraverseDecl(Context.getTranslationUnitDecl());
    for (auto &[Branch, Condition] : Found)
      Branch->setCond(IntegerLiteral::Create(
          Context, llvm::APInt(Context.getIntWidth(Context.IntTy), 0),
          Context.IntTy, Condition->getExprLoc()));
    for (FunctionDecl *Contract : Contracts)
      Contract->addAttr(UsedAttr::CreateImplicit(Context));
  }
  OwnClauses(const OwnClauses &) = delete;
  OwnClauses &operator=(const OwnClauses &) = delete;
  ~OwnClauses() {
    for (auto &[Branch, Condition] : Found)
      Branch->setCond(Condition);
    for (FunctionDecl *Contract : Contracts)
      Contract->dropAttr<UsedAttr>();
  }
  bool VisitIfStmt(IfStmt *Branch) {
    if (isClause(Branch->getElse()))
      Found.emplace_back(Branch, Branch->getCond());
    return true;
  }

  bool VisitFunctionDecl(FunctionDecl *F) {
    const IdentifierInfo *Name = F->getIdentifier();
    if (Name && Name->getName().starts_with("sooth_contract_of_") &&
        F->doesThisDeclarationHaveABody() && !F->hasAttr<UsedAttr>())
      Contracts.push_back(F);
    return true;
  }

private:
  static bool isClause(const Stmt *S) {
    auto *Comma = dyn_cast_or_null<BinaryOperator>(S);
    while (Comma && Comma->getOpcode() == BO_Comma) {
      S = Comma->getLHS();
      Comma = dyn_cast<BinaryOperator>(S);
    }
    auto *Call = dyn_cast_or_null<CallExpr>(S);
    const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
    const IdentifierInfo *Name = Callee ? Callee->getIdentifier() : nullptr;
    return Name &&
           (Name->isStr("sooth_clause") || Name->isStr("sooth_invariant"));
  }

  std::vector<std::pair<IfStmt *, Expr *>> Found;
  std::vector<FunctionDecl *> Contracts;
};
} // namespace

/// Swallows what passes say about the private module; without it an error
/// would end the compiler.
namespace {
struct SilentHandler : llvm::DiagnosticHandler {
  bool handleDiagnostics(const llvm::DiagnosticInfo &) override { return true; }
};
} // namespace

GeneratedModule sooth::generatePrivateModule(CompilerInstance &Compiler,
                                             const ParserEvents &Events,
                                             SanitizerSet Checks) {
  GeneratedModule Result;
  Result.Context = std::make_unique<llvm::LLVMContext>();
  Result.Context->setDiagnosticHandler(std::make_unique<SilentHandler>());

  OwnChecks Sanitizers(Compiler.getLangOpts(), Checks);
  DiagnosticsEngine Diagnostics(new DiagnosticIDs, new DiagnosticOptions,
                                new IgnoringDiagConsumer);
  Diagnostics.setSourceManager(&Compiler.getSourceManager());
  CodeGenOptions Options = privateOptions(Compiler.getCodeGenOpts(), Checks);
  std::unique_ptr<CodeGenerator> Generator(CreateLLVMCodeGen(
      Diagnostics, Options.MainFileName,
      Compiler.getFileManager().getVirtualFileSystemPtr(),
      Compiler.getHeaderSearchOpts(), Compiler.getPreprocessorOpts(), Options,
      *Result.Context));

  ASTContext &AST = Compiler.getASTContext();
  OwnClauses Contracts(AST);
  Generator->Initialize(AST);
  {
    // The user's code has no annotations of ours, so they go with this.
    PromiseAnnotations Promises(PromiseAnnotations::Lifetime::AsThis);
    Events.replay(Promises);
    Events.replay(*Generator);
    Generator->HandleTranslationUnit(AST);
  }
  Result.Module.reset(Generator->ReleaseModule());
  if (Result.Module) {
    readPromises(*Result.Module);
    keepAliasRules(*Result.Module);
    undoForOptimizers(*Result.Module);
    markAssumptions(*Result.Module);
  }
  return Result;
}
