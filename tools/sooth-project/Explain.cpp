//===- Explain.cpp - What is known of one function ------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Who calls what is read from the LLVM IR that was verified, and what became of
// the checks from the answers; a check belongs to what is at its place.
//
//===----------------------------------------------------------------------===//

#include "Explain.h"

#include "UnitRun.h"

#include "sooth/Support/OutputFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"

#include <map>
#include <set>

using namespace sooth;
using llvm::errs;
using llvm::outs;
using llvm::StringRef;
using Status = AssertionReport::Status;
namespace fs = llvm::sys::fs;
namespace json = llvm::json;
namespace path = llvm::sys::path;

static constexpr int BadUsage = 3;

//===----------------------------------------------------------------------===//
// Units
//===----------------------------------------------------------------------===//

namespace {
/// As results know it.
struct KnownUnit {
  std::string Name, Kind, Answer;
  std::vector<std::string> Parts;
};
} // namespace

static std::string unitListPath(StringRef Results) {
  return (Results + "/units.json").str();
}

static StringRef kindOf(const Unit &U) {
  if (!U.As)
    return "file";
  return U.As->What == LinkedAs::Kind::Program ? "program" : "library";
}

llvm::Error sooth::writeUnitList(const ProjectOptions &Line,
                                 llvm::ArrayRef<Unit> Units) {
  json::Array All;
  for (const Unit &U : Units)
    if (U.IsAsked)
      All.push_back(json::Object{
          {"name", json::fixUTF8(U.Name)},
          {"kind", kindOf(U)},
          {"answer", json::fixUTF8(U.Answer)},
          {"parts", U.Parts.empty() ? json::Array{json::fixUTF8(U.Bitcode)}
                                    : json::Array(U.Parts)}});
  return writeOutput(unitListPath(Line.ResultFolder),
                     [&](llvm::raw_ostream &OS) {
                       OS << json::Value(std::move(All)) << '\n';
                     });
}

static std::string textAt(const json::Object &O, StringRef Key) {
  return O.getString(Key).value_or("").str();
}

static llvm::Expected<std::vector<KnownUnit>> readUnits(StringRef Results) {
  auto Text = llvm::MemoryBuffer::getFile(unitListPath(Results));
  if (!Text)
    return llvm::createStringError(
        "there are no results in '" + Results +
        "'; sooth-project without 'explain' makes them");
  auto Read = json::parse((*Text)->getBuffer());
  if (!Read)
    return Read.takeError();
  std::vector<KnownUnit> Units;
  if (const json::Array *All = Read->getAsArray())
    for (const json::Value &V : *All)
      if (const json::Object *O = V.getAsObject()) {
        KnownUnit U{
            textAt(*O, "name"), textAt(*O, "kind"), textAt(*O, "answer"), {}};
        if (const json::Array *Parts = O->getArray("parts"))
          for (const json::Value &Part : *Parts)
            U.Parts.push_back(Part.getAsString().value_or("").str());
        Units.push_back(std::move(U));
      }
  return Units;
}

//===----------------------------------------------------------------------===//
// What the code says
//===----------------------------------------------------------------------===//

static std::string absoluteFile(StringRef File, StringRef Folder) {
  llvm::SmallString<128> Path(File);
  if (!path::is_absolute(Path)) {
    Path = Folder;
    path::append(Path, File);
  }
  path::remove_dots(Path, /*remove_dot_dot=*/true);
  return std::string(Path);
}

static SourceLocation placeOfCode(const llvm::DILocation &At) {
  return {absoluteFile(At.getFilename(), At.getDirectory()), At.getLine(),
          At.getColumn()};
}

static std::string nameOf(const llvm::Function &F) {
  const llvm::DISubprogram *Source = F.getSubprogram();
  return (Source ? Source->getName() : F.getName()).str();
}

namespace {
struct CallPlace {
  std::string Caller;
  SourceLocation Where;
  friend auto operator<=>(const CallPlace &, const CallPlace &) = default;
};

/// What the code of a unit has to do with a function.
struct CodeAbout {
  /// Where it is defined, if it is.
  SourceLocation Where;
  /// What its code is at.
  std::set<SourceLocation> Places;
  std::set<CallPlace> Calls;
  /// Whether it may be called in other ways than by its name.
  bool HasAddressTaken = false;
  bool IsThere = false;
};
} // namespace

static void addCalls(const llvm::Function &F, CodeAbout &To) {
  for (const llvm::User *By : F.users()) {
    auto *Call = llvm::dyn_cast<llvm::CallBase>(By);
    if (Call && Call->getCalledOperand() == &F && Call->getDebugLoc())
      To.Calls.insert(
          {nameOf(*Call->getFunction()), placeOfCode(*Call->getDebugLoc())});
    else if (!Call || Call->getCalledOperand() != &F)
      To.HasAddressTaken = true;
  }
}

static void addCode(const llvm::Module &M, StringRef Name, CodeAbout &To,
                    std::set<std::string> &Names) {
  for (const llvm::Function &F : M) {
    if (F.isIntrinsic())
      continue;
    Names.insert(nameOf(F));
    if (nameOf(F) != Name)
      continue;
    To.IsThere = true;
    addCalls(F, To);
    if (F.isDeclaration() || !F.getSubprogram())
      continue;
    const llvm::DISubprogram &Source = *F.getSubprogram();
    To.Where = {absoluteFile(Source.getFilename(), Source.getDirectory()),
                Source.getLine(), 0};
    for (const llvm::Instruction &I : llvm::instructions(F))
      if (I.getDebugLoc())
        To.Places.insert(placeOfCode(*I.getDebugLoc()));
  }
}

//===----------------------------------------------------------------------===//
// What answers say
//===----------------------------------------------------------------------===//

/// Whether it is asked of a call of \p Callee.
static bool isAskedOfCallOf(const AssertionReport &A, StringRef Callee) {
  if (A.What.What == Failure::Kind::Obligation)
    return A.What.Subject == Callee && !A.What.IsWrite;
  if (A.Check != "call" && A.Check != "attribute")
    return false;
  return A.What.Callee == Callee ||
         (!A.What.Objects.empty() && A.What.Objects.front().Name == Callee);
}

static std::string stateOf(const AssertionReport &A) {
  if (A.Outcome == Status::Unsafe)
    return "violated";
  if (A.Outcome == Status::Unknown)
    return "unknown";
  if (A.IsRestated)
    return "open";
  return A.Needs.empty() ? "proved" : "proved if";
}

static SourceLocation seenFromAnywhere(SourceLocation Where) {
  llvm::SmallString<128> Here;
  fs::current_path(Here);
  Where.File = absoluteFile(Where.File, Here);
  return Where;
}

static std::string seenFromHere(SourceLocation Where) {
  llvm::SmallString<128> Here;
  if (!fs::current_path(Here))
    Here += path::get_separator();
  if (StringRef(Where.File).starts_with(Here))
    Where.File.erase(0, Here.size());
  return Where.str();
}

/// The line at \p Where without what surrounds it; empty if it cannot be read.
static std::string sourceLine(const SourceLocation &Where) {
  auto Text = llvm::MemoryBuffer::getFile(Where.File);
  StringRef Rest = Text ? (*Text)->getBuffer() : "";
  for (unsigned Line = 1; Line < Where.Line; ++Line)
    Rest = Rest.split('\n').second;
  return json::fixUTF8(Rest.split('\n').first.trim());
}

namespace {
struct ExplainedCheck {
  SourceLocation Where;
  std::string Text, State, Reason;
  std::vector<std::string> Needs;
};

struct ExplainedCall {
  CallPlace At;
  std::vector<ExplainedCheck> Asked;
};

/// All that is known of a function in a unit.
struct Explanation {
  const KnownUnit *Of;
  CodeAbout Code;
  std::optional<FunctionReport> Answer;
  std::vector<ExplainedCheck> Checks;
  std::vector<ExplainedCall> Calls;
};
} // namespace

static ExplainedCheck explained(const AssertionReport &A) {
  ExplainedCheck C{seenFromAnywhere(A.Where),
                   message(A.What),
                   stateOf(A),
                   A.Outcome == Status::Unknown ? A.Reason.str() : "",
                   {}};
  for (const Need &N : A.Needs)
    C.Needs.push_back(describeNeed(N));
  return C;
}

static void addAnswers(const Report &R, StringRef Name, Explanation &To) {
  for (const FunctionReport &F : R.Functions)
    if (F.Name == Name && F.Where.Line == To.Code.Where.Line)
      To.Answer = F;
  for (const CallPlace &At : To.Code.Calls)
    To.Calls.push_back({At, {}});
  for (const AssertionReport &A : R.Assertions) {
    const SourceLocation Where = seenFromAnywhere(A.Where);
    if (isAskedOfCallOf(A, Name)) {
      for (ExplainedCall &Call : To.Calls)
        if (Call.At.Where == Where)
          Call.Asked.push_back(explained(A));
    } else if (To.Code.Places.count(Where)) {
      To.Checks.push_back(explained(A));
    }
  }
}

//===----------------------------------------------------------------------===//
// Telling
//===----------------------------------------------------------------------===//

static void printExplained(const ExplainedCheck &C, StringRef Indent,
                           StringRef Place) {
  outs() << Indent << Place << C.Text << ": " << C.State
         << (C.Reason.empty() ? "" : " (" + C.Reason + ")") << '\n';
  for (const std::string &N : C.Needs)
    outs() << Indent << "  needs: " << N << '\n';
}

static void printExplanation(const Explanation &E, StringRef Name) {
  outs() << (E.Code.Where.isValid() ? seenFromHere(E.Code.Where) + ": " : "")
         << Name << ", in " << E.Of->Name << " (" << E.Of->Kind << ")"
         << (E.Code.Where.isValid() ? "" : ", which has no body of it") << '\n';
  if (E.Answer) {
    outs() << "  "
           << (E.Answer->NotVerified
                   ? "not verified: " + E.Answer->NotVerified->str()
                   : describeChecks(*E.Answer))
           << '\n';
    for (const Need &N : E.Answer->Needs)
      outs() << "  " << needLabel(N) << ": " << describeNeed(N) << '\n';
    for (const Need &N : E.Answer->OpenUnless)
      outs() << "  open unless: " << describeNeed(N) << '\n';
  }
  if (!E.Checks.empty())
    outs() << "  checks in it:\n";
  for (const ExplainedCheck &C : E.Checks)
    printExplained(C, "    ", seenFromHere(C.Where) + ": ");
  outs() << (E.Calls.empty() ? "  nobody calls it by its name\n"
                             : "  calls of it:\n");
  for (const ExplainedCall &Call : E.Calls) {
    outs() << "    " << seenFromHere(Call.At.Where) << ": in " << Call.At.Caller
           << ": " << sourceLine(Call.At.Where) << '\n';
    if (Call.Asked.empty())
      outs() << "      nothing was asked\n";
    for (const ExplainedCheck &C : Call.Asked)
      printExplained(C, "      ", "");
  }
  if (E.Code.HasAddressTaken)
    outs() << "  its address is taken, so it may be called through pointers\n";
}

static json::Object placeJson(const SourceLocation &Where) {
  json::Object O{{"file", json::fixUTF8(Where.File)}, {"line", Where.Line}};
  if (Where.Column)
    O["column"] = Where.Column;
  return O;
}

static json::Object checkJson(const ExplainedCheck &C) {
  json::Object O{{"place", placeJson(C.Where)},
                 {"text", json::fixUTF8(C.Text)},
                 {"state", C.State}};
  if (!C.Reason.empty())
    O["reason"] = json::fixUTF8(C.Reason);
  if (!C.Needs.empty())
    O["needs"] = json::Array(C.Needs);
  return O;
}

static json::Array checksJson(llvm::ArrayRef<ExplainedCheck> Checks) {
  json::Array All;
  for (const ExplainedCheck &C : Checks)
    All.push_back(checkJson(C));
  return All;
}

static json::Array needsJson(const std::vector<Need> &Needs) {
  json::Array All;
  for (const Need &N : Needs)
    All.push_back(json::fixUTF8(describeNeed(N)));
  return All;
}

static json::Object toJson(const Explanation &E, StringRef Name) {
  json::Array Calls;
  for (const ExplainedCall &Call : E.Calls)
    Calls.push_back(json::Object{{"caller", Call.At.Caller},
                                 {"place", placeJson(Call.At.Where)},
                                 {"source", sourceLine(Call.At.Where)},
                                 {"asked", checksJson(Call.Asked)}});
  json::Object O{{"function", Name},
                 {"unit", json::fixUTF8(E.Of->Name)},
                 {"kind", E.Of->Kind},
                 {"addressTaken", E.Code.HasAddressTaken},
                 {"checks", checksJson(E.Checks)},
                 {"calls", std::move(Calls)}};
  if (E.Code.Where.isValid())
    O["place"] = placeJson(E.Code.Where);
  if (E.Answer) {
    O["needs"] = needsJson(E.Answer->Needs);
    O["openUnless"] = needsJson(E.Answer->OpenUnless);
    if (E.Answer->NotVerified)
      O["notVerified"] = json::fixUTF8(E.Answer->NotVerified->str());
  }
  return O;
}

//===----------------------------------------------------------------------===//
// The command
//===----------------------------------------------------------------------===//

/// "; did you mean 'copy_name'?", or nothing.
static std::string nearest(StringRef Name, const std::set<std::string> &Names) {
  const unsigned Most = 1 + unsigned(Name.size()) / 4;
  std::string Best;
  unsigned Least = Most + 1;
  for (const std::string &Other : Names)
    if (const unsigned Distance = Name.edit_distance(Other, true, Most);
        Distance < Least) {
      Least = Distance;
      Best = Other;
    }
  return Best.empty() ? "" : "; did you mean '" + Best + "'?";
}

static int failExplain(const llvm::Twine &Message) {
  errs() << "sooth-project: error: " << Message << '\n';
  return BadUsage;
}

static std::vector<Explanation> explainIn(llvm::ArrayRef<KnownUnit> Units,
                                          StringRef Name,
                                          std::set<std::string> &Names) {
  std::vector<Explanation> All;
  for (const KnownUnit &U : Units) {
    Explanation E{&U, {}, std::nullopt, {}, {}};
    for (const std::string &Part : U.Parts) {
      llvm::LLVMContext Context;
      llvm::SMDiagnostic Problem;
      if (auto M = llvm::parseIRFile(Part, Problem, Context))
        addCode(*M, Name, E.Code, Names);
    }
    if (!E.Code.IsThere)
      continue;
    if (auto R = readAnswer(U.Answer))
      addAnswers(*R, Name, E);
    All.push_back(std::move(E));
  }
  return All;
}

namespace {
struct ExplainOptions {
  std::string Build = ".", Results, Function;
  bool IsJson = false;
};
} // namespace

static llvm::Expected<ExplainOptions>
parseExplain(llvm::ArrayRef<const char *> Arguments) {
  ExplainOptions Line;
  for (size_t I = 0; I < Arguments.size(); ++I) {
    const StringRef Text = Arguments[I];
    const bool HasNext = I + 1 < Arguments.size();
    if (Text == "--json")
      Line.IsJson = true;
    else if (Text == "-p" && HasNext)
      Line.Build = Arguments[++I];
    else if (Text == "-o" && HasNext)
      Line.Results = Arguments[++I];
    else if (Text.starts_with("-") || !Line.Function.empty())
      return llvm::createStringError("explain does not know '" + Text + "'");
    else
      Line.Function = Text;
  }
  if (Line.Function.empty())
    return llvm::createStringError(
        "explain needs a function: sooth-project explain [--json] [-p build] "
        "[-o results] FUNCTION");
  if (Line.Results.empty())
    Line.Results = Line.Build + "/sooth-results";
  return Line;
}

int sooth::explain(llvm::ArrayRef<const char *> Arguments) {
  auto Line = parseExplain(Arguments);
  if (!Line)
    return failExplain(llvm::toString(Line.takeError()));
  auto Units = readUnits(Line->Results);
  if (!Units)
    return failExplain(llvm::toString(Units.takeError()));
  std::set<std::string> Names;
  const std::vector<Explanation> All = explainIn(*Units, Line->Function, Names);
  if (All.empty())
    return failExplain("there is no function '" + Line->Function +
                       "' in what was verified" +
                       nearest(Line->Function, Names));
  if (!Line->IsJson) {
    for (const Explanation &E : All)
      printExplanation(E, Line->Function);
    return 0;
  }
  json::Array Values;
  for (const Explanation &E : All)
    Values.push_back(toJson(E, Line->Function));
  outs() << llvm::formatv("{0:2}", json::Value(std::move(Values))) << '\n';
  return 0;
}
