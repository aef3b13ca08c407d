//===- HornTask.cpp - Tasks on Horn clauses -------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The clauses are verified as a program. Whatever comes out is told, and
// checked once more, in terms of the clauses: a model of the predicates, or a
// derivation of a query.
//
//===----------------------------------------------------------------------===//

#include "ProgramTask.h"
#include "Verify/Proof.h"

#include "sooth/Check/HornChecker.h"
#include "sooth/Expr/Evaluator.h"
#include "sooth/Expr/SmtPrinter.h"
#include "sooth/Model/Horn.h"
#include "sooth/Support/ChildProcess.h"
#include "sooth/Transform/Horn/HornToCfa.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace sooth;
using Form = VerificationTask::Form;

namespace {
class HornTask {
public:
  /// \p Text is what \p S was read from.
  HornTask(const VerificationTask &T, const Budget &B, const HornSystem &S,
           llvm::StringRef Text)
      : T(T), B(B), S(S), Text(Text), Program(toCfa(S)) {}
  Report run();

private:
  /// What a model is worth once the answer is known.
  static constexpr double SecondsForModel = 10;

  /// Each returns what speaks against the evidence.
  std::optional<UnknownReason> tellModel(const VerifiedProgram &Verified,
                                         Report &R);
  std::optional<UnknownReason> tellDerivation(const Witness &Violation,
                                              Report &R);
  std::optional<HornModel>
  modelFrom(llvm::ArrayRef<std::optional<CfaInvariant>> Proofs) const;
  std::optional<HornModel> searchModel();
  std::string definition(PredicateId Id, Expr Meaning) const;
  /// That \p Evidence backs \p Claims.
  Certificate certificate(Certificate::Kind What, std::string Evidence,
                          std::vector<std::string> Claims) const;
  std::vector<StoryStep> steps(const HornDerivation &D) const;

  const VerificationTask &T;
  const Budget &B;
  const HornSystem &S;
  llvm::StringRef Text;
  HornProgram Program;
};
} // namespace

/// The conjunction of inductive invariants is one; nothing if one of the proofs
/// is something else.
std::optional<HornModel>
HornTask::modelFrom(llvm::ArrayRef<std::optional<CfaInvariant>> Proofs) const {
  CfaInvariant All;
  if (Proofs.empty()) // no query is left after reading
    for (LocationId L = 0; L < Program.Model.locations().size(); ++L)
      All.Formulas[L] = S.Ctx->trueExpr();
  for (const std::optional<CfaInvariant> &Proof : Proofs) {
    if (!Proof || Proof->isQuantified())
      return std::nullopt;
    for (auto &[L, Formula] : Proof->Formulas) {
      auto [It, IsNew] = All.Formulas.try_emplace(L, Formula);
      if (!IsNew)
        It->second = S.Ctx->mkAnd(It->second, Formula);
    }
  }
  return Program.Back->back(All);
}

/// Whether its proofs are not, or not always, one formula at each place.
static bool provesOtherwise(const EngineChoice &E) {
  static constexpr llvm::StringRef Names[] = {"kind", "bmc",      "symbolic",
                                              "run",  "simulate", "cells"};
  return llvm::is_contained(Names, E.Name);
}

/// Not every proof is inductive on the clauses, and formulas of large blocks
/// cannot always be completed. Asks again for one formula for each predicate.
std::optional<HornModel> HornTask::searchModel() {
  VerifierOptions O = T.Verifier;
  O.Blocks = Encoding::Small;
  O.HaveCertificates = VerifierOptions::Certificates::Unwanted;
  llvm::erase_if(O.Engines.Engines, provesOtherwise);
  if (O.Engines.Engines.empty())
    return std::nullopt;
  VerifiedProgram Again =
      verifyProgram(Program.Model, B.child(SecondsForModel), O);
  return Again.Answer.Outcome == Report::Status::Safe ? modelFrom(Again.Proofs)
                                                      : std::nullopt;
}

std::string HornTask::definition(PredicateId Id, Expr Meaning) const {
  const HornPredicate &P = S.Predicates[Id];
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  OS << "(define-fun " << smtSymbol(P.Name) << " (";
  for (Expr Param : P.Params) {
    OS << (Param == P.Params.front() ? "(" : " (") << smtSymbol(Param.name())
       << ' ';
    Param.sort().print(OS);
    OS << ')';
  }
  OS << ") Bool ";
  printSmt(OS, Meaning);
  OS << ')';
  return Text;
}

Certificate HornTask::certificate(Certificate::Kind What, std::string Evidence,
                                  std::vector<std::string> Claims) const {
  Certificate C;
  C.What = What;
  C.Origin = "the file of clauses";
  C.Model = Text.str();
  C.Evidence = std::move(Evidence);
  C.Claims = std::move(Claims);
  return C;
}

std::optional<UnknownReason>
HornTask::tellModel(const VerifiedProgram &Verified, Report &R) {
  R.Explanation = "sat (Safe): no query can be derived";
  if (!R.Proof.empty())
    R.Explanation += ": " + R.Proof;
  R.Invariant.clear();
  std::optional<HornModel> M = modelFrom(Verified.Proofs);
  if (!M)
    M = searchModel();
  if (!M) {
    R.Explanation += "; this proof gives no model of the predicates";
    return std::nullopt;
  }
  std::string Definitions;
  llvm::raw_string_ostream OS(Definitions);
  printFpDefinitions(OS, M->Meaning);
  for (PredicateId Id = 0; Id < S.Predicates.size(); ++Id) {
    std::string Text = definition(Id, M->Meaning[Id]);
    OS << Text << '\n';
    R.Invariant.push_back({S.Predicates[Id].Where, std::move(Text)});
  }
  std::vector<std::string> Claims;
  for (const AssertionReport &A : R.Assertions)
    Claims.push_back(claimAbout(A.Where, A.What));
  if (T.Verifier.HaveCertificates == VerifierOptions::Certificates::Wanted)
    R.Certificates.push_back(certificate(Certificate::Kind::Predicates,
                                         std::move(Definitions),
                                         std::move(Claims)));
  return reasonAgainst(checkModel(S, *M, B), Evidence::Model);
}

/// What each clause derives.
std::vector<StoryStep> HornTask::steps(const HornDerivation &D) const {
  std::vector<StoryStep> Result;
  for (const HornDerivation::Step &Step : D.Steps) {
    const HornClause &C = S.Clauses[Step.Clause];
    std::string Text;
    llvm::raw_string_ostream OS(Text);
    Evaluator Eval(Step.Values);
    if (!C.Head) {
      OS << "false";
    } else {
      bool HasArgs = !C.Head->Args.empty();
      OS << (HasArgs ? "(" : "")
         << smtSymbol(S.Predicates[C.Head->Predicate].Name);
      for (Expr Arg : C.Head->Args) {
        OS << ' ';
        Eval(Arg).print(OS);
      }
      OS << (HasArgs ? ")" : "");
    }
    Result.push_back({StoryStep::Kind::Fact, C.Where, {{{}, std::move(Text)}}});
  }
  return Result;
}

/// The facts, and where the formulas are that derive them.
static std::string derivationText(llvm::ArrayRef<StoryStep> Steps) {
  llvm::json::Array All;
  for (const StoryStep &Step : Steps)
    All.push_back(llvm::json::Object{{"fact", Step.Values.front().Text},
                                     {"line", Step.Where.Line},
                                     {"column", Step.Where.Column}});
  return llvm::formatv("{0:2}\n", llvm::json::Value(std::move(All))).str();
}

std::optional<UnknownReason> HornTask::tellDerivation(const Witness &Violation,
                                                      Report &R) {
  HornDerivation D = Program.Back->back(Violation.Run);
  for (AssertionReport &A : R.Assertions)
    if (A.Where == Violation.Violated.Where)
      A.Trace = steps(D);
  const AssertionReport &Query = Violation.Violated;
  if (T.Verifier.HaveCertificates == VerifierOptions::Certificates::Wanted)
    R.Certificates.push_back(
        certificate(Certificate::Kind::Derivation, derivationText(steps(D)),
                    {claimAbout(Query.Where, Query.What)}));
  return reasonAgainst(checkDerivation(S, D), Evidence::Derivation);
}

Report HornTask::run() {
  if (T.Emit != Form::None) {
    if (T.Emit == Form::Llvm || T.Emit == Form::Regions ||
        T.Emit == Form::Values || T.Emit == Form::Horn)
      return Report::badInput(
          "sooth: error: Horn clauses have no code; --emit takes vmt, cfa, "
          "cfa.dot, smt2, btor2, aig, aag or system here\n");
    auto Emitted = emitProgram(Program.Model, T);
    if (!Emitted)
      return Report::badInput(
          "sooth: error: " + llvm::toString(Emitted.takeError()) + "\n");
    Report R = Report::done();
    R.Outputs.push_back({T.EmitPath, std::move(*Emitted)});
    return R;
  }
  VerifierOptions O = T.Verifier;
  O.HaveCertificates = VerifierOptions::Certificates::Unwanted; // not of this
  VerifiedProgram Verified = verifyProgram(Program.Model, B, O);
  Report R = std::move(Verified.Answer);
  std::optional<UnknownReason> Against;
  if (R.Outcome == Report::Status::Safe)
    Against = tellModel(Verified, R);
  else if (R.Outcome == Report::Status::Unsafe && !Verified.Violations.empty())
    Against = tellDerivation(Verified.Violations.front(), R);
  if (!Against)
    return R;
  Report Failed = Report::unknown(*Against);
  Failed.Figures = std::move(R.Figures);
  Failed.Notes = std::move(R.Notes);
  return Failed;
}

Report sooth::runHornTask(const VerificationTask &T, const Budget &B) {
  const std::string &Path = T.Files.front();
  auto Text = llvm::MemoryBuffer::getFile(Path);
  if (!Text)
    return Report::badInput("sooth: error: cannot read '" + Path +
                            "': " + Text.getError().message() + "\n");
  limitMemory(T.Verifier.Engines.MemoryMB);
  ExprContext Ctx;
  double ReadSeconds = 0;
  auto S = [&] {
    ScopedTimer Timer(ReadSeconds);
    return readHorn(Ctx, (*Text)->getMemBufferRef());
  }();
  if (!S)
    return Report::badInput(llvm::toString(S.takeError()) + "\n");
  Report R = HornTask(T, B, *S, (*Text)->getBuffer()).run();
  R.Figures.set("time.read.seconds", ReadSeconds);
  R.Figures.set("model.clauses", S->Clauses.size());
  return R;
}
