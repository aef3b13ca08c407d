//===- RangesAt.cpp - What numbers may be at a place ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RangesAt.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Analysis/LazyValueInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

using namespace sooth;
using namespace llvm;

namespace {
/// That \p Added is at most \p Most without \p Before, without wrapping around
/// if \p Before is at most \p Most.
struct RoomTest {
  llvm::Value *Added, *Before;
  APInt Most;
  bool HasSign;
  /// Whether it is even less.
  bool IsStrict;
};
} // namespace

static llvm::Value *withoutExtension(llvm::Value *V) {
  while (isa<ZExtInst, SExtInst>(V))
    V = cast<CastInst>(V)->getOperand(0);
  return V;
}

/// What \p Compare says if it is true, or false if not \p Holds.
static std::optional<RoomTest> roomTest(const ICmpInst &Compare, bool Holds) {
  if (Compare.isEquality() || !Compare.getOperand(0)->getType()->isIntegerTy())
    return std::nullopt;
  auto How = Holds ? Compare.getPredicate() : Compare.getInversePredicate();
  llvm::Value *Small = Compare.getOperand(0), *Large = Compare.getOperand(1);
  if (ICmpInst::isGT(How) || ICmpInst::isGE(How)) {
    std::swap(Small, Large);
    How = CmpInst::getSwappedPredicate(How);
  }
  auto *Room = dyn_cast<BinaryOperator>(withoutExtension(Large));
  auto *Most = Room && Room->getOpcode() == Instruction::Sub
                   ? dyn_cast<ConstantInt>(Room->getOperand(0))
                   : nullptr;
  if (!Most || Most->isNegative())
    return std::nullopt;
  return RoomTest{Small, Room->getOperand(1), Most->getValue(),
                  CmpInst::isSigned(How), CmpInst::isStrictPredicate(How)};
}

/// What is known where \p Condition is true, or false if not \p Holds.
static void addTests(llvm::Value &Condition, bool Holds,
                     SmallVectorImpl<RoomTest> &Tests) {
  using namespace PatternMatch;
  llvm::Value *A, *B;
  if (Holds ? match(&Condition, m_LogicalAnd(m_Value(A), m_Value(B)))
            : match(&Condition, m_LogicalOr(m_Value(A), m_Value(B)))) {
    addTests(*A, Holds, Tests);
    addTests(*B, Holds, Tests);
  } else if (match(&Condition, m_Not(m_Value(A)))) {
    addTests(*A, !Holds, Tests);
  } else if (auto *Compare = dyn_cast<ICmpInst>(&Condition)) {
    if (auto Test = roomTest(*Compare, Holds))
      Tests.push_back(*Test);
  }
}

/// The edges of conditional branches that each way to \p B takes, the nearest
/// ones first.
static SmallVector<BasicBlockEdge> edgesTo(const BasicBlock &B,
                                           const DominatorTree &Order) {
  static constexpr size_t Most = 40;
  SmallVector<BasicBlockEdge> Edges;
  const auto *Node = Order.getNode(&B);
  for (Node = Node ? Node->getIDom() : nullptr; Node && Edges.size() < Most;
       Node = Node->getIDom()) {
    auto *Branch = dyn_cast<BranchInst>(Node->getBlock()->getTerminator());
    if (!Branch || !Branch->isConditional())
      continue;
    for (const BasicBlock *Next : Branch->successors())
      if (const BasicBlockEdge Edge(Node->getBlock(), Next);
          Order.dominates(Edge, &B))
        Edges.push_back(Edge);
  }
  return Edges;
}

static SmallVector<RoomTest> testsPassed(const Instruction &At,
                                         const DominatorTree &Order) {
  SmallVector<RoomTest> Tests;
  for (const BasicBlockEdge &Edge : edgesTo(*At.getParent(), Order)) {
    auto *Branch = cast<BranchInst>(Edge.getStart()->getTerminator());
    addTests(*Branch->getCondition(), Branch->getSuccessor(0) == Edge.getEnd(),
             Tests);
  }
  return Tests;
}

namespace {
/// Numbers that are added up, each without a sign, where none is cut off if the
/// sum fits into \p Bits bits with a sign.
struct Terms {
  SmallVector<llvm::Value *, 4> Added;
  uint64_t Constant = 0;
  unsigned Bits = 0;
};
} // namespace

/// The terms of \p Sum, where \p A and \p B are some.
static std::optional<Terms>
termsOf(const llvm::Value &Sum, const llvm::Value &A, const llvm::Value &B) {
  static constexpr unsigned MostTerms = 8;
  static constexpr uint64_t MostConstant = 1 << 20;
  Terms T;
  T.Bits = Sum.getType()->getIntegerBitWidth();
  SmallVector<llvm::Value *> Work{const_cast<llvm::Value *>(&Sum)};
  while (!Work.empty()) {
    llvm::Value *V = Work.pop_back_val();
    T.Bits = std::min(T.Bits, V->getType()->getIntegerBitWidth());
    auto *C = dyn_cast<ConstantInt>(V);
    if (V == &A || V == &B) {
      T.Added.push_back(V);
    } else if (C && !C->isNegative() && C->getValue().ult(MostConstant)) {
      T.Constant += C->getZExtValue();
    } else if (isa<ZExtInst, SExtInst, TruncInst>(V)) {
      Work.push_back(cast<CastInst>(V)->getOperand(0));
    } else if (auto *Add = dyn_cast<BinaryOperator>(V);
               Add && Add->getOpcode() == Instruction::Add) {
      Work.append({Add->getOperand(0), Add->getOperand(1)});
    } else {
      return std::nullopt;
    }
    if (T.Added.size() + Work.size() > MostTerms)
      return std::nullopt;
  }
  return T;
}

/// The number that \p Number was, with fewer bits.
llvm::Value &RangesAt::withoutZeros(llvm::Value &Number) {
  llvm::Value *Inner = &Number;
  while (isa<ZExtInst, SExtInst>(Inner)) {
    llvm::Value *Shorter = cast<CastInst>(Inner)->getOperand(0);
    if (isa<SExtInst>(Inner) && tested(*Shorter).getSignedMin().isNegative())
      break;
    Inner = Shorter;
  }
  return *Inner;
}

/// By where it is computed, and by single tests that have been passed.
ConstantRange RangesAt::tested(llvm::Value &Number) {
  if (auto *C = dyn_cast<ConstantInt>(&Number))
    return C->getValue();
  ConstantRange Range =
      Values.getConstantRange(&Number, &At, /*UndefAllowed=*/false);
  auto *I = dyn_cast<Instruction>(&Number);
  if (I && !I->isTerminator())
    Range = Range.intersectWith(
        Values.getConstantRange(I, I->getNextNode(), /*UndefAllowed=*/false));
  for (const BasicBlockEdge &Edge : edgesTo(*At.getParent(), Order))
    if (!I || Order.dominates(I, Edge.getStart()->getTerminator()))
      Range = Range.intersectWith(Values.getConstantRangeOnEdge(
          &Number, const_cast<BasicBlock *>(Edge.getStart()),
          const_cast<BasicBlock *>(Edge.getEnd())));
  return Range;
}

ConstantRange RangesAt::computed(llvm::Value &Number, unsigned Depth) {
  static constexpr unsigned MostDepth = 4;
  ConstantRange Range = tested(Number);
  if (Depth == MostDepth)
    return Range;
  if (auto *Sum = dyn_cast<BinaryOperator>(&Number))
    Range = Range.intersectWith(
        computed(*Sum->getOperand(0), Depth + 1)
            .binaryOp(Sum->getOpcode(),
                      computed(*Sum->getOperand(1), Depth + 1)));
  else if (isa<ZExtInst, SExtInst, TruncInst>(Number))
    Range = Range.intersectWith(
        computed(*cast<CastInst>(Number).getOperand(0), Depth + 1)
            .castOp(cast<CastInst>(Number).getOpcode(),
                    Number.getType()->getIntegerBitWidth()));
  return Range;
}

/// By tests of what it is the sum of.
ConstantRange RangesAt::summedUp(llvm::Value &Sum) {
  const unsigned Bits = Sum.getType()->getIntegerBitWidth();
  ConstantRange Range = ConstantRange::getFull(Bits);
  for (const RoomTest &Test : testsPassed(At, Order)) {
    // (There is room only if what was there before did not take more.)
    if (tested(*Test.Before).getUnsignedMax().ugt(Test.Most) ||
        (Test.HasSign && tested(*Test.Added).getSignedMin().isNegative()))
      continue;
    // Both may have been made longer, and the sum shorter.
    const llvm::Value &Added = withoutZeros(*Test.Added),
                      &Old = withoutZeros(*Test.Before);
    auto T = termsOf(Sum, Added, Old);
    if (!T || T->Added.size() != 2 || T->Added[0] == T->Added[1] ||
        Test.Most.ugt(UINT32_MAX))
      continue;
    const uint64_t Most =
        Test.Most.getZExtValue() + T->Constant - Test.IsStrict;
    if (isUIntN(T->Bits - 1, Most))
      Range = Range.intersectWith(ConstantRange::getNonEmpty(
          APInt(Bits, T->Constant), APInt(Bits, Most) + 1));
  }
  return Range;
}

ConstantRange RangesAt::of(llvm::Value &Number) {
  return isa<ConstantInt>(Number)
             ? tested(Number)
             : computed(Number, 0).intersectWith(summedUp(Number));
}
