//===- ExpressionCode.cpp - Code for expressions --------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGenerator.h"

#include "MachineCalls.h"

#include "sooth/Expr/Traversal.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using namespace sooth::run;
using llvm::Type;

llvm::Value *CodeGenerator::asWord(llvm::Value *V) {
  return Build.CreateZExt(V, Build.getInt64Ty());
}

llvm::Value *CodeGenerator::fromWord(llvm::Value *Word, Sort S) {
  return Build.CreateTrunc(Word, type(S));
}

llvm::Value *CodeGenerator::load(unsigned Place, Sort S) {
  Type *Words = Build.getIntNTy(64 * wordsFor(bitsOf(S)));
  return fromWord(Build.CreateAlignedLoad(
                      Words, word(StateWords::First + Place), llvm::Align(8)),
                  S);
}

void CodeGenerator::store(unsigned Place, llvm::Value *V) {
  const unsigned Bits = V->getType()->getIntegerBitWidth();
  Type *Words = Build.getIntNTy(64 * wordsFor(Bits));
  Build.CreateAlignedStore(Build.CreateZExt(V, Words),
                           word(StateWords::First + Place), llvm::Align(8));
}

llvm::Value *CodeGenerator::value(Expr Root) {
  if (llvm::Value *V = Values.lookup(Root))
    return V;
  postOrder(Root, Seen, [&](Expr E) {
    Order.push_back(E);
    if (!E.sort().isArray())
      Values[E] = computeLogged(E);
  });
  return Values.lookup(Root);
}

llvm::Value *CodeGenerator::computeLogged(Expr E) {
  if (S.Compared && ComparisonLog::isOfInterest(E))
    call(reinterpret_cast<void *>(&MachineCalls::compared), Build.getVoidTy(),
         {pointer(S.Compared), Build.getInt32(S.Compared->siteOf(E)),
          asWord(op(E, 0)), asWord(op(E, 1))});
  return compute(E);
}

llvm::Value *CodeGenerator::compute(Expr E) {
  llvm::LLVMContext &Ctx = M.getContext();
  switch (E.kind()) {
  case Kind::Const:
    return E.isBool() ? llvm::ConstantInt::getBool(Ctx, E.value().boolean())
                      : llvm::ConstantInt::get(Ctx, E.value().bits());
  case Kind::Var:
    return load(L.placeOf(E), E.sort());
  case Kind::Not:
    return Build.CreateNot(op(E, 0));
  case Kind::And:
  case Kind::Or: {
    llvm::Value *All = op(E, 0);
    for (Expr Next : E.operands().drop_front())
      All = E.is(Kind::And) ? Build.CreateAnd(All, value(Next))
                            : Build.CreateOr(All, value(Next));
    return All;
  }
  case Kind::Ite:
    return Build.CreateSelect(op(E, 0), op(E, 1), op(E, 2));
  case Kind::Eq:
    return Build.CreateICmpEQ(op(E, 0), op(E, 1));
  case Kind::Select:
    return read(E.operand(0), E.operand(1));
  default:
    return isFpOperator(E.kind()) ? computeFloat(E) : computeBitVec(E);
  }
}

llvm::Value *CodeGenerator::computeBitVec(Expr E) {
  switch (E.kind()) {
  case Kind::BvNot:
    return Build.CreateNot(op(E, 0));
  case Kind::BvNeg:
    return Build.CreateNeg(op(E, 0));
  case Kind::BvAnd:
    return Build.CreateAnd(op(E, 0), op(E, 1));
  case Kind::BvOr:
    return Build.CreateOr(op(E, 0), op(E, 1));
  case Kind::BvXor:
    return Build.CreateXor(op(E, 0), op(E, 1));
  case Kind::BvAdd:
    return Build.CreateAdd(op(E, 0), op(E, 1));
  case Kind::BvSub:
    return Build.CreateSub(op(E, 0), op(E, 1));
  case Kind::BvMul:
    return Build.CreateMul(op(E, 0), op(E, 1));
  case Kind::BvUlt:
    return Build.CreateICmpULT(op(E, 0), op(E, 1));
  case Kind::BvUle:
    return Build.CreateICmpULE(op(E, 0), op(E, 1));
  case Kind::BvSlt:
    return Build.CreateICmpSLT(op(E, 0), op(E, 1));
  case Kind::BvSle:
    return Build.CreateICmpSLE(op(E, 0), op(E, 1));
  case Kind::Concat: {
    llvm::Value *Low = Build.CreateZExt(op(E, 1), type(E.sort()));
    llvm::Value *High = Build.CreateZExt(op(E, 0), type(E.sort()));
    return Build.CreateOr(Build.CreateShl(High, E.operand(1).sort().width()),
                          Low);
  }
  case Kind::Extract:
    return Build.CreateTrunc(Build.CreateLShr(op(E, 0), E.param(1)),
                             type(E.sort()));
  case Kind::ZeroExt:
    return Build.CreateZExt(op(E, 0), type(E.sort()));
  case Kind::SignExt:
    return Build.CreateSExt(op(E, 0), type(E.sort()));
  case Kind::BvShl:
  case Kind::BvLshr:
  case Kind::BvAshr:
    return shift(E);
  default:
    return divide(E);
  }
}

/// Amounts may be greater than the width.
llvm::Value *CodeGenerator::shift(Expr E) {
  llvm::Value *A = op(E, 0), *B = op(E, 1);
  const unsigned Width = E.sort().width();
  // (All amounts of one bit are below 2, which is no number of one bit.)
  llvm::Value *Last = llvm::ConstantInt::get(A->getType(), Width - 1);
  llvm::Value *IsSmall = Build.CreateICmpULE(B, Last);
  llvm::Value *Amount = Build.CreateSelect(IsSmall, B, Last);
  if (E.is(Kind::BvAshr))
    return Build.CreateAShr(A, Amount);
  llvm::Value *Shifted = E.is(Kind::BvShl) ? Build.CreateShl(A, Amount)
                                           : Build.CreateLShr(A, Amount);
  return Build.CreateSelect(IsSmall, Shifted,
                            llvm::Constant::getNullValue(A->getType()));
}

/// By zero, too; and the least number by -1.
llvm::Value *CodeGenerator::divide(Expr E) {
  llvm::Value *A = op(E, 0), *B = op(E, 1);
  Type *T = A->getType();
  llvm::Value *Zero = llvm::Constant::getNullValue(T),
              *One = llvm::ConstantInt::get(T, 1),
              *Ones = llvm::Constant::getAllOnesValue(T);
  llvm::Value *ByZero = Build.CreateICmpEQ(B, Zero);
  if (E.is(Kind::BvUdiv))
    return Build.CreateSelect(
        ByZero, Ones, Build.CreateUDiv(A, Build.CreateSelect(ByZero, One, B)));
  if (E.is(Kind::BvUrem))
    return Build.CreateSelect(
        ByZero, A, Build.CreateURem(A, Build.CreateSelect(ByZero, One, B)));
  llvm::Value *ByOnes = Build.CreateICmpEQ(B, Ones);
  llvm::Value *Divisor =
      Build.CreateSelect(Build.CreateOr(ByZero, ByOnes), One, B);
  if (E.is(Kind::BvSrem)) {
    llvm::Value *Rest =
        Build.CreateSelect(ByOnes, Zero, Build.CreateSRem(A, Divisor));
    return Build.CreateSelect(ByZero, A, Rest);
  }
  llvm::Value *Quotient = Build.CreateSelect(ByOnes, Build.CreateNeg(A),
                                             Build.CreateSDiv(A, Divisor));
  llvm::Value *IsNegative = Build.CreateICmpSLT(A, Zero);
  return Build.CreateSelect(ByZero, Build.CreateSelect(IsNegative, One, Ones),
                            Quotient);
}

//===- Arrays -------------------------------------------------------------===//

llvm::Value *CodeGenerator::read(Expr Array, Expr Index) {
  if (llvm::Value *V = Reads.lookup({Array, Index}))
    return V;
  const Sort Element = Array.sort().element();
  llvm::Value *V = nullptr;
  switch (Array.kind()) {
  case Kind::Store:
    V = Build.CreateSelect(
        Build.CreateICmpEQ(value(Array.operand(1)), value(Index)),
        value(Array.operand(2)), read(Array.operand(0), Index));
    break;
  case Kind::Ite:
    V = Build.CreateSelect(value(Array.operand(0)),
                           read(Array.operand(1), Index),
                           read(Array.operand(2), Index));
    break;
  case Kind::ConstArray:
    V = value(Array.operand(0));
    break;
  default: {
    llvm::Type *All = Build.getIntNTy(64 * arraysFor(Array.sort()));
    for (auto [I, Part] : llvm::enumerate(arrayOf(Array))) {
      llvm::Value *Word =
          call(reinterpret_cast<void *>(&MachineCalls::readCell),
               Build.getInt64Ty(), {pointer(Part), cellNumber(value(Index))});
      Word = Build.CreateShl(Build.CreateZExt(Word, All), 64 * I);
      V = V ? Build.CreateOr(V, Word) : Word;
    }
    V = fromWord(V, Element);
    break;
  }
  }
  Reads[{Array, Index}] = V;
  ReadOrder.push_back({Array, Index});
  return V;
}

CodeGenerator::Parts CodeGenerator::arrayOf(Expr E) {
  Parts Found;
  const unsigned Count = arraysFor(E.sort());
  if (!E.isConst()) {
    for (unsigned I = 0; I < Count; ++I)
      Found.push_back(&(*S.Arrays)[L.placeOf(E) + I]);
    return Found;
  }
  auto [It, IsNew] = ConstantOf.try_emplace(E);
  if (!IsNew)
    return It->second;
  const ArrayValue &Cells = E.value().array();
  for (unsigned I = 0; I < Count; ++I) {
    It->second.push_back(&S.Constants->emplace_back(*S.Pool));
    It->second.back()->fill(wordOf(Cells.Default, I));
    for (const auto &[Index, Element] : Cells.Entries)
      It->second.back()->write(cellOf(Index, *S.Numbers), wordOf(Element, I));
  }
  return It->second;
}

/// Those from number \p First on.
CodeGenerator::Parts CodeGenerator::copyNumber(unsigned First, Sort Of) {
  Parts Found;
  for (unsigned I = First; I < First + arraysFor(Of); ++I) {
    if (I == S.Copies->size())
      S.Copies->emplace_back(*S.Pool);
    Found.push_back(&(*S.Copies)[I]);
  }
  return Found;
}

llvm::Value *CodeGenerator::part(llvm::Value *Element, unsigned Word) {
  llvm::Type *T = Element->getType();
  if (T->getIntegerBitWidth() <= 64)
    return asWord(Element);
  return Build.CreateIntCast(Build.CreateLShr(Element, 64 * Word),
                             Build.getInt64Ty(), /*isSigned=*/false);
}

llvm::Value *CodeGenerator::cellNumber(llvm::Value *Index) {
  if (Index->getType()->getIntegerBitWidth() <= 64)
    return asWord(Index);
  return call(reinterpret_cast<void *>(&MachineCalls::numberOf),
              Build.getInt64Ty(),
              {pointer(S.Numbers), part(Index, 0), part(Index, 1)});
}

void CodeGenerator::writeCell(const Parts &To, llvm::Value *Index,
                              llvm::Value *Element) {
  llvm::Value *Cell = cellNumber(Index);
  for (auto [I, Part] : llvm::enumerate(To))
    call(reinterpret_cast<void *>(&MachineCalls::writeCell), Build.getVoidTy(),
         {pointer(Part), Cell, part(Element, I)});
}

/// Those without stores to variables other than \p Var below.
static bool isMadeOf(Expr Array, Expr Var) {
  switch (Array.kind()) {
  case Kind::Store:
    return isMadeOf(Array.operand(0), Var);
  case Kind::Ite:
    return isMadeOf(Array.operand(1), Var) && isMadeOf(Array.operand(2), Var);
  case Kind::Var:
    return Array == Var;
  default:
    return true;
  }
}

/// All at once: first what reads others' old cells, then what changes cells in
/// place.
void CodeGenerator::updateArrays(const Edge &E) {
  std::vector<const Update *> Updates;
  for (const Update &U : E.Updates)
    if (U.Var.sort().isArray())
      Updates.push_back(&U);
  for (const Update *U : Updates)
    postOrder(U->Val, Seen, [&](Expr Part) {
      Order.push_back(Part);
      if (!Part.sort().isArray())
        Values[Part] = computeLogged(Part);
    });
  std::vector<std::pair<PagedArray *, PagedArray *>> Moved;
  for (const Update *U : Updates) {
    if (isMadeOf(U->Val, U->Var))
      continue;
    const Parts Copy = copyNumber(Moved.size(), U->Var.sort());
    writeInto(Copy, U->Val, Expr());
    for (auto [To, From] : llvm::zip(arrayOf(U->Var), Copy))
      Moved.push_back({To, From});
  }
  for (const Update *U : Updates)
    if (isMadeOf(U->Val, U->Var))
      writeInto(arrayOf(U->Var), U->Val, U->Var);
  for (auto [To, From] : Moved)
    call(reinterpret_cast<void *>(&MachineCalls::swap), Build.getVoidTy(),
         {pointer(To), pointer(From)});
}

/// Makes \p To hold \p Array. It holds \p Kept, or anything if that is null.
/// Requires that values in \p Array have been computed.
void CodeGenerator::writeInto(const Parts &To, Expr Array, Expr Kept) {
  if (Array == Kept)
    return;
  switch (Array.kind()) {
  case Kind::Store:
    writeInto(To, Array.operand(0), Kept);
    return writeCell(To, value(Array.operand(1)), value(Array.operand(2)));
  case Kind::Ite:
    return writeChoice(To, Array, Kept);
  case Kind::ConstArray:
    for (auto [I, Part] : llvm::enumerate(To))
      call(reinterpret_cast<void *>(&MachineCalls::fill), Build.getVoidTy(),
           {pointer(Part), part(value(Array.operand(0)), I)});
    return;
  default:
    for (auto [Part, From] : llvm::zip(To, arrayOf(Array)))
      call(reinterpret_cast<void *>(&MachineCalls::copy), Build.getVoidTy(),
           {pointer(Part), pointer(From)});
  }
}

/// What both are made of by stores; null without one.
static Expr commonPart(Expr A, Expr B) {
  ExprSet Below{A};
  for (; A.is(Kind::Store); A = A.operand(0))
    Below.insert(A.operand(0));
  while (!Below.contains(B)) {
    if (!B.is(Kind::Store))
      return Expr();
    B = B.operand(0);
  }
  return B;
}

void CodeGenerator::writeChoice(const Parts &To, Expr Choice, Expr Kept) {
  Expr A = Choice.operand(1), B = Choice.operand(2);
  if (Expr Common = commonPart(A, B)) {
    writeInto(To, Common, Kept);
    Kept = Common;
  }
  llvm::BasicBlock *Yes = newBlock("write"), *No = newBlock("write.other"),
                   *After = newBlock("after");
  Build.CreateCondBr(value(Choice.operand(0)), Yes, No);
  for (auto [Block, Array] : {std::pair(Yes, A), std::pair(No, B)}) {
    Build.SetInsertPoint(Block);
    writeInto(To, Array, Kept);
    Build.CreateBr(After);
  }
  Build.SetInsertPoint(After);
}
