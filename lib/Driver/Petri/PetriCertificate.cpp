//===- PetriCertificate.cpp - Certificates of answers about nets ----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Driver/Petri/PetriCertificate.h"

#include "ProofText.h"
#include "StrategyRun.h"

#include "sooth/Driver/Petri/PetriOutput.h"
#include "sooth/Driver/Witness/CertificateFolder.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace sooth;
using Status = PetriAnswer::Status;
namespace json = llvm::json;

namespace {
/// Adds one answer after the other.
class NetCertificate {
public:
  NetCertificate(const PetriNet &N, std::string Path)
      : N(N), Folder(std::move(Path)), Net(Folder.add("net.json", netText(N))) {
  }
  void add(const MccProperty &P, const PetriAnswer &A);
  std::vector<Report::Output> finish(llvm::ArrayRef<std::string> Inputs);

private:
  std::string textOf(const MccProperty &P) const;
  void addPart(const MccProperty &P, const PetriAnswer &A, llvm::StringRef Kind,
               std::string Evidence, json::Array &Parts);

  const PetriNet &N;
  CertificateFolder Folder;
  json::Object Net;
  json::Array AllParts, Assertions;
  size_t NumAnswered = 0;
};
} // namespace

std::string NetCertificate::textOf(const MccProperty &P) const {
  std::string Text = P.Id + ": ";
  if (P.What != MccProperty::Kind::Bound)
    return json::fixUTF8(Text + str(P.Goal, N));
  return json::fixUTF8(Text + "the most tokens on " +
                       llvm::join(llvm::map_range(P.Places,
                                                  [&](PlaceId Place) {
                                                    return N.place(Place).Id;
                                                  }),
                                  " + "));
}

void NetCertificate::addPart(const MccProperty &P, const PetriAnswer &A,
                             llvm::StringRef Kind, std::string Evidence,
                             json::Array &Parts) {
  const size_t Number = AllParts.size() + 1;
  json::Object O{
      {"kind", Kind},
      {"claims", json::Array{textOf(P)}},
      {"model", json::Object(Net)},
      {"evidence", Folder.add(llvm::formatv("{0}{1}.json", Kind, Number).str(),
                              std::move(Evidence))}};
  if (A.Outcome == Status::Bound)
    O["bound"] = json::Object{{"places", json::Array(P.Places)},
                              {"value", int64_t(A.Bound)}};
  AllParts.push_back(std::move(O));
  Parts.push_back(Number);
}

static PetriFormula goalReached(const MccProperty &P, const PetriAnswer &A) {
  return A.Outcome == Status::Bound ? tokensOn(P.Places, int64_t(A.Bound))
                                    : P.Goal;
}

void NetCertificate::add(const MccProperty &P, const PetriAnswer &A) {
  json::Array Parts;
  if (A.Outcome == Status::Reachable || A.Outcome == Status::Bound)
    addPart(P, A, "run", runText(N, goalReached(P, A), A.Runs), Parts);
  if (!A.Proof.empty())
    addPart(P, A, "unreachable", A.Proof, Parts);
  else if (A.Outcome == Status::Bound)
    Parts.clear(); // that there are no more is backed by nothing
  NumAnswered += A.Outcome != Status::Inconclusive;
  Assertions.push_back(json::Object{{"text", textOf(P)},
                                    {"result", nameOf(A.Outcome)},
                                    {"parts", std::move(Parts)}});
}

std::vector<Report::Output>
NetCertificate::finish(llvm::ArrayRef<std::string> Inputs) {
  std::string Result =
      Assertions.size() == 1
          ? Assertions[0].getAsObject()->getString("result")->str()
          : llvm::formatv("{0} of {1} questions answered", NumAnswered,
                          Assertions.size())
                .str();
  return Folder.finish(json::Object{{"subject", "net"},
                                    {"result", std::move(Result)},
                                    {"assertions", std::move(Assertions)},
                                    {"parts", std::move(AllParts)}},
                       Inputs);
}

std::vector<Report::Output>
sooth::certificateFiles(const PetriTask &T, const PetriNet &N,
                        llvm::ArrayRef<MccProperty> Questions,
                        const PetriReport &R, std::string Folder) {
  NetCertificate Certificate(N, std::move(Folder));
  for (auto [P, A] : llvm::zip_equal(Questions, R.Answers))
    Certificate.add(P, A);
  std::vector<std::string> Inputs{T.NetFile};
  if (T.Question == PetriTask::Ask::Mcc)
    Inputs.push_back(T.Text);
  return Certificate.finish(Inputs);
}
