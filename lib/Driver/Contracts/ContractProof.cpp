//===- ContractProof.cpp - Proofs of recursive programs -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Contracts are guessed and then verified like any program: the bodies with
// contracts in place of calls (ContractChecker.h). Guesses come from templates
// (ContractHoudini.h), from Spacer, on the program as Horn clauses, and, since
// bit-vectors are hard for it, on the same clauses over integers. A guess of
// the latter kind may be wrong where arithmetic wraps: clauses of contracts
// that do not hold are dropped until the rest does (Flanagan and Leino:
// Houdini, FME 2001).
//
//===----------------------------------------------------------------------===//

#include "ContractProof.h"

#include "ContractHoudini.h"
#include "Verify/Proof.h"

#include "sooth/Check/ContractChecker.h"
#include "sooth/Expr/SmtPrinter.h"
#include "sooth/Expr/Traversal.h"
#include "sooth/Transform/Horn/ModularToHorn.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace sooth;
using Status = AssertionReport::Status;
using Clause = ContractObligations::Clause;
using Contracts = std::vector<Contract>;

namespace {
class ContractProof {
public:
  ContractProof(const ModularProgram &P, const Budget &B,
                const VerifierOptions &O)
      : P(P), Ctx(P.Model->context()), B(B), O(O), Steps(contractSteps(P)) {
    this->O.Until = VerifierOptions::Goal::EveryAssertion;
    this->O.PicturePath.clear();
    // Whatever is asked about, contracts have to hold.
    if (O.IsAsked)
      this->O.IsAsked = [Asked = O.IsAsked](const ErrorLocation &E) {
        return E.What.What == Failure::Kind::Obligation || Asked(E);
      };
    for (const StateVariable &V : P.Model->variables())
      HasArrays |= V.Var.sort().isArray();
  }
  Report run(ContractEffort Effort);

private:
  enum class Numbers { Machine, Unbounded, UnboundedWithoutArrays };
  /// For runs that are looked at.
  static constexpr double SecondsForRuns = 0.5;
  /// What the first guess may take, and from when on more time is no use.
  static constexpr double FirstSeconds = 1, MaxSeconds = 100;
  /// Of processor time, for what templates may take at least.
  static constexpr double TemplateSeconds = 3;
  /// Verifying a guess may take longer than the guess by this factor.
  static constexpr double Patience = 5;
  /// Of numbers of which a sign is guessed.
  static constexpr unsigned MinWidth = 16;

  void strengthen(Contracts &C) const;
  std::optional<Report> tryTemplates(GuessSize Size, double Seconds);
  std::optional<Report> attempt(Numbers N, double Seconds);
  std::optional<Report> verify(Contracts C, const Budget &Own);
  std::optional<Report> confirm(const ContractGuess &G, const Budget &Own);
  Contracts contractsFrom(const HornSuggestion &S, Numbers N) const;
  Expr meaning(const HornSuggestion &S, unsigned Predicate, Numbers N) const;
  const HornSystem &clausesOver(Numbers N) const {
    return N == Numbers::Machine     ? Clauses->Horn.Clauses
           : N == Numbers::Unbounded ? Clauses->Integers
                                     : Clauses->WithoutArrays;
  }
  Report proved(Report R, const Contracts &C) const;

  const ModularProgram &P;
  ExprContext &Ctx;
  const Budget &B;
  VerifierOptions O;
  /// What Spacer is asked about, as soon as it is.
  struct ClauseSets {
    ModularHorn Horn;
    HornSystem Integers, WithoutArrays;
  };
  std::optional<ClauseSets> Clauses;
  ContractSteps Steps;
  ObservedRuns Runs;
  /// Templates that do not suffice.
  llvm::SmallVector<GuessSize, 2> Exhausted;
  bool HasArrays = false;
  /// Whether Spacer derives a violation from the program as it is.
  bool IsDerived = false;
};
} // namespace

static bool isObligation(const AssertionReport &A) {
  return A.What.What == Failure::Kind::Obligation;
}

static void drop(ExprContext &Ctx, Expr &From, Expr Part) {
  llvm::SmallVector<Expr, 8> Parts;
  conjuncts(From, Parts);
  llvm::erase(Parts, Part);
  From = Ctx.mkAnd(Parts);
}

static Remark remark(const Procedure &P, llvm::StringRef Verb, Expr Formula) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  OS << "'" << P.Name << "' " << Verb << ' ';
  printSmt(OS, Formula);
  return {P.Where, Text};
}

Report ContractProof::proved(Report R, const Contracts &C) const {
  llvm::erase_if(R.Assertions, isObligation);
  std::vector<Remark> All;
  for (auto [Body, Own] : llvm::zip_equal(P.Procedures, C)) {
    if (&Body == &P.Procedures.front())
      continue;
    All.push_back(remark(Body, "requires", Own.Requires));
    All.push_back(remark(Body, "ensures", Own.Ensures));
  }
  llvm::append_range(All, R.Invariant);
  R.Invariant = std::move(All);
  unsigned Count = P.Procedures.size() - 1;
  if (Count == 0)
    return R; // no recursion was left
  R.Proof = "contracts of " +
            (Count == 1 ? "a recursive function"
                        : std::to_string(Count) + " recursive functions") +
            (R.Proof.empty() ? "" : "; " + R.Proof);
  for (Certificate &Part : R.Certificates)
    Part.Origin = "the bodies of functions, with contracts in place of calls; "
                  "that these are kept is claimed, too: " +
                  Part.Origin;
  return R;
}

/// With what holds at heads of loops, nothing is left to look for.
std::optional<Report> ContractProof::confirm(const ContractGuess &G,
                                             const Budget &Own) {
  // Whoever names engines wants a proof by these.
  if (llvm::none_of(O.Engines.Engines,
                    [](const EngineChoice &E) { return E.Name == "cells"; }))
    return verify(G.Contracts, Own);
  const ContractObligations Duties = contractObligations(P, G.Contracts);
  LocalProgress Known;
  auto &Found = Known.Unconfirmed.emplace();
  Found.Engine = "templates";
  Found.Proof = "facts that observed runs have in common";
  Found.Why.Formulas[Duties.Bodies.entry()] = Ctx.trueExpr();
  CfaInvariant OfHeads;
  for (const auto &[Head, Formula] : G.Heads)
    Found.Why.Formulas[Head] = OfHeads.Formulas[Head] = Formula;
  for (const ErrorLocation &E : Duties.Bodies.errors()) {
    Found.Errors.push_back(E.Loc);
    Found.Why.Formulas[E.Loc] = Ctx.falseExpr();
  }
  VerifierOptions How = O;
  How.Progress = &Known;
  How.UpTo = VerifierOptions::Means::Local;
  Report R = verifyProgram(Duties.Bodies, Own, How).Answer;
  if (R.Outcome != Report::Status::Safe)
    return std::nullopt;
  if (R.Invariant.empty())
    R.Invariant = describeInvariant(Duties.Bodies, OfHeads);
  return proved(std::move(R), G.Contracts);
}

/// Weaker and weaker contracts, until what is left holds.
std::optional<Report> ContractProof::verify(Contracts C, const Budget &Own) {
  while (!Own.exhausted()) {
    ContractObligations Duties = contractObligations(P, C);
    Report R = verifyProgram(Duties.Bodies, Own, O).Answer;
    if (R.Outcome == Report::Status::Safe)
      return proved(std::move(R), C);
    bool Weaker = false;
    for (const AssertionReport &A : R.Assertions) {
      if (A.Outcome == Status::Safe)
        continue;
      if (!isObligation(A))
        return std::nullopt; // an assertion needs more, not less
      const Clause &Broken = Duties.Clauses[A.What.Number];
      Contract &Whose = C[Broken.Procedure];
      drop(Ctx,
           Broken.In == Clause::Part::Requires ? Whose.Requires : Whose.Ensures,
           Broken.Formula);
      Weaker = true;
    }
    if (!Weaker)
      return std::nullopt;
  }
  return std::nullopt;
}

Expr ContractProof::meaning(const HornSuggestion &S, unsigned Predicate,
                            Numbers N) const {
  Expr Said = S.Meaning[Predicate];
  if (Said && N != Numbers::Machine)
    Said = fromIntegers(Ctx, Said, clausesOver(N).Predicates[Predicate],
                        Clauses->Horn.Clauses.Predicates[Predicate]);
  return Said ? Said : Ctx.trueExpr();
}

Contracts ContractProof::contractsFrom(const HornSuggestion &S,
                                       Numbers N) const {
  Contracts C{{Ctx.trueExpr(), Ctx.trueExpr()}};
  for (unsigned I = 1; I < P.Procedures.size(); ++I)
    C.push_back({meaning(S, Clauses->Horn.Calls[I], N),
                 meaning(S, Clauses->Horn.Summaries[I], N)});
  return C;
}

/// What holds of integers may not hold where a difference wraps, which is so if
/// nothing is known of the sign of what is passed: so that is added. What does
/// not hold of it is dropped again.
void ContractProof::strengthen(Contracts &C) const {
  auto AddBounds = [&](Expr &To, llvm::ArrayRef<Expr> Vars) {
    llvm::SmallVector<Expr> Parts;
    conjuncts(To, Parts);
    for (Expr V : Vars)
      if (V.sort().isBitVec() && V.sort().width() >= MinWidth)
        for (int64_t Least : {0, -1}) {
          unsigned Width = V.sort().width();
          llvm::APInt Bound(Width, uint64_t(Least), /*isSigned=*/true);
          Parts.push_back(Ctx.mkSle(Ctx.bv(Bound), V));
        }
    To = Ctx.mkAnd(Parts);
  };
  for (unsigned I = 1; I < P.Procedures.size(); ++I) {
    AddBounds(C[I].Requires, P.Procedures[I].Params);
    AddBounds(C[I].Ensures, P.Procedures[I].Results);
  }
}

std::optional<Report> ContractProof::attempt(Numbers N, double Seconds) {
  if (!Clauses) {
    ModularHorn Horn = toHorn(P);
    HornSystem Integers =
        overIntegers(Ctx, Horn.Clauses, ArraysOfClauses::Kept);
    HornSystem WithoutArrays =
        overIntegers(Ctx, Horn.Clauses, ArraysOfClauses::Forgotten);
    Clauses = ClauseSets{std::move(Horn), std::move(Integers),
                         std::move(WithoutArrays)};
  }
  HornSuggestion S = askSpacer(Ctx, clausesOver(N), B.child(Seconds));
  if (S.What == HornSuggestion::Outcome::Derivation && N == Numbers::Machine)
    IsDerived = true;
  if (S.What != HornSuggestion::Outcome::Model)
    return std::nullopt;
  Contracts C = contractsFrom(S, N);
  auto Verify = [&] { return verify(C, B.child(Patience * Seconds)); };
  auto R = Verify();
  if (R || N == Numbers::Machine)
    return R;
  strengthen(C);
  return Verify();
}

/// What holds of all runs that were observed, without what is not inductive.
std::optional<Report> ContractProof::tryTemplates(GuessSize Size,
                                                  double Seconds) {
  using Outcome = ContractHoudini::Outcome;
  if (llvm::is_contained(Exhausted, Size))
    return std::nullopt;
  ContractHoudini Facts(P, Steps, guessFacts(P, Steps, Runs.Samples, Size));
  Seconds = std::max(Seconds, TemplateSeconds);
  const Outcome Found = Facts.run(B.onThisThread(Seconds));
  if (Found == Outcome::None)
    Exhausted.push_back(Size); // more time makes no difference
  if (Found != Outcome::Proof)
    return std::nullopt;
  return confirm(Facts.proof(B.onThisThread(Seconds)),
                 B.child(Patience * Seconds));
}

Report ContractProof::run(ContractEffort Effort) {
  const Report None = Report::unknown(
      {UnknownReason::Kind::NoProgress, Cause::Kind::NoContracts});
  Runs = observeRuns(P, Steps.Points, B.onThisThread(SecondsForRuns));
  if (Runs.ReachError)
    return None;
  for (double Seconds = FirstSeconds; Seconds < MaxSeconds && !B.exhausted();
       Seconds *= 3) {
    if (std::optional<Report> R = tryTemplates(GuessSize::Few, Seconds))
      return std::move(*R);
    if (Effort == ContractEffort::Little)
      break;
    for (Numbers N : {Numbers::Machine, Numbers::Unbounded,
                      Numbers::UnboundedWithoutArrays}) {
      if (N == Numbers::UnboundedWithoutArrays && !HasArrays)
        continue;
      if (std::optional<Report> R = attempt(N, Seconds))
        return std::move(*R);
      if (IsDerived)
        return None;
    }
    if (std::optional<Report> R = tryTemplates(GuessSize::Many, Seconds))
      return std::move(*R);
  }
  return Report::unknown({UnknownReason::Kind::Timeout});
}

Report sooth::proveByContracts(const ModularProgram &P, const Budget &B,
                               const VerifierOptions &O,
                               ContractEffort Effort) {
  return ContractProof(P, B, O).run(Effort);
}
