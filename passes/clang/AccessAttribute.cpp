//===- AccessAttribute.cpp - access(...), which clang does not know -------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessAttribute.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaDiagnostic.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

using namespace clang;
using namespace sooth;

using Accesses =
    llvm::DenseMap<const Decl *, llvm::SmallVector<DeclaredAccess>>;

/// clang makes the attribute known when it loads the plugin, for the only
/// translation unit that it then compiles.
static Accesses &allAccesses() {
  static Accesses All;
  return All;
}

llvm::ArrayRef<DeclaredAccess> sooth::declaredAccesses(const FunctionDecl &F) {
  auto Found = allAccesses().find(&F);
  if (Found == allAccesses().end())
    return {};
  return Found->second;
}

/// The parameter of \p F that an argument of the attribute names, if it does.
static std::optional<unsigned>
parameter(const FunctionDecl &F, const ParsedAttr &Says, unsigned Number) {
  if (Number >= Says.getNumArgs() || !Says.isArgExpr(Number))
    return std::nullopt;
  const Expr *Index = Says.getArgAsExpr(Number);
  if (Index->isValueDependent())
    return std::nullopt;
  auto Value = Index->getIntegerConstantExpr(F.getASTContext());
  if (!Value || *Value < 1 || *Value > F.getNumParams())
    return std::nullopt;
  return unsigned(Value->getZExtValue()) - 1;
}

static void note(const FunctionDecl &F, const ParsedAttr &Says) {
  if (Says.getNumArgs() < 2 || !Says.isArgIdent(0))
    return;
  llvm::StringRef Mode = Says.getArgAsIdent(0)->Ident->getName();
  if (Mode.starts_with("__") && Mode.ends_with("__") && Mode.size() > 4)
    Mode = Mode.drop_front(2).drop_back(2);
  if (Mode != "read_only" && Mode != "read_write" && Mode != "write_only")
    return;
  auto Pointer = parameter(F, Says, 1);
  if (!Pointer || !F.getParamDecl(*Pointer)->getType()->isPointerType())
    return;
  auto Count = parameter(F, Says, 2);
  if (Says.getNumArgs() > 2 &&
      (!Count || !F.getParamDecl(*Count)->getType()->isIntegerType()))
    return;
  allAccesses()[&F].push_back({*Pointer, Count});
}

namespace {
class AccessAttribute : public ParsedAttrInfo {
public:
  AccessAttribute() {
    OptArgs = 15; // what is wrong is left to gcc
    static constexpr Spelling Names[] = {{ParsedAttr::AS_GNU, "access"}};
    Spellings = Names;
  }
  AttrHandling handleDeclAttribute(Sema &S, Decl *D,
                                   const ParsedAttr &Says) const override {
    if (auto *F = dyn_cast<FunctionDecl>(D))
      note(*F, Says);
    S.Diag(Says.getLoc(), diag::warn_unknown_attribute_ignored)
        << Says << Says.getRange();
    return AttributeNotApplied;
  }
};
} // namespace

static ParsedAttrInfoRegistry::Add<AccessAttribute>
    AttributeRegistration("access", "what functions access");
