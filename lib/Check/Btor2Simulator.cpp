//===- Btor2Simulator.cpp - Runs of word-level hardware -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Check/Btor2Simulator.h"

using namespace sooth;
using llvm::APInt;

namespace {
class Btor2Machine {
public:
  Btor2Machine(const Btor2Model &M, const Btor2Run &R)
      : M(M), R(R), Values(M.Nodes.size()), Next(M.States.size()) {}
  Btor2Simulation run(unsigned Bad);

private:
  void step(size_t Step);
  Value compute(const Btor2Node &N);
  Value initial(const Btor2Model::State &S);
  Value read(Btor2Ref R) const;
  const APInt bits(Btor2Ref R) const { return read(R).bits(); }
  bool isTrue(Btor2Ref R) const { return !bits(R).isZero(); }

  const Btor2Model &M;
  const Btor2Run &R;
  Btor2Simulation Result;
  std::vector<Value> Values; ///< of nodes, in this step
  std::vector<Value> Next;   ///< of states
};
} // namespace

static APInt bit(bool B) { return APInt(1, B); }

/// Division as SMT-LIB has it, where the divisor is zero.
static APInt quotientByZero(const APInt &A, bool IsSigned) {
  if (IsSigned && A.isNegative())
    return APInt(A.getBitWidth(), 1);
  return APInt::getAllOnes(A.getBitWidth());
}

static APInt moduloWithSignOfDivisor(const APInt &A, const APInt &B) {
  APInt Remainder = A.srem(B);
  if (!Remainder.isZero() && Remainder.isNegative() != B.isNegative())
    Remainder += B;
  return Remainder;
}

/// Operators on one vector.
static APInt unary(const Btor2Node &N, const APInt &A) {
  switch (N.Op) {
  case Btor2Op::Not:
    return ~A;
  case Btor2Op::Inc:
    return A + 1;
  case Btor2Op::Dec:
    return A - 1;
  case Btor2Op::Neg:
    return -A;
  case Btor2Op::Redand:
    return bit(A.isAllOnes());
  case Btor2Op::Redor:
    return bit(!A.isZero());
  case Btor2Op::Redxor:
    return bit(A.popcount() % 2);
  case Btor2Op::Sext:
    return A.sext(N.Sort.Width);
  case Btor2Op::Uext:
    return A.zext(N.Sort.Width);
  case Btor2Op::Slice:
    return A.extractBits(N.Param0 - N.Param1 + 1, N.Param1);
  default:
    llvm_unreachable("not an operator on one vector");
  }
}

static bool compare(Btor2Op Op, const APInt &A, const APInt &B) {
  bool Overflow = false;
  switch (Op) {
  case Btor2Op::Iff:
    return A == B;
  case Btor2Op::Implies:
    return A.isZero() || !B.isZero();
  case Btor2Op::Sgt:
    return A.sgt(B);
  case Btor2Op::Ugt:
    return A.ugt(B);
  case Btor2Op::Sgte:
    return A.sge(B);
  case Btor2Op::Ugte:
    return A.uge(B);
  case Btor2Op::Slt:
    return A.slt(B);
  case Btor2Op::Ult:
    return A.ult(B);
  case Btor2Op::Slte:
    return A.sle(B);
  case Btor2Op::Ulte:
    return A.ule(B);
  case Btor2Op::Saddo:
    (void)A.sadd_ov(B, Overflow);
    return Overflow;
  case Btor2Op::Uaddo:
    (void)A.uadd_ov(B, Overflow);
    return Overflow;
  case Btor2Op::Smulo:
    (void)A.smul_ov(B, Overflow);
    return Overflow;
  case Btor2Op::Umulo:
    (void)A.umul_ov(B, Overflow);
    return Overflow;
  case Btor2Op::Ssubo:
    (void)A.ssub_ov(B, Overflow);
    return Overflow;
  case Btor2Op::Usubo:
    (void)A.usub_ov(B, Overflow);
    return Overflow;
  case Btor2Op::Sdivo:
    return A.isMinSignedValue() && B.isAllOnes();
  case Btor2Op::Udivo:
    return false;
  default:
    llvm_unreachable("not a comparison");
  }
}

/// Operators on two vectors of one sort whose result is of that, too.
static std::optional<APInt> arithmetic(Btor2Op Op, const APInt &A,
                                       const APInt &B) {
  const unsigned Width = A.getBitWidth();
  switch (Op) {
  case Btor2Op::And:
    return A & B;
  case Btor2Op::Nand:
    return ~(A & B);
  case Btor2Op::Nor:
    return ~(A | B);
  case Btor2Op::Or:
    return A | B;
  case Btor2Op::Xnor:
    return ~(A ^ B);
  case Btor2Op::Xor:
    return A ^ B;
  case Btor2Op::Rol:
    return A.rotl(B.urem(Width));
  case Btor2Op::Ror:
    return A.rotr(B.urem(Width));
  case Btor2Op::Sll:
    return A.shl(B);
  case Btor2Op::Sra:
    return A.ashr(B);
  case Btor2Op::Srl:
    return A.lshr(B);
  case Btor2Op::Add:
    return A + B;
  case Btor2Op::Mul:
    return A * B;
  case Btor2Op::Sub:
    return A - B;
  case Btor2Op::Sdiv:
    return B.isZero() ? quotientByZero(A, true) : A.sdiv(B);
  case Btor2Op::Udiv:
    return B.isZero() ? quotientByZero(A, false) : A.udiv(B);
  case Btor2Op::Smod:
    return B.isZero() ? A : moduloWithSignOfDivisor(A, B);
  case Btor2Op::Srem:
    return B.isZero() ? A : A.srem(B);
  case Btor2Op::Urem:
    return B.isZero() ? A : A.urem(B);
  default:
    return std::nullopt;
  }
}

Value Btor2Machine::read(Btor2Ref R) const {
  const Value &V = Values[R.Node];
  return R.Negated ? Value(~V.bits()) : V;
}

Value Btor2Machine::compute(const Btor2Node &N) {
  switch (N.Op) {
  case Btor2Op::Const:
    return Value(N.Bits);
  case Btor2Op::Eq:
  case Btor2Op::Neq:
    return Value(
        bit((read(N.Args[0]) == read(N.Args[1])) == (N.Op == Btor2Op::Eq)));
  case Btor2Op::Ite:
    return read(isTrue(N.Args[0]) ? N.Args[1] : N.Args[2]);
  case Btor2Op::Read: {
    Value Index = read(N.Args[1]);
    Result.Indices[Index.bits().getBitWidth()].insert(Index);
    return read(N.Args[0]).select(Index);
  }
  case Btor2Op::Write:
    return read(N.Args[0]).store(read(N.Args[1]), read(N.Args[2]));
  case Btor2Op::Concat:
    return Value(bits(N.Args[0]).concat(bits(N.Args[1])));
  default:
    break;
  }
  if (N.Args.size() == 1)
    return Value(unary(N, bits(N.Args[0])));
  APInt A = bits(N.Args[0]), B = bits(N.Args[1]);
  if (auto Number = arithmetic(N.Op, A, B))
    return Value(*Number);
  return Value(bit(compare(N.Op, A, B)));
}

/// A bit-vector is the value of all elements of an array.
Value Btor2Machine::initial(const Btor2Model::State &S) {
  Value Init = read(*S.Init);
  if (!M.Nodes[S.Node].Sort.isArray() || Init.isArray())
    return Init;
  return Value::constArray(R.ArraySorts.at(S.Node), Init);
}

void Btor2Machine::step(size_t Step) {
  const Btor2Run::Step &Given = R.Steps[Step];
  for (auto &[State, Val] : Given.States)
    Next[State] = Val;
  for (unsigned Node = 0; Node < M.Nodes.size(); ++Node) {
    const Btor2Node &N = M.Nodes[Node];
    if (N.Op == Btor2Op::Input)
      Values[Node] = Given.Inputs[N.Number];
    else if (N.Op != Btor2Op::State)
      Values[Node] = compute(N);
    else if (Step == 0 && M.States[N.Number].Init)
      Values[Node] = initial(M.States[N.Number]);
    else
      Values[Node] = Next[N.Number];
  }
  for (unsigned I = 0; I < M.States.size(); ++I)
    if (auto To = M.States[I].Next)
      Next[I] = read(*To);
}

Btor2Simulation Btor2Machine::run(unsigned Bad) {
  for (size_t Step = 0; Step < R.Steps.size(); ++Step) {
    step(Step);
    for (Btor2Ref C : M.Constraints)
      if (!isTrue(C)) {
        Result.Checked = CheckResult::refuted(
            "a constraint does not hold in step " + std::to_string(Step));
        return Result;
      }
  }
  if (!isTrue(M.Bads[Bad].Cond))
    Result.Checked = CheckResult::refuted("the last state is not bad");
  return Result;
}

Btor2Simulation sooth::simulate(const Btor2Model &M, unsigned Bad,
                                const Btor2Run &R) {
  return Btor2Machine(M, R).run(Bad);
}

static Value withZeroDefault(const Value &V, const std::set<Value> &Indices) {
  const ArrayValue &A = V.array();
  Value Result = Value::zero(A.S);
  for (auto &[Index, Element] : A.Entries)
    Result = std::move(Result).store(Index, Element);
  for (const Value &Index : Indices)
    Result = std::move(Result).store(Index, V.select(Index));
  return Result;
}

Btor2Run
sooth::withZeroDefaults(Btor2Run R,
                        const std::map<unsigned, std::set<Value>> &Indices) {
  auto Change = [&](Value &V) {
    if (!V.isArray())
      return;
    auto Found = Indices.find(V.array().S.index().width());
    V = withZeroDefault(V, Found == Indices.end() ? std::set<Value>()
                                                  : Found->second);
  };
  for (Btor2Run::Step &S : R.Steps) {
    for (Value &V : S.Inputs)
      Change(V);
    for (auto &[State, V] : S.States)
      Change(V);
  }
  return R;
}
