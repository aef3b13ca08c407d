//===- ValueOperations.cpp - Abstract runs: what is computed --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueInterpreter.h"

#include "sooth/Frontend/LLVM/Base/IntrinsicMeaning.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace sooth;
using namespace llvm;

using AV = AbstractValue;

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// Where \p Gep goes from an array in a larger object to its elements, what
/// \p P, the array, leads to is bounded by that array. (Not by one at the end,
/// which programs take to be as long as there is memory.)
void ValueInterpreter::boundByArray(const State &S, const GEPOperator &Gep,
                                    Value &P) {
  auto *Array = dyn_cast<ArrayType>(Gep.getSourceElementType());
  auto *First = Gep.getNumIndices() > 1
                    ? dyn_cast<ConstantInt>(Gep.idx_begin()->get())
                    : nullptr;
  if (!Array || Array->getNumElements() <= 1 || !First || !First->isZero())
    return;
  const int64_t Size = int64_t(Layout.getTypeAllocSize(Array).getFixedValue());
  for (AV::Target &T : P.Targets) {
    const ObjectState *O = S.Objects.find(T.Object);
    if (!O || !T.In.isWhole() || !T.At.isOne() || T.At.Low < 0)
      continue;
    const int64_t End = T.At.Low + Size;
    const int64_t Padding = int64_t(Layout.getPointerSize());
    if (uint64_t(End + Padding) <= O->LeastSize &&
        uint64_t(Size) < O->LeastSize)
      T.In = {T.At.Low, End};
  }
}

/// The sum of \p Base and what \p Gep adds to it.
AbstractValue ValueInterpreter::stepped(const State &S,
                                        const GEPOperator &Gep) {
  Value P = valueOf(S, Gep.getPointerOperand());
  if (!P.isPointer())
    return Value::anyOf(Gep.getType());
  Offsets Step = Offsets::of(0);
  for (auto T = gep_type_begin(Gep), End = gep_type_end(Gep); T != End; ++T) {
    const llvm::Value *Index = T.getOperand();
    if (StructType *Struct = T.getStructTypeOrNull()) {
      const unsigned Field = cast<ConstantInt>(Index)->getZExtValue();
      Step = Step.plus(int64_t(Layout.getStructLayout(Struct)
                                   ->getElementOffset(Field)
                                   .getFixedValue()));
      continue;
    }
    const int64_t Size =
        int64_t(T.getSequentialElementStride(Layout).getFixedValue());
    const Value By = valueOf(S, Index);
    if (!By.isNumber() || By.Range.getBitWidth() > 64)
      Step = Offsets::any();
    else
      Step = Step.plus(Offsets::scaled(By.Range, Size));
  }
  const bool Moves = !(Step.isOne() && Step.Low == 0);
  boundByArray(S, Gep, P);
  for (AV::Target &T : P.Targets)
    T.At = T.At.plus(Step);
  if (Moves) {
    P.Identity = 0;
    // Far from null, there may be something.
    P.MayBeAny |= Step.isAny() && (P.MayBeNull || P.MayBeNowhere);
    if (P.MayBeAny || P.MayBeNowhere) {
      P.MayBeNull = true;
    } else if (P.MayBeNull) {
      P.MayBeNull = Step.Low <= 0 && Step.High >= 0;
      P.MayBeNowhere = true;
    }
  }
  return P;
}

AbstractValue ValueInterpreter::constantOf(const Constant &C) {
  Type *T = C.getType();
  if (auto *Number = dyn_cast<ConstantInt>(&C))
    return Value::number(ConstantRange(Number->getValue()));
  if (isa<ConstantPointerNull>(C))
    return Value::null();
  if (auto *G = dyn_cast<GlobalValue>(&C))
    return addressOf(*G);
  if (isa<ConstantAggregateZero>(C))
    return Value::zeroOf(T);
  if (isa<ConstantAggregate>(C)) {
    Value V = Value::anyOf(T);
    if (V.What == AV::Kind::Parts)
      for (unsigned I = 0; I < V.Parts.size(); ++I)
        V.Parts[I] = constantOf(*C.getAggregateElement(I));
    return V;
  }
  if (auto *Expression = dyn_cast<ConstantExpr>(&C)) {
    static const State Nothing;
    if (auto *Gep = dyn_cast<GEPOperator>(Expression))
      return stepped(Nothing, *Gep);
    if (Expression->getOpcode() == Instruction::BitCast && T->isPointerTy())
      return constantOf(*Expression->getOperand(0));
  }
  return Value::anyOf(T);
}

AbstractValue ValueInterpreter::valueOf(const State &S, const llvm::Value *V) {
  if (auto *C = dyn_cast<Constant>(V))
    return constantOf(*C);
  if (const Value *Known = S.Values.find(numberOf(*V)))
    return *Known;
  return Value::anyOf(V->getType());
}

void ValueInterpreter::set(State &S, const Instruction &I, Value V) {
  S.Values.set(numberOf(I), std::move(V));
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

std::optional<bool> ValueInterpreter::compare(const State &S,
                                              CmpInst::Predicate P,
                                              const Value &A, const Value &B) {
  if (A.isPointer() && B.isPointer())
    return comparePointers(S, P, A, B);
  if (!A.isNumber() || !B.isNumber() ||
      A.Range.getBitWidth() != B.Range.getBitWidth())
    return std::nullopt;
  if (A.Identity != 0 && A.Identity == B.Identity)
    return CmpInst::isTrueWhenEqual(P);
  if (A.Range.isEmptySet() || B.Range.isEmptySet())
    return std::nullopt;
  if (A.Range.icmp(P, B.Range))
    return true;
  if (A.Range.icmp(CmpInst::getInversePredicate(P), B.Range))
    return false;
  return std::nullopt;
}

std::optional<bool> ValueInterpreter::comparePointers(const State &S,
                                                      CmpInst::Predicate P,
                                                      const Value &A,
                                                      const Value &B) {
  if (A.MayBeAny || B.MayBeAny || A.MayBeNowhere || B.MayBeNowhere)
    return std::nullopt;
  auto IsNull = [](const Value &V) { return V.Targets.empty(); };
  if (CmpInst::isEquality(P)) {
    const bool IfEqual = P == CmpInst::ICMP_EQ;
    if (IsNull(A) && IsNull(B))
      return IfEqual;
    if (IsNull(A) || IsNull(B)) {
      const Value &Other = IsNull(A) ? B : A;
      return Other.MayBeNull ? std::nullopt : std::optional(!IfEqual);
    }
  }
  // Functions have addresses of their own.
  auto IsFunction = [&](const AV::Target &T) {
    return isa_and_nonnull<Function>(Infos[T.Object].Site) && T.At.isOne() &&
           T.At.Low == 0;
  };
  auto IsOfBoth = [&](const AV::Target &T) {
    return any_of(B.Targets, [&](auto &Of) { return Of.Object == T.Object; });
  };
  if (CmpInst::isEquality(P) && !(A.MayBeNull && B.MayBeNull) &&
      all_of(A.Targets, IsFunction) && all_of(B.Targets, IsFunction) &&
      none_of(A.Targets, IsOfBoth))
    return P != CmpInst::ICMP_EQ;
  // Two addresses in one object that is there once.
  if (A.MayBeNull || B.MayBeNull || A.Targets.size() != 1 ||
      B.Targets.size() != 1 || A.Targets[0].Object != B.Targets[0].Object)
    return std::nullopt;
  const ObjectState *O = S.Objects.find(A.Targets[0].Object);
  if (!O || O->IsMany)
    return std::nullopt;
  const Offsets &X = A.Targets[0].At, &Y = B.Targets[0].At;
  if (X.isAny() || Y.isAny())
    return std::nullopt;
  // (Offsets that are in the object, or at its end, have the order of
  // addresses.)
  auto IsInside = [&](const Offsets &Z) {
    return Z.Low >= 0 && uint64_t(Z.High) <= O->LeastSize;
  };
  if (!IsInside(X) || !IsInside(Y))
    return std::nullopt;
  auto RangeOf = [](const Offsets &Z) {
    return ConstantRange::getNonEmpty(APInt(64, uint64_t(Z.Low)),
                                      APInt(64, uint64_t(Z.High) + 1));
  };
  return compare(S, P, Value::number(RangeOf(X)), Value::number(RangeOf(Y)));
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

static AbstractValue ofTruth(std::optional<bool> Is) {
  return AV::number(Is ? ConstantRange(APInt(1, *Is))
                       : ConstantRange::getFull(1));
}

static ConstantRange orFull(ConstantRange R) {
  // No result is that of a division by zero, and no run ends there.
  return R.isEmptySet() ? ConstantRange::getFull(R.getBitWidth()) : R;
}

static std::optional<ConstantRange>
rangeOf(unsigned Opcode, const ConstantRange &A, const ConstantRange &B) {
  switch (Opcode) {
  case Instruction::Add:
    return A.add(B);
  case Instruction::Sub:
    return A.sub(B);
  case Instruction::Mul:
    return A.multiply(B);
  case Instruction::UDiv:
    return orFull(A.udiv(B));
  case Instruction::SDiv:
    return orFull(A.sdiv(B));
  case Instruction::URem:
    return orFull(A.urem(B));
  case Instruction::SRem:
    return orFull(A.srem(B));
  case Instruction::Shl:
    return orFull(A.shl(B));
  case Instruction::LShr:
    return orFull(A.lshr(B));
  case Instruction::AShr:
    return orFull(A.ashr(B));
  case Instruction::And:
    return A.binaryAnd(B);
  case Instruction::Or:
    return A.binaryOr(B);
  case Instruction::Xor:
    return A.binaryXor(B);
  default:
    return std::nullopt;
  }
}

AbstractValue ValueInterpreter::overflowOf(const State &S,
                                           const WithOverflowInst &I) {
  const Value A = valueOf(S, I.getLHS()), B = valueOf(S, I.getRHS());
  Value V = Value::anyOf(I.getType());
  if (!A.isNumber() || !B.isNumber() || V.What != AV::Kind::Parts)
    return V;
  const unsigned Opcode = I.getBinaryOp();
  if (auto Range = rangeOf(Opcode, A.Range, B.Range))
    V.Parts[0] = Value::number(*Range);
  using Result = ConstantRange::OverflowResult;
  Result Is = Result::MayOverflow;
  const bool IsSigned = I.isSigned();
  if (Opcode == Instruction::Add)
    Is = IsSigned ? A.Range.signedAddMayOverflow(B.Range)
                  : A.Range.unsignedAddMayOverflow(B.Range);
  else if (Opcode == Instruction::Sub)
    Is = IsSigned ? A.Range.signedSubMayOverflow(B.Range)
                  : A.Range.unsignedSubMayOverflow(B.Range);
  else if (!IsSigned)
    Is = A.Range.unsignedMulMayOverflow(B.Range);
  else {
    // In twice as many bits.
    const unsigned Width = A.Range.getBitWidth();
    const ConstantRange Wide =
        A.Range.signExtend(2 * Width).multiply(B.Range.signExtend(2 * Width));
    const ConstantRange Fits = ConstantRange::getNonEmpty(
        APInt::getSignedMinValue(Width).sext(2 * Width),
        APInt::getSignedMaxValue(Width).sext(2 * Width) + 1);
    if (Fits.contains(Wide))
      Is = Result::NeverOverflows;
  }
  if (Is == Result::NeverOverflows)
    V.Parts[1] = ofTruth(false);
  return V;
}

/// Of the objects that \p P leads to the beginning of.
AbstractValue ValueInterpreter::sizeOf(const State &S, const Value &P,
                                       const Type *T) const {
  const Value Any = Value::anyOf(T);
  if (!P.isPointer() || P.MayBeAny || P.MayBeNull || P.MayBeNowhere ||
      P.Targets.empty())
    return Any;
  uint64_t Least = UINT64_MAX, Most = 0;
  for (const AV::Target &To : P.Targets) {
    const ObjectState *O = S.Objects.find(To.Object);
    if (!O || !To.At.isOne() || To.At.Low != 0)
      return Any;
    Least = std::min(Least, O->LeastSize);
    Most = std::max(Most, O->MostSize);
  }
  const unsigned Width = Any.Range.getBitWidth();
  if (Width < 64 && Most >> Width)
    return Any;
  return Value::number(
      ConstantRange::getNonEmpty(APInt(Width, Least), APInt(Width, Most) + 1));
}

/// Of an intrinsic that computes a number.
AbstractValue ValueInterpreter::computeIntrinsic(const State &S,
                                                 const CallBase &Call) {
  const Value Any = Value::anyOf(Call.getType());
  if (auto *Overflow = dyn_cast<WithOverflowInst>(&Call))
    return overflowOf(S, *Overflow);
  auto *I = dyn_cast<IntrinsicInst>(&Call);
  if (!I || !Any.isNumber() || Call.arg_empty())
    return Any;
  const Value A = valueOf(S, Call.getArgOperand(0));
  if (I->getIntrinsicID() == Intrinsic::objectsize &&
      I->hasFnAttr(ExactSizeName))
    return sizeOf(S, A, Call.getType());
  if (!A.isNumber())
    return Any;
  auto OfTwo = [&](auto Compute) {
    const Value B = valueOf(S, Call.getArgOperand(1));
    return B.isNumber() ? Value::number(Compute(A.Range, B.Range)) : Any;
  };
  switch (I->getIntrinsicID()) {
  case Intrinsic::smax:
    return OfTwo([](auto &X, auto &Y) { return X.smax(Y); });
  case Intrinsic::smin:
    return OfTwo([](auto &X, auto &Y) { return X.smin(Y); });
  case Intrinsic::umax:
    return OfTwo([](auto &X, auto &Y) { return X.umax(Y); });
  case Intrinsic::umin:
    return OfTwo([](auto &X, auto &Y) { return X.umin(Y); });
  case Intrinsic::expect:
  case Intrinsic::expect_with_probability:
    return A;
  default:
    return Any;
  }
}

AbstractValue ValueInterpreter::compute(const State &S, const Instruction &I) {
  const Value Any = Value::anyOf(I.getType());
  if (auto *Gep = dyn_cast<GEPOperator>(&I))
    return I.getType()->isPointerTy() ? stepped(S, *Gep) : Any;
  if (auto *C = dyn_cast<ICmpInst>(&I))
    return I.getType()->isIntegerTy()
               ? ofTruth(compare(S, C->getPredicate(),
                                 valueOf(S, C->getOperand(0)),
                                 valueOf(S, C->getOperand(1))))
               : Any;
  if (auto *Choice = dyn_cast<SelectInst>(&I)) {
    const Value On = valueOf(S, Choice->getCondition());
    const APInt *Only = On.isNumber() ? On.Range.getSingleElement() : nullptr;
    if (Only)
      return valueOf(S, Only->isZero() ? Choice->getFalseValue()
                                       : Choice->getTrueValue());
    Value V = join(valueOf(S, Choice->getTrueValue()),
                   valueOf(S, Choice->getFalseValue()));
    return V;
  }
  if (auto *Part = dyn_cast<ExtractValueInst>(&I)) {
    Value Of = valueOf(S, Part->getAggregateOperand());
    for (unsigned Index : Part->getIndices()) {
      if (Of.What != AV::Kind::Parts || Index >= Of.Parts.size())
        return Any;
      Value Inner = Of.Parts[Index];
      Of = std::move(Inner);
    }
    return Of;
  }
  if (auto *Insert = dyn_cast<InsertValueInst>(&I)) {
    Value All = isa<UndefValue>(Insert->getAggregateOperand())
                    ? Any
                    : valueOf(S, Insert->getAggregateOperand());
    Value New = valueOf(S, Insert->getInsertedValueOperand());
    New.Identity = 0;
    Value *At = &All;
    for (unsigned Index : Insert->getIndices()) {
      if (At->What != AV::Kind::Parts || Index >= At->Parts.size())
        return Any;
      At = &At->Parts[Index];
    }
    *At = std::move(New);
    return All;
  }
  if (isa<FreezeInst>(I)) {
    const llvm::Value *Of = I.getOperand(0);
    return isa<UndefValue>(Of) ? Any : valueOf(S, Of);
  }
  if (I.isBinaryOp() && I.getType()->isIntegerTy()) {
    const Value A = valueOf(S, I.getOperand(0)),
                B = valueOf(S, I.getOperand(1));
    if (!A.isNumber() || !B.isNumber())
      return Any;
    auto Range = rangeOf(I.getOpcode(), A.Range, B.Range);
    return Range ? Value::number(*Range) : Any;
  }
  if (auto *Cast = dyn_cast<CastInst>(&I); Cast && I.getType()->isIntegerTy()) {
    const Value A = valueOf(S, I.getOperand(0));
    const unsigned Width = I.getType()->getIntegerBitWidth();
    if (A.isNumber())
      switch (I.getOpcode()) {
      case Instruction::ZExt:
        return Value::number(A.Range.zeroExtend(Width));
      case Instruction::SExt:
        return Value::number(A.Range.signExtend(Width));
      case Instruction::Trunc:
        return Value::number(A.Range.truncate(Width));
      default:
        return Any;
      }
    if (I.getOpcode() == Instruction::PtrToInt && A.isPointer() &&
        !A.MayBeAny && !A.MayBeNowhere && A.Targets.empty())
      return Value::zeroOf(I.getType());
    return Any;
  }
  if (I.getOpcode() == Instruction::IntToPtr && I.getType()->isPointerTy()) {
    const Value A = valueOf(S, I.getOperand(0));
    const APInt *Only = A.isNumber() ? A.Range.getSingleElement() : nullptr;
    return Only && Only->isZero() ? Value::null() : Any;
  }
  if (I.getOpcode() == Instruction::BitCast && I.getType()->isPointerTy())
    return valueOf(S, I.getOperand(0));
  return Any;
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

/// The cell that was read when \p New was found is like it, if it has not been
/// written since.
void ValueInterpreter::constrainCell(State &S, const Value &New) {
  if (New.Identity < S.FirstIdentity || New.Identity >= Identities.size())
    return;
  const ObjectId At = Identities[New.Identity];
  const ObjectState *O = S.Objects.find(At);
  if (!O || O->IsMany)
    return;
  bool IsSame = false;
  O->Content.forEachValue(
      [&](const Value &V) { IsSame |= V.Identity == New.Identity; });
  if (!IsSame)
    return;
  ObjectState Now = *O;
  Now.Content.transform([&](const Value &V) -> std::optional<Value> {
    return V.Identity == New.Identity ? std::optional(common(V, New))
                                      : std::nullopt;
  });
  S.Objects.set(At, std::move(Now));
}

bool ValueInterpreter::constrain(State &S, const llvm::Value *V, Value New) {
  if (isa<Constant>(V))
    return !common(constantOf(*cast<Constant>(V)), New).isEmpty();
  const Value Old = valueOf(S, V);
  Value Now = common(Old, New);
  if (Now.isEmpty())
    return false;
  if (Now.isEqual(Old))
    return true;
  if (!S.Values.find(numberOf(*V)) && !isa<Instruction, Argument>(V))
    return true;
  S.Values.set(numberOf(*V), Now);
  if (Now.Identity != 0)
    constrainCell(S, Now);
  return constrainSource(S, V, Now);
}

/// \p V, computed in this state, is \p New: what does that say of its operands?
bool ValueInterpreter::constrainSource(State &S, const llvm::Value *V,
                                       const Value &New) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I)
    return true;
  if (auto *Load = dyn_cast<LoadInst>(I))
    return constrainAddress(S, *Load, New);
  // (Between an operand and a use of the result, no run comes to the operand
  // again but through the instruction: the former dominate the latter.)
  if (auto *C = dyn_cast<ICmpInst>(I))
    if (const APInt *Only =
            New.isNumber() ? New.Range.getSingleElement() : nullptr;
        Only && I->getType()->isIntegerTy(1))
      return assumeCompared(S, *C, !Only->isZero());
  if (!New.isNumber())
    return true;
  const unsigned Width = New.Range.getBitWidth();
  auto *Of = I->getNumOperands() ? I->getOperand(0) : nullptr;
  switch (I->getOpcode()) {
  case Instruction::ZExt:
  case Instruction::SExt: {
    const unsigned Small = Of->getType()->getIntegerBitWidth();
    const bool HasSign = I->getOpcode() == Instruction::SExt;
    // What the wide number can be at all, and what it is of that.
    const ConstantRange All =
        HasSign ? ConstantRange::getFull(Small).signExtend(Width)
                : ConstantRange::getFull(Small).zeroExtend(Width);
    const ConstantRange Now = New.Range.intersectWith(All);
    if (Now.isEmptySet())
      return false;
    return constrain(S, Of, Value::number(Now.truncate(Small)));
  }
  case Instruction::Add:
    if (auto *C = dyn_cast<ConstantInt>(I->getOperand(1)))
      return constrain(
          S, Of, Value::number(New.Range.sub(ConstantRange(C->getValue()))));
    return true;
  case Instruction::Sub:
    if (auto *C = dyn_cast<ConstantInt>(I->getOperand(1)))
      return constrain(
          S, Of, Value::number(New.Range.add(ConstantRange(C->getValue()))));
    return true;
  case Instruction::Freeze:
    return isa<UndefValue>(Of) || constrain(S, Of, New);
  case Instruction::Xor:
    if (auto *C = dyn_cast<ConstantInt>(I->getOperand(1)); C && Width == 1)
      return !C->isOne() ||
             constrain(
                 S, Of,
                 Value::number(New.Range.sub(ConstantRange(APInt(1, 1)))));
    return true;
  default:
    return true;
  }
}

/// What of \p A has the address of one of \p B. In two objects that are there,
/// no bytes have the same address; but others may be next to the end of one, or
/// where one was that has ended, and texts may be joined.
AbstractValue ValueInterpreter::withAddressOf(const State &S, const Value &A,
                                              const Value &B) const {
  auto IsInside = [&](const AV::Target &T) {
    auto *Global = dyn_cast_or_null<GlobalValue>(Infos[T.Object].Site);
    if (Global && Global->hasGlobalUnnamedAddr())
      return false;
    if (isa_and_nonnull<Function>(Global))
      return T.At.isOne() && T.At.Low == 0;
    const ObjectState *O = S.Objects.find(T.Object);
    return O && O->Life == Lifetime::Lives && !T.At.isAny() && T.At.Low >= 0 &&
           uint64_t(T.At.High) < O->LeastSize;
  };
  auto AreInside = [&](const Value &V) {
    return !V.MayBeAny && !V.MayBeNowhere && all_of(V.Targets, IsInside);
  };
  const bool IsAnywhere = !AreInside(B);
  Value V = A;
  if (A.MayBeAny && !IsAnywhere) {
    V.MayBeAny = V.MayBeNowhere = false;
    V.MayBeNull = B.MayBeNull;
    V.Targets = B.Targets;
    return V;
  }
  V.MayBeNull &= B.MayBeNull || B.MayBeNowhere || B.MayBeAny;
  V.MayBeNowhere &= IsAnywhere || !B.Targets.empty();
  erase_if(V.Targets, [&](const AV::Target &T) {
    if (IsAnywhere || (!IsInside(T) && !B.Targets.empty()))
      return false;
    return none_of(B.Targets,
                   [&](auto &Other) { return Other.Object == T.Object; });
  });
  return V;
}

bool ValueInterpreter::assumePointers(State &S, const ICmpInst &C,
                                      CmpInst::Predicate P) {
  const llvm::Value *X = C.getOperand(0), *Y = C.getOperand(1);
  const Value A = valueOf(S, X), B = valueOf(S, Y);
  auto IsNull = [](const Value &V) {
    return V.Targets.empty() && !V.MayBeAny && !V.MayBeNowhere;
  };
  if (P == CmpInst::ICMP_EQ)
    return constrain(S, X, withAddressOf(S, A, B)) &&
           constrain(S, Y, withAddressOf(S, B, A));
  if (P == CmpInst::ICMP_NE) {
    auto IsNotNull = [&](const llvm::Value *V, Value Of) {
      Of.MayBeNull = false;
      return !Of.isEmpty() && (isa<Constant>(V) || constrain(S, V, Of));
    };
    if (IsNull(B))
      return IsNotNull(X, A);
    return !IsNull(A) || IsNotNull(Y, B);
  }
  // Of two in one object, the offsets.
  auto IsOne = [&](const Value &V) {
    const ObjectState *O =
        V.Targets.size() == 1 ? S.Objects.find(V.Targets[0].Object) : nullptr;
    return O && !O->IsMany && !V.MayBeNull && !V.MayBeAny && !V.MayBeNowhere &&
           !V.Targets[0].At.isAny() && V.Targets[0].At.Low >= 0 &&
           uint64_t(V.Targets[0].At.High) <= O->LeastSize;
  };
  if (!IsOne(A) || !IsOne(B) || A.Targets[0].Object != B.Targets[0].Object)
    return true;
  auto Least = [](Value V, int64_t Low) {
    Offsets &At = V.Targets[0].At;
    const int64_t Stride = int64_t(std::max<uint64_t>(At.Stride, 1));
    if (Low > At.Low)
      At.Low += (Low - At.Low + Stride - 1) / Stride * Stride;
    return V;
  };
  auto Most = [](Value V, int64_t High) {
    Offsets &At = V.Targets[0].At;
    const int64_t Stride = int64_t(std::max<uint64_t>(At.Stride, 1));
    if (High < At.High)
      At.High -= (At.High - High + Stride - 1) / Stride * Stride;
    return V;
  };
  auto Set = [&](const llvm::Value *V, Value New) {
    Offsets &At = New.Targets[0].At;
    if (At.Low > At.High)
      return false;
    if (At.isOne())
      At.Stride = 0;
    if (isa<Instruction, Argument>(V)) {
      New.Identity = valueOf(S, V).Identity;
      S.Values.set(numberOf(*V), std::move(New));
    }
    return true;
  };
  const Offsets &At = A.Targets[0].At, &Of = B.Targets[0].At;
  switch (P) {
  case CmpInst::ICMP_ULT:
  case CmpInst::ICMP_SLT:
    return Set(X, Most(A, Of.High - 1)) && Set(Y, Least(B, At.Low + 1));
  case CmpInst::ICMP_ULE:
  case CmpInst::ICMP_SLE:
    return Set(X, Most(A, Of.High)) && Set(Y, Least(B, At.Low));
  case CmpInst::ICMP_UGT:
  case CmpInst::ICMP_SGT:
    return Set(X, Least(A, Of.Low + 1)) && Set(Y, Most(B, At.High - 1));
  case CmpInst::ICMP_UGE:
  case CmpInst::ICMP_SGE:
    return Set(X, Least(A, Of.Low)) && Set(Y, Most(B, At.High));
  default:
    return true;
  }
}

bool ValueInterpreter::assumeCompared(State &S, const ICmpInst &C,
                                      bool IsTrue) {
  const CmpInst::Predicate P =
      IsTrue ? C.getPredicate() : C.getInversePredicate();
  const llvm::Value *X = C.getOperand(0), *Y = C.getOperand(1);
  const Value A = valueOf(S, X), B = valueOf(S, Y);
  if (auto Known = compare(S, P, A, B))
    return *Known;
  if (A.isPointer() && B.isPointer())
    return assumePointers(S, C, P);
  if (!A.isNumber() || !B.isNumber())
    return true;
  const ConstantRange OfA = ConstantRange::makeAllowedICmpRegion(P, B.Range);
  const ConstantRange OfB = ConstantRange::makeAllowedICmpRegion(
      CmpInst::getSwappedPredicate(P), A.Range);
  if (OfA.isEmptySet() || OfB.isEmptySet())
    return false;
  return constrain(S, X, Value::number(OfA)) &&
         constrain(S, Y, Value::number(OfB));
}

/// Where the result does not overflow, it is what it would be with more bits.
bool ValueInterpreter::assumeOverflow(State &S, const WithOverflowInst &I,
                                      bool IsTrue) {
  Value Now = valueOf(S, &I);
  if (Now.What != AV::Kind::Parts || !Now.Parts[1].isNumber())
    return true;
  if (!Now.Parts[1].Range.contains(APInt(1, IsTrue)))
    return false;
  if (IsTrue)
    return true;
  const Value A = valueOf(S, I.getLHS()), B = valueOf(S, I.getRHS());
  if (!A.isNumber() || !B.isNumber() || !Now.Parts[0].isNumber())
    return true;
  ConstantRange Result = ConstantRange::getFull(A.Range.getBitWidth());
  const bool IsSigned = I.isSigned();
  switch (I.getBinaryOp()) {
  case Instruction::Add:
    Result = IsSigned ? A.Range.sadd_sat(B.Range) : A.Range.uadd_sat(B.Range);
    break;
  case Instruction::Sub:
    Result = IsSigned ? A.Range.ssub_sat(B.Range) : A.Range.usub_sat(B.Range);
    break;
  case Instruction::Mul:
    Result = IsSigned ? A.Range.smul_sat(B.Range) : A.Range.umul_sat(B.Range);
    break;
  default:
    return true;
  }
  Now.Parts[0].Range = Now.Parts[0].Range.intersectWith(
      Result, IsSigned ? ConstantRange::Signed : ConstantRange::Unsigned);
  Now.Parts[1] = ofTruth(false);
  if (Now.Parts[0].Range.isEmptySet())
    return false;
  const Value Only = Now.Parts[0];
  S.Values.set(numberOf(I), std::move(Now));
  for (const User *U : I.users())
    if (auto *Part = dyn_cast<ExtractValueInst>(U);
        Part && Part->getNumIndices() == 1 && Part->getIndices()[0] == 0 &&
        S.Values.find(numberOf(*Part)) && !constrain(S, Part, Only))
      return false;
  return true;
}

bool ValueInterpreter::assume(State &S, const llvm::Value *Condition,
                              bool IsTrue) {
  const Value Now = valueOf(S, Condition);
  if (!Now.isNumber() || Now.Range.getBitWidth() != 1)
    return true;
  if (!Now.Range.contains(APInt(1, IsTrue)))
    return false;
  if (isa<Constant>(Condition))
    return true;
  S.Values.set(numberOf(*Condition), ofTruth(IsTrue));
  if (auto *C = dyn_cast<ICmpInst>(Condition))
    return assumeCompared(S, *C, IsTrue);
  if (auto *Part = dyn_cast<ExtractValueInst>(Condition))
    if (auto *I = dyn_cast<WithOverflowInst>(Part->getAggregateOperand());
        I && Part->getIndices()[0] == 1)
      return assumeOverflow(S, *I, IsTrue);
  auto *I = dyn_cast<Instruction>(Condition);
  if (!I)
    return true;
  const unsigned Opcode = I->getOpcode();
  if ((Opcode == Instruction::And && IsTrue) ||
      (Opcode == Instruction::Or && !IsTrue))
    return assume(S, I->getOperand(0), IsTrue) &&
           assume(S, I->getOperand(1), IsTrue);
  if (auto *Choice = dyn_cast<SelectInst>(I)) {
    auto IsConstant = [](const llvm::Value *V, bool Is) {
      auto *C = dyn_cast<ConstantInt>(V);
      return C && C->isOne() == Is;
    };
    if (IsConstant(Choice->getFalseValue(), !IsTrue))
      return assume(S, Choice->getCondition(), true) &&
             assume(S, Choice->getTrueValue(), IsTrue);
    if (IsConstant(Choice->getTrueValue(), !IsTrue))
      return assume(S, Choice->getCondition(), false) &&
             assume(S, Choice->getFalseValue(), IsTrue);
    return true;
  }
  if (Opcode == Instruction::Xor && isa<ConstantInt>(I->getOperand(1)) &&
      cast<ConstantInt>(I->getOperand(1))->isOne())
    return assume(S, I->getOperand(0), !IsTrue);
  if (Opcode == Instruction::Freeze && !isa<UndefValue>(I->getOperand(0)))
    return assume(S, I->getOperand(0), IsTrue);
  return true;
}
