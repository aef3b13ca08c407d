//===- Btor2Writer.cpp - Writing BTOR2 ------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Expr/Traversal.h"
#include "sooth/Model/Btor2.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

using namespace sooth;
using llvm::Error;

//===----------------------------------------------------------------------===//
// Witnesses
//===----------------------------------------------------------------------===//

static std::string binary(const llvm::APInt &Bits) {
  llvm::SmallString<64> Digits;
  Bits.toStringUnsigned(Digits, 2);
  return std::string(Bits.getBitWidth() - Digits.size(), '0') +
         Digits.str().str();
}

static void writeValue(llvm::raw_ostream &OS, unsigned Number, const Value &V,
                       const std::string &Symbol, size_t Step) {
  std::string Tail = Symbol.empty() ? "" : " " + Symbol;
  Tail += (Symbol.empty() ? "" : "@" + std::to_string(Step)) + "\n";
  if (!V.isArray()) {
    OS << Number << ' ' << binary(V.bits()) << Tail;
    return;
  }
  for (auto &[Index, Element] : V.array().Entries)
    OS << Number << " [" << binary(Index.bits()) << "] "
       << binary(Element.bits()) << Tail;
}

void sooth::writeBtor2Witness(llvm::raw_ostream &OS, const Btor2Model &M,
                              unsigned Bad, const Btor2Run &R) {
  OS << "sat\nb" << Bad << '\n';
  for (size_t Step = 0; Step < R.Steps.size(); ++Step) {
    const Btor2Run::Step &S = R.Steps[Step];
    if (Step == 0 || !S.States.empty())
      OS << '#' << Step << '\n';
    for (auto &[State, V] : S.States)
      writeValue(OS, State, V, M.States[State].Symbol, Step);
    OS << '@' << Step << '\n';
    for (unsigned I = 0; I < S.Inputs.size(); ++I)
      writeValue(OS, I, S.Inputs[I], M.Inputs[I].Symbol, Step);
  }
  OS << ".\n";
}

//===----------------------------------------------------------------------===//
// Models
//===----------------------------------------------------------------------===//

namespace {
class Btor2Writer {
public:
  Btor2Writer(llvm::raw_ostream &OS, const TransitionSystem &M)
      : OS(OS), M(M), Ctx(M.context()) {}
  Error write();

private:
  using Id = unsigned;
  Id sort(Sort S);
  Id bits(unsigned Width);
  Id line(const llvm::Twine &Text) {
    OS << ++Last << ' ' << Text << '\n';
    return Last;
  }
  Id apply(const char *Op, Sort S, llvm::ArrayRef<Id> Args,
           const llvm::Twine &Tail = "");
  Id node(Expr E);
  Id build(Expr E);
  Id junction(Expr E, const char *Op);
  void declare(const char *Op, Expr Var);
  void writeStart();
  Error check() const;

  llvm::raw_ostream &OS;
  const TransitionSystem &M;
  ExprContext &Ctx;
  Id Last = 0;
  std::map<unsigned, Id> Widths;
  llvm::DenseMap<Sort, Id> Sorts;
  ExprMap<Id> NodeOf;
  ExprSet Built;
};
} // namespace

/// A name as a symbol, which ends at a space.
static std::string symbol(llvm::StringRef Name) {
  std::string Symbol = Name.str();
  for (char &C : Symbol)
    if (C == ';' || C == ' ' || !llvm::isPrint(C))
      C = '_';
  return Symbol;
}

/// What kind of values the format lacks; null if it has them all.
static const char *unsupported(Sort S) {
  if (S.isInt() || S.isReal())
    return "numbers without bounds";
  if (S.isArray() && (!S.index().isBitVec() || !S.element().isBitVec()))
    return "arrays of other things than bit-vectors";
  return nullptr;
}

Btor2Writer::Id Btor2Writer::bits(unsigned Width) {
  Id &To = Widths[Width];
  if (!To)
    To = line("sort bitvec " + llvm::Twine(Width));
  return To;
}

Btor2Writer::Id Btor2Writer::sort(Sort S) {
  if (!S.isArray())
    return bits(S.isBool() ? 1 : S.width());
  auto [It, IsNew] = Sorts.try_emplace(S, 0);
  if (IsNew) {
    Id Index = bits(S.index().width()), Element = bits(S.element().width());
    It->second =
        line("sort array " + llvm::Twine(Index) + " " + llvm::Twine(Element));
  }
  return It->second;
}

Btor2Writer::Id Btor2Writer::apply(const char *Op, Sort S,
                                   llvm::ArrayRef<Id> Args,
                                   const llvm::Twine &Tail) {
  Id SortId = sort(S);
  std::string Text = std::string(Op) + " " + std::to_string(SortId);
  for (Id Arg : Args)
    Text += " " + std::to_string(Arg);
  return line(Text + Tail);
}

/// Operators of many operands, two at a time.
Btor2Writer::Id Btor2Writer::junction(Expr E, const char *Op) {
  Id Result = NodeOf[E.operand(0)];
  for (Expr Other : E.operands().drop_front())
    Result = apply(Op, E.sort(), {Result, NodeOf[Other]});
  return Result;
}

Btor2Writer::Id Btor2Writer::build(Expr E) {
  llvm::SmallVector<Id, 3> Args;
  for (Expr Op : E.operands())
    Args.push_back(NodeOf[Op]);
  auto Plain = [&](const char *Op) { return apply(Op, E.sort(), Args); };
  switch (E.kind()) {
  case Kind::Const: {
    const llvm::APInt Bits =
        E.isBool() ? llvm::APInt(1, E.isTrue()) : E.value().bits();
    return apply("const", E.sort(), {}, " " + binary(Bits));
  }
  case Kind::Not:
  case Kind::BvNot:
    return Plain("not");
  case Kind::And:
    return junction(E, "and");
  case Kind::Or:
    return junction(E, "or");
  case Kind::BvAnd:
    return Plain("and");
  case Kind::BvOr:
    return Plain("or");
  case Kind::BvXor:
    return Plain("xor");
  case Kind::BvAdd:
    return Plain("add");
  case Kind::BvMul:
    return Plain("mul");
  case Kind::Concat:
    return Plain("concat");
  case Kind::Ite:
    return Plain("ite");
  case Kind::Eq:
    return Plain("eq");
  case Kind::BvNeg:
    return Plain("neg");
  case Kind::BvSub:
    return Plain("sub");
  case Kind::BvUdiv:
    return Plain("udiv");
  case Kind::BvUrem:
    return Plain("urem");
  case Kind::BvSdiv:
    return Plain("sdiv");
  case Kind::BvSrem:
    return Plain("srem");
  case Kind::BvShl:
    return Plain("sll");
  case Kind::BvLshr:
    return Plain("srl");
  case Kind::BvAshr:
    return Plain("sra");
  case Kind::BvUlt:
    return Plain("ult");
  case Kind::BvUle:
    return Plain("ulte");
  case Kind::BvSlt:
    return Plain("slt");
  case Kind::BvSle:
    return Plain("slte");
  case Kind::Extract:
    return apply("slice", E.sort(), Args,
                 " " + std::to_string(E.param(0)) + " " +
                     std::to_string(E.param(1)));
  case Kind::ZeroExt:
    return apply("uext", E.sort(), Args, " " + std::to_string(E.param(0)));
  case Kind::SignExt:
    return apply("sext", E.sort(), Args, " " + std::to_string(E.param(0)));
  case Kind::Select:
    return Plain("read");
  case Kind::Store:
    return Plain("write");
  case Kind::ConstArray: {
    // A state that keeps its initial value.
    Id State = apply("state", E.sort(), {});
    apply("init", E.sort(), {State, Args[0]});
    apply("next", E.sort(), {State, State});
    return State;
  }
  default:
    llvm_unreachable("an operator on numbers without bounds");
  }
}

Btor2Writer::Id Btor2Writer::node(Expr E) {
  postOrder({E}, Built, [&](Expr Sub) { NodeOf[Sub] = build(Sub); });
  return NodeOf[E];
}

void Btor2Writer::declare(const char *Op, Expr Var) {
  NodeOf[Var] = apply(Op, Var.sort(), {}, " " + symbol(Var.name()));
  Built.insert(Var);
}

void Btor2Writer::writeStart() {
  // Initial values come before their states.
  std::vector<std::pair<Expr, Expr>> Starts = initialValues(M);
  for (auto &[Var, Start] : Starts)
    node(Start);
  for (const TsVariable &V : M.variables())
    declare("state", V.Cur);
  for (auto &[Var, Start] : Starts)
    apply("init", Var.sort(), {NodeOf[Var], node(Start)});
}

Error Btor2Writer::check() const {
  std::vector<Expr> Roots;
  for (const TsVariable &V : M.variables())
    llvm::append_range(Roots, std::initializer_list<Expr>{V.Cur, V.Update});
  for (const Property &P : M.properties())
    Roots.push_back(P.Bad);
  Error Found = Error::success();
  postOrder(Roots, [&](Expr E) {
    const char *Lacking = unsupported(E.sort());
    if (!Lacking && E.is(Kind::ConstArray) && !E.operand(0).isConst())
      Lacking = "arrays filled with a value that is not constant";
    if (Lacking && !Found)
      Found = llvm::createStringError("BTOR2 has no " + llvm::Twine(Lacking));
  });
  return Found;
}

Error Btor2Writer::write() {
  if (Error E = check())
    return E;
  writeStart();
  for (Expr Y : M.inputs())
    declare("input", Y);
  for (const TsVariable &V : M.variables()) {
    Id To = node(V.Update);
    apply("next", V.Cur.sort(), {NodeOf[V.Cur], To});
  }
  for (const Property &P : M.properties()) {
    Id Bad = node(P.Bad);
    line("bad " + llvm::Twine(Bad) + " " + symbol(P.Name));
  }
  return Error::success();
}

Error sooth::writeBtor2(llvm::raw_ostream &OS, const TransitionSystem &M) {
  return Btor2Writer(OS, M).write();
}
