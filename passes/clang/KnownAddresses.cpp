//===- KnownAddresses.cpp - Objects whose addresses may be known ----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KnownAddresses.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace sooth;

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

static bool isCast(const Stmt &E, CastKind Kind) {
  auto *Cast = dyn_cast<ImplicitCastExpr>(&E);
  return Cast && Cast->getCastKind() == Kind;
}

bool sooth::isPlainAccess(const Stmt &E) {
  if (auto *Binary = dyn_cast<BinaryOperator>(&E))
    return Binary->isAssignmentOp();
  if (auto *Unary = dyn_cast<UnaryOperator>(&E))
    return Unary->isIncrementDecrementOp();
  return isCast(E, CK_LValueToRValue);
}

Stmt **sooth::labelled(Stmt &S) {
  if (!isa<LabelStmt, SwitchCase>(S) &&
      !(isa<AttributedStmt>(S) &&
        labelled(*const_cast<Stmt *>(cast<AttributedStmt>(S).getSubStmt()))))
    return nullptr;
  Stmt **Behind = nullptr;
  for (Stmt *&Part : S.children())
    Behind = &Part;
  return Behind;
}

/// In a switch, its own cases do not count.
static bool containsLabel(const Stmt *S, bool InSwitch) {
  if (!S)
    return false;
  if (isa<LabelStmt>(S) || (isa<SwitchCase>(S) && !InSwitch))
    return true;
  return llvm::any_of(S->children(), [&](const Stmt *Part) {
    return containsLabel(Part, InSwitch || isa<SwitchStmt>(S));
  });
}

bool sooth::containsLabel(const Stmt &S) { return ::containsLabel(&S, false); }

static Stmt **onlyPart(Stmt &S) { return &*S.child_begin(); }

Stmt **sooth::valueWithArray(Stmt &E) {
  if (!isCast(E, CK_ArrayToPointerDecay))
    return nullptr;
  Stmt **At = onlyPart(E);
  bool IsMember = false;
  while (true) {
    auto *Member = dyn_cast<MemberExpr>(*At);
    if (!isa<ParenExpr>(*At) && !(Member && !Member->isArrow()))
      break;
    IsMember |= Member != nullptr;
    At = onlyPart(**At);
  }
  auto *Value = dyn_cast<Expr>(*At);
  return IsMember && Value->isPRValue() && Value->getType()->isRecordType()
             ? At
             : nullptr;
}

//===----------------------------------------------------------------------===//
// Which objects there are
//===----------------------------------------------------------------------===//

/// \p S is what is read or written, and no more is done with where it is.
void KnownAddresses::lookAtPlace(const Stmt *S, unsigned Depth) {
  if (auto *Paren = dyn_cast<ParenExpr>(S))
    return lookAtPlace(Paren->getSubExpr(), Depth);
  if (auto *Member = dyn_cast<MemberExpr>(S); Member && !Member->isArrow())
    return lookAtPlace(Member->getBase(), Depth);
  if (auto *Element = dyn_cast<ArraySubscriptExpr>(S);
      Element && isCast(*Element->getBase(), CK_ArrayToPointerDecay)) {
    look(Element->getIdx(), Depth);
    return lookAtPlace(cast<CastExpr>(Element->getBase())->getSubExpr(), Depth);
  }
  if (auto *Literal = dyn_cast<CompoundLiteralExpr>(S))
    return look(Literal->getInitializer(), Depth);
  if (!isa<DeclRefExpr>(S))
    look(S, Depth);
}

void KnownAddresses::declare(const Stmt &S, unsigned Depth) {
  for (Decl *D : cast<DeclStmt>(S).decls())
    if (auto *V = dyn_cast<VarDecl>(D); V && V->hasLocalStorage())
      Declared.push_back({V, Depth});
}

/// \p Depth: in how many statements it is.
void KnownAddresses::look(const Stmt *S, unsigned Depth) {
  if (!S || isa<UnaryExprOrTypeTraitExpr>(S))
    return;
  EndBeforeReturn |= valueWithArray(const_cast<Stmt &>(*S)) != nullptr;
  if (isa<DeclStmt>(S))
    declare(*S, Depth);
  if (auto *Name = dyn_cast<DeclRefExpr>(S))
    if (auto *V = dyn_cast<VarDecl>(Name->getDecl()))
      Taken.insert(V);
  if (auto *Literal = dyn_cast<CompoundLiteralExpr>(S);
      Literal && !Literal->isFileScope()) {
    Literals.insert(Literal);
    EndBeforeReturn |= Depth > 1;
  }
  const bool IsPlain = isPlainAccess(*S);
  const unsigned Inside =
      isa<CompoundStmt, IfStmt, SwitchStmt, WhileStmt, DoStmt, ForStmt>(S)
          ? Depth + 1
          : Depth;
  for (const Stmt *Part : S->children())
    if (IsPlain && Part == *S->child_begin())
      lookAtPlace(Part, Inside);
    else
      look(Part, Inside);
}

KnownAddresses::KnownAddresses(const Stmt &Body) {
  look(&Body, 0);
  for (auto [V, Depth] : Declared) {
    if (!Taken.contains(V))
      continue;
    Variables.insert(V);
    EndBeforeReturn |= Depth > 1 || V->getType()->isVariablyModifiedType();
  }
}

//===----------------------------------------------------------------------===//
// Where they are
//===----------------------------------------------------------------------===//

bool KnownAddresses::hasLiteral(const Stmt *E) const {
  if (!E || isa<UnaryExprOrTypeTraitExpr, StmtExpr>(E))
    return false;
  if (auto *Literal = dyn_cast<CompoundLiteralExpr>(E);
      Literal && Literals.contains(Literal))
    return true;
  return llvm::any_of(E->children(),
                      [&](const Stmt *Part) { return hasLiteral(Part); });
}

bool KnownAddresses::hasObjectsBeforeBlocks(const Stmt &S) const {
  const Stmt *Behind = &S;
  while (Stmt **Next = labelled(const_cast<Stmt &>(*Behind)))
    Behind = *Next;
  if (auto *Attributed = dyn_cast<AttributedStmt>(Behind))
    return hasObjectsBeforeBlocks(*Attributed->getSubStmt());
  if (isa<CompoundStmt, IfStmt, SwitchStmt, WhileStmt, DoStmt, ForStmt>(Behind))
    return false;
  auto *Declares = dyn_cast<DeclStmt>(Behind);
  return hasLiteral(Behind) ||
         (Declares && llvm::any_of(Declares->decls(), [&](const Decl *D) {
            auto *V = dyn_cast<VarDecl>(D);
            return V && isObject(*V);
          }));
}

bool KnownAddresses::hasObjects(const CompoundStmt &Block) const {
  return llvm::any_of(Block.body(), [&](const Stmt *S) {
    return hasObjectsBeforeBlocks(*S);
  });
}

bool KnownAddresses::hasObjectsInHead(const Stmt &S) const {
  if (auto *If = dyn_cast<IfStmt>(&S))
    return hasLiteral(If->getCond());
  if (auto *Switch = dyn_cast<SwitchStmt>(&S))
    return hasLiteral(Switch->getCond());
  if (auto *While = dyn_cast<WhileStmt>(&S))
    return hasLiteral(While->getCond());
  if (auto *Do = dyn_cast<DoStmt>(&S))
    return hasLiteral(Do->getCond());
  auto &For = cast<ForStmt>(S);
  return (For.getInit() && hasObjectsBeforeBlocks(*For.getInit())) ||
         hasLiteral(For.getCond()) || hasLiteral(For.getInc());
}
