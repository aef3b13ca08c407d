//===- KnownAnswers.cpp - Answers that were found before ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KnownAnswers.h"

#include "ProgramText.h"
#include "Report/NeedJson.h"

#include "sooth/Driver/Cache/CacheStore.h"
#include "sooth/Driver/Witness/WitnessFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"

using namespace sooth;
using Event = CacheStore::Event;
using ReasonKind = UnknownReason::Kind;
namespace json = llvm::json;

bool KnownAnswers::areUsed() const {
  return T.Verifier.Cache && T.Verifier.Cache->seals() &&
         T.HarnessPath.empty() && T.WitnessPath.empty() &&
         T.CertificatePath.empty() && !T.Explain && !T.Property &&
         !T.Verifier.IsAsked && T.Verifier.PicturePath.empty() &&
         T.ProofsAre == VerificationTask::Proofs::InModel;
}

static void writeNeeds(llvm::raw_ostream &OS,
                       llvm::ArrayRef<CalleeNeeds> Needs) {
  for (const CalleeNeeds &N : Needs)
    OS << "needs of " << N.Symbol << ": " << json::Value(encodeNeeds(N.Needs))
       << '\n';
}

/// All but the question and its code.
void KnownAnswers::writeCircumstances(llvm::raw_ostream &OS) const {
  llvm::SmallString<128> Folder; // names of files are told as seen from there
  if (llvm::sys::fs::current_path(Folder))
    Folder.clear();
  OS << cacheVersion() << '\n'
     << T.Verifier.Cache->owner() << '\n'
     << Folder << '\n'
     << unsigned(T.Verifier.Until) << unsigned(T.LinesOf) << '\n';
  for (const std::string &Option : T.CountingOptions)
    OS << Option << '\n';
}

std::string KnownAnswers::codeOf(std::unique_ptr<llvm::Module> Program,
                                 const VerificationTask &Task) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  OS << "from " << Task.Prepare.Entry << "\nsummarized:";
  for (const std::string &Name : Task.Prepare.Summarized)
    if (Program->getFunction(Name))
      OS << ' ' << Name;
  OS << "\nif recursive:";
  for (const std::string &Name : Task.Prepare.SummarizedIfRecursive)
    if (Program->getFunction(Name))
      OS << ' ' << Name;
  OS << '\n' << textOf(std::move(Program));
  return Text;
}

std::string KnownAnswers::keyOf(const Question &Q) const {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  OS << "answer\n";
  writeCircumstances(OS);
  OS << Q.How << '\n';
  writeNeeds(OS, Q.Needs);
  OS << Q.Code;
  return hashOfText(Text);
}

std::string KnownAnswers::keyOfAll(const llvm::Module &M) const {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  OS << "answers\n";
  writeCircumstances(OS);
  // How much time a file has is compared with that of now, and this is not.
  OS << "with " << T.SecondsEach << " seconds each, from:";
  for (const std::string &Name : T.Entries)
    OS << ' ' << Name;
  OS << '\n' << wholeTextOf(M);
  return hashOfText(Text);
}

static bool counts(const UnknownReason &R) {
  if (R.What == ReasonKind::Cancelled)
    return R.Why.What == Cause::Kind::OtherAssertion;
  return R.What != ReasonKind::Internal;
}

bool KnownAnswers::counts(const Report &R) {
  if (R.Outcome == Report::Status::BadInput ||
      R.Outcome == Report::Status::Done ||
      (R.Outcome == Report::Status::Unknown && !::counts(R.Reason)))
    return false;
  return llvm::all_of(R.Functions,
                      [](const FunctionReport &F) {
                        return !F.NotVerified || ::counts(*F.NotVerified);
                      }) &&
         llvm::all_of(R.Assertions, [](const AssertionReport &A) {
           return A.Outcome != AssertionReport::Status::Unknown ||
                  ::counts(A.Reason);
         });
}

KnownAnswers::MoreTime KnownAnswers::moreTimeFor(const Report &R) {
  const bool IsOpen =
      R.Outcome == Report::Status::Unknown ||
      llvm::any_of(R.Assertions,
                   [](const AssertionReport &A) {
                     return A.Outcome == AssertionReport::Status::Unknown ||
                            A.mayNeedLess();
                   }) ||
      llvm::any_of(R.Functions, [](const FunctionReport &F) {
        return F.NotVerified.has_value();
      });
  return IsOpen ? MoreTime::MayTell : MoreTime::IsInVain;
}

/// How many seconds there were, if more might tell more.
static constexpr llvm::StringLiteral SecondsName = "seconds",
                                     ReportName = "report";

static std::optional<Report> decode(llvm::StringRef Text,
                                    std::optional<double> Seconds) {
  llvm::Expected<json::Value> V = json::parse(Text);
  if (!V) {
    llvm::consumeError(V.takeError());
    return std::nullopt;
  }
  const json::Object *O = V->getAsObject();
  const json::Value *Answer = O ? O->get(ReportName) : nullptr;
  if (!Answer)
    return std::nullopt;
  llvm::Expected<Report> R = decodeReport(*Answer);
  if (!R) {
    llvm::consumeError(R.takeError());
    return std::nullopt;
  }
  const std::optional<double> Had = O->getNumber(SecondsName);
  if (Had && (!Seconds || *Seconds > *Had))
    return std::nullopt;
  return std::move(*R);
}

std::optional<Report> KnownAnswers::find(llvm::StringRef Key,
                                         Counted Is) const {
  if (Key.empty())
    return std::nullopt;
  const CacheStore &Cache = *T.Verifier.Cache;
  std::optional<Report> R;
  if (auto Text = Cache.find(Key, CacheStore::Origin::Own))
    R = decode(*Text, Seconds);
  if (Is == Counted::Yes)
    Cache.note(R ? Event::AnswerFound : Event::AnswerMissing);
  if (!R)
    return std::nullopt;
  R->Figures = {};
  for (FunctionReport &F : R->Functions)
    F.Seconds = 0;
  return R;
}

std::optional<Report> KnownAnswers::findAll(llvm::StringRef Key) const {
  std::optional<Report> R = find(Key, Counted::No);
  if (R)
    for (size_t I = 0; I < R->Functions.size(); ++I)
      T.Verifier.Cache->note(Event::AnswerFound);
  return R;
}

void KnownAnswers::keep(llvm::StringRef Key, const Report &R,
                        MoreTime Is) const {
  if (Key.empty() || !counts(R))
    return;
  json::Object O{{ReportName, encodeReport(R)}};
  if (Seconds && Is == MoreTime::MayTell)
    O[SecondsName] = *Seconds;
  T.Verifier.Cache->add(Key,
                        llvm::formatv("{0}", json::Value(std::move(O))).str());
}
