//===- ExplainedAnswer.cpp - What one answer means and rests on -----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExplainedAnswer.h"

#include "sooth/Solver/Solver.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FormatVariadic.h"

using namespace sooth;
using ReportStatus = Report::Status;
using Outcome = AssertionReport::Status;
using CertificateKind = Certificate::Kind;
using llvm::formatv;

static std::string counted(size_t N, const char *One, const char *Many) {
  return std::to_string(N) + " " + (N == 1 ? One : Many);
}

static size_t count(const Report &R, Outcome Of) {
  return size_t(llvm::count_if(
      R.Assertions, [&](const AssertionReport &A) { return A.Outcome == Of; }));
}

/// Whether something is claimed.
static bool hasAnswer(const Report &R) {
  return R.Outcome == ReportStatus::Safe || count(R, Outcome::Safe) > 0 ||
         count(R, Outcome::Unsafe) > 0;
}

//===----------------------------------------------------------------------===//
// What has checked it
//===----------------------------------------------------------------------===//

static std::string wordsFor(const Certificate &C) {
  switch (C.What) {
  case CertificateKind::Invariant:
    return "an inductive invariant";
  case CertificateKind::KInduction:
    return formatv("k-induction with k = {0}", C.K);
  case CertificateKind::RunsEnd:
    return formatv("no run has more than {0} different states", C.K);
  case CertificateKind::Question:
    return "all runs end, before an error, which is one question";
  case CertificateKind::Run:
    return "each step of the run that is told";
  case CertificateKind::Predicates:
    return "what the predicates mean, by which each clause holds";
  case CertificateKind::Derivation:
    return "each step of the derivation that is told";
  }
  llvm_unreachable("unknown kind");
}

/// Whether z3's word is taken for it. Runs and derivations are evaluated.
static bool restsOnSolver(const Certificate &C) { return !C.isViolation(); }

/// Whether \p A has evidence among the certificates.
static bool isBacked(const AssertionReport &A, const Report &R) {
  const std::string Claim = claimAbout(A.Where, A.What);
  return llvm::any_of(R.Certificates, [&](const Certificate &C) {
    return C.isViolation() == (A.Outcome == Outcome::Unsafe) &&
           llvm::is_contained(C.Claims, Claim);
  });
}

/// "2 checks", "1 check and 2 limits of the model".
static std::string claimsOf(const Certificate &C, const Report &R) {
  if (C.isViolation())
    return "1 check";
  const size_t Checks =
      size_t(llvm::count_if(C.Claims, [&](const std::string &Claim) {
        return llvm::any_of(R.Assertions, [&](const AssertionReport &A) {
          return claimAbout(A.Where, A.What) == Claim;
        });
      }));
  std::string Text = counted(Checks, "check", "checks");
  if (size_t Limits = C.Claims.size() - Checks)
    Text +=
        " and " + counted(Limits, "limit of the model", "limits of the model");
  return Text;
}

/// What Check has confirmed, by the evidence.
static void addConfirmed(const Report &R, std::vector<std::string> &Checked) {
  for (const Certificate &C : R.Certificates)
    Checked.push_back(
        claimsOf(C, R) + ": " + wordsFor(C) +
        (C.What == CertificateKind::Question ? "" : ", on " + C.Origin) +
        ": confirmed by Check");
  size_t Proofs = 0, Runs = 0;
  for (const AssertionReport &A : R.Assertions)
    if (A.Outcome != Outcome::Unknown && !isBacked(A, R))
      ++(A.Outcome == Outcome::Safe ? Proofs : Runs);
  if (Proofs)
    Checked.push_back(counted(Proofs, "check", "checks") +
                      ": evidence that no certificate can tell: confirmed by "
                      "Check");
  if (Runs)
    Checked.push_back(counted(Runs, "check", "checks") +
                      ": each step of the run that is told: evaluated by "
                      "Check");
}

static bool usesSolver(const Report &R) {
  return count(R, Outcome::Safe) > 0 ||
         llvm::any_of(R.Certificates, restsOnSolver);
}

static void addSolver(const Report &R, std::vector<std::string> &Trusted) {
  if (usesSolver(R))
    Trusted.push_back(
        "Check, and z3 " + z3Version() +
        " where that says a question has no solution; it has been asked first "
        "what it takes the operators to mean");
  else
    Trusted.push_back("Check, which evaluates the run");
}

static void addCertificateHint(const VerificationTask &T,
                               std::vector<std::string> &Checked) {
  if (T.CertificatePath.empty())
    Checked.push_back("other solvers were not asked: --certificate=DIR writes "
                      "what sooth-check asks them");
  else
    Checked.push_back("other solvers were not asked: sooth-check " +
                      T.CertificatePath + " does");
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

static std::string violatedChecks(const Report &R) {
  std::vector<std::string> Claims;
  for (const AssertionReport &A : R.Assertions)
    if (A.Outcome == Outcome::Unsafe)
      Claims.push_back(claimAbout(A.Where, A.What));
  constexpr size_t Most = 3;
  const size_t Count = Claims.size();
  Claims.resize(std::min(Count, Most));
  return llvm::join(Claims, "; ") +
         (Count > Most ? formatv("; and {0} more", Count - Most).str() : "");
}

/// In which runs.
static std::string runsOf(const VerificationTask &T,
                          const ExplainedProgram &P) {
  if (P.StartsEverywhere)
    return "every run from a function that others may call, with any arguments "
           "that satisfy what is needed";
  if (T.Prepare.Entry == "main")
    return "every run from 'main', with any values from outside";
  return "every run from '" + T.Prepare.Entry + "', with any arguments" +
         (T.Outside ? " of which is true what --environment says" : "");
}

static void addMeaning(const VerificationTask &T, const ExplainedProgram &P,
                       const Report &R, std::vector<std::string> &Meaning) {
  const size_t Safe = count(R, Outcome::Safe);
  if (R.Outcome == ReportStatus::Safe)
    Meaning.push_back("in " + runsOf(T, P) + ", no check fails");
  else if (Safe > 0)
    Meaning.push_back(
        "in " + runsOf(T, P) + ", " +
        counted(Safe, "check does not fail", "checks do not fail"));
  if (count(R, Outcome::Unsafe) > 0)
    Meaning.push_back("there is a run that breaks " + violatedChecks(R));
  if (size_t Open = count(R, Outcome::Unknown);
      Open > 0 || R.Outcome == ReportStatus::Unknown)
    Meaning.push_back(Open == 0 ? std::string("nothing is claimed")
                                : "nothing is claimed of " +
                                      counted(Open, "check", "checks"));
  if (!T.CountingOptions.empty())
    Meaning.push_back("asked with " + llvm::join(T.CountingOptions, " "));
  if (!hasAnswer(R))
    return;
  Meaning.push_back("runs are those of " + P.Machine +
                    ", bit by bit; undefined behaviour that is not asked about "
                    "does what the hardware does");
  for (const Need &N : R.Environment)
    Meaning.push_back("taken to be true of arguments: " + describeNeed(N));
  for (const std::string &Text : P.Assumptions)
    Meaning.push_back("assumed: " + Text);
  for (const AssertionReport &A : R.Assertions)
    if (!A.Assumed.empty())
      Meaning.push_back("the run that breaks " + claimAbout(A.Where, A.What) +
                        " has results of functions without a body: " +
                        llvm::join(A.Assumed, ", "));
  for (const std::string &Limit : R.OpenLimits)
    Meaning.push_back("the model does not cover all runs: " + Limit);
  Meaning.push_back("not covered: threads, signal handlers, and what comes "
                    "after an error");
}

static void addReplays(const VerificationTask &T, const Report &R,
                       std::vector<std::string> &Checked) {
  for (const AssertionReport &A : R.Assertions) {
    if (A.Outcome != Outcome::Unsafe)
      continue;
    if (!A.Again.Command.empty())
      Checked.push_back("the program itself, if it is run: " + A.Again.Command);
    else if (T.HarnessPath.empty())
      Checked.push_back("not the program itself: --harness=FILE makes it take "
                        "the run");
    if (!A.Again.Plan.Obstacle.empty())
      Checked.push_back("the run may not happen again: " +
                        A.Again.Plan.Obstacle);
    if (A.Again.Command.empty())
      return;
  }
}

void sooth::explainProgram(const VerificationTask &T, const ExplainedProgram &P,
                           Report &R) {
  if (R.Outcome == ReportStatus::BadInput)
    return;
  AnswerBasis &B = R.Basis;
  addMeaning(T, P, R, B.Meaning);
  if (!hasAnswer(R))
    return;
  addConfirmed(R, B.Checked);
  if (R.Written > R.Assertions.size())
    B.Checked.push_back(
        counted(R.Written - R.Assertions.size(), "check", "checks") +
        " of the source: not in the model, as preparing the program has "
        "decided "
        "that, or no run comes there");
  addReplays(T, R, B.Checked);
  B.Checked.push_back(
      P.SelfCheck.empty()
          ? "the model was not compared with the program: --self-check=100 "
            "compares runs"
          : P.SelfCheck);
  if (P.MayHaveCertificate)
    addCertificateHint(T, B.Checked);

  B.Trusted.push_back("clang " LLVM_VERSION_STRING
                      " at -O0, and LLVM's mem2reg and simplifications");
  B.Trusted.push_back("Sooth's preparation of the program, its points-to "
                      "analysis, and its encoder");
  if (P.StartsEverywhere)
    B.Trusted.push_back("that what checks need is told in terms of arguments");
  if (!P.LibraryModels.empty())
    B.Trusted.push_back("Sooth's models of the C library: " +
                        llvm::join(P.LibraryModels, ", "));
  if (llvm::any_of(R.Certificates, [](const Certificate &C) {
        return C.What == CertificateKind::KInduction ||
               C.What == CertificateKind::RunsEnd;
      }))
    B.Trusted.push_back("slicing and joining of blocks, as far as the program "
                        "before that was not asked, too");
  addSolver(R, B.Trusted);
  if (count(R, Outcome::Unsafe) > 0 && count(R, Outcome::Safe) == 0)
    B.Trusted.push_back("nothing of that if the run happens in the program");
}

//===----------------------------------------------------------------------===//
// Other inputs
//===----------------------------------------------------------------------===//

/// The sentence of \p Safe or \p Unsafe.
static bool addVerdict(const Report &R, const std::string &Safe,
                       const std::string &Unsafe,
                       std::vector<std::string> &Meaning) {
  if (R.Outcome == ReportStatus::Safe)
    Meaning.push_back(Safe);
  else if (size_t Proved = count(R, Outcome::Safe))
    Meaning.push_back(Safe + ", of " +
                      counted(Proved, "property", "properties"));
  if (count(R, Outcome::Unsafe) > 0)
    Meaning.push_back(Unsafe + " " + violatedChecks(R));
  const bool IsAnswer = hasAnswer(R);
  if (R.Outcome == ReportStatus::Unknown)
    Meaning.push_back(IsAnswer ? "nothing is claimed of the rest"
                               : "nothing is claimed");
  return IsAnswer;
}

void sooth::explainModel(const VerificationTask &T, ModelKind Kind, Report &R) {
  struct Words {
    const char *Safe, *Unsafe, *Trusted;
  };
  static constexpr Words Of[] = {
      {"in every run of the system no property fails",
       "there is a run of the system that breaks", ""},
      {"the clauses are satisfiable: no query can be derived",
       "the clauses are not satisfiable:",
       ", but for sooth-check, which reads the file itself"},
      {"in every run of cycles, with any inputs, no check fails",
       "there are cycles that break", ", and the encoder of cycles"}};
  const Words &Mine = Of[size_t(Kind)];
  AnswerBasis &B = R.Basis;
  if (!addVerdict(R, Mine.Safe, Mine.Unsafe, B.Meaning))
    return;
  addConfirmed(R, B.Checked);
  addCertificateHint(T, B.Checked);
  B.Trusted.push_back("the reader of " + T.Files.front() + Mine.Trusted);
  if (Kind == ModelKind::Clauses && R.Certificates.empty())
    B.Trusted.push_back("that the clauses are the program that was verified");
  addSolver(R, B.Trusted);
}
