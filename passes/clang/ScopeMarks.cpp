//===- ScopeMarks.cpp - Where blocks of C begin and end -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScopeMarks.h"

#include "KnownAddresses.h"

#include "sooth/Frontend/LLVM/Base/ScopeNames.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace clang;
using namespace sooth;
using llvm::SmallVector;
using llvm::SmallVectorImpl;

namespace {

/// A block of the source that objects belong to.
struct Block {
  unsigned Number;
  const Block *Around;
  /// Whether a label is in it.
  bool IsEntered;
  /// Those that were declared so far.
  SmallVector<VarDecl *, 4> Objects;
};

using Statements = SmallVector<Stmt *, 16>;
/// Whether jumps lead to a place.
enum class Jumps { No, Yes };
enum class Last { IsNothing, IsValue };

/// Puts the calls into one function.
class Marker {
public:
  Marker(ASTContext &Context, FunctionDecl &F)
      : Context(Context), F(F), Known(*F.getBody()) {}
  void run();

private:
  // What is put in.
  FunctionDecl *declare(llvm::StringRef Name, llvm::ArrayRef<QualType> Types);
  Expr *number(unsigned N);
  Expr *call(FunctionDecl *Callee, llvm::ArrayRef<Expr *> Arguments,
             SourceLocation At);
  Expr *markOf(const Block &B, SourceLocation At, Jumps How = Jumps::No);
  Expr *markOf(const Block &B, VarDecl *Object, SourceLocation At);
  Stmt *marksOfLabel(SourceLocation At);
  Expr *inFront(Expr *Mark, Expr *E);
  DeclRefExpr *nameOf(VarDecl *V, SourceLocation At);
  VarDecl *variable(QualType T, SourceLocation At, llvm::StringRef Name);
  DeclStmt *declaration(VarDecl *V);
  CompoundStmt *compound(llvm::ArrayRef<Stmt *> Body, SourceLocation From,
                         SourceLocation To, FPOptionsOverride Options = {});

  // The statements.
  Block *begin(bool HasObjects, const Stmt &S);
  void end(Block *B);
  CompoundStmt *block(CompoundStmt &C, Last How = Last::IsNothing);
  Stmt *substatement(Stmt *S);
  void append(Stmt *S, Statements &To);
  void appendLabelled(Stmt *S, Statements &To);
  void appendAttributed(Stmt *S, Statements &To);
  void appendDeclaration(DeclStmt *S, Statements &To);
  void appendControl(Stmt *S, Statements &To);
  void appendExpression(Stmt *S, Statements &To);
  void control(Stmt *S);
  void loop(WhileStmt &S);
  void loop(DoStmt &S);
  void loop(ForStmt &S);
  template <class T> void condition(T &S);
  Expr *fullExpression(Expr *E);

  // Expressions.
  Stmt *expression(Stmt *E);
  Expr *afterBlock(StmtExpr *E);
  void findTemporaries(Stmt *E, SmallVectorImpl<Stmt **> &Found,
                       bool IsRead = false);
  Expr *nameTemporary(Expr *Value, Block &B, Statements &To);
  Block *nameTemporaries(Stmt *&S, Statements &To);

  ASTContext &Context;
  FunctionDecl &F;
  const KnownAddresses Known;
  FunctionDecl *ScopeFunction = nullptr, *ObjectFunction = nullptr;
  /// The innermost one, and all, as they were begun.
  Block *Here = nullptr;
  SmallVector<std::unique_ptr<Block>> Blocks;
};

} // namespace

//===----------------------------------------------------------------------===//
// What is put in
//===----------------------------------------------------------------------===//

FunctionDecl *Marker::declare(llvm::StringRef Name,
                              llvm::ArrayRef<QualType> Types) {
  auto *Unit = Context.getTranslationUnitDecl();
  QualType T = Context.getFunctionType(Context.VoidTy, Types,
                                       FunctionProtoType::ExtProtoInfo());
  auto *Declared = FunctionDecl::Create(Context, Unit, {}, {},
                                        &Context.Idents.get(Name), T, nullptr,
                                        SC_Extern);
  SmallVector<ParmVarDecl *> Parameters;
  for (QualType Of : Types)
    Parameters.push_back(ParmVarDecl::Create(Context, Declared, {}, {}, nullptr,
                                             Of, nullptr, SC_None, nullptr));
  Declared->setParams(Parameters);
  Declared->setImplicit();
  return Declared;
}

Expr *Marker::number(unsigned N) {
  return IntegerLiteral::Create(
      Context, llvm::APInt(Context.getIntWidth(Context.IntTy), N),
      Context.IntTy, {});
}

Expr *Marker::call(FunctionDecl *Callee, llvm::ArrayRef<Expr *> Arguments,
                   SourceLocation At) {
  auto *Name = DeclRefExpr::Create(Context, {}, {}, Callee, false, At,
                                   Callee->getType(), VK_LValue);
  auto *Pointer = ImplicitCastExpr::Create(
      Context, Context.getPointerType(Callee->getType()),
      CK_FunctionToPointerDecay, Name, nullptr, VK_PRValue, {});
  return CallExpr::Create(Context, Pointer, Arguments, Context.VoidTy,
                          VK_PRValue, At, {});
}

Expr *Marker::markOf(const Block &B, SourceLocation At, Jumps How) {
  return call(ScopeFunction,
              {number(B.Number), number(B.Around ? B.Around->Number : 0),
               number(B.IsEntered), number(How == Jumps::Yes)},
              At);
}

DeclRefExpr *Marker::nameOf(VarDecl *V, SourceLocation At) {
  return DeclRefExpr::Create(Context, {}, {}, V, false, At,
                             V->getType().getNonReferenceType(), VK_LValue);
}

Expr *Marker::markOf(const Block &B, VarDecl *Object, SourceLocation At) {
  auto *Address = UnaryOperator::Create(
      Context, nameOf(Object, At), UO_AddrOf,
      Context.getPointerType(Object->getType()), VK_PRValue, OK_Ordinary, At,
      false, {});
  auto *Plain =
      ImplicitCastExpr::Create(Context, Context.VoidPtrTy, CK_BitCast, Address,
                               nullptr, VK_PRValue, {});
  return call(ObjectFunction, {number(B.Number), Plain}, At);
}

/// Where control may come from anywhere: with the objects that are declared
/// before. (If nothing leads to a declaration, that is told here only.)
Stmt *Marker::marksOfLabel(SourceLocation At) {
  Statements Marks{markOf(*Here, At, Jumps::Yes)};
  for (const Block *B = Here; B; B = B->Around)
    for (VarDecl *Object : B->Objects)
      Marks.push_back(markOf(*B, Object, At));
  return Marks.size() == 1 ? Marks.front() : compound(Marks, At, At);
}

/// \p E, after \p Mark.
Expr *Marker::inFront(Expr *Mark, Expr *E) {
  if (!E)
    return Mark;
  return BinaryOperator::Create(Context, Mark, E, BO_Comma, E->getType(),
                                E->getValueKind(), E->getObjectKind(),
                                E->getExprLoc(), {});
}

VarDecl *Marker::variable(QualType T, SourceLocation At,
                          llvm::StringRef Name) {
  auto *V = VarDecl::Create(Context, &F, At, At, &Context.Idents.get(Name),
                            T.getUnqualifiedType(), nullptr, SC_None);
  V->setImplicit();
  V->addAttr(NoDebugAttr::CreateImplicit(Context));
  return V;
}

DeclStmt *Marker::declaration(VarDecl *V) {
  return new (Context)
      DeclStmt(DeclGroupRef(V), V->getLocation(), V->getLocation());
}

CompoundStmt *Marker::compound(llvm::ArrayRef<Stmt *> Body,
                               SourceLocation From, SourceLocation To,
                               FPOptionsOverride Options) {
  return CompoundStmt::Create(Context, Body, Options, From, To);
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// Null if what begins has no objects.
Block *Marker::begin(bool HasObjects, const Stmt &S) {
  if (!HasObjects)
    return nullptr;
  Blocks.push_back(std::make_unique<Block>(
      Block{unsigned(Blocks.size()), Here, containsLabel(S), {}}));
  return Here = Blocks.back().get();
}

void Marker::end(Block *B) {
  if (B)
    Here = const_cast<Block *>(B->Around);
}

CompoundStmt *Marker::block(CompoundStmt &C, Last How) {
  Statements Body;
  Block *Own = begin(Known.hasObjects(C), C);
  if (Own)
    Body.push_back(markOf(*Own, C.getLBracLoc()));
  for (Stmt *S : C.body()) {
    const size_t Before = Blocks.size();
    append(S, Body);
    const bool IsValue = How == Last::IsValue && S == C.body_back();
    if (Blocks.size() > Before && !IsValue)
      Body.push_back(markOf(*Here, S->getEndLoc()));
  }
  end(Own);
  return compound(Body, C.getLBracLoc(), C.getRBracLoc(),
                  C.getStoredFPFeaturesOrDefault());
}

/// One that is a block of its own, whether it has braces or not.
Stmt *Marker::substatement(Stmt *S) {
  if (!S)
    return nullptr;
  if (auto *C = dyn_cast<CompoundStmt>(S))
    return block(*C);
  Statements Body;
  Block *Own = begin(Known.hasObjectsBeforeBlocks(*S), *S);
  if (Own)
    Body.push_back(markOf(*Own, S->getBeginLoc()));
  append(S, Body);
  end(Own);
  return Body.size() == 1 ? Body.front()
                          : compound(Body, S->getBeginLoc(), S->getEndLoc());
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

void Marker::append(Stmt *S, Statements &To) {
  if (auto *C = dyn_cast<CompoundStmt>(S))
    To.push_back(block(*C));
  else if (labelled(*S))
    appendLabelled(S, To);
  else if (auto *D = dyn_cast<DeclStmt>(S))
    appendDeclaration(D, To);
  else if (isa<IfStmt, SwitchStmt, WhileStmt, DoStmt, ForStmt>(S))
    appendControl(S, To);
  else if (isa<AttributedStmt>(S))
    appendAttributed(S, To);
  else
    appendExpression(S, To);
}

/// What is behind labels may be a declaration.
void Marker::appendLabelled(Stmt *S, Statements &To) {
  Stmt **Behind = labelled(*S);
  while (Stmt **Next = labelled(**Behind))
    Behind = Next;
  Stmt *Rest = *Behind;
  *Behind = marksOfLabel(Rest->getBeginLoc());
  To.push_back(S);
  append(Rest, To);
}

void Marker::appendAttributed(Stmt *S, Statements &To) {
  Stmt *&Inner = *S->child_begin();
  Statements All;
  append(Inner, All);
  Inner = All.size() == 1
              ? All.front()
              : compound(All, Inner->getBeginLoc(), Inner->getEndLoc());
  To.push_back(S);
}

void Marker::appendDeclaration(DeclStmt *S, Statements &To) {
  // One after the other, as each initializer is a full expression.
  SmallVector<Decl *> All(S->decls());
  for (Decl *D : All) {
    Stmt *One = All.size() == 1 ? S
                                : new (Context) DeclStmt(DeclGroupRef(D),
                                                         S->getBeginLoc(),
                                                         S->getEndLoc());
    auto *V = dyn_cast<VarDecl>(D);
    if (!V || !V->hasLocalStorage()) {
      To.push_back(One);
      continue;
    }
    Block *Temporary = nullptr;
    if (Expr *Init = V->getInit()) {
      Stmt *Changed = Init;
      Temporary = nameTemporaries(Changed, To);
      V->setInit(cast<Expr>(expression(Changed)));
    }
    To.push_back(One);
    end(Temporary);
    if (Temporary)
      To.push_back(markOf(*Here, V->getEndLoc()));
    if (!Known.isObject(*V))
      continue;
    Here->Objects.push_back(V);
    To.push_back(markOf(*Here, V, V->getEndLoc()));
  }
}

void Marker::appendControl(Stmt *S, Statements &To) {
  Block *Own = begin(Known.hasObjectsInHead(*S), *S);
  if (Own)
    To.push_back(markOf(*Own, S->getBeginLoc()));
  control(S);
  To.push_back(S);
  end(Own);
}

/// All others: the expressions in them end with them.
void Marker::appendExpression(Stmt *S, Statements &To) {
  Block *Temporary = nameTemporaries(S, To);
  To.push_back(expression(S));
  end(Temporary);
}

/// One whose value is used once it has ended.
Expr *Marker::fullExpression(Expr *E) {
  if (!E)
    return nullptr;
  Stmt *S = E;
  SmallVector<Stmt **> Found;
  findTemporaries(S, Found);
  if (Found.empty() || E->getType()->isVoidType())
    return cast<Expr>(expression(E));
  VarDecl *Value = variable(E->getType(), E->getExprLoc(), "value");
  Value->setInit(E);
  auto *Read = ImplicitCastExpr::Create(
      Context, Value->getType(), CK_LValueToRValue,
      nameOf(Value, E->getExprLoc()), nullptr, VK_PRValue, {});
  auto *Body = compound({declaration(Value), Read}, E->getBeginLoc(),
                        E->getEndLoc());
  return new (Context) StmtExpr(block(*Body, Last::IsValue), E->getType(),
                                E->getBeginLoc(), E->getEndLoc(), 0);
}

template <class T> void Marker::condition(T &S) {
  S.setCond(fullExpression(S.getCond()));
}

void Marker::loop(WhileStmt &S) {
  const size_t Before = Blocks.size();
  condition(S);
  S.setBody(substatement(S.getBody()));
  if (Blocks.size() > Before)
    S.setCond(inFront(markOf(*Here, S.getCond()->getExprLoc()), S.getCond()));
}

void Marker::loop(DoStmt &S) {
  const size_t Before = Blocks.size();
  S.setBody(substatement(S.getBody()));
  condition(S);
  if (Blocks.size() > Before)
    S.setCond(inFront(markOf(*Here, S.getCond()->getExprLoc()), S.getCond()));
}

void Marker::loop(ForStmt &S) {
  const size_t Before = Blocks.size();
  Statements Objects;
  if (auto *D = dyn_cast_or_null<DeclStmt>(S.getInit())) {
    // Here the declaration stays one statement.
    for (Decl *One : D->decls())
      if (auto *V = dyn_cast<VarDecl>(One); V && V->hasLocalStorage()) {
        if (Expr *Init = V->getInit())
          V->setInit(fullExpression(Init));
        if (Known.isObject(*V)) {
          Here->Objects.push_back(V);
          Objects.push_back(markOf(*Here, V, S.getForLoc()));
        }
      }
  } else if (auto *E = dyn_cast_or_null<Expr>(S.getInit())) {
    S.setInit(fullExpression(E));
  }
  condition(S);
  S.setInc(fullExpression(S.getInc()));
  S.setBody(substatement(S.getBody()));
  if (!Objects.empty()) {
    Objects.push_back(S.getBody());
    S.setBody(compound(Objects, S.getForLoc(), S.getEndLoc()));
  }
  if (Blocks.size() > Before)
    S.setInc(inFront(markOf(*Here, S.getForLoc()), S.getInc()));
}

void Marker::control(Stmt *S) {
  if (auto *If = dyn_cast<IfStmt>(S)) {
    condition(*If);
    If->setThen(substatement(If->getThen()));
    if (If->getElse())
      If->setElse(substatement(If->getElse()));
  } else if (auto *Switch = dyn_cast<SwitchStmt>(S)) {
    condition(*Switch);
    Switch->setBody(substatement(Switch->getBody()));
  } else if (auto *While = dyn_cast<WhileStmt>(S)) {
    loop(*While);
  } else if (auto *Do = dyn_cast<DoStmt>(S)) {
    loop(*Do);
  } else {
    loop(*cast<ForStmt>(S));
  }
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

/// \p E with what blocks in it need.
Stmt *Marker::expression(Stmt *E) {
  if (!E || isa<UnaryExprOrTypeTraitExpr>(E))
    return E;
  if (auto *Block = dyn_cast<StmtExpr>(E))
    return afterBlock(Block);
  for (Stmt *&Part : E->children())
    if (Part)
      Part = expression(Part);
  return E;
}

/// Its value outlives the block.
Expr *Marker::afterBlock(StmtExpr *E) {
  const size_t Before = Blocks.size();
  E->setSubStmt(block(*E->getSubStmt(), Last::IsValue));
  if (Blocks.size() == Before)
    return E;
  Expr *Mark = markOf(*Here, E->getEndLoc());
  if (E->getType()->isVoidType())
    return inFront(E, Mark);
  VarDecl *Value = variable(E->getType(), E->getExprLoc(), "value");
  Value->setInit(E);
  auto *Read = ImplicitCastExpr::Create(
      Context, Value->getType(), CK_LValueToRValue,
      nameOf(Value, E->getExprLoc()), nullptr, VK_PRValue, {});
  auto *Body = compound({declaration(Value), Mark, Read}, E->getBeginLoc(),
                        E->getEndLoc());
  return new (Context) StmtExpr(Body, E->getType(), E->getBeginLoc(),
                                E->getEndLoc(), 0);
}

/// Where in \p E the values are whose arrays become pointers, but for those
/// that lead to an element which is read at once.
void Marker::findTemporaries(Stmt *E, SmallVectorImpl<Stmt **> &Found,
                             bool IsRead) {
  if (!E || isa<UnaryExprOrTypeTraitExpr, StmtExpr>(E))
    return;
  Stmt **Value = valueWithArray(*E);
  if (Value && !IsRead)
    Found.push_back(Value);
  const bool StaysRead =
      IsRead && (Value || isa<ParenExpr, MemberExpr, ArraySubscriptExpr>(E));
  for (auto [I, Part] : llvm::enumerate(E->children()))
    findTemporaries(Part, Found,
                    I == 0 && (StaysRead || isPlainAccess(*E)));
}

/// *(t = Value, &t), with a variable t of \p B that is declared in \p To.
Expr *Marker::nameTemporary(Expr *Value, Block &B, Statements &To) {
  const SourceLocation At = Value->getExprLoc();
  VarDecl *V = variable(Value->getType(), At, "temporary");
  B.Objects.push_back(V);
  To.push_back(declaration(V));
  To.push_back(markOf(B, V, At));
  const QualType T = V->getType(), Pointer = Context.getPointerType(T);
  auto *Assign =
      BinaryOperator::Create(Context, nameOf(V, At), Value, BO_Assign, T,
                             VK_PRValue, OK_Ordinary, At, {});
  auto *Address =
      UnaryOperator::Create(Context, nameOf(V, At), UO_AddrOf, Pointer,
                            VK_PRValue, OK_Ordinary, At, false, {});
  auto *Both = BinaryOperator::Create(Context, Assign, Address, BO_Comma,
                                      Pointer, VK_PRValue, OK_Ordinary, At, {});
  return UnaryOperator::Create(Context, Both, UO_Deref, T, VK_LValue,
                               OK_Ordinary, At, false, {});
}

/// Gives names to what ends with \p S, in a block that has begun then; null if
/// there is nothing.
Block *Marker::nameTemporaries(Stmt *&S, Statements &To) {
  SmallVector<Stmt **> Found;
  findTemporaries(S, Found);
  if (Found.empty())
    return nullptr;
  Block *B = begin(true, *S);
  To.push_back(markOf(*B, S->getBeginLoc()));
  // Inner ones come later.
  for (Stmt **Value : llvm::reverse(Found))
    *Value = nameTemporary(cast<Expr>(*Value), *B, To);
  return B;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

void Marker::run() {
  if (!Known.endBeforeReturn())
    return;
  const QualType Int = Context.IntTy;
  ScopeFunction = declare(ScopeName, {Int, Int, Int, Int});
  ObjectFunction = declare(ScopeObjectName, {Context.IntTy, Context.VoidPtrTy});
  auto *Body = cast<CompoundStmt>(F.getBody());
  Block *Whole = begin(true, *Body);
  Statements All{markOf(*Whole, Body->getLBracLoc())};
  for (Stmt *S : Body->body()) {
    const size_t Before = Blocks.size();
    append(S, All);
    if (Blocks.size() > Before)
      All.push_back(markOf(*Here, S->getEndLoc()));
  }
  end(Whole);
  F.setBody(compound(All, Body->getLBracLoc(), Body->getRBracLoc(),
                     Body->getStoredFPFeaturesOrDefault()));
}

bool ScopeMarks::HandleTopLevelDecl(DeclGroupRef Group) {
  for (Decl *D : Group)
    if (auto *F = dyn_cast<FunctionDecl>(D);
        F && F->doesThisDeclarationHaveABody() &&
        !F->getASTContext().getLangOpts().CPlusPlus &&
        isa_and_nonnull<CompoundStmt>(F->getBody()))
      Marker(F->getASTContext(), *F).run();
  return true;
}
