//===- ReportJson.cpp - Reports for machines ------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One encoding serves users (--json) and the way from the process that
// verifies to the one that prints; the latter reads a few fields more.
//
//===----------------------------------------------------------------------===//

#include "CertificateJson.h"
#include "Fields.h"

#include "sooth/Driver/Report/Report.h"
#include "sooth/Driver/Report/Wording.h"
#include "sooth/Solver/Solver.h"
#include "sooth/Support/Version.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace sooth;
using llvm::StringRef;
namespace json = llvm::json;

//===----------------------------------------------------------------------===//
// Fields
//===----------------------------------------------------------------------===//

static constexpr StringRef ReportNames[] = {
    "Safe", "Unsafe", "Unknown", "BadInput", "Done", "NothingToCheck"};
static constexpr StringRef OperationNames[] = {"none", "product", "quotient",
                                               "floating-point"};
static constexpr StringRef ValidationNames[] = {"", "confirmed", "rejected",
                                                "unknown"};
static constexpr StringRef AssertionNames[] = {"Safe", "Unsafe", "Unknown"};

namespace sooth {
template <class Codec>
static void fieldsOf(Codec &C, Fields<Codec, SourceLocation> &Where) {
  C.place(Where);
}

template <class Codec>
static void fieldsOf(Codec &C, Fields<Codec, Remark> &R) {
  C.field("text", R.Text);
  C.place(R.Where);
}

template <class Codec>
static void fieldsOf(Codec &C, Fields<Codec, Suppression> &S) {
  C.field("reason", S.Reason);
  C.place(S.Where);
}

/// (The pattern is in the text already.)
template <class Codec>
static void fieldsOf(Codec &C, Fields<Codec, Replay> &R) {
  C.field("harness", R.Harness);
  C.field("entry", R.Entry);
  C.numberIfKnown("unset", R.Plan.How, ReplayPlan::Unset::Painted);
  C.field("obstacle", R.Plan.Obstacle);
}

template <class Codec>
static void fieldsOf(Codec &C, Fields<Codec, LoopInvariant> &I) {
  C.field("text", I.Text);
  C.place(I.Where);
  C.needs("preconditions", "needs", I.Needs);
}

template <class Codec>
static void fieldsOf(Codec &C, Fields<Codec, ExploredRuns> &E) {
  C.field("arrivals", E.Arrivals);
  C.field("loops", E.Loops);
  if constexpr (!Codec::Reads)
    C.told("text", jsonText(describeExplored(E)));
}

template <class Codec>
static void fieldsOf(Codec &C, Fields<Codec, CostlyPart> &P) {
  C.field("percent", P.Percent);
  C.field("bits", P.Bits);
  C.name("operation", P.What, OperationNames);
  C.fieldIf(P.Loop.isValid(), "loop", P.Loop);
  C.fieldIf(P.Where.isValid(), "at", P.Where);
  if constexpr (!Codec::Reads)
    C.told("text", jsonText(describeCostly(P)));
}

template <class Codec>
static void fieldsOf(Codec &C, Fields<Codec, UnknownCheck> &Check) {
  C.place(Check.Where);
  if (C.isForUser()) {
    C.told("name", jsonText(requirement(Check.What)));
    C.told("reason", jsonText(Check.Reason.str()));
    return;
  }
  C.field("unknown", Check.Reason);
  C.field("failure", Check.What);
}

template <class Codec>
static void fieldsOf(Codec &C, Fields<Codec, FailingOrOpenCheck> &Check) {
  C.place(Check.Where);
  C.field("violated", Check.IsViolated);
  C.needs("openPreconditions", "openUnless", Check.OpenUnless);
}

namespace {
struct WhyNotVerified {
  UnknownReason Why;
};
} // namespace

template <class Codec>
static void fieldsOf(Codec &C, Fields<Codec, WhyNotVerified> &Obstacle) {
  C.field("unknown", Obstacle.Why);
}

template <class Codec>
static void fieldsOf(Codec &C, Fields<Codec, FunctionReport> &F) {
  C.field("name", F.Name);
  C.place(F.Where);
  C.field("proved", F.Proved);
  C.field("provedIf", F.ProvedIf);
  C.field("violated", F.Violated);
  C.field("restated", F.Open);
  C.field("unknown", F.Unknown);
  C.fieldIfAny("suppressed", F.Suppressed);
  C.field("seconds", F.Seconds);
  C.needs("preconditions", "needs", F.Needs);
  if constexpr (!Codec::Reads) {
    json::Object Reasons;
    for (const auto &[Reason, Count] : reasonTexts(F))
      Reasons[jsonText(Reason)] = Count;
    C.told("reasons", std::move(Reasons));
    if (F.NotVerified)
      C.told("notVerified", jsonText(F.NotVerified->str()));
    if (C.isForUser() && !F.OpenUnless.empty())
      C.told("openUnless", needTexts(F.OpenUnless));
  }
  if (C.isForUser())
    return C.fieldIf(!F.UnknownChecks.empty(), "unknownChecks",
                     F.UnknownChecks);
  std::optional<WhyNotVerified> Obstacle;
  if (F.NotVerified)
    Obstacle.emplace(*F.NotVerified);
  C.needs("openPreconditions", "", F.OpenUnless);
  C.field("open", F.UnknownChecks);
  C.field("failingOrOpen", F.FailingOrOpen);
  C.field("unverified", Obstacle);
  if constexpr (Codec::Reads) {
    if (Obstacle)
      F.NotVerified = std::move(Obstacle->Why);
    C.wasGood(); // counts are as they were written
  }
}

template <class Codec>
static void fieldsOf(Codec &C, Fields<Codec, AssertionReport> &A) {
  using Status = AssertionReport::Status;
  C.name("result", A.Outcome, AssertionNames);
  C.place(A.Where);
  C.fieldIf(!C.isForUser(), "failure", A.What);
  C.fieldIfAny("check", A.Check);
  C.fieldIf(A.Outcome == Status::Unsafe, "trace", A.Trace);
  C.fieldIfAny("assumed", A.Assumed);
  C.fieldIfAny("replay", A.Again.Command);
  C.fieldIf(!C.isForUser() && !A.Again.Harness.empty(), "again", A.Again);
  C.needs("preconditions", "needs", A.Needs);
  C.fieldIfAny("restated", A.IsRestated);
  C.fieldIf(!C.isForUser() && !A.Operations.empty(), "operations",
            A.Operations);
  C.field("suppressed", A.Suppressed);
  C.fieldIf(!C.isForUser() && A.ByCheapestMeans, "byCheapestMeans",
            A.ByCheapestMeans);
  const bool IsUnknown = A.Outcome == Status::Unknown;
  C.fieldIf(!C.isForUser() && IsUnknown, "unknown", A.Reason);
  if constexpr (!Codec::Reads) {
    C.told("name", jsonText(requirement(A.What)));
    C.told("message", jsonText(message(A.What)));
    if (IsUnknown)
      C.told("reason", jsonText(A.Reason.str()));
  } else if (!C.wasGood()) {
    // What is said of it, or what it needs, is not known.
    A.Outcome = Status::Unknown;
  }
}

template <class Codec>
static void fieldsOf(Codec &C, Fields<Codec, LinkedFunctions> &L) {
  C.field("functions", L.Reached);
  C.field("exported", L.Exported);
  C.field("notReached", L.NotReached);
  C.fieldIfAny("values", L.OnValues);
}

template <class Codec>
static void fieldsOf(Codec &C, Fields<Codec, AnswerBasis> &B) {
  C.field("meaning", B.Meaning);
  C.field("checked", B.Checked);
  C.field("trusted", B.Trusted);
}

/// But for what is not written field by field.
template <class Codec>
static void fieldsOf(Codec &C, Fields<Codec, Report> &R) {
  C.name("result", R.Outcome, ReportNames);
  C.fieldIfAny("errors", R.Errors);
  C.fieldIfAny("engine", R.Engine);
  C.fieldIfAny("proof", R.Proof);
  C.fieldIfAny("explanation", R.Explanation);
  C.field("assertions", R.Assertions);
  C.fieldIf(!R.Functions.empty(), "functions", R.Functions);
  C.field("linked", R.Linked);
  C.fieldIf(!R.InvariantInC.empty(), "invariantInC", R.InvariantInC);
  C.fieldIf(!C.isForUser() && !R.ClaimedInC.empty(), "claimedInC",
            R.ClaimedInC);
  C.field("explored", R.Explored);
  C.field("costly", R.Costly);
  C.field("written", R.Written);
  C.fieldIf(!R.Invariant.empty(), "invariant", R.Invariant);
  C.nameIfAny("witness", R.Witness, ValidationNames);
  C.fieldIf(R.Witness != Report::Validation::None, "whyWitness", R.WhyWitness);
  C.fieldIf(!R.Basis.empty(), "basis", R.Basis);
  C.field("notes", R.Notes);
  if (C.isForUser())
    return;
  C.field("unknown", R.Reason);
  C.field("hasOutside", R.HasOutside);
  C.field("hasSummaries", R.HasSummaries);
  C.field("hasStrings", R.HasStrings);
  C.field("hasCounts", R.HasCounts);
  C.field("hasKept", R.HasKept);
  C.field("secondsToEncode", R.SecondsToEncode);
  C.field("openLimits", R.OpenLimits);
  C.field("preparedHash", R.PreparedHash);
}
} // namespace sooth

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static json::Object encodeFor(JsonReader For, const Report &R) {
  json::Object O;
  NeedTable Needs;
  FieldWriter C(O, For, &Needs);
  fieldsOf(C, R);
  if (!Needs.empty())
    Needs.encode(O);
  if (R.Outcome == Report::Status::Unknown)
    O["reason"] = jsonText(R.Reason.str());
  if (const size_t N = countSuppressed(R))
    O["suppressed"] = N;
  O["statistics"] = encodeStatistics(R.Figures);
  return O;
}

static json::Object encodeOutput(const Report::Output &Out) {
  json::Object O{{"path", jsonText(Out.Path)}};
  if (json::isUTF8(Out.Text))
    O["text"] = Out.Text;
  else // some formats are binary
    O["bytes"] = llvm::encodeBase64(Out.Text);
  return O;
}

json::Value sooth::encodeReport(const Report &R) {
  json::Object O = encodeFor(JsonReader::Parent, R);
  O["environment"] = encodeNeeds(R.Environment);
  O["certificates"] = encodeCertificates(R.Certificates);
  json::Array Outputs;
  for (const Report::Output &Out : R.Outputs)
    Outputs.push_back(encodeOutput(Out));
  O["outputs"] = std::move(Outputs);
  return O;
}

void sooth::printJson(llvm::raw_ostream &OS, const Report &R) {
  json::Object O = encodeFor(JsonReader::User, R);
  O["version"] = json::Object{{"sooth", versionText()},
                              {"llvm", LLVM_VERSION_STRING},
                              {"z3", z3Version()}};
  OS << llvm::formatv("{0:2}", json::Value(std::move(O))) << '\n';
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

static llvm::Expected<Report::Output> decodeOutput(const json::Object &O) {
  Report::Output Out{textAt(O, "path"), textAt(O, "text")};
  if (auto Bytes = O.getString("bytes")) {
    std::vector<char> Decoded;
    if (llvm::Error E = llvm::decodeBase64(*Bytes, Decoded))
      return std::move(E);
    Out.Text.assign(Decoded.begin(), Decoded.end());
  }
  return Out;
}

llvm::Expected<Report> sooth::decodeReport(const json::Value &V) {
  const json::Object *O = V.getAsObject();
  if (!O)
    return llvm::createStringError("unreadable report");
  const std::vector<std::optional<Need>> Needs = decodeNeedTable(*O);
  Report R;
  FieldReader C(*O, Needs);
  fieldsOf(C, R);
  if (!C.isGood())
    return llvm::createStringError("unreadable report");
  R.Environment = decodeNeeds(*O, "environment");
  R.Certificates = decodeCertificates(*O, "certificates");
  if (const json::Array *Outputs = O->getArray("outputs"))
    for (const json::Value &Out : *Outputs)
      if (const json::Object *Each = Out.getAsObject()) {
        auto Read = decodeOutput(*Each);
        if (!Read)
          return Read.takeError();
        R.Outputs.push_back(std::move(*Read));
      }
  decodeStatistics(O->get("statistics"), R.Figures);
  return R;
}
