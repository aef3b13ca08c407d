//===- Horn.cpp - Models as constrained Horn clauses ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Model/Horn.h"

#include "sooth/Expr/SmtPrinter.h"
#include "sooth/Expr/Traversal.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace sooth;
using llvm::ArrayRef;

namespace {

/// A predicate applied to terms; without a name, `false`.
struct Atom {
  std::string Predicate;
  std::vector<Expr> Args;
};

class HornWriter {
public:
  HornWriter(llvm::raw_ostream &OS, std::vector<Expr> State)
      : OS(OS), State(std::move(State)) {
    OS << "(set-logic HORN)\n";
  }

  void declare(llvm::StringRef Predicate);
  /// Body ∧ Constraints ⇒ Head, for all values of the variables.
  void clause(const Atom *Body, ArrayRef<Expr> Constraints, const Atom *Head);
  void comment(llvm::StringRef Text);
  Atom here(llvm::StringRef Predicate) const {
    return {Predicate.str(), State};
  }

private:
  void print(const Atom &A, const SmtLets &Lets);

  llvm::raw_ostream &OS;
  std::vector<Expr> State;
};

} // namespace

void HornWriter::comment(llvm::StringRef Text) {
  OS << "; ";
  for (char C : Text)
    OS << (C == '\n' || C == '\r' ? ' ' : C);
  OS << '\n';
}

void HornWriter::declare(llvm::StringRef Predicate) {
  OS << "(declare-fun " << smtSymbol(Predicate) << " (";
  for (size_t I = 0; I < State.size(); ++I) {
    OS << (I ? " " : "");
    State[I].sort().print(OS);
  }
  OS << ") Bool)\n";
}

void HornWriter::print(const Atom &A, const SmtLets &Lets) {
  OS << (A.Args.empty() ? "" : "(") << smtSymbol(A.Predicate);
  for (Expr Arg : A.Args) {
    OS << ' ';
    Lets.print(Arg);
  }
  OS << (A.Args.empty() ? "" : ")");
}

void HornWriter::clause(const Atom *Body, ArrayRef<Expr> Constraints,
                        const Atom *Head) {
  std::vector<Expr> Roots(Constraints.begin(), Constraints.end());
  for (const Atom *A : {Body, Head})
    if (A)
      Roots.insert(Roots.end(), A->Args.begin(), A->Args.end());
  std::vector<Expr> Bound = variables(Roots);
  OS << "(assert ";
  if (!Bound.empty()) {
    OS << "(forall (";
    for (size_t I = 0; I < Bound.size(); ++I) {
      OS << (I ? " (" : "(") << smtSymbol(Bound[I].name()) << ' ';
      Bound[I].sort().print(OS);
      OS << ')';
    }
    OS << ") ";
  }
  SmtLets Lets(OS, Roots);
  OS << "(=> (and true";
  if (Body) {
    OS << ' ';
    print(*Body, Lets);
  }
  for (Expr C : Constraints) {
    OS << ' ';
    Lets.print(C);
  }
  OS << ") ";
  if (Head)
    print(*Head, Lets);
  else
    OS << "false";
  OS << ')';
  Lets.close();
  OS << (Bound.empty() ? ")\n" : "))\n");
}

/// Something that no variable's name starts with.
static std::string freePrefix(std::string Prefix, ArrayRef<Expr> Roots) {
  for (Expr Var : variables(Roots))
    while (Var.name().starts_with(Prefix))
      Prefix += '.';
  return Prefix;
}

void sooth::writeHorn(llvm::raw_ostream &OS, const Cfa &Program) {
  std::vector<Expr> State, Roots{Program.init()};
  for (const StateVariable &V : Program.variables())
    State.push_back(V.Var);
  Roots.insert(Roots.end(), State.begin(), State.end());
  llvm::append_range(Roots, formulasOf(Program));
  std::string Prefix = freePrefix("at.", Roots);
  auto Predicate = [&](LocationId L) {
    const std::string &Name = Program.location(L).Name;
    return Prefix + std::to_string(L) + (Name.empty() ? "" : "." + Name);
  };

  printFpDefinitions(OS, Roots);
  HornWriter Writer(OS, State);
  for (LocationId L = 0; L < Program.locations().size(); ++L)
    Writer.declare(Predicate(L));
  if (Program.locations().empty())
    return;
  Atom Entry = Writer.here(Predicate(Program.entry()));
  Writer.clause(nullptr, Program.init(), &Entry);
  for (const Edge &E : Program.edges()) {
    Atom Source = Writer.here(Predicate(E.Source));
    Atom Target = Writer.here(Predicate(E.Target));
    ExprMap<Expr> Values;
    for (const Update &U : E.Updates)
      Values[U.Var] = U.Val;
    for (Expr &Arg : Target.Args)
      if (Expr Val = Values.lookup(Arg))
        Arg = Val;
    Writer.clause(&Source, E.Guard, &Target);
  }
  for (const ErrorLocation &E : Program.errors()) {
    Writer.comment(message(E.What));
    Atom Error = Writer.here(Predicate(E.Loc));
    Writer.clause(&Error, {}, nullptr);
  }
  OS << "(check-sat)\n";
}

void sooth::writeHorn(llvm::raw_ostream &OS, const TransitionSystem &TS) {
  ExprContext &Ctx = TS.context();
  std::vector<Expr> State, Next, Body{TS.constraint()}, Roots{TS.init()};
  // An update is written into the head, unless the constraint speaks of the
  // next value too.
  ExprSet Constrained;
  for (Expr Var : variables({TS.constraint()}))
    Constrained.insert(Var);
  for (const TsVariable &V : TS.variables()) {
    State.push_back(V.Cur);
    bool ByName = !V.Update || Constrained.contains(V.Next);
    if (V.Update && ByName)
      Body.push_back(Ctx.mkEq(V.Next, V.Update));
    Next.push_back(ByName ? V.Next : V.Update);
  }
  for (const auto *Part : {&State, &Next, &Body})
    Roots.insert(Roots.end(), Part->begin(), Part->end());
  for (const Property &P : TS.properties())
    Roots.push_back(P.Bad);
  std::string Predicate = freePrefix("reached", Roots);
  printFpDefinitions(OS, Roots);

  HornWriter Writer(OS, State);
  Writer.declare(Predicate);
  Atom Here = Writer.here(Predicate), There{Predicate, Next};
  Writer.clause(nullptr, TS.init(), &Here);
  Writer.clause(&Here, Body, &There);
  for (const Property &P : TS.properties()) {
    Writer.comment(P.Name);
    Writer.clause(&Here, P.Bad, nullptr);
  }
  OS << "(check-sat)\n";
}
