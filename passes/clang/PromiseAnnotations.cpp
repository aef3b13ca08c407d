//===- PromiseAnnotations.cpp - What declarations say ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PromiseAnnotations.h"

#include "AccessAttribute.h"

#include "sooth/Frontend/LLVM/Base/Promises.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace sooth;

//===----------------------------------------------------------------------===//
// What declarations say
//===----------------------------------------------------------------------===//

/// Whether \p T is one argument, whatever the machine.
static bool isOneArgument(QualType T) {
  return T->isIntegralOrEnumerationType() || T->isRealFloatingType() ||
         T->isAnyPointerType();
}

/// How many of the first parameters of \p F are arguments as they stand.
static unsigned countPlainParameters(const FunctionDecl &F) {
  if (!F.getReturnType()->isVoidType() && !isOneArgument(F.getReturnType()))
    return 0;
  unsigned Count = 0;
  while (Count < F.getNumParams() &&
         isOneArgument(F.getParamDecl(Count)->getType()))
    ++Count;
  return Count;
}

static bool isNonNull(QualType T) {
  return T->getNullability() == NullabilityKind::NonNull;
}

static uint64_t bytesOf(const ASTContext &Context, QualType T) {
  return T->isVoidType() ? 1
         : T->isIncompleteType() || T->isFunctionType() ||
                 T->isVariablyModifiedType()
             ? 0
             : uint64_t(Context.getTypeSizeInChars(T).getQuantity());
}

/// The parameter that \p Count is, if it is just that.
static std::optional<unsigned> parameterOf(const Expr *Count) {
  auto *Name = dyn_cast_or_null<DeclRefExpr>(
      Count ? Count->IgnoreParenImpCasts() : nullptr);
  auto *Parameter = Name ? dyn_cast<ParmVarDecl>(Name->getDecl()) : nullptr;
  if (!Parameter)
    return std::nullopt;
  return Parameter->getFunctionScopeIndex();
}

/// What [static n] says.
static void addArray(Promise &To, const ASTContext &Context, QualType T) {
  auto *Decayed = dyn_cast<DecayedType>(T.getTypePtr());
  const ArrayType *Array =
      Decayed ? Context.getAsArrayType(Decayed->getOriginalType()) : nullptr;
  if (!Array || Array->getSizeModifier() != ArraySizeModifier::Static)
    return;
  const uint64_t Element = bytesOf(Context, Array->getElementType());
  if (auto *Fixed = dyn_cast<ConstantArrayType>(Array)) {
    const uint64_t Count = Fixed->getSize().getLimitedValue();
    To.IsNeverNull |= Count > 0;
    if (Element && Count <= UINT64_MAX / Element)
      To.Bytes = std::max(To.Bytes, Count * Element);
  } else if (auto *Variable = dyn_cast<VariableArrayType>(Array)) {
    To.IsNeverNull = true; // (Such an array has some elements.)
    if (auto Count = parameterOf(Variable->getSizeExpr()); Count && Element) {
      To.Count = Count;
      To.ElementSize = Element;
    }
  }
}

/// What access(...) says.
static void addAccess(Promise &To, const ASTContext &Context, QualType T,
                      const DeclaredAccess &Says) {
  const uint64_t Element = bytesOf(Context, T->getPointeeType());
  if (!Element)
    return;
  if (Says.Count) {
    To.Count = Says.Count;
    To.ElementSize = Element;
  } else if (!T->isVoidPointerType()) {
    To.Bytes = std::max(To.Bytes, Element);
  }
}

static Promise promiseIn(const FunctionDecl &Declaration, unsigned Number) {
  const ASTContext &Context = Declaration.getASTContext();
  const ParmVarDecl *P = Declaration.getParamDecl(Number);
  Promise Says;
  Says.IsNeverNull =
      P->hasAttr<NonNullAttr>() || isNonNull(P->getType()) ||
      llvm::any_of(Declaration.specific_attrs<NonNullAttr>(),
                   [&](const NonNullAttr *A) { return A->isNonNull(Number); });
  addArray(Says, Context, P->getType());
  for (const DeclaredAccess &A : declaredAccesses(Declaration))
    if (A.Pointer == Number)
      addAccess(Says, Context, P->getType(), A);
  return Says;
}

/// What all declarations of \p F say together.
static Promise promiseOfAll(const FunctionDecl &F, unsigned Number) {
  Promise All;
  for (const FunctionDecl *D : F.redecls()) {
    if (D->getNumParams() <= Number)
      continue;
    const Promise Says = promiseIn(*D, Number);
    All.IsNeverNull |= Says.IsNeverNull;
    All.Bytes = std::max(All.Bytes, Says.Bytes);
    if (!All.Count) {
      All.Count = Says.Count;
      All.ElementSize = Says.ElementSize;
    }
  }
  return All;
}

static llvm::StringRef declaredName(const FunctionDecl &F, unsigned Number) {
  for (const FunctionDecl *D : F.redecls())
    if (Number < D->getNumParams() &&
        !D->getParamDecl(Number)->getName().empty())
      return D->getParamDecl(Number)->getName();
  return "";
}

static bool neverReturnsNull(const FunctionDecl &F) {
  return F.getReturnType()->isAnyPointerType() &&
         llvm::any_of(F.redecls(), [](const FunctionDecl *D) {
           return D->hasAttr<ReturnsNonNullAttr>() ||
                  isNonNull(D->getReturnType());
         });
}

//===----------------------------------------------------------------------===//
// Annotations
//===----------------------------------------------------------------------===//

/// A constant as annotations have them.
static Expr *constant(ASTContext &Context, uint64_t Value) {
  QualType T = Context.UnsignedLongLongTy;
  llvm::APInt Bits(unsigned(Context.getTypeSize(T)), Value);
  auto *Literal = IntegerLiteral::Create(Context, Bits, T, SourceLocation());
  return ConstantExpr::Create(Context, Literal,
                              APValue(llvm::APSInt(Bits, /*isUnsigned=*/true)));
}

static Expr *constant(ASTContext &Context, llvm::StringRef Text) {
  QualType Array =
      Context.getStringLiteralArrayType(Context.CharTy, unsigned(Text.size()));
  auto *Literal =
      StringLiteral::Create(Context, Text, StringLiteralKind::Ordinary,
                            /*Pascal=*/false, Array, SourceLocation());
  auto *Pointer = ImplicitCastExpr::Create(
      Context, Context.getArrayDecayedType(Array), CK_ArrayToPointerDecay,
      Literal, nullptr, VK_PRValue, FPOptionsOverride());
  Expr::EvalResult Value;
  Pointer->EvaluateAsRValue(Value, Context);
  return ConstantExpr::Create(Context, Pointer, Value.Val);
}

PromiseAnnotations::~PromiseAnnotations() {
  if (How == Lifetime::AsDeclarations)
    return;
  for (auto &[F, Says] : Added) {
    AttrVec Kept;
    for (Attr *A : F->attrs())
      if (A != Says)
        Kept.push_back(A);
    F->dropAttrs();
    for (Attr *A : Kept)
      F->addAttr(A);
  }
}

void PromiseAnnotations::annotate(FunctionDecl &F, AnnotateAttr *Says) {
  F.addAttr(Says);
  Added.emplace_back(&F, Says);
}

void PromiseAnnotations::add(FunctionDecl &F) {
  ASTContext &Context = F.getASTContext();
  const unsigned Plain = countPlainParameters(F);
  for (unsigned I = 0; I < Plain; ++I) {
    if (!F.getParamDecl(I)->getType()->isPointerType())
      continue;
    const Promise Says = promiseOfAll(F, I);
    if (Says.isEmpty())
      continue;
    Expr *Details[] = {constant(Context, uint64_t(Plain)),
                       constant(Context, uint64_t(I)),
                       constant(Context, uint64_t(Says.IsNeverNull)),
                       constant(Context, Says.Bytes),
                       constant(Context, uint64_t(Says.Count.value_or(Plain))),
                       constant(Context, Says.ElementSize),
                       constant(Context, declaredName(F, I))};
    annotate(F, AnnotateAttr::CreateImplicit(Context, ParameterPromise, Details,
                                             std::size(Details)));
  }
  if (neverReturnsNull(F))
    annotate(F,
             AnnotateAttr::CreateImplicit(Context, ResultPromise, nullptr, 0));
}

bool PromiseAnnotations::HandleTopLevelDecl(DeclGroupRef Group) {
  for (Decl *D : Group)
    if (auto *F = dyn_cast<FunctionDecl>(D);
        F && !isa<CXXMethodDecl>(F) && !F->isTemplated())
      add(*F);
  return true;
}
