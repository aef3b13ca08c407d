//===- CertificateFiles.cpp - The folder of a certificate -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CertificateFiles.h"

#include "Report/CertificateJson.h"
#include "Report/NeedJson.h"
#include "Report/ReasonJson.h"

#include "sooth/Driver/Witness/CertificateFolder.h"
#include "sooth/Driver/Witness/WitnessFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace sooth;
using Status = AssertionReport::Status;
using CertificateKind = Certificate::Kind;
namespace json = llvm::json;

static json::Array texts(llvm::ArrayRef<std::string> Texts) {
  json::Array All;
  for (const std::string &Text : Texts)
    All.push_back(jsonText(Text));
  return All;
}

namespace {
/// A certificate of a report.
class ReportCertificate {
public:
  ReportCertificate(const VerificationTask &T, Report &R)
      : T(T), R(R), Folder(T.CertificatePath) {}
  json::Array parts();
  json::Array assertions() const;
  json::Array replays() const;
  void addManifest();

private:
  json::Object part(unsigned Number, Certificate &C);

  const VerificationTask &T;
  Report &R;
  CertificateFolder Folder;
};
} // namespace

/// Where {0} is the number of the part.
static const char *nameOfEvidence(CertificateKind K) {
  switch (K) {
  case CertificateKind::Invariant:
  case CertificateKind::KInduction:
  case CertificateKind::RunsEnd:
    return "invariant{0}.smt2";
  case CertificateKind::Question:
    return "question{0}.smt2";
  case CertificateKind::Run:
    return "run{0}.json";
  case CertificateKind::Predicates:
    return "predicates{0}.smt2";
  case CertificateKind::Derivation:
    return "derivation{0}.json";
  }
  llvm_unreachable("unknown kind");
}

json::Object ReportCertificate::part(unsigned Number, Certificate &C) {
  json::Object O{{"kind", kindName(C.What)},
                 {"origin", C.Origin},
                 {"claims", texts(C.Claims)}};
  if (C.What == CertificateKind::KInduction ||
      C.What == CertificateKind::RunsEnd)
    O["k"] = C.K;
  if (C.What == CertificateKind::KInduction)
    O["different"] = C.IsOnDifferentStates;
  if (C.What == CertificateKind::Run)
    O["violated"] = C.Violated;
  const bool IsOfClauses = C.What == CertificateKind::Predicates ||
                           C.What == CertificateKind::Derivation;
  if (!C.Model.empty())
    O["model"] = Folder.add(
        llvm::formatv(IsOfClauses ? "clauses{0}.smt2" : "model{0}.vmt", Number)
            .str(),
        std::move(C.Model));
  O["evidence"] =
      Folder.add(llvm::formatv(nameOfEvidence(C.What), Number).str(),
                 std::move(C.Evidence));
  return O;
}

json::Array ReportCertificate::parts() {
  json::Array All;
  for (auto [I, C] : llvm::enumerate(R.Certificates))
    All.push_back(part(unsigned(I) + 1, C));
  return All;
}

json::Array ReportCertificate::assertions() const {
  static constexpr llvm::StringRef Names[] = {"Safe", "Unsafe", "Unknown"};
  json::Array All;
  for (const AssertionReport &A : R.Assertions) {
    const std::string Claim = claimAbout(A.Where, A.What);
    json::Array Parts;
    for (auto [I, C] : llvm::enumerate(R.Certificates))
      if (A.Outcome == Status::Unsafe
              ? C.isViolation() && C.Claims[C.Violated] == Claim
              : !C.isViolation() && llvm::is_contained(C.Claims, Claim))
        Parts.push_back(I + 1);
    json::Object O{{"text", jsonText(Claim)},
                   {"result", Names[size_t(A.Outcome)]}};
    if (A.Outcome != Status::Unknown)
      O["parts"] = std::move(Parts);
    if (!A.Needs.empty())
      O["needs"] = needTexts(A.Needs);
    All.push_back(std::move(O));
  }
  return All;
}

json::Array ReportCertificate::replays() const {
  json::Array All;
  for (const AssertionReport &A : R.Assertions) {
    if (A.Again.Command.empty())
      continue;
    json::Object O{{"text", jsonText(claimAbout(A.Where, A.What))},
                   {"command", jsonText(A.Again.Command)}};
    if (!A.Again.Plan.Obstacle.empty())
      O["obstacle"] = jsonText(A.Again.Plan.Obstacle);
    for (const Report::Output &Out : R.Outputs)
      if (Out.Text == A.Again.Harness &&
          llvm::sys::path::parent_path(Out.Path) == T.CertificatePath)
        O["harness"] =
            json::Object{{"file", llvm::sys::path::filename(Out.Path).str()},
                         {"sha256", hashOfText(Out.Text)}};
    All.push_back(std::move(O));
  }
  return All;
}

void ReportCertificate::addManifest() {
  static constexpr llvm::StringRef Results[] = {
      "Safe", "Unsafe", "Unknown", "BadInput", "Done", "NothingToCheck"};
  json::Object O{{"result", Results[size_t(R.Outcome)]},
                 {"options", texts(T.CountingOptions)},
                 {"entry", jsonText(T.Prepare.Entry)},
                 {"assertions", assertions()},
                 {"parts", parts()},
                 {"written", R.Written}};
  if (!R.Proof.empty())
    O["proof"] = R.Proof;
  if (!R.OpenLimits.empty())
    O["openLimits"] = texts(R.OpenLimits);
  if (!R.Environment.empty())
    O["environment"] = needTexts(R.Environment);
  if (!R.PreparedHash.empty())
    O["prepared"] = R.PreparedHash;
  if (json::Array Replays = replays(); !Replays.empty())
    O["replays"] = std::move(Replays);
  for (Report::Output &Out : Folder.finish(std::move(O), T.Files))
    R.Outputs.push_back(std::move(Out));
}

void sooth::addCertificateFiles(const VerificationTask &T, Report &R) {
  if (R.Outcome == Report::Status::BadInput ||
      R.Outcome == Report::Status::Done)
    return;
  ReportCertificate(T, R).addManifest();
}
