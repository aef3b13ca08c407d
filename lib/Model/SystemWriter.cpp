//===- SystemWriter.cpp - Writing systems in the words of TTMC ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Model/SystemText.h"

#include "sooth/Expr/Traversal.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

using namespace sooth;
using llvm::Error;

namespace {
class SystemWriter {
public:
  SystemWriter(llvm::raw_ostream &OS, const TransitionSystem &M)
      : OS(OS), M(M) {}
  Error write();

private:
  Error check() const;
  void name(Expr Var, Expr Next);
  std::string text(Expr E);
  std::string build(Expr E) const;
  void line(const char *Keyword, Expr Formula);

  /// The language has no names for terms that occur several times.
  static constexpr size_t MaxSize = 1 << 20;

  llvm::raw_ostream &OS;
  const TransitionSystem &M;
  llvm::StringSet<> Taken;
  ExprMap<std::string> Texts;
  ExprSet Built;
};
} // namespace

/// Nodes of \p Root as a tree, MaxSize if there are more.
static size_t treeSize(Expr Root, size_t Max) {
  ExprMap<size_t> Size;
  postOrder({Root}, [&](Expr E) {
    size_t Sum = 1;
    for (Expr Op : E.operands())
      Sum += Size[Op];
    Size[E] = std::min(Sum, Max);
  });
  return Size[Root];
}

Error SystemWriter::check() const {
  if (M.properties().size() != 1)
    return llvm::createStringError("a system as text has one property, not " +
                                   llvm::Twine(M.properties().size()));
  const Expr All = M.context().mkAnd(
      {M.init(), M.trans(), M.context().mkNot(M.properties()[0].Bad)});
  bool IsKnown = true;
  auto Check = [&](Expr E) {
    IsKnown &= (E.isBool() || E.sort().isArith()) && !E.is(Kind::ToInt);
  };
  postOrder({All}, Check);
  for (const TsVariable &V : M.variables())
    Check(V.Cur);
  if (!IsKnown)
    return llvm::createStringError(
        "systems as text have Booleans, integers and real numbers only");
  if (treeSize(All, MaxSize) == MaxSize)
    return llvm::createStringError("the system is too large for a text in "
                                   "which terms have no names");
  return Error::success();
}

/// A name of its own that the language has.
void SystemWriter::name(Expr Var, Expr Next) {
  std::string Name;
  for (char C : Var.name())
    Name += llvm::isAlnum(C) || C == '_' || C == '.' ? C : '_';
  if (Name.empty() || llvm::isDigit(Name.front()) || Name.front() == '.')
    Name = "v" + Name;
  static const llvm::StringSet<> Keywords = {
      "and",    "or",       "not",           "if",        "then",
      "else",   "true",     "false",         "div",       "mod",
      "local",  "var",      "initial",       "invariant", "transition",
      "models", "property", "specification", "G"};
  std::string Unique = Name;
  for (unsigned I = 1;
       Keywords.contains(Unique) || !Taken.insert(Unique).second; ++I)
    Unique = Name + "_" + std::to_string(I);
  Texts[Var] = Unique;
  Built.insert(Var);
  if (Next) {
    Texts[Next] = Unique + "'";
    Built.insert(Next);
  }
  OS << "    local var " << Unique << " : "
     << (Var.isBool()         ? "boolean"
         : Var.sort().isInt() ? "integer"
                              : "real")
     << '\n';
}

static std::string number(const llvm::DynamicAPInt &N) {
  std::string Text = toString(N);
  return N < 0 ? "(" + Text + ")" : Text;
}

std::string SystemWriter::build(Expr E) const {
  auto Op = [&](unsigned I) { return Texts.lookup(E.operand(I)); };
  auto Between = [&](const char *Symbol) {
    std::string Text = "(" + Op(0);
    for (unsigned I = 1; I < E.numOperands(); ++I)
      Text += " " + std::string(Symbol) + " " + Op(I);
    return Text + ")";
  };
  switch (E.kind()) {
  case Kind::Const:
    if (E.isBool())
      return E.isTrue() ? "true" : "false";
    if (E.sort().isInt())
      return number(E.value().integer());
    return "(" + number(E.value().real().Num) + " / " +
           number(E.value().real().Den) + ")";
  case Kind::Not:
    return "(not " + Op(0) + ")";
  case Kind::And:
    return Between("and");
  case Kind::Or:
    return Between("or");
  case Kind::Ite:
    return "(if " + Op(0) + " then " + Op(1) + " else " + Op(2) + ")";
  case Kind::Eq:
    return Between(E.operand(0).isBool() ? "<->" : "=");
  case Kind::Add:
    return Between("+");
  case Kind::Sub:
    return Between("-");
  case Kind::Neg:
    return "(- " + Op(0) + ")";
  case Kind::Mul:
    return Between("*");
  case Kind::IntDiv:
    return Between("div");
  case Kind::IntMod:
    return Between("mod");
  case Kind::RealDiv:
    return Between("/");
  case Kind::Lt:
    return Between("<");
  case Kind::Le:
    return Between("<=");
  case Kind::ToReal:
    return "(" + Op(0) + " / 1)";
  default:
    llvm_unreachable("an operator on other sorts");
  }
}

std::string SystemWriter::text(Expr E) {
  postOrder({E}, Built, [&](Expr Sub) {
    std::string Text = build(Sub);
    Texts[Sub] = std::move(Text);
  });
  return Texts[E];
}

void SystemWriter::line(const char *Keyword, Expr Formula) {
  llvm::SmallVector<Expr, 16> Parts;
  conjuncts(Formula, Parts);
  for (Expr Part : Parts)
    OS << "    " << Keyword << ' ' << text(Part) << '\n';
}

Error SystemWriter::write() {
  if (Error E = check())
    return E;
  OS << "specification System {\n  property ";
  const Property &P = M.properties().front();
  const bool IsName =
      !P.Name.empty() && llvm::isAlpha(P.Name.front()) &&
      llvm::all_of(P.Name, [](char C) { return llvm::isAlnum(C) || C == '_'; });
  OS << (IsName ? P.Name : "safe") << " : {\n";
  for (const TsVariable &V : M.variables())
    name(V.Cur, V.Next);
  for (Expr Y : M.inputs())
    name(Y, Expr());
  line("initial", M.init());
  for (const TsVariable &V : M.variables())
    if (V.Update)
      OS << "    transition " << Texts[V.Next] << " = (" << text(V.Update)
         << ")\n";
  line("transition", M.constraint());
  OS << "  } models G(" << text(M.context().mkNot(P.Bad)) << ")\n}\n";
  return Error::success();
}

Error sooth::writeSystemText(llvm::raw_ostream &OS, const TransitionSystem &M) {
  return SystemWriter(OS, M).write();
}
