//===- ExprContext.cpp - Building expressions -----------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Expr/ExprContext.h"

#include "sooth/Expr/Evaluator.h"
#include "sooth/Expr/FloatingPoint.h"

#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"

#include <algorithm>
#include <memory>

using namespace sooth;
using llvm::ArrayRef;
using llvm::StringRef;

struct ExprContext::SortInfo {
  static const SortNode *getEmptyKey() {
    return llvm::DenseMapInfo<const SortNode *>::getEmptyKey();
  }
  static const SortNode *getTombstoneKey() {
    return llvm::DenseMapInfo<const SortNode *>::getTombstoneKey();
  }
  static unsigned getHashValue(const SortNode *S) {
    return llvm::hash_combine(S->Kind, S->Width, S->Index, S->Element);
  }
  static bool isEqual(const SortNode *A, const SortNode *B) {
    if (A == B)
      return true;
    if (A == getEmptyKey() || A == getTombstoneKey() || B == getEmptyKey() ||
        B == getTombstoneKey())
      return false;
    return A->Kind == B->Kind && A->Width == B->Width && A->Index == B->Index &&
           A->Element == B->Element;
  }
};

namespace {
/// A node that may not exist yet, to look up without building it.
struct Key {
  Kind K;
  Sort S;
  ArrayRef<Expr> Ops;
  uint32_t Param0, Param1;
  const Value *Val;
  uint32_t Hash;
};
} // namespace

struct ExprContext::NodeInfo {
  static const ExprNode *getEmptyKey() {
    return llvm::DenseMapInfo<const ExprNode *>::getEmptyKey();
  }
  static const ExprNode *getTombstoneKey() {
    return llvm::DenseMapInfo<const ExprNode *>::getTombstoneKey();
  }
  static unsigned getHashValue(const ExprNode *N) { return N->Hash; }
  static unsigned getHashValue(const Key &K) { return K.Hash; }
  static bool isEqual(const ExprNode *A, const ExprNode *B) { return A == B; }
  static bool isEqual(const Key &K, const ExprNode *N) {
    if (N == getEmptyKey() || N == getTombstoneKey() || N->Hash != K.Hash ||
        N->K != K.K || N->S != K.S || N->NumOps != K.Ops.size() ||
        N->Param0 != K.Param0 || N->Param1 != K.Param1)
      return false;
    if (K.K == Kind::Const)
      return *N->Val == *K.Val;
    return std::equal(K.Ops.begin(), K.Ops.end(), N->ops());
  }
};

ExprContext::ExprContext() {
  BoolS = internSort({SortKind::Bool, 0, nullptr, nullptr});
  IntS = internSort({SortKind::Int, 0, nullptr, nullptr});
  RealS = internSort({SortKind::Real, 0, nullptr, nullptr});
  FalseE = internConst(Value(false), BoolS);
  TrueE = internConst(Value(true), BoolS);
}

ExprContext::~ExprContext() = default;

Sort ExprContext::internSort(const SortNode &S) {
  auto It = Sorts.find(&S);
  if (It != Sorts.end())
    return Sort(*It);
  auto *Node = new (Arena.Allocate<SortNode>()) SortNode(S);
  Sorts.insert(Node);
  return Sort(Node);
}

Sort ExprContext::bitVecSort(unsigned Width) {
  assert(Width > 0);
  return internSort({SortKind::BitVec, Width, nullptr, nullptr});
}

Sort ExprContext::arraySort(Sort Index, Sort Element) {
  return internSort({SortKind::Array, 0,
                     static_cast<const SortNode *>(Index.opaque()),
                     static_cast<const SortNode *>(Element.opaque())});
}

/// Ids of variables that are used together are often near each other.
static uint64_t variableBit(uint32_t Id) {
  return uint64_t(1) << ((Id * 0x9e3779b1u) >> 26);
}

Expr ExprContext::intern(Kind K, Sort S, ArrayRef<Expr> Ops, uint32_t Param0,
                         uint32_t Param1, const Value *Val,
                         const std::string *Str) {
  size_t Hash = llvm::hash_combine(K, S.opaque(), Param0, Param1);
  if (Val)
    Hash = llvm::hash_combine(Hash, hashValue(*Val));
  for (Expr Op : Ops)
    Hash = Hash * 0x9e3779b97f4a7c15ull + Op.id() + (Hash >> 29);
  Key Wanted{K, S, Ops, Param0, Param1, Val, uint32_t(Hash ^ (Hash >> 32))};
  if (K != Kind::Var) {
    auto It = Nodes.find_as(Wanted);
    if (It != Nodes.end())
      return Expr(*It);
  }
  void *Mem = Arena.Allocate(sizeof(ExprNode) + Ops.size() * sizeof(Expr),
                             alignof(ExprNode));
  const uint32_t Id = NextId++;
  uint64_t VarBits = K == Kind::Var ? variableBit(Id) : 0;
  for (Expr Op : Ops)
    VarBits |= Op.variableBits();
  auto *Node = new (Mem) ExprNode{
      S, Id, Wanted.Hash, K, uint32_t(Ops.size()), Param0, Param1, VarBits, {}};
  if (K == Kind::Const) {
    Values.push_back(*Val);
    Node->Val = &Values.back();
  } else {
    Node->Str = Str;
  }
  std::uninitialized_copy(Ops.begin(), Ops.end(),
                          reinterpret_cast<Expr *>(Node + 1));
  if (K != Kind::Var)
    Nodes.insert(Node);
  return Expr(Node);
}

Expr ExprContext::internConst(Value V, Sort S) {
  return intern(Kind::Const, S, {}, 0, 0, &V);
}

Expr ExprContext::var(StringRef Name, Sort S) {
  Expr &E = Vars[Name];
  if (!E) {
    Names.push_back(Name.str());
    E = intern(Kind::Var, S, {}, 0, 0, nullptr, &Names.back());
  }
  assert(E.sort() == S && "variable exists with another sort");
  return E;
}

Expr ExprContext::lookupVar(StringRef Name) const { return Vars.lookup(Name); }

Expr ExprContext::freshVar(StringRef Prefix, Sort S) {
  std::string Name;
  do
    Name = (llvm::Twine(Prefix) + "!" + llvm::Twine(FreshCounters[Prefix]++))
               .str();
  while (Vars.count(Name));
  return var(Name, S);
}

Expr ExprContext::bv(const llvm::APInt &V) {
  return internConst(Value(V), bitVecSort(V.getBitWidth()));
}

Expr ExprContext::integer(const llvm::DynamicAPInt &V) {
  return internConst(Value(V), IntS);
}

Expr ExprContext::real(const Rational &V) {
  return internConst(Value(V), RealS);
}

Expr ExprContext::constant(const Value &V, Sort S) {
  if (!S.isArray())
    return S.isBool() ? boolean(V.boolean()) : internConst(V, S);
  Expr E = mkConstArray(S, constant(V.array().Default, S.element()));
  for (const auto &[Index, Element] : V.array().Entries)
    E = mkStore(E, constant(Index, S.index()), constant(Element, S.element()));
  return E;
}

Expr ExprContext::make(Kind K, ArrayRef<Expr> Ops, uint32_t P0, uint32_t P1,
                       Sort S) {
  switch (K) {
  case Kind::Not:
    return mkNot(Ops[0]);
  case Kind::And:
    return mkAnd(Ops);
  case Kind::Or:
    return mkOr(Ops);
  case Kind::Ite:
    return mkIte(Ops[0], Ops[1], Ops[2]);
  case Kind::Eq:
    return mkEq(Ops[0], Ops[1]);
  default:
    break;
  }
  Sort Result = resultSort(K, Ops, P0, P1, S);
  assert(Result && "ill-sorted expression");
  if (Expr E = simplify(K, Ops, P0, P1, Result))
    return E;
  return intern(K, Result, Ops, P0, P1);
}

Expr ExprContext::rebuild(Expr E, ArrayRef<Expr> Ops) {
  if (E.operands() == Ops)
    return E;
  return make(E.kind(), Ops, E.param(0), E.param(1), E.sort());
}

Expr ExprContext::makeRaw(Kind K, ArrayRef<Expr> Ops, uint32_t P0, uint32_t P1,
                          Sort S) {
  switch (K) {
  case Kind::Not:
  case Kind::And:
  case Kind::Or:
  case Kind::Ite:
    return make(K, Ops);
  case Kind::Eq: {
    Expr A = Ops[0], B = Ops[1];
    if (A.isBool() || A == B)
      return mkEq(A, B);
    if (A.isConst() || (!B.isConst() && A.id() > B.id()))
      std::swap(A, B);
    return intern(Kind::Eq, BoolS, {A, B});
  }
  default:
    return intern(K, resultSort(K, Ops, P0, P1, S), Ops, P0, P1);
  }
}

Expr ExprContext::rebuildRaw(Expr E, ArrayRef<Expr> Ops) {
  if (E.operands() == Ops)
    return E;
  return makeRaw(E.kind(), Ops, E.param(0), E.param(1), E.sort());
}

Expr ExprContext::mkNot(Expr A) {
  if (A.isConst())
    return boolean(!A.value().boolean());
  if (A.is(Kind::Not))
    return A.operand(0);
  return intern(Kind::Not, BoolS, {A});
}

Expr ExprContext::mkAnd(ArrayRef<Expr> Ops) { return mkAndOr(Kind::And, Ops); }
Expr ExprContext::mkOr(ArrayRef<Expr> Ops) { return mkAndOr(Kind::Or, Ops); }

/// One level only: nested operators of the same kind stay, so that a
/// conjunction built one by one does not cost quadratic time.
Expr ExprContext::mkAndOr(Kind K, ArrayRef<Expr> Ops) {
  Expr Unit = boolean(K == Kind::And), Zero = boolean(K != Kind::And);
  llvm::SmallVector<Expr, 8> Kept;
  for (Expr Op : Ops) {
    if (Op == Zero)
      return Zero;
    if (Op != Unit)
      Kept.push_back(Op);
  }
  llvm::sort(Kept, [](Expr A, Expr B) { return A.id() < B.id(); });
  Kept.erase(std::unique(Kept.begin(), Kept.end()), Kept.end());
  if (Kept.empty())
    return Unit;
  if (Kept.size() == 1)
    return Kept[0];
  if (Kept.size() <= 16) {
    for (Expr Op : Kept)
      if (Op.is(Kind::Not) && llvm::is_contained(Kept, Op.operand(0)))
        return Zero;
  } else {
    llvm::DenseSet<Expr> Set(Kept.begin(), Kept.end());
    for (Expr Op : Kept)
      if (Op.is(Kind::Not) && Set.contains(Op.operand(0)))
        return Zero;
  }
  if (Kept.size() == 2) {
    // (x ∧ c) ∨ (x ∧ ¬c) = x, and x ∧ (x ∨ y) = x; each with its dual.
    Kind Dual = K == Kind::And ? Kind::Or : Kind::And;
    Expr A = Kept[0], B = Kept[1];
    auto Absorbs = [&](Expr Small, Expr Big) {
      return Big.is(Dual) && Big.numOperands() <= 16 &&
             llvm::is_contained(Big.operands(), Small);
    };
    if (Absorbs(A, B))
      return A;
    if (Absorbs(B, A))
      return B;
    if (A.is(Dual) && B.is(Dual) && A.numOperands() == 2 &&
        B.numOperands() == 2)
      for (unsigned I = 0; I < 2; ++I)
        for (unsigned J = 0; J < 2; ++J)
          if (A.operand(I) == B.operand(J) &&
              A.operand(1 - I) == mkNot(B.operand(1 - J)))
            return A.operand(I);
  }
  return intern(K, BoolS, Kept);
}

Expr ExprContext::mkDistinct(ArrayRef<Expr> Ops) {
  llvm::SmallVector<Expr, 8> Parts;
  for (size_t I = 0; I < Ops.size(); ++I)
    for (size_t J = I + 1; J < Ops.size(); ++J)
      Parts.push_back(mkNot(mkEq(Ops[I], Ops[J])));
  return mkAnd(Parts);
}

Expr ExprContext::mkSum(ArrayRef<Expr> Terms) {
  if (Terms.empty())
    return integer(int64_t(0));
  if (Terms.size() == 1)
    return Terms.front();
  size_t Half = Terms.size() / 2;
  return make(Kind::Add,
              {mkSum(Terms.take_front(Half)), mkSum(Terms.drop_front(Half))});
}

/// The sort of an operator on floating-point numbers.
Sort ExprContext::fpResultSort(Kind K, ArrayRef<Expr> Ops, uint32_t P0,
                               uint32_t P1) {
  const unsigned Count = K == Kind::FpFma ? 3 : isFpUnary(K) ? 1 : 2;
  const bool IsFromInteger =
      K == Kind::FpFromSigned || K == Kind::FpFromUnsigned;
  const bool IsToInteger = K == Kind::FpToSigned || K == Kind::FpToUnsigned;
  if (!isFpFormat(P0) || Ops.size() != Count)
    return Sort();
  if (K == Kind::FpConvert && !isFpFormat(uint32_t(fpSource(P1))))
    return Sort();
  if (unsigned(fpRounding(K, P1)) >= NumFpRoundings)
    return Sort();
  const unsigned Width = fpWidth(FpFormat(P0));
  const unsigned From = K == Kind::FpConvert ? fpWidth(fpSource(P1)) : Width;
  for (Expr Op : Ops)
    if (!Op.sort().isBitVec() || (!IsFromInteger && Op.sort().width() != From))
      return Sort();
  if (K == Kind::FpEq || K == Kind::FpLt || K == Kind::FpLe)
    return BoolS;
  if (IsToInteger)
    return P1 ? bitVecSort(P1) : Sort();
  return bitVecSort(Width);
}

Sort ExprContext::resultSort(Kind K, ArrayRef<Expr> Ops, uint32_t P0,
                             uint32_t P1, Sort S) {
  auto AllBv = [&] {
    for (Expr Op : Ops)
      if (!Op.sort().isBitVec())
        return false;
    return true;
  };
  auto Same = [&](unsigned N) {
    return Ops.size() == N && (N < 2 || Ops[0].sort() == Ops[1].sort());
  };
  Sort None;
  switch (K) {
  case Kind::Const:
  case Kind::Var:
    return None;
  case Kind::Not:
    return Ops.size() == 1 && Ops[0].isBool() ? BoolS : None;
  case Kind::And:
  case Kind::Or:
    return llvm::all_of(Ops, [](Expr E) { return E.isBool(); }) ? BoolS : None;
  case Kind::Ite:
    return Ops.size() == 3 && Ops[0].isBool() && Ops[1].sort() == Ops[2].sort()
               ? Ops[1].sort()
               : None;
  case Kind::Eq:
    return Same(2) ? BoolS : None;
  case Kind::BvNot:
  case Kind::BvNeg:
    return Same(1) && AllBv() ? Ops[0].sort() : None;
  case Kind::BvAnd:
  case Kind::BvOr:
  case Kind::BvXor:
  case Kind::BvAdd:
  case Kind::BvSub:
  case Kind::BvMul:
  case Kind::BvUdiv:
  case Kind::BvUrem:
  case Kind::BvSdiv:
  case Kind::BvSrem:
  case Kind::BvShl:
  case Kind::BvLshr:
  case Kind::BvAshr:
    return Same(2) && AllBv() ? Ops[0].sort() : None;
  case Kind::BvUlt:
  case Kind::BvUle:
  case Kind::BvSlt:
  case Kind::BvSle:
    return Same(2) && AllBv() ? BoolS : None;
  case Kind::Concat:
    return Ops.size() == 2 && AllBv()
               ? bitVecSort(Ops[0].sort().width() + Ops[1].sort().width())
               : None;
  case Kind::Extract:
    return Ops.size() == 1 && AllBv() && P0 < Ops[0].sort().width() && P1 <= P0
               ? bitVecSort(P0 - P1 + 1)
               : None;
  case Kind::ZeroExt:
  case Kind::SignExt:
    return Ops.size() == 1 && AllBv() ? bitVecSort(Ops[0].sort().width() + P0)
                                      : None;
  case Kind::Add:
  case Kind::Sub:
  case Kind::Mul:
    return Same(2) && Ops[0].sort().isArith() ? Ops[0].sort() : None;
  case Kind::Neg:
    return Same(1) && Ops[0].sort().isArith() ? Ops[0].sort() : None;
  case Kind::IntDiv:
  case Kind::IntMod:
    return Same(2) && Ops[0].sort().isInt() ? IntS : None;
  case Kind::RealDiv:
    return Same(2) && Ops[0].sort().isReal() ? RealS : None;
  case Kind::Lt:
  case Kind::Le:
    return Same(2) && Ops[0].sort().isArith() ? BoolS : None;
  case Kind::ToReal:
    return Same(1) && Ops[0].sort().isInt() ? RealS : None;
  case Kind::ToInt:
    return Same(1) && Ops[0].sort().isReal() ? IntS : None;
  case Kind::Select:
    return Ops.size() == 2 && Ops[0].sort().isArray() &&
                   Ops[0].sort().index() == Ops[1].sort()
               ? Ops[0].sort().element()
               : None;
  case Kind::Store:
    return Ops.size() == 3 && Ops[0].sort().isArray() &&
                   Ops[0].sort().index() == Ops[1].sort() &&
                   Ops[0].sort().element() == Ops[2].sort()
               ? Ops[0].sort()
               : None;
  case Kind::ConstArray:
    return Ops.size() == 1 && S && S.isArray() && S.element() == Ops[0].sort()
               ? S
               : None;
  default:
    return fpResultSort(K, Ops, P0, P1);
  }
  return None;
}
