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
#include "NeedJson.h"
#include "ReasonJson.h"
#include "StoryJson.h"

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
// Writing
//===----------------------------------------------------------------------===//

static constexpr StringRef ReportNames[] = {
    "Safe", "Unsafe", "Unknown", "BadInput", "Done", "NothingToCheck"};
static constexpr StringRef OperationNames[] = {"none", "product", "quotient",
                                               "floating-point"};
static constexpr StringRef ValidationNames[] = {"", "confirmed", "rejected",
                                                "unknown"};
static constexpr StringRef AssertionNames[] = {"Safe", "Unsafe", "Unknown"};

static json::Value encodeRemarks(llvm::ArrayRef<Remark> Remarks) {
  json::Array Result;
  Result.reserve(Remarks.size());
  for (const Remark &R : Remarks) {
    json::Object O{{"text", jsonText(R.Text)}};
    addPlace(O, R.Where);
    Result.push_back(std::move(O));
  }
  return Result;
}

static json::Value encodeTrace(llvm::ArrayRef<StoryStep> Trace) {
  json::Array Result;
  Result.reserve(Trace.size());
  for (const StoryStep &S : Trace) {
    json::Object O = encodeStep(S);
    addPlace(O, S.Where);
    Result.push_back(std::move(O));
  }
  return Result;
}

static json::Value encodeSuppression(const Suppression &S) {
  json::Object O{{"reason", jsonText(S.Reason)}};
  addPlace(O, S.Where);
  return O;
}

static json::Value encodeTexts(llvm::ArrayRef<std::string> Texts) {
  json::Array Result;
  Result.reserve(Texts.size());
  for (const std::string &Text : Texts)
    Result.push_back(jsonText(Text));
  return Result;
}

namespace {
/// Users get reasons as text only, and the needs of each check in full.
enum class Reader { User, Parent };

/// For one reader.
class ReportEncoder {
public:
  explicit ReportEncoder(Reader For) : For(For) {}
  json::Object encode(const Report &R);

private:
  json::Value encodeFunction(const FunctionReport &F);
  json::Value encodeAssertion(const AssertionReport &A);
  json::Value encodeInvariants(llvm::ArrayRef<LoopInvariant> Invariants);

  /// Sets "preconditions" to \p All, and "needs" for users to their texts.
  void addNeeds(json::Object &O, const std::vector<Need> &All);

  const Reader For;
  NeedTable Needs;
};
} // namespace

void ReportEncoder::addNeeds(json::Object &O, const std::vector<Need> &All) {
  if (For == Reader::User && !All.empty())
    O["needs"] = needTexts(All);
  if (For == Reader::Parent || !All.empty())
    O["preconditions"] = Needs.add(All);
}

/// For users.
static json::Array encodeUnknown(llvm::ArrayRef<UnknownCheck> Checks) {
  json::Array All;
  for (const UnknownCheck &C : Checks) {
    json::Object O{{"name", jsonText(requirement(C.What))},
                   {"reason", jsonText(C.Reason.str())}};
    addPlace(O, C.Where);
    All.push_back(std::move(O));
  }
  return All;
}

json::Value ReportEncoder::encodeFunction(const FunctionReport &F) {
  json::Object O{{"name", jsonText(F.Name)}, {"proved", F.Proved},
                 {"provedIf", F.ProvedIf},   {"violated", F.Violated},
                 {"restated", F.Open},       {"unknown", F.Unknown}};
  if (F.Suppressed)
    O["suppressed"] = F.Suppressed;
  addNeeds(O, F.Needs);
  if (For == Reader::User && !F.OpenUnless.empty())
    O["openUnless"] = needTexts(F.OpenUnless);
  if (For == Reader::Parent)
    O["openPreconditions"] = Needs.add(F.OpenUnless);
  json::Object Reasons;
  for (const auto &[Reason, Count] : reasonTexts(F))
    Reasons[jsonText(Reason)] = Count;
  O["reasons"] = std::move(Reasons);
  if (For == Reader::User && !F.UnknownChecks.empty())
    O["unknownChecks"] = encodeUnknown(F.UnknownChecks);
  O["seconds"] = F.Seconds;
  if (F.NotVerified)
    O["notVerified"] = jsonText(F.NotVerified->str());
  if (For == Reader::Parent) {
    json::Array Unknown;
    for (const UnknownCheck &C : F.UnknownChecks) {
      json::Object Check{{"unknown", encodeReason(C.Reason)},
                         {"failure", encodeFailure(C.What)}};
      addPlace(Check, C.Where);
      Unknown.push_back(std::move(Check));
    }
    O["open"] = std::move(Unknown);
    json::Array Others;
    for (const FailingOrOpenCheck &C : F.FailingOrOpen) {
      json::Object Check{{"violated", C.IsViolated},
                         {"openPreconditions", Needs.add(C.OpenUnless)}};
      addPlace(Check, C.Where);
      Others.push_back(std::move(Check));
    }
    O["failingOrOpen"] = std::move(Others);
    if (F.NotVerified)
      O["unverified"] = json::Object{{"unknown", encodeReason(*F.NotVerified)}};
  }
  addPlace(O, F.Where);
  return O;
}

/// (Its pattern is in the text already.)
static json::Value encodeReplay(const Replay &R) {
  return json::Object{{"harness", jsonText(R.Harness)},
                      {"entry", jsonText(R.Entry)},
                      {"unset", int64_t(R.Plan.How)},
                      {"obstacle", jsonText(R.Plan.Obstacle)}};
}

json::Value ReportEncoder::encodeAssertion(const AssertionReport &A) {
  json::Object O{{"result", AssertionNames[size_t(A.Outcome)]},
                 {"name", jsonText(requirement(A.What))},
                 {"message", jsonText(message(A.What))}};
  addPlace(O, A.Where);
  if (For == Reader::Parent)
    O["failure"] = encodeFailure(A.What);
  if (!A.Check.empty())
    O["check"] = A.Check;
  if (A.Outcome == AssertionReport::Status::Unsafe)
    O["trace"] = encodeTrace(A.Trace);
  if (!A.Assumed.empty())
    O["assumed"] = encodeTexts(A.Assumed);
  if (!A.Again.Command.empty())
    O["replay"] = jsonText(A.Again.Command);
  if (For == Reader::Parent && !A.Again.Harness.empty())
    O["again"] = encodeReplay(A.Again);
  addNeeds(O, A.Needs);
  if (A.IsRestated)
    O["restated"] = true;
  if (A.Suppressed)
    O["suppressed"] = encodeSuppression(*A.Suppressed);
  if (For == Reader::Parent && A.ByCheapestMeans)
    O["byCheapestMeans"] = true;
  if (A.Outcome == AssertionReport::Status::Unknown) {
    O["reason"] = jsonText(A.Reason.str());
    if (For == Reader::Parent)
      O["unknown"] = encodeReason(A.Reason);
  }
  return O;
}

json::Value
ReportEncoder::encodeInvariants(llvm::ArrayRef<LoopInvariant> Invariants) {
  json::Array Result;
  Result.reserve(Invariants.size());
  for (const LoopInvariant &I : Invariants) {
    json::Object O{{"text", jsonText(I.Text)}};
    addPlace(O, I.Where);
    addNeeds(O, I.Needs);
    Result.push_back(std::move(O));
  }
  return Result;
}

static json::Object encodeExplored(const ExploredRuns &E) {
  json::Array Loops;
  for (const SourceLocation &Where : E.Loops) {
    json::Object O;
    addPlace(O, Where);
    Loops.push_back(std::move(O));
  }
  return json::Object{{"text", jsonText(describeExplored(E))},
                      {"arrivals", E.Arrivals},
                      {"loops", std::move(Loops)}};
}

static json::Object encodeCostly(const CostlyPart &P) {
  json::Object O{{"text", jsonText(describeCostly(P))},
                 {"percent", P.Percent},
                 {"bits", P.Bits},
                 {"operation", OperationNames[size_t(P.What)]}};
  for (auto [Name, Where] : {std::pair("loop", P.Loop), {"at", P.Where}})
    if (Where.isValid()) {
      json::Object Place;
      addPlace(Place, Where);
      O[Name] = std::move(Place);
    }
  return O;
}

json::Object ReportEncoder::encode(const Report &R) {
  json::Object O{{"result", ReportNames[size_t(R.Outcome)]}};
  if (R.Outcome == Report::Status::Unknown)
    O["reason"] = jsonText(R.Reason.str());
  if (!R.Errors.empty())
    O["errors"] = jsonText(R.Errors);
  if (const size_t N = countSuppressed(R))
    O["suppressed"] = N;
  if (!R.Engine.empty())
    O["engine"] = R.Engine;
  if (!R.Proof.empty())
    O["proof"] = R.Proof;
  if (!R.Explanation.empty())
    O["explanation"] = jsonText(R.Explanation);
  json::Array Assertions;
  Assertions.reserve(R.Assertions.size());
  for (const AssertionReport &A : R.Assertions)
    Assertions.push_back(encodeAssertion(A));
  O["assertions"] = std::move(Assertions);
  if (!R.Functions.empty()) {
    json::Array Functions;
    Functions.reserve(R.Functions.size());
    for (const FunctionReport &F : R.Functions)
      Functions.push_back(encodeFunction(F));
    O["functions"] = std::move(Functions);
  }
  if (R.Linked)
    O["linked"] =
        json::Object{{"functions", R.Linked->Reached},
                     {"exported", R.Linked->Exported},
                     {"notReached", encodeRemarks(R.Linked->NotReached)}};
  if (!R.InvariantInC.empty())
    O["invariantInC"] = encodeInvariants(R.InvariantInC);
  if (For == Reader::Parent && !R.ClaimedInC.empty())
    O["claimedInC"] = encodeInvariants(R.ClaimedInC);
  if (!Needs.empty())
    Needs.encode(O);
  if (R.Explored)
    O["explored"] = encodeExplored(*R.Explored);
  if (R.Costly)
    O["costly"] = encodeCostly(*R.Costly);
  O["written"] = R.Written;
  if (!R.Invariant.empty())
    O["invariant"] = encodeRemarks(R.Invariant);
  if (R.Witness != Report::Validation::None) {
    O["witness"] = ValidationNames[size_t(R.Witness)];
    O["whyWitness"] = jsonText(R.WhyWitness);
  }
  if (!R.Basis.empty())
    O["basis"] = json::Object{{"meaning", encodeTexts(R.Basis.Meaning)},
                              {"checked", encodeTexts(R.Basis.Checked)},
                              {"trusted", encodeTexts(R.Basis.Trusted)}};
  O["notes"] = encodeTexts(R.Notes);
  O["statistics"] = encodeStatistics(R.Figures);
  return O;
}

json::Value sooth::encodeReport(const Report &R) {
  json::Object O = ReportEncoder(Reader::Parent).encode(R);
  O["unknown"] = encodeReason(R.Reason);
  O["environment"] = encodeNeeds(R.Environment);
  O["hasOutside"] = R.HasOutside;
  O["hasSummaries"] = R.HasSummaries;
  O["hasStrings"] = R.HasStrings;
  O["hasCounts"] = R.HasCounts;
  O["hasKept"] = R.HasKept;
  O["secondsToEncode"] = R.SecondsToEncode;
  O["certificates"] = encodeCertificates(R.Certificates);
  O["openLimits"] = encodeTexts(R.OpenLimits);
  O["preparedHash"] = R.PreparedHash;
  json::Array Outputs;
  for (const Report::Output &Out : R.Outputs) {
    json::Object Entry{{"path", jsonText(Out.Path)}};
    if (json::isUTF8(Out.Text))
      Entry["text"] = Out.Text;
    else // some formats are binary
      Entry["bytes"] = llvm::encodeBase64(Out.Text);
    Outputs.push_back(std::move(Entry));
  }
  O["outputs"] = std::move(Outputs);
  return O;
}

void sooth::printJson(llvm::raw_ostream &OS, const Report &R) {
  json::Object O = ReportEncoder(Reader::User).encode(R);
  O["version"] = json::Object{{"sooth", versionText()},
                              {"llvm", LLVM_VERSION_STRING},
                              {"z3", z3Version()}};
  OS << llvm::formatv("{0:2}", json::Value(std::move(O))) << '\n';
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// Calls \p Each with the objects of the array at \p Key, if there is one.
static void forEachObject(const json::Object &O, StringRef Key,
                          llvm::function_ref<void(const json::Object &)> Each) {
  if (const json::Array *A = O.getArray(Key))
    for (const json::Value &V : *A)
      if (const json::Object *Element = V.getAsObject())
        Each(*Element);
}

static std::vector<Remark> decodeRemarks(const json::Object &O, StringRef Key) {
  std::vector<Remark> Result;
  forEachObject(O, Key, [&](const json::Object &R) {
    Result.push_back({decodePlace(R), textAt(R, "text")});
  });
  return Result;
}

static std::vector<StoryStep> decodeTrace(const json::Object &O) {
  std::vector<StoryStep> Result;
  forEachObject(O, "trace", [&](const json::Object &Step) {
    if (auto S = decodeStep(Step)) {
      S->Where = decodePlace(Step);
      Result.push_back(std::move(*S));
    }
  });
  return Result;
}

/// What can go wrong, at "failure".
static Failure failureAt(const json::Object &O) {
  const json::Value *What = O.get("failure");
  return What ? decodeFailure(*What) : Failure();
}

static UnknownReason reasonAt(const json::Object &O) {
  if (const json::Value *V = O.get("unknown")) {
    if (llvm::Expected<UnknownReason> R = decodeReason(*V))
      return *R;
    else
      llvm::consumeError(R.takeError());
  }
  return {};
}

static std::vector<std::string> texts(const json::Object &O, StringRef Key) {
  std::vector<std::string> Result;
  if (const json::Array *Texts = O.getArray(Key))
    for (const json::Value &T : *Texts)
      Result.push_back(T.getAsString().value_or("").str());
  return Result;
}

using NeedsByPlace = llvm::ArrayRef<std::optional<Need>>;

static FunctionReport decodeFunction(const json::Object &O,
                                     NeedsByPlace Needs) {
  auto Count = [&](StringRef Key) { return unsigned(numberAt(O, Key)); };
  FunctionReport F{
      textAt(O, "name"),
      decodePlace(O),
      Count("proved"),
      Count("provedIf"),
      Count("violated"),
      Count("unknown"),
      Count("restated"),
      {},
      {},
      needsAt(O, "preconditions", Needs).value_or(std::vector<Need>()),
      fractionAt(O, "seconds"),
      needsAt(O, "openPreconditions", Needs).value_or(std::vector<Need>())};
  forEachObject(O, "open", [&](const json::Object &Open) {
    F.UnknownChecks.push_back(
        {decodePlace(Open), failureAt(Open), reasonAt(Open)});
  });
  forEachObject(O, "failingOrOpen", [&](const json::Object &C) {
    F.FailingOrOpen.push_back(
        {decodePlace(C), C.getBoolean("violated").value_or(false),
         needsAt(C, "openPreconditions", Needs).value_or(std::vector<Need>())});
  });
  F.Suppressed = Count("suppressed");
  if (const json::Object *Why = O.getObject("unverified"))
    F.NotVerified = reasonAt(*Why);
  return F;
}

static void decodeReplay(const json::Object &O, Replay &R) {
  R.Harness = textAt(O, "harness");
  R.Entry = textAt(O, "entry");
  R.Plan.How = kindAt(O, "unset", ReplayPlan::Unset::Painted)
                   .value_or(ReplayPlan::Unset::AsTheyAre);
  R.Plan.Obstacle = textAt(O, "obstacle");
}

/// Without those whose needs cannot be read.
static std::vector<LoopInvariant>
decodeInvariants(const json::Object &O, StringRef Key, NeedsByPlace Needs) {
  std::vector<LoopInvariant> Result;
  forEachObject(O, Key, [&](const json::Object &I) {
    if (auto Of = needsAt(I, "preconditions", Needs))
      Result.push_back({decodePlace(I), textAt(I, "text"), std::move(*Of)});
  });
  return Result;
}

static AssertionReport decodeAssertion(const json::Object &O,
                                       NeedsByPlace Needs) {
  AssertionReport A;
  // An outcome that cannot be read stays unknown.
  size_t Outcome = indexOf(AssertionNames, textAt(O, "result"));
  if (Outcome < std::size(AssertionNames))
    A.Outcome = AssertionReport::Status(Outcome);
  A.What = failureAt(O);
  A.Where = decodePlace(O);
  A.Check = textAt(O, "check");
  A.Trace = decodeTrace(O);
  A.Reason = reasonAt(O);
  A.Assumed = texts(O, "assumed");
  A.Again.Command = textAt(O, "replay");
  if (const json::Object *Again = O.getObject("again"))
    decodeReplay(*Again, A.Again);
  // What holds under conditions that cannot be read is not known to hold.
  A.IsRestated = O.getBoolean("restated").value_or(false);
  if (const json::Object *S = O.getObject("suppressed"))
    A.Suppressed = {decodePlace(*S), textAt(*S, "reason")};
  A.ByCheapestMeans = O.getBoolean("byCheapestMeans").value_or(false);
  if (auto All = needsAt(O, "preconditions", Needs))
    A.Needs = std::move(*All);
  else
    A.Outcome = AssertionReport::Status::Unknown;
  return A;
}

llvm::Expected<Report> sooth::decodeReport(const json::Value &V) {
  const json::Object *O = V.getAsObject();
  size_t Outcome = O ? indexOf(ReportNames, textAt(*O, "result")) : 0;
  if (!O || Outcome == std::size(ReportNames))
    return llvm::createStringError("unreadable report");
  Report R;
  R.Outcome = Report::Status(Outcome);
  R.Reason = reasonAt(*O);
  R.Errors = textAt(*O, "errors");
  R.Engine = textAt(*O, "engine");
  R.Proof = textAt(*O, "proof");
  R.Explanation = textAt(*O, "explanation");
  R.Written = unsigned(numberAt(*O, "written"));
  R.Invariant = decodeRemarks(*O, "invariant");
  if (size_t Judged = indexOf(ValidationNames, textAt(*O, "witness"));
      Judged < std::size(ValidationNames))
    R.Witness = Report::Validation(Judged);
  R.WhyWitness = textAt(*O, "whyWitness");
  const std::vector<std::optional<Need>> Needs = decodeNeedTable(*O);
  forEachObject(*O, "assertions", [&](const json::Object &A) {
    R.Assertions.push_back(decodeAssertion(A, Needs));
  });
  R.InvariantInC = decodeInvariants(*O, "invariantInC", Needs);
  R.ClaimedInC = decodeInvariants(*O, "claimedInC", Needs);
  if (const json::Object *E = O->getObject("explored")) {
    R.Explored.emplace();
    R.Explored->Arrivals = unsigned(numberAt(*E, "arrivals"));
    forEachObject(*E, "loops", [&](const json::Object &L) {
      R.Explored->Loops.push_back(decodePlace(L));
    });
  }
  if (const json::Object *E = O->getObject("costly")) {
    CostlyPart &P = R.Costly.emplace();
    P.Percent = unsigned(numberAt(*E, "percent"));
    P.Bits = unsigned(numberAt(*E, "bits"));
    const auto *Name =
        llvm::find(OperationNames, E->getString("operation").value_or(""));
    if (Name != std::end(OperationNames))
      P.What = CostlyPart::Operation(Name - OperationNames);
    if (const json::Object *L = E->getObject("loop"))
      P.Loop = decodePlace(*L);
    if (const json::Object *At = E->getObject("at"))
      P.Where = decodePlace(*At);
  }
  forEachObject(*O, "functions", [&](const json::Object &F) {
    R.Functions.push_back(decodeFunction(F, Needs));
  });
  if (const json::Object *Linked = O->getObject("linked"))
    R.Linked = {unsigned(numberAt(*Linked, "functions")),
                unsigned(numberAt(*Linked, "exported")),
                decodeRemarks(*Linked, "notReached")};
  if (const json::Object *Basis = O->getObject("basis"))
    R.Basis = {texts(*Basis, "meaning"), texts(*Basis, "checked"),
               texts(*Basis, "trusted")};
  R.Notes = texts(*O, "notes");
  R.Environment = decodeNeeds(*O, "environment");
  R.HasOutside = O->getBoolean("hasOutside").value_or(false);
  R.HasSummaries = O->getBoolean("hasSummaries").value_or(false);
  R.HasStrings = O->getBoolean("hasStrings").value_or(false);
  R.HasCounts = O->getBoolean("hasCounts").value_or(false);
  R.HasKept = O->getBoolean("hasKept").value_or(false);
  R.SecondsToEncode = O->getNumber("secondsToEncode").value_or(0);
  R.Certificates = decodeCertificates(*O, "certificates");
  R.OpenLimits = texts(*O, "openLimits");
  R.PreparedHash = textAt(*O, "preparedHash");
  llvm::Error Unreadable = llvm::Error::success();
  forEachObject(*O, "outputs", [&](const json::Object &Out) {
    R.Outputs.push_back({textAt(Out, "path"), textAt(Out, "text")});
    if (auto Bytes = Out.getString("bytes")) {
      std::vector<char> Decoded;
      Unreadable = llvm::joinErrors(std::move(Unreadable),
                                    llvm::decodeBase64(*Bytes, Decoded));
      R.Outputs.back().Text.assign(Decoded.begin(), Decoded.end());
    }
  });
  if (Unreadable)
    return std::move(Unreadable);
  decodeStatistics(O->get("statistics"), R.Figures);
  return R;
}
