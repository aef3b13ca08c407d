//===- HornReader.cpp - Making Horn clauses of formulas -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An assertion F says that ¬F has no model. So the disjuncts of ¬F are clauses:
// predicates that hold in a disjunct are the body, those that do not are the
// head, and what has no predicate is the constraint. Only disjunctions over
// predicates are taken apart. Quantifiers that become existential in ¬F vanish;
// others are not supported.
//
//===----------------------------------------------------------------------===//

#include "SmtReader.h"

#include "sooth/Expr/Traversal.h"
#include "sooth/Model/Horn.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using llvm::Error;
using llvm::Expected;
using Statement = HornStatements::Statement;

namespace {
enum class Polarity { Holds, Fails };

Polarity operator!(Polarity P) {
  return P == Polarity::Holds ? Polarity::Fails : Polarity::Holds;
}

/// A disjunct with what is still to be looked at.
struct Disjunct {
  std::vector<std::pair<Expr, Polarity>> Open;
  std::vector<Expr> Constraints;
  Expr Body, Head; // applications
};

class Clausifier {
public:
  Clausifier(HornSystem &System, const HornStatements &Script)
      : System(System), Ctx(*System.Ctx), Script(Script) {}
  Error add(const Statement &S);
  /// Whether there was a query, even if one that holds trivially.
  bool hasQuery() const { return QuerySeen; }

private:
  /// A formula that needs more clauses than this is not meant as clauses.
  static constexpr size_t MaxClauses = 10000;

  bool hasPredicates(Expr E);
  Error step(Disjunct D);
  Error takeApplication(Disjunct &D, Expr Marker, Polarity P);
  Error takeQuantified(Disjunct &D, Expr Marker, Polarity P);
  void branch(const Disjunct &D, llvm::ArrayRef<Expr> Alternatives, Polarity P);
  void finish(const Disjunct &D);
  Error error(const SourceLocation &Where, std::string Text) const {
    return llvm::make_error<Diagnostic>(Where, std::move(Text));
  }

  HornSystem &System;
  ExprContext &Ctx;
  const HornStatements &Script;
  ExprSet Seen, Marked; // Marked: with predicates or quantifiers
  std::vector<Disjunct> Work;
  SourceLocation Where;
  bool QuerySeen = false;
};
} // namespace

bool Clausifier::hasPredicates(Expr Root) {
  postOrder({Root}, Seen, [&](Expr E) {
    if (Script.Applications.contains(E) || Script.Quantifieds.contains(E) ||
        llvm::any_of(E.operands(),
                     [&](Expr Op) { return Marked.contains(Op); }))
      Marked.insert(E);
  });
  return Marked.contains(Root);
}

Error Clausifier::add(const Statement &S) {
  Where = S.Where;
  size_t Before = System.Clauses.size();
  Polarity P =
      S.What == Statement::Kind::Query ? Polarity::Holds : Polarity::Fails;
  Work.push_back({{{S.Formula, P}}, {}, Expr(), Expr()});
  while (!Work.empty()) {
    if (System.Clauses.size() - Before + Work.size() > MaxClauses)
      return error(Where, "more than " + std::to_string(MaxClauses) +
                              " clauses in one formula");
    Disjunct D = std::move(Work.back());
    Work.pop_back();
    if (Error E = step(std::move(D)))
      return E;
  }
  return Error::success();
}

Error Clausifier::takeApplication(Disjunct &D, Expr Marker, Polarity P) {
  const auto &A = Script.Applications.find(Marker)->second;
  Expr &Place = P == Polarity::Holds ? D.Body : D.Head;
  if (!Place)
    Place = Marker;
  const HornAtom &Other = Script.Applications.find(Place)->second.Atom;
  if (Other.Predicate != A.Atom.Predicate || Other.Args != A.Atom.Args)
    return error(A.Where,
                 P == Polarity::Holds
                     ? "nonlinear clause: more than one predicate in the body"
                     : "not a Horn clause: more than one predicate in the "
                       "head");
  return Error::success();
}

Error Clausifier::takeQuantified(Disjunct &D, Expr Marker, Polarity P) {
  using Quantifier = HornStatements::Quantified::Quantifier;
  const auto &Q = Script.Quantifieds.find(Marker)->second;
  if ((Q.What == Quantifier::Exists) != (P == Polarity::Holds))
    return error(Q.Where, Q.What == Quantifier::Exists
                              ? "'exists' in the head is not supported"
                              : "'forall' in the body is not supported");
  D.Open.push_back({Q.Body, P});
  return Error::success();
}

/// One disjunct for all alternatives without predicates, and one for each
/// other.
void Clausifier::branch(const Disjunct &D, llvm::ArrayRef<Expr> Alternatives,
                        Polarity P) {
  std::vector<Expr> Plain, Others;
  for (Expr E : Alternatives)
    (hasPredicates(E) ? Others : Plain).push_back(E);
  if (!Plain.empty())
    Others.push_back(P == Polarity::Holds ? Ctx.mkOr(Plain) : Ctx.mkAnd(Plain));
  for (Expr E : llvm::reverse(Others)) {
    Work.push_back(D);
    Work.back().Open.push_back({E, P});
  }
}

/// Takes \p D apart until it is a clause or branches.
Error Clausifier::step(Disjunct D) {
  std::vector<std::pair<Expr, Polarity>> Branching;
  while (!D.Open.empty()) {
    auto [E, P] = D.Open.back();
    D.Open.pop_back();
    bool Conjunctive = E.is(P == Polarity::Holds ? Kind::And : Kind::Or);
    if (!hasPredicates(E)) {
      D.Constraints.push_back(P == Polarity::Holds ? E : Ctx.mkNot(E));
    } else if (Script.Applications.contains(E)) {
      if (Error Err = takeApplication(D, E, P))
        return Err;
    } else if (Script.Quantifieds.contains(E)) {
      if (Error Err = takeQuantified(D, E, P))
        return Err;
    } else if (E.is(Kind::Not)) {
      D.Open.push_back({E.operand(0), !P});
    } else if (Conjunctive) {
      for (Expr Op : llvm::reverse(E.operands()))
        D.Open.push_back({Op, P});
    } else if (E.is(Kind::And) || E.is(Kind::Or) ||
               (E.is(Kind::Ite) && !hasPredicates(E.operand(0)))) {
      Branching.push_back({E, P});
    } else {
      return error(Where, "a predicate below '" + smtName(E.kind()).str() +
                              "' is not supported");
    }
  }
  if (Branching.empty()) {
    finish(D);
    return Error::success();
  }
  auto [E, P] = Branching.back();
  Branching.pop_back();
  D.Open = std::move(Branching);
  if (!E.is(Kind::Ite)) {
    branch(D, E.operands(), P);
    return Error::success();
  }
  for (unsigned I : {2, 1}) {
    Work.push_back(D);
    Work.back().Open.push_back({E.operand(I), P});
    Work.back().Open.push_back(
        {E.operand(0), I == 1 ? Polarity::Holds : Polarity::Fails});
  }
  return Error::success();
}

void Clausifier::finish(const Disjunct &D) {
  HornClause C;
  C.Where = Where;
  C.Constraint = Ctx.mkAnd(D.Constraints);
  QuerySeen |= !D.Head;
  if (C.Constraint.isFalse())
    return;
  auto AtomOf = [&](Expr Marker) {
    return Script.Applications.find(Marker)->second.Atom;
  };
  if (D.Body)
    C.Body = {AtomOf(D.Body)};
  if (D.Head)
    C.Head = AtomOf(D.Head);
  System.Clauses.push_back(std::move(C));
}

Expected<HornSystem> sooth::readHorn(ExprContext &Ctx,
                                     llvm::MemoryBufferRef Text) {
  HornStatements Statements;
  auto Script = SmtReader(Ctx, Text.getBuffer(), Text.getBufferIdentifier(),
                          SmtReader::Variables::Declared)
                    .readHornScript(Statements);
  if (!Script)
    return Script.takeError();
  HornSystem System(Ctx);
  System.Predicates = Statements.Predicates;
  for (const SmtDeclaration &D : Script->ZeroDivisions)
    System.ZeroDivisions.push_back(D.Var);
  Clausifier Clauses(System, Statements);
  for (const Statement &S : Statements.Statements)
    if (Error E = Clauses.add(S))
      return std::move(E);
  if (!Clauses.hasQuery())
    return llvm::make_error<Diagnostic>(
        SourceLocation{Text.getBufferIdentifier().str(), 0, 0},
        "no query: no clause has the head false");
  return System;
}
