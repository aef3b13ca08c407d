//===- PetriOutput.cpp - Answers about nets for people and machines -------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Driver/Petri/PetriOutput.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace sooth;
using llvm::raw_ostream;
using llvm::StringRef;
using Status = PetriAnswer::Status;
namespace json = llvm::json;

static std::string decimal(__int128 V) {
  bool Negative = V < 0;
  unsigned __int128 Rest = Negative ? -static_cast<unsigned __int128>(V) : V;
  std::string Digits;
  do
    Digits.insert(Digits.begin(), char('0' + int(Rest % 10)));
  while (Rest /= 10);
  return Negative ? "-" + Digits : Digits;
}

void sooth::printFirings(raw_ostream &OS, const PetriNet &N,
                         const FiringRuns &Runs) {
  for (const FiringRun &R : Runs) {
    bool Grouped = R.Times != 1 && R.Word.size() != 1;
    if (Grouped)
      OS << "(";
    for (size_t I = 0; I < R.Word.size(); ++I)
      OS << (I ? " " : "") << N.transition(R.Word[I]).Id;
    if (Grouped)
      OS << ")";
    if (R.Times != 1)
      OS << "*" << R.Times;
    OS << '\n';
  }
}

static unsigned __int128 lengthOf(const FiringRuns &Runs) {
  unsigned __int128 Length = 0;
  for (const FiringRun &R : Runs)
    Length += static_cast<unsigned __int128>(R.Times) * R.Word.size();
  return Length;
}

static void printMarking(raw_ostream &OS, const PetriNet &N, const Marking &M) {
  llvm::ListSeparator Comma;
  for (PlaceId P = 0; P < M.size(); ++P)
    if (M[P])
      OS << Comma << N.place(P).Id << "=" << M[P];
}

static void printReached(raw_ostream &OS, const PetriNet &N,
                         const PetriAnswer &A) {
  auto Length = lengthOf(A.Runs);
  OS << "by " << decimal(__int128(Length))
     << (Length == 1 ? " firing (" : " firings (")
     << A.Technique << "), all other places being empty: ";
  printMarking(OS, N, A.Last);
  OS << '\n';
}

void sooth::printPetriText(raw_ostream &OS, const PetriNet &N,
                           const PetriAnswer &A) {
  switch (A.Outcome) {
  case Status::Reachable:
    OS << "Reachable\n";
    return printReached(OS, N, A);
  case Status::NotReachable:
    OS << "Not reachable\nproved by " << A.Technique;
    if (!A.Evidence.empty())
      OS << ": " << A.Evidence;
    OS << '\n';
    return;
  case Status::Bound:
    OS << "Bound: " << decimal(A.Bound) << '\n';
    return printReached(OS, N, A);
  case Status::Inconclusive:
    OS << "Inconclusive: " << A.Reason.str() << '\n';
    return;
  }
}

/// TRUE, FALSE or a number; nothing if unknown.
static std::optional<std::string> mccValue(const MccProperty &P,
                                           const PetriAnswer &A) {
  switch (A.Outcome) {
  case Status::Bound:
    return decimal(A.Bound);
  case Status::Reachable:
    return P.What == MccProperty::Kind::Exists ? "TRUE" : "FALSE";
  case Status::NotReachable:
    return P.What == MccProperty::Kind::Exists ? "FALSE" : "TRUE";
  case Status::Inconclusive:
    return std::nullopt;
  }
  llvm_unreachable("an answer without meaning");
}

static std::string techniqueName(StringRef Technique) {
  std::string Result = Technique.upper();
  for (char &C : Result)
    if (!llvm::isAlnum(C))
      C = '_';
  return Result;
}

void sooth::printMccLine(raw_ostream &OS, const MccProperty &P,
                         const PetriAnswer &A) {
  OS << "FORMULA " << P.Id << ' ';
  if (auto Value = mccValue(P, A))
    OS << *Value << " TECHNIQUES " << techniqueName(A.Technique) << '\n';
  else
    OS << "CANNOT_COMPUTE\n";
}

StringRef sooth::nameOf(Status S) {
  switch (S) {
  case Status::Reachable:
    return "Reachable";
  case Status::NotReachable:
    return "NotReachable";
  case Status::Bound:
    return "Bound";
  case Status::Inconclusive:
    return "Inconclusive";
  }
  llvm_unreachable("an answer without meaning");
}

static json::Value encodeRuns(const PetriNet &N, const FiringRuns &Runs) {
  json::Array Result;
  for (const FiringRun &R : Runs) {
    json::Array Word;
    for (TransitionId T : R.Word)
      Word.push_back(json::fixUTF8(N.transition(T).Id));
    Result.push_back(
        json::Object{{"times", R.Times}, {"transitions", std::move(Word)}});
  }
  return Result;
}

static json::Value encodeMarking(const PetriNet &N, const Marking &M) {
  json::Object Result;
  for (PlaceId P = 0; P < M.size(); ++P)
    if (M[P])
      Result[json::fixUTF8(N.place(P).Id)] = M[P];
  return Result;
}

static json::Value encodeAnswer(const PetriNet &N, const MccProperty &P,
                                const PetriAnswer &A) {
  json::Object O{{"id", json::fixUTF8(P.Id)},
                 {"result", nameOf(A.Outcome)},
                 {"seconds", A.Seconds}};
  if (A.Outcome == Status::Inconclusive) {
    O["reason"] = json::fixUTF8(A.Reason.str());
    return O;
  }
  O["technique"] = A.Technique;
  if (auto Value = mccValue(P, A))
    O["value"] = *Value;
  if (!A.Evidence.empty())
    O["evidence"] = json::fixUTF8(A.Evidence);
  if (A.Outcome != Status::NotReachable) {
    O["firings"] = encodeRuns(N, A.Runs);
    O["marking"] = encodeMarking(N, A.Last);
  }
  return O;
}

void sooth::printPetriJson(raw_ostream &OS, const PetriNet &N,
                           llvm::ArrayRef<MccProperty> Questions,
                           const PetriReport &R) {
  json::Array Answers;
  for (size_t Q = 0; Q < Questions.size(); ++Q)
    Answers.push_back(encodeAnswer(N, Questions[Q], R.Answers[Q]));
  json::Object Figures;
  for (const auto &[Name, Value] : R.Figures.values())
    Figures[Name] = Value;
  json::Object O{{"net", json::fixUTF8(N.id())},
                 {"places", N.places().size()},
                 {"transitions", N.transitions().size()},
                 {"answers", std::move(Answers)},
                 {"statistics", std::move(Figures)}};
  OS << llvm::formatv("{0:2}", json::Value(std::move(O))) << '\n';
}

static std::string dotText(StringRef S) {
  std::string Result = "\"";
  for (char C : S) {
    if (C == '"' || C == '\\')
      Result += '\\';
    Result += C;
  }
  return Result + '"';
}

static void dotArc(raw_ostream &OS, StringRef From, StringRef To,
                   uint64_t Weight, StringRef Style = "") {
  OS << "  " << From << " -> " << To << " [";
  if (Weight != 1)
    OS << "label=" << Weight << ' ';
  OS << Style << "];\n";
}

void sooth::writePetriDot(raw_ostream &OS, const PetriNet &N) {
  OS << "digraph " << dotText(N.id()) << " {\n";
  for (PlaceId P = 0; P < N.places().size(); ++P) {
    const PetriPlace &Place = N.place(P);
    std::string Label = Place.Id;
    if (Place.Initial)
      Label += ": " + std::to_string(Place.Initial);
    OS << "  p" << P << " [shape=ellipse label=" << dotText(Label) << "];\n";
  }
  for (TransitionId T = 0; T < N.transitions().size(); ++T) {
    const PetriTransition &Trans = N.transition(T);
    std::string Self = "t" + std::to_string(T);
    OS << "  " << Self << " [shape=box label=" << dotText(Trans.Id) << "];\n";
    for (const PetriArc &A : Trans.Inputs)
      dotArc(OS, "p" + std::to_string(A.Place), Self, A.Weight);
    for (const PetriArc &A : Trans.Outputs)
      dotArc(OS, Self, "p" + std::to_string(A.Place), A.Weight);
    for (const PetriArc &A : Trans.Inhibitors)
      dotArc(OS, "p" + std::to_string(A.Place), Self, A.Weight,
             "arrowhead=odot");
  }
  OS << "}\n";
}

int sooth::exitCodeOf(llvm::ArrayRef<MccProperty> Questions,
                      const PetriReport &R) {
  int Code = 0;
  for (size_t Q = 0; Q < Questions.size(); ++Q) {
    const PetriAnswer &A = R.Answers[Q];
    if (A.Outcome == Status::Inconclusive &&
        A.Reason.What == UnknownReason::Kind::Internal)
      return 4;
    if (A.Outcome == Status::Inconclusive)
      Code = 2;
    else if (A.Outcome == Status::Reachable && Code == 0)
      Code = 1;
  }
  return Code;
}
