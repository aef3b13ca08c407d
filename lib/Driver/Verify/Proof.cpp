//===- Proof.cpp - Proofs in words ----------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Proof.h"

#include "sooth/Expr/SmtPrinter.h"
#include "sooth/Expr/Traversal.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

#include <algorithm>

using namespace sooth;

std::string sooth::describeProof(const PortfolioAnswer &A) {
  if (const TsResult *OnSystem = A.Result.onSystem()) {
    const TsInvariant &I = OnSystem->invariant();
    if (I.PathKind == TsInvariant::Paths::Initial)
      return "all runs have at most " + std::to_string(I.K) +
             " different states (engine " + A.Engine + ")";
    if (I.K > 1)
      return "k-induction with k = " + std::to_string(I.K) + " (engine " +
             A.Engine + ")";
  }
  if (const CfaResult *OnProgram = A.Result.onAutomaton();
      OnProgram && OnProgram->invariant().isUnwinding())
    return "all runs end (engine " + A.Engine + ")";
  std::string Text = "an inductive invariant (engine " + A.Engine;
  auto Lemmas = A.Figures.values().find(A.Engine + ".lemmas");
  if (Lemmas != A.Figures.values().end())
    Text += (", " + llvm::Twine(uint64_t(Lemmas->second)) +
             (Lemmas->second == 1 ? " lemma" : " lemmas"))
                .str();
  return Text + ")";
}

/// What is wrong, or takes too long to check.
static std::pair<Cause::Kind, Cause::Kind> causesOf(Evidence E) {
  using Kind = Cause::Kind;
  switch (E) {
  case Evidence::Invariant:
    return {Kind::WrongInvariant, Kind::CheckingInvariant};
  case Evidence::Trace:
    return {Kind::WrongTrace, Kind::CheckingTrace};
  case Evidence::Model:
    return {Kind::WrongModel, Kind::CheckingModel};
  case Evidence::Derivation:
    return {Kind::WrongDerivation, Kind::CheckingDerivation};
  }
  llvm_unreachable("unknown evidence");
}

std::optional<UnknownReason> sooth::reasonAgainst(const CheckResult &R,
                                                  Evidence E) {
  const auto [Wrong, Checking] = causesOf(E);
  switch (R.What) {
  case CheckResult::Outcome::Confirmed:
    return std::nullopt;
  case CheckResult::Outcome::Refuted:
    return UnknownReason{UnknownReason::Kind::Internal, {Wrong, R.Why}};
  case CheckResult::Outcome::Unknown:
    return UnknownReason{UnknownReason::Kind::Timeout, Checking};
  }
  llvm_unreachable("unknown outcome");
}

bool sooth::isInductive(const TsInvariant &I) {
  return I.K == 1 && I.PathKind != TsInvariant::Paths::Initial;
}

/// "for all k, j: " if \p Formula reads these.
static std::string quantifiers(const CfaInvariant &I, Expr Formula) {
  std::string Names;
  for (Expr V : variables({Formula}))
    if (llvm::is_contained(I.ForAll, V))
      Names += (Names.empty() ? "" : ", ") + smtSymbol(V.name());
  return Names.empty() ? "" : "for all " + Names + ": ";
}

std::vector<Remark> sooth::describeInvariant(const Cfa &C,
                                             const CfaInvariant &I) {
  if (I.isUnwinding())
    return {{{}, "all runs end; " + std::to_string(I.Unwinding.Nodes.size()) +
                     (I.Unwinding.Nodes.size() == 1 ? " set" : " sets") +
                     " of runs have been followed"}};
  std::vector<LocationId> Locations;
  for (const auto &[L, Formula] : I.Formulas)
    if (!Formula.isTrue() && !C.isError(L))
      Locations.push_back(L);
  llvm::sort(Locations);
  std::vector<Remark> Parts;
  for (LocationId L : Locations)
    Parts.push_back({C.location(L).Where, quantifiers(I, I.Formulas.lookup(L)) +
                                              toSmt(I.Formulas.lookup(L))});
  return Parts;
}

std::vector<Remark> sooth::describeInvariant(const TsInvariant &I) {
  std::string Text = toSmt(I.Formula);
  if (I.PathKind == TsInvariant::Paths::Initial)
    Text += " (in all runs, which have at most " + std::to_string(I.K) +
            " different states)";
  else if (I.K > 1)
    Text +=
        " (" + std::to_string(I.K) + "-inductive" +
        (I.PathKind == TsInvariant::Paths::Simple ? " on simple paths)" : ")");
  return {{{}, Text}};
}

void sooth::mergeFigures(Statistics &Into, const Statistics &Of) {
  for (const auto &[Name, Figure] : Of.values()) {
    llvm::StringRef N = Name;
    if (N.starts_with("memory.") || N.ends_with(".depth") ||
        N.ends_with(".k") || N.ends_with(".frames"))
      Into.set(N, std::max(Into.get(N), Figure));
    else
      Into.add(N, Figure);
  }
}
