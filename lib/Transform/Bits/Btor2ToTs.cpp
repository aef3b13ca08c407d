//===- Btor2ToTs.cpp - BTOR2 as a transition system -----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A bit is a Bool here, so that what hardware does with single bits is Boolean
// structure; in arrays it is a bit-vector. A constraint restricts the states
// from which there are steps, and the bad states.
//
//===----------------------------------------------------------------------===//

#include "sooth/Transform/Bits/Btor2ToTs.h"

#include "SymbolNames.h"

#include "llvm/ADT/BitVector.h"

using namespace sooth;

namespace {
/// What nodes mean, as expressions.
class NodeTerms {
public:
  NodeTerms(ExprContext &Ctx, const Btor2Model &M)
      : Ctx(Ctx), M(M), Terms(M.Nodes.size()) {}
  void set(unsigned Node, Expr E) { Terms[Node] = E; }
  /// Requires the terms of its arguments.
  void build(unsigned Node);
  Expr operator()(Btor2Ref R) const;
  /// As a bit-vector, even if it is a single bit.
  Expr vector(Btor2Ref R) const;

private:
  Expr onVectors(const Btor2Node &N);
  Expr arithmetic(Btor2Op Op, Expr A, Expr B);
  Expr overflow(Btor2Op Op, Expr A, Expr B);
  Expr rotate(Btor2Op Op, Expr A, Expr B);
  Expr reduction(Btor2Op Op, Expr A);
  /// The operation on operands that are extended by \p Bits bits, and whether
  /// its result differs from the one that is not.
  Expr differsWider(Kind K, Kind Extension, Expr A, Expr B, unsigned Bits);

  ExprContext &Ctx;
  const Btor2Model &M;
  std::vector<Expr> Terms;
};
} // namespace

Expr NodeTerms::operator()(Btor2Ref R) const {
  Expr E = Terms[R.Node];
  if (!R.Negated)
    return E;
  return E.isBool() ? Ctx.mkNot(E) : Ctx.make(Kind::BvNot, {E});
}

Expr NodeTerms::vector(Btor2Ref R) const {
  Expr E = (*this)(R);
  return E.isBool() ? Ctx.boolToBv(E) : E;
}

Expr NodeTerms::reduction(Btor2Op Op, Expr A) {
  const unsigned Width = A.sort().width();
  if (Op == Btor2Op::Redand)
    return Ctx.mkEq(A, Ctx.bv(llvm::APInt::getAllOnes(Width)));
  if (Op == Btor2Op::Redor)
    return Ctx.mkNot(Ctx.mkEq(A, Ctx.bv(0, Width)));
  Expr Parity = Ctx.falseExpr();
  for (unsigned I = 0; I < Width; ++I)
    Parity = Ctx.mkXor(Parity, Ctx.bvToBool(Ctx.mkExtract(I, I, A)));
  return Parity;
}

Expr NodeTerms::rotate(Btor2Op Op, Expr A, Expr B) {
  const unsigned Width = A.sort().width();
  Expr WidthTerm = Ctx.bv(Width, Width);
  Expr Amount = Ctx.make(Kind::BvUrem, {B, WidthTerm});
  Expr Back = Ctx.make(Kind::BvSub, {WidthTerm, Amount});
  Expr There = Op == Btor2Op::Rol ? Amount : Back;
  Expr Other = Op == Btor2Op::Rol ? Back : Amount;
  return Ctx.make(Kind::BvOr, {Ctx.make(Kind::BvShl, {A, There}),
                               Ctx.make(Kind::BvLshr, {A, Other})});
}

Expr NodeTerms::differsWider(Kind K, Kind Extension, Expr A, Expr B,
                             unsigned Bits) {
  auto Wider = [&](Expr E) { return Ctx.make(Extension, {E}, Bits); };
  return Ctx.mkNot(
      Ctx.mkEq(Ctx.make(K, {Wider(A), Wider(B)}), Wider(Ctx.make(K, {A, B}))));
}

Expr NodeTerms::overflow(Btor2Op Op, Expr A, Expr B) {
  const unsigned Width = A.sort().width();
  switch (Op) {
  case Btor2Op::Saddo:
    return differsWider(Kind::BvAdd, Kind::SignExt, A, B, 1);
  case Btor2Op::Uaddo:
    return differsWider(Kind::BvAdd, Kind::ZeroExt, A, B, 1);
  case Btor2Op::Ssubo:
    return differsWider(Kind::BvSub, Kind::SignExt, A, B, 1);
  case Btor2Op::Usubo:
    return Ctx.mkUlt(A, B);
  case Btor2Op::Smulo:
    return differsWider(Kind::BvMul, Kind::SignExt, A, B, Width);
  case Btor2Op::Umulo:
    return differsWider(Kind::BvMul, Kind::ZeroExt, A, B, Width);
  case Btor2Op::Sdivo:
    return Ctx.mkAnd(Ctx.mkEq(A, Ctx.bv(llvm::APInt::getSignedMinValue(Width))),
                     Ctx.mkEq(B, Ctx.bv(llvm::APInt::getAllOnes(Width))));
  default:
    return Ctx.falseExpr(); // an unsigned quotient always fits
  }
}

/// SMT-LIB's bvsmod: the remainder with the divisor's sign.
static Expr signedModulo(ExprContext &Ctx, Expr A, Expr B) {
  const unsigned Width = A.sort().width();
  Expr Zero = Ctx.bv(0, Width);
  Expr Remainder = Ctx.make(Kind::BvSrem, {A, B});
  Expr Fits = Ctx.mkOr(Ctx.mkEq(Remainder, Zero),
                       Ctx.mkEq(Ctx.mkSlt(A, Zero), Ctx.mkSlt(B, Zero)));
  return Ctx.mkIte(Fits, Remainder, Ctx.make(Kind::BvAdd, {Remainder, B}));
}

Expr NodeTerms::arithmetic(Btor2Op Op, Expr A, Expr B) {
  auto Make = [&](Kind K) { return Ctx.make(K, {A, B}); };
  auto Complement = [&](Kind K) { return Ctx.make(Kind::BvNot, {Make(K)}); };
  switch (Op) {
  case Btor2Op::And:
    return Make(Kind::BvAnd);
  case Btor2Op::Nand:
    return Complement(Kind::BvAnd);
  case Btor2Op::Or:
    return Make(Kind::BvOr);
  case Btor2Op::Nor:
    return Complement(Kind::BvOr);
  case Btor2Op::Xor:
    return Make(Kind::BvXor);
  case Btor2Op::Xnor:
    return Complement(Kind::BvXor);
  case Btor2Op::Rol:
  case Btor2Op::Ror:
    return rotate(Op, A, B);
  case Btor2Op::Sll:
    return Make(Kind::BvShl);
  case Btor2Op::Sra:
    return Make(Kind::BvAshr);
  case Btor2Op::Srl:
    return Make(Kind::BvLshr);
  case Btor2Op::Add:
    return Make(Kind::BvAdd);
  case Btor2Op::Sub:
    return Make(Kind::BvSub);
  case Btor2Op::Mul:
    return Make(Kind::BvMul);
  case Btor2Op::Sdiv:
    return Make(Kind::BvSdiv);
  case Btor2Op::Udiv:
    return Make(Kind::BvUdiv);
  case Btor2Op::Srem:
    return Make(Kind::BvSrem);
  case Btor2Op::Urem:
    return Make(Kind::BvUrem);
  case Btor2Op::Smod:
    return signedModulo(Ctx, A, B);
  case Btor2Op::Sgt:
    return Ctx.mkSlt(B, A);
  case Btor2Op::Ugt:
    return Ctx.mkUlt(B, A);
  case Btor2Op::Sgte:
    return Ctx.mkSle(B, A);
  case Btor2Op::Ugte:
    return Ctx.mkUle(B, A);
  case Btor2Op::Slt:
    return Ctx.mkSlt(A, B);
  case Btor2Op::Ult:
    return Ctx.mkUlt(A, B);
  case Btor2Op::Slte:
    return Ctx.mkSle(A, B);
  case Btor2Op::Ulte:
    return Ctx.mkUle(A, B);
  case Btor2Op::Concat:
    return Make(Kind::Concat);
  default:
    return overflow(Op, A, B);
  }
}

Expr NodeTerms::onVectors(const Btor2Node &N) {
  Expr A = vector(N.Args[0]);
  switch (N.Op) {
  case Btor2Op::Not:
    return Ctx.make(Kind::BvNot, {A});
  case Btor2Op::Neg:
    return Ctx.make(Kind::BvNeg, {A});
  case Btor2Op::Inc:
  case Btor2Op::Dec:
    return Ctx.make(N.Op == Btor2Op::Inc ? Kind::BvAdd : Kind::BvSub,
                    {A, Ctx.bv(1, A.sort().width())});
  case Btor2Op::Redand:
  case Btor2Op::Redor:
  case Btor2Op::Redxor:
    return reduction(N.Op, A);
  case Btor2Op::Sext:
    return N.Param0 ? Ctx.mkSignExt(N.Param0, A) : A;
  case Btor2Op::Uext:
    return N.Param0 ? Ctx.mkZeroExt(N.Param0, A) : A;
  case Btor2Op::Slice:
    return Ctx.mkExtract(N.Param0, N.Param1, A);
  case Btor2Op::Read:
    return Ctx.mkSelect(A, vector(N.Args[1]));
  case Btor2Op::Write:
    return Ctx.mkStore(A, vector(N.Args[1]), vector(N.Args[2]));
  default:
    return arithmetic(N.Op, A, vector(N.Args[1]));
  }
}

void NodeTerms::build(unsigned Node) {
  const Btor2Node &N = M.Nodes[Node];
  auto Arg = [&](unsigned I) { return (*this)(N.Args[I]); };
  const bool OnBits = !N.Args.empty() && Arg(0).isBool();
  Expr E;
  if (N.Op == Btor2Op::Const)
    E = Ctx.bv(N.Bits);
  else if (N.Op == Btor2Op::Ite)
    E = Ctx.mkIte(Arg(0), Arg(1), Arg(2));
  else if (N.Op == Btor2Op::Eq || N.Op == Btor2Op::Iff)
    E = Ctx.mkEq(Arg(0), Arg(1));
  else if (N.Op == Btor2Op::Neq)
    E = Ctx.mkNot(Ctx.mkEq(Arg(0), Arg(1)));
  else if (N.Op == Btor2Op::Implies)
    E = Ctx.mkImplies(Arg(0), Arg(1));
  else if (N.Op == Btor2Op::Not && OnBits)
    E = Ctx.mkNot(Arg(0));
  else if (N.Op == Btor2Op::And && OnBits)
    E = Ctx.mkAnd(Arg(0), Arg(1));
  else if (N.Op == Btor2Op::Or && OnBits)
    E = Ctx.mkOr(Arg(0), Arg(1));
  else if (N.Op == Btor2Op::Xor && OnBits)
    E = Ctx.mkXor(Arg(0), Arg(1));
  else
    E = onVectors(N);
  const bool IsBit = N.Sort == Btor2Sort{1};
  Terms[Node] = IsBit && !E.isBool() ? Ctx.bvToBool(E) : E;
}

//===----------------------------------------------------------------------===//
// The system
//===----------------------------------------------------------------------===//

namespace {
/// Nodes that others depend on.
class Cone {
public:
  enum class Within {
    Step, ///< in one step
    Runs  ///< or by what states were before
  };
  Cone(const Btor2Model &M, Within How) : M(M), How(How), In(M.Nodes.size()) {}
  void add(Btor2Ref R) {
    mark(R);
    while (!Work.empty()) {
      const Btor2Node &N = M.Nodes[Work.pop_back_val()];
      for (Btor2Ref Arg : N.Args)
        mark(Arg);
      if (N.Op != Btor2Op::State || How == Within::Step)
        continue;
      const Btor2Model::State &S = M.States[N.Number];
      for (std::optional<Btor2Ref> Value : {S.Init, S.Next})
        if (Value)
          mark(*Value);
    }
  }
  bool contains(unsigned Node) const { return In.test(Node); }

private:
  void mark(Btor2Ref R) {
    if (In.test(R.Node))
      return;
    In.set(R.Node);
    Work.push_back(R.Node);
  }

  const Btor2Model &M;
  Within How;
  llvm::BitVector In;
  llvm::SmallVector<unsigned> Work;
};
} // namespace

static Sort sortIn(ExprContext &Ctx, const Btor2Sort &S) {
  if (S.isArray())
    return Ctx.arraySort(Ctx.bitVecSort(S.IndexWidth), Ctx.bitVecSort(S.Width));
  return S.Width == 1 ? Ctx.boolSort() : Ctx.bitVecSort(S.Width);
}

Btor2System::Btor2System(ExprContext &Ctx, const Btor2Model &M)
    : Ctx(Ctx), M(M), TS(Ctx), InputVars(M.Inputs.size()),
      StateVars(M.States.size()) {
  // What states say of themselves, and what steps depend on.
  Cone OfStates(M, Cone::Within::Step), OfSteps(M, Cone::Within::Runs);
  auto AddRoot = [&](Btor2Ref R) {
    OfStates.add(R);
    OfSteps.add(R);
  };
  for (const Btor2Model::Bad &B : M.Bads)
    AddRoot(B.Cond);
  for (Btor2Ref C : M.Constraints)
    AddRoot(C);
  for (const Btor2Model::State &S : M.States)
    if (S.Init && OfSteps.contains(S.Node))
      OfStates.add(*S.Init);

  SymbolNames Used;
  NodeTerms Terms(Ctx, M);
  std::vector<Expr> OfAnyNext;
  auto AnyNext = [&](Expr Var) {
    Expr Y = Ctx.freshVar((Var.name() + ".input").str(), Var.sort());
    TS.addInput(Y);
    TS.addVariable(
        {Var, Ctx.freshVar((Var.name() + ".next").str(), Var.sort()), Y});
  };
  for (unsigned I = 0; I < M.Inputs.size(); ++I) {
    const auto &[Node, Symbol] = M.Inputs[I];
    std::string Name = Used.unique(Symbol, "input", I);
    if (!OfSteps.contains(Node))
      continue;
    Expr Var = Ctx.var(Name, sortIn(Ctx, M.Nodes[Node].Sort));
    InputVars[I] = Var;
    Terms.set(Node, Var);
    if (OfStates.contains(Node))
      OfAnyNext.push_back(Var);
    else
      TS.addInput(Var);
  }
  for (unsigned I = 0; I < M.States.size(); ++I) {
    const Btor2Model::State &S = M.States[I];
    std::string Name = Used.unique(S.Symbol, "state", I);
    if (!OfSteps.contains(S.Node))
      continue;
    StateVars[I] = Ctx.var(Name, sortIn(Ctx, M.Nodes[S.Node].Sort));
    Terms.set(S.Node, StateVars[I]);
  }
  // Fresh variables come after those with names of their own.
  for (Expr Var : OfAnyNext)
    AnyNext(Var);
  for (unsigned Node = 0; Node < M.Nodes.size(); ++Node) {
    const Btor2Op Op = M.Nodes[Node].Op;
    if (OfSteps.contains(Node) && Op != Btor2Op::Input && Op != Btor2Op::State)
      Terms.build(Node);
  }

  std::vector<Expr> Init, Constraints;
  for (unsigned I = 0; I < M.States.size(); ++I) {
    Expr Var = StateVars[I];
    if (!Var)
      continue;
    const Btor2Model::State &S = M.States[I];
    if (S.Next)
      TS.addVariable({Var,
                      Ctx.freshVar((Var.name() + ".next").str(), Var.sort()),
                      Terms(*S.Next)});
    else
      AnyNext(Var);
    if (!S.Init)
      continue;
    const bool Fills =
        Var.sort().isArray() && !M.Nodes[S.Init->Node].Sort.isArray();
    Init.push_back(Ctx.mkEq(
        Var, Fills ? Ctx.mkConstArray(Var.sort(), Terms.vector(*S.Init))
                   : Terms(*S.Init)));
  }
  for (Btor2Ref C : M.Constraints)
    Constraints.push_back(Terms(C));
  Expr Constraint = Ctx.mkAnd(Constraints);
  TS.setInit(Ctx.mkAnd(Init));
  TS.setConstraint(Constraint);
  for (const Btor2Model::Bad &B : M.Bads) {
    std::string Name = B.Symbol;
    if (Name.empty())
      Name = "b" + std::to_string(TS.properties().size());
    TS.addProperty({Name, Ctx.mkAnd(Constraint, Terms(B.Cond)), B.Where});
  }
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

/// The value of a node of sort \p S that a run gives; zero if it gives none.
static Value valueIn(const TsTrace &T, size_t Step, Expr Var,
                     const Btor2Sort &S) {
  auto Find = [&](const Valuation &In) -> std::optional<Value> {
    auto It = In.find(Var);
    if (!Var || It == In.end())
      return std::nullopt;
    if (It->second.isBool())
      return Value(llvm::APInt(1, It->second.boolean()));
    return It->second;
  };
  if (auto V = Find(T.States[Step]))
    return *V;
  if (Step < T.Inputs.size())
    if (auto V = Find(T.Inputs[Step]))
      return *V;
  return Value(llvm::APInt(S.Width, 0));
}

Btor2Run Btor2System::run(const TsTrace &T) const {
  Btor2Run R;
  for (const Btor2Model::State &S : M.States)
    if (M.Nodes[S.Node].Sort.isArray())
      R.ArraySorts[S.Node] = sortIn(Ctx, M.Nodes[S.Node].Sort);
  for (size_t Step = 0; Step < T.States.size(); ++Step) {
    Btor2Run::Step &To = R.Steps.emplace_back();
    auto ValueOf = [&](unsigned Node, Expr Var) {
      const Btor2Sort &S = M.Nodes[Node].Sort;
      Value V = valueIn(T, Step, Var, S);
      return S.isArray() && !V.isArray() ? Value::zero(sortIn(Ctx, S)) : V;
    };
    for (unsigned I = 0; I < M.Inputs.size(); ++I)
      To.Inputs.push_back(ValueOf(M.Inputs[I].Node, InputVars[I]));
    for (unsigned I = 0; I < M.States.size(); ++I) {
      const Btor2Model::State &S = M.States[I];
      if (Step == 0 ? !S.Init : !S.Next)
        To.States.push_back({I, ValueOf(S.Node, StateVars[I])});
    }
  }
  return R;
}
