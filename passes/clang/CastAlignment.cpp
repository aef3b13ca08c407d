//===- CastAlignment.cpp - What a cast pointer leads to is aligned --------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CastAlignment.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;
using namespace sooth;

namespace {

class Visitor : public RecursiveASTVisitor<Visitor> {
public:
  explicit Visitor(ASTContext &Context) : Context(Context) {}
  bool VisitCStyleCastExpr(CStyleCastExpr *E);
  /// What these begin with are constants.
  bool TraverseVarDecl(VarDecl *V) {
    return !V->hasLocalStorage() || RecursiveASTVisitor::TraverseVarDecl(V);
  }

private:
  CharUnits alignmentOf(QualType Pointer) const;

  ASTContext &Context;
};

} // namespace

CharUnits Visitor::alignmentOf(QualType Pointer) const {
  const QualType T = Pointer->getPointeeType();
  return T->isIncompleteType() || T->isFunctionType()
             ? CharUnits::One()
             : Context.getTypeAlignInChars(T);
}

static bool isOfObject(const Expr &Pointer) {
  const Expr *E = Pointer.IgnoreParenCasts();
  auto *Address = dyn_cast<UnaryOperator>(E);
  return (Address && Address->getOpcode() == UO_AddrOf) ||
         E->getType()->isArrayType();
}

bool Visitor::VisitCStyleCastExpr(CStyleCastExpr *E) {
  Expr *From = E->getSubExpr();
  if (E->getCastKind() != CK_BitCast || !From->getType()->isPointerType() ||
      !isOfObject(*From) ||
      alignmentOf(E->getType()) <= alignmentOf(From->getType()))
    return true;
  const SourceLocation At = From->getExprLoc();
  auto *Nothing = IntegerLiteral::Create(
      Context, llvm::APInt(Context.getIntWidth(Context.IntTy), 0),
      Context.IntTy, At);
  E->setSubExpr(BinaryOperator::Create(Context, Nothing, From, BO_Comma,
                                       From->getType(), VK_PRValue, OK_Ordinary,
                                       At, {}));
  return true;
}

bool CastAlignment::HandleTopLevelDecl(DeclGroupRef Group) {
  for (Decl *D : Group)
    if (auto *F = dyn_cast<FunctionDecl>(D);
        F && F->doesThisDeclarationHaveABody() &&
        !F->getASTContext().getLangOpts().CPlusPlus)
      Visitor(F->getASTContext()).TraverseStmt(F->getBody());
  return true;
}
