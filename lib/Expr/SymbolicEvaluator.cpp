//===- SymbolicEvaluator.cpp - Evaluation with values and terms -----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Expr/SymbolicEvaluator.h"

#include "sooth/Expr/Evaluator.h"
#include "sooth/Expr/Traversal.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace sooth;

//===- States -------------------------------------------------------------===//

unsigned SymbolicEvaluator::number(Expr Var) {
  auto [It, IsNew] = NumberOf.try_emplace(Var, Vars.size());
  if (IsNew) {
    Vars.push_back(Var);
    Used.push_back(false);
  }
  return It->second;
}

void SymbolicEvaluator::set(SymbolicState &In, unsigned Number,
                            Expr Value) const {
  if (In.Scalars.size() < Vars.size()) {
    In.Scalars.resize(Vars.size());
    In.Arrays.resize(Vars.size());
  }
  if (SymbolicArray::supports(Value.sort()))
    In.Arrays[Number] = SymbolicArray::ofTerm(Value);
  else
    In.Scalars[Number] = SymbolicValue::of(Value);
}

Expr SymbolicEvaluator::get(const SymbolicState &In, unsigned Number) const {
  return In.Arrays[Number] ? In.Arrays[Number]->term(Ctx)
                           : In.Scalars[Number].term(Ctx, Vars[Number].sort());
}

SymbolicState SymbolicEvaluator::choice(Expr Condition, const SymbolicState &A,
                                        const SymbolicState &B,
                                        unsigned Count) const {
  SymbolicState Chosen = A;
  for (unsigned I = 0; I < Count; ++I) {
    if (A.Arrays[I]) {
      if (B.Arrays[I])
        Chosen.Arrays[I] =
            SymbolicArray::choice(Ctx, Condition, A.Arrays[I], B.Arrays[I]);
    } else if (!(A.Scalars[I] == B.Scalars[I])) {
      const Sort S = Vars[I].sort();
      Chosen.Scalars[I] = SymbolicValue::of(Ctx.mkIte(
          Condition, A.Scalars[I].term(Ctx, S), B.Scalars[I].term(Ctx, S)));
    }
  }
  return Chosen;
}

//===- Compilation --------------------------------------------------------===//

/// Bits of a value that fits a word, otherwise 0.
static unsigned wordBits(Sort S) {
  if (S.isBool())
    return 1;
  return S.isBitVec() && S.width() <= 64 ? S.width() : 0;
}

/// Requires that what is below has been compiled.
unsigned SymbolicEvaluator::compileScalar(Code &C, Expr E) {
  Code::Instruction I;
  I.K = E.kind();
  I.From = E;
  I.Width = wordBits(E.sort());
  I.Param0 = E.param(0);
  I.Param1 = E.param(1);
  I.IsLeaf = E.isConst() || E.isVar();
  if (E.isVar())
    I.Variable = int(number(E));
  I.IsSmall = I.Width;
  if (E.isConst() && I.IsSmall)
    I.Constant = SymbolicValue::of(E).bits();
  if (E.is(Kind::Select) && SymbolicArray::supports(E.operand(0).sort())) {
    I.Array = int(C.ArrayOf.lookup(E.operand(0)));
    I.FirstOperand = C.Operands.size();
    I.NumOperands = 1;
    C.Operands.push_back(C.InstructionOf.lookup(E.operand(1)));
    C.Instructions[C.Operands.back()].Decides = true;
  } else if (!I.IsLeaf) {
    I.FirstOperand = C.Operands.size();
    I.NumOperands = E.numOperands();
    for (Expr Op : E.operands()) {
      I.IsSmall &= wordBits(Op.sort()) != 0;
      I.OperandWidth = wordBits(Op.sort());
      C.Operands.push_back(SymbolicArray::supports(Op.sort())
                               ? C.ArrayOf.lookup(Op)
                               : C.InstructionOf.lookup(Op));
    }
    if (E.is(Kind::Ite))
      C.Instructions[C.Operands[I.FirstOperand]].Decides = true;
    else if (E.is(Kind::Select) || E.is(Kind::Store))
      C.Instructions[C.Operands[I.FirstOperand + 1]].Decides = true;
  }
  C.Instructions.push_back(I);
  return C.Instructions.size() - 1;
}

unsigned SymbolicEvaluator::compileArray(Code &C, Expr E) {
  using Shape = Code::ArrayNode::Shape;
  auto Scalar = [&](unsigned Op) {
    return C.InstructionOf.lookup(E.operand(Op));
  };
  auto Array = [&](unsigned Op) { return C.ArrayOf.lookup(E.operand(Op)); };
  Code::ArrayNode N;
  N.From = E;
  switch (E.kind()) {
  case Kind::Var:
    N.As = Shape::Variable;
    N.Var = number(E);
    break;
  case Kind::Store:
    N.As = Shape::Stored;
    N.A = Array(0);
    N.I = Scalar(1);
    N.V = Scalar(2);
    C.Instructions[N.I].Decides = true;
    break;
  case Kind::Ite:
    N.As = Shape::Choice;
    N.I = Scalar(0);
    C.Instructions[N.I].Decides = true;
    N.A = Array(1);
    N.B = Array(2);
    break;
  case Kind::ConstArray:
    N.As = Shape::Filled;
    N.V = Scalar(0);
    break;
  default: // an element of an array of arrays
    N.Var = compileScalar(C, E);
    break;
  }
  C.Arrays.push_back(N);
  return C.Arrays.size() - 1;
}

SymbolicEvaluator::Code SymbolicEvaluator::compile(llvm::ArrayRef<Expr> Roots) {
  Code C;
  postOrder(Roots, [&](Expr E) {
    if (SymbolicArray::supports(E.sort()))
      C.ArrayOf[E] = compileArray(C, E);
    else
      C.InstructionOf[E] = compileScalar(C, E);
  });
  for (Expr Root : Roots)
    C.Roots.push_back(SymbolicArray::supports(Root.sort())
                          ? C.ArrayOf.lookup(Root)
                          : C.InstructionOf.lookup(Root));
  return C;
}

//===- On words -----------------------------------------------------------===//

SymbolicValue SymbolicEvaluator::known(unsigned I) const {
  return SymbolicValue(Words[I].Bits);
}

static int64_t asSigned(uint64_t Bits, unsigned Width) {
  return llvm::SignExtend64(Bits, Width);
}

/// All operands are known. Returns false for operators left to applyKind().
static bool applyToWords(Kind K, uint64_t A, uint64_t B, unsigned Width,
                         unsigned ResultWidth, uint32_t P0, uint32_t P1,
                         uint64_t &To) {
  switch (K) {
  case Kind::Not:
    To = !A;
    return true;
  case Kind::Eq:
    To = A == B;
    return true;
  case Kind::BvNot:
    To = ~A;
    break;
  case Kind::BvNeg:
    To = -A;
    break;
  case Kind::BvAnd:
    To = A & B;
    break;
  case Kind::BvOr:
    To = A | B;
    break;
  case Kind::BvXor:
    To = A ^ B;
    break;
  case Kind::BvAdd:
    To = A + B;
    break;
  case Kind::BvSub:
    To = A - B;
    break;
  case Kind::BvMul:
    To = A * B;
    break;
  case Kind::BvShl:
    To = B >= Width ? 0 : A << B;
    break;
  case Kind::BvLshr:
    To = B >= Width ? 0 : A >> B;
    break;
  case Kind::BvAshr:
    To = uint64_t(asSigned(A, Width) >> std::min<uint64_t>(B, Width - 1));
    break;
  case Kind::BvUlt:
    To = A < B;
    return true;
  case Kind::BvUle:
    To = A <= B;
    return true;
  case Kind::BvSlt:
    To = asSigned(A, Width) < asSigned(B, Width);
    return true;
  case Kind::BvSle:
    To = asSigned(A, Width) <= asSigned(B, Width);
    return true;
  case Kind::Extract:
    To = A >> P1;
    break;
  case Kind::ZeroExt:
    To = A;
    return true;
  case Kind::SignExt:
    To = uint64_t(asSigned(A, Width));
    break;
  case Kind::Concat: // Width is that of the second operand
    To = A << Width | B;
    break;
  default:
    return false;
  }
  To &= llvm::maskTrailingOnes<uint64_t>(ResultWidth);
  return true;
}

static Value valueOfWord(uint64_t Bits, Sort S) {
  return S.isBool() ? Value(Bits != 0) : Value(llvm::APInt(S.width(), Bits));
}

static uint64_t wordOfValue(const Value &V) {
  return V.isBool() ? V.boolean() : V.bits().getZExtValue();
}

/// Returns false if the result is not known.
bool SymbolicEvaluator::computeSmall(const Code &C, const Code::Instruction &I,
                                     Word &To) {
  const unsigned *Ops = C.Operands.data() + I.FirstOperand;
  switch (I.K) {
  case Kind::And:
  case Kind::Or: {
    const bool Absorbing = I.K == Kind::Or;
    bool AllKnown = true;
    for (unsigned J = 0; J < I.NumOperands; ++J) {
      const Word &W = Words[Ops[J]];
      if (W.IsKnown && bool(W.Bits) == Absorbing) {
        To.Bits = Absorbing;
        return true;
      }
      AllKnown &= W.IsKnown;
    }
    To.Bits = !Absorbing;
    return AllKnown;
  }
  case Kind::Ite: {
    const Word &Condition = Words[Ops[0]];
    if (!Condition.IsKnown)
      return false;
    To = Words[Ops[Condition.Bits ? 1 : 2]];
    return To.IsKnown;
  }
  default:
    break;
  }
  for (unsigned J = 0; J < I.NumOperands; ++J)
    if (!Words[Ops[J]].IsKnown)
      return false;
  if (I.NumOperands <= 2 &&
      applyToWords(I.K, Words[Ops[0]].Bits, Words[Ops[I.NumOperands - 1]].Bits,
                   I.OperandWidth, I.Width, I.Param0, I.Param1, To.Bits))
    return true;
  llvm::SmallVector<Value, 3> Values;
  for (unsigned J = 0; J < I.NumOperands; ++J)
    Values.push_back(valueOfWord(Words[Ops[J]].Bits, I.From.operand(J).sort()));
  To.Bits =
      wordOfValue(applyKind(I.K, Values, I.Param0, I.Param1, I.From.sort()));
  return true;
}

void SymbolicEvaluator::compute(const Code &C, const Code::Instruction &I,
                                Word &To) {
  To.IsKnown = false;
  if (I.Variable >= 0) {
    const SymbolicValue &V = State->Scalars[I.Variable];
    if (V.isKnown())
      To = {V.bits(), true};
  } else if (I.IsLeaf) {
    To = {I.Constant, I.IsSmall};
  } else if (I.Array >= 0) {
    unsigned Index = C.Operands[I.FirstOperand];
    if (!Words[Index].IsKnown)
      return;
    To.IsKnown = selectWord(C, I.Array, Words[Index].Bits, To);
  } else if (I.IsSmall) {
    To.IsKnown = computeSmall(C, I, To);
  }
}

void SymbolicEvaluator::run(const Code &C, const SymbolicState &In) {
  State = &In;
  const size_t Count = C.Instructions.size();
  if (Words.size() < Count) {
    Words.resize(Count);
    Terms.resize(Count);
    Wanted.resize(Count);
  }
  for (size_t I = 0; I < Count; ++I)
    compute(C, C.Instructions[I], Words[I]);
}

/// What \p Array has at \p Index; false if that is not known.
bool SymbolicEvaluator::selectWord(const Code &C, unsigned Array,
                                   uint64_t Index, Word &To) {
  using Shape = Code::ArrayNode::Shape;
  while (true) {
    const Code::ArrayNode &N = C.Arrays[Array];
    switch (N.As) {
    case Shape::Variable: {
      SymbolicValue V = State->Arrays[N.Var]->read(Ctx, Index);
      To.Bits = V.isKnown() ? V.bits() : 0;
      return V.isKnown();
    }
    case Shape::Stored:
      if (!Words[N.I].IsKnown)
        return false;
      if (Words[N.I].Bits == Index) {
        To.Bits = Words[N.V].Bits;
        return Words[N.V].IsKnown;
      }
      Array = N.A;
      break;
    case Shape::Choice:
      if (!Words[N.I].IsKnown)
        return false;
      Array = Words[N.I].Bits ? N.A : N.B;
      break;
    case Shape::Filled:
      To.Bits = Words[N.V].Bits;
      return Words[N.V].IsKnown;
    case Shape::Term:
      return false;
    }
  }
}

//===- On terms -----------------------------------------------------------===//

/// Marks what the term of \p I needs.
void SymbolicEvaluator::want(unsigned I) {
  if (!Words[I].IsKnown)
    Wanted[I] = true;
}

void SymbolicEvaluator::wantArray(const Code &C, unsigned Array) {
  using Shape = Code::ArrayNode::Shape;
  while (true) {
    const Code::ArrayNode &N = C.Arrays[Array];
    switch (N.As) {
    case Shape::Variable:
      return;
    case Shape::Stored:
      want(N.I);
      want(N.V);
      Array = N.A;
      break;
    case Shape::Choice:
      want(N.I);
      if (!Words[N.I].IsKnown)
        wantArray(C, N.B);
      Array = !Words[N.I].IsKnown || Words[N.I].Bits ? N.A : N.B;
      break;
    case Shape::Filled:
      want(N.V);
      return;
    case Shape::Term:
      want(N.Var);
      return;
    }
  }
}

void SymbolicEvaluator::wantOperands(const Code &C,
                                     const Code::Instruction &I) {
  const unsigned *Ops = C.Operands.data() + I.FirstOperand;
  if (I.Array >= 0) {
    want(Ops[0]);
    wantArray(C, I.Array);
    return;
  }
  if (I.K == Kind::Ite && Words[Ops[0]].IsKnown) {
    unsigned Chosen = Words[Ops[0]].Bits ? 1 : 2;
    if (!SymbolicArray::supports(I.From.operand(Chosen).sort()))
      return want(Ops[Chosen]);
  }
  for (unsigned J = 0; J < I.NumOperands; ++J) {
    if (SymbolicArray::supports(I.From.operand(J).sort()))
      wantArray(C, Ops[J]);
    else
      want(Ops[J]);
  }
}

/// Requires that it is known or has been built.
Expr SymbolicEvaluator::builtTerm(const Code &C, unsigned I) {
  return Words[I].IsKnown ? known(I).term(Ctx, C.Instructions[I].From.sort())
                          : Terms[I];
}

SymbolicValue SymbolicEvaluator::built(unsigned I) {
  return Words[I].IsKnown ? known(I) : SymbolicValue::of(Terms[I]);
}

SymbolicValue SymbolicEvaluator::select(const Code &C, unsigned Array,
                                        SymbolicValue Index) {
  using Shape = Code::ArrayNode::Shape;
  const Code::ArrayNode &N = C.Arrays[Array];
  const Sort S = N.From.sort();
  auto Choose = [&](Expr Condition, llvm::function_ref<SymbolicValue()> Yes,
                    llvm::function_ref<SymbolicValue()> No) {
    if (Condition.isConst())
      return Condition.isTrue() ? Yes() : No();
    Expr T = Yes().term(Ctx, S.element()), F = No().term(Ctx, S.element());
    return SymbolicValue::of(Ctx.mkIte(Condition, T, F));
  };
  switch (N.As) {
  case Shape::Variable:
    Used[N.Var] = true;
    return State->Arrays[N.Var]->read(Ctx, Index);
  case Shape::Stored:
    return Choose(
        makeOverConstants(Ctx, Kind::Eq,
                          {Index.term(Ctx, S.index()), builtTerm(C, N.I)}),
        [&] { return built(N.V); }, [&] { return select(C, N.A, Index); });
  case Shape::Choice:
    return Choose(
        builtTerm(C, N.I), [&] { return select(C, N.A, Index); },
        [&] { return select(C, N.B, Index); });
  case Shape::Filled:
    return built(N.V);
  case Shape::Term:
    return SymbolicArray::ofTerm(builtTerm(C, N.Var))->read(Ctx, Index);
  }
  llvm_unreachable("unknown array");
}

/// What the array \p A was before writes at other constant indices than
/// \p Index.
static Expr beforeOtherWrites(Expr A, Expr Index) {
  while (Index.isConst() && A.is(Kind::Store) && A.operand(1).isConst() &&
         A.operand(1) != Index)
    A = A.operand(0);
  return A;
}

void SymbolicEvaluator::buildTerm(const Code &C, unsigned Number) {
  const Code::Instruction &I = C.Instructions[Number];
  const unsigned *Ops = C.Operands.data() + I.FirstOperand;
  Expr &To = Terms[Number];
  if (I.Variable >= 0) {
    Used[I.Variable] = true;
    To = State->Scalars[I.Variable].term(Ctx, I.From.sort());
  } else if (I.IsLeaf) {
    To = I.From;
  } else if (I.Array >= 0) {
    To = select(C, I.Array, built(Ops[0])).term(Ctx, I.From.sort());
  } else if (I.K == Kind::Ite && Words[Ops[0]].IsKnown &&
             !SymbolicArray::supports(I.From.sort())) {
    To = builtTerm(C, Ops[Words[Ops[0]].Bits ? 1 : 2]);
  } else {
    llvm::SmallVector<Expr, 4> Operands;
    for (unsigned J = 0; J < I.NumOperands; ++J)
      Operands.push_back(SymbolicArray::supports(I.From.operand(J).sort())
                             ? arrayOf(C, Ops[J])->term(Ctx)
                             : builtTerm(C, Ops[J]));
    if (I.K == Kind::Select)
      Operands[0] = beforeOtherWrites(Operands[0], Operands[1]);
    To = makeOverConstants(Ctx, I.K, Operands, I.Param0, I.Param1,
                           I.From.sort());
  }
  if (I.Decides && Settle && !To.isConst())
    To = Settle(To);
}

/// Builds all that is wanted up to instruction \p Last.
void SymbolicEvaluator::buildTerms(const Code &C, unsigned Last) {
  for (unsigned I = Last + 1; I-- > 0;)
    if (Wanted[I])
      wantOperands(C, C.Instructions[I]);
  for (unsigned I = 0; I <= Last; ++I)
    if (Wanted[I]) {
      buildTerm(C, I);
      Wanted[I] = false;
    }
}

SymbolicValue SymbolicEvaluator::value(const Code &C, unsigned Root) {
  unsigned I = C.Roots[Root];
  if (!Words[I].IsKnown) {
    want(I);
    buildTerms(C, I);
  }
  return built(I);
}

//===- Arrays -------------------------------------------------------------===//

/// Requires that its operands have been built.
SymbolicEvaluator::Pending SymbolicEvaluator::pending(const Code &C,
                                                      unsigned Node) {
  using Shape = Code::ArrayNode::Shape;
  Pending P;
  while (true) {
    const Code::ArrayNode &N = C.Arrays[Node];
    switch (N.As) {
    case Shape::Variable:
      Used[N.Var] = true;
      P.Variable = int(N.Var);
      return P;
    case Shape::Stored:
      P.Writes.push_back({built(N.I), built(N.V)});
      Node = N.A;
      break;
    case Shape::Choice: {
      Expr Condition = builtTerm(C, N.I);
      if (!Condition.isConst()) {
        P.Start = SymbolicArray::choice(Ctx, Condition, arrayOf(C, N.A),
                                        arrayOf(C, N.B));
        return P;
      }
      Node = Condition.isTrue() ? N.A : N.B;
      break;
    }
    case Shape::Filled:
      P.Start = SymbolicArray::filled(N.From.sort(), built(N.V));
      return P;
    case Shape::Term:
      P.Start = SymbolicArray::ofTerm(builtTerm(C, N.Var));
      return P;
    }
  }
}

SymbolicArray::Ptr SymbolicEvaluator::finish(Pending P) {
  for (const Write &W : llvm::reverse(P.Writes))
    SymbolicArray::write(Ctx, P.Start, W.Index, W.Element);
  return std::move(P.Start);
}

SymbolicArray::Ptr SymbolicEvaluator::arrayOf(const Code &C, unsigned Node) {
  Pending P = pending(C, Node);
  if (P.Variable >= 0)
    P.Start = State->Arrays[P.Variable];
  return finish(std::move(P));
}

void SymbolicEvaluator::update(const Code &C, unsigned First,
                               llvm::ArrayRef<unsigned> Targets,
                               SymbolicState &Of) {
  Scalars.clear();
  std::vector<std::pair<unsigned, Pending>> Changed;
  for (unsigned I = 0; I < Targets.size(); ++I) {
    if (!Of.Arrays[Targets[I]]) {
      Scalars.push_back({Targets[I], value(C, First + I)});
      continue;
    }
    unsigned Node = C.Roots[First + I];
    wantArray(C, Node);
    if (!C.Instructions.empty())
      buildTerms(C, C.Instructions.size() - 1);
    Changed.push_back({Targets[I], pending(C, Node)});
  }
  // An array that is only written to is changed in place, after others have
  // got a copy of what it was.
  for (auto &[Target, P] : Changed)
    if (P.Variable >= 0 && unsigned(P.Variable) != Target)
      P.Start = Of.Arrays[P.Variable];
  for (auto &[Target, P] : Changed) {
    if (P.Variable >= 0 && unsigned(P.Variable) == Target)
      P.Start = std::move(Of.Arrays[Target]);
    Of.Arrays[Target] = finish(std::move(P));
  }
  for (const auto &[Target, V] : Scalars)
    Of.Scalars[Target] = V;
}
