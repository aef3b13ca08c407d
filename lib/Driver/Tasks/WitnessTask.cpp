//===- WitnessTask.cpp - Writing and judging witnesses --------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WitnessTask.h"

#include "ProgramTask.h"
#include "ProofsInC.h"
#include "Witness/Instrument.h"

#include "sooth/Driver/Processes/Supervisor.h"
#include "sooth/Driver/Report/Verdict.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

#include <ctime>
#include <set>

using namespace sooth;
using llvm::StringRef;
using AssertionStatus = AssertionReport::Status;
using Validation = Report::Validation;

//===----------------------------------------------------------------------===//
// Copies of sources
//===----------------------------------------------------------------------===//

SourceCopies::~SourceCopies() {
  for (const std::string &Path : Paths)
    llvm::sys::fs::remove(Path);
}

std::string SourceCopies::add(const std::string &Original, StringRef Text,
                              CompileOptions &How) {
  llvm::SmallString<64> Path;
  int Descriptor = 0;
  if (llvm::sys::fs::createTemporaryFile(
          "sooth", llvm::sys::path::extension(Original).drop_front(),
          Descriptor, Path))
    return "";
  Paths.push_back(Path.str().str());
  llvm::raw_fd_ostream OS(Descriptor, /*shouldClose=*/true);
  OS << Text;
  std::string Folder = llvm::sys::path::parent_path(Original).str();
  auto Flags = How.FlagsOfFile.find(Original);
  std::vector<std::string> Own = Flags == How.FlagsOfFile.end()
                                     ? std::vector<std::string>()
                                     : Flags->second;
  llvm::append_values(Own, "-iquote", Folder.empty() ? "." : Folder);
  How.FlagsOfFile[Paths.back()] = std::move(Own);
  return Paths.back();
}

std::vector<std::string>
SourceCopies::withOwnLines(llvm::ArrayRef<std::string> Files,
                           CompileOptions &How) {
  std::vector<std::string> Result;
  for (const std::string &File : Files) {
    auto Original = llvm::MemoryBuffer::getFile(File);
    auto S = SourceTokens::read(File);
    const bool IsOwn =
        !Original || !S || (*Original)->getBuffer() == StringRef(S->text());
    std::string Copy = IsOwn ? "" : add(File, withoutChange(*S, File), How);
    Result.push_back(Copy.empty() ? File : Copy);
  }
  return Result;
}

/// \p T on copies of its sources that \p Change has written. Fails if a file
/// cannot be changed.
static llvm::Expected<VerificationTask> taskOnCopies(
    const VerificationTask &T, SourceCopies &Copies,
    llvm::function_ref<llvm::Expected<std::string>(const SourceTokens &,
                                                   const std::string &)>
        Change) {
  makeScratchDirectory();
  VerificationTask Changed = T;
  Changed.WitnessPath.clear();
  Changed.ValidatePath.clear();
  Changed.HarnessPath.clear();
  Changed.ProofsAre = VerificationTask::Proofs::InModel;
  Changed.LinesOf = VerificationTask::Lines::OfOrigin;
  for (std::string &File : Changed.Files) {
    auto S = SourceTokens::read(File);
    if (!isCSource(File) || !S)
      return llvm::createStringError("'" + File + "' is no C source");
    auto Text = Change(*S, File);
    if (!Text)
      return Text.takeError();
    std::string Copy = Copies.add(File, *Text, Changed.Compile);
    if (Copy.empty())
      return llvm::createStringError("no temporary file can be written");
    File = Copy;
  }
  return Changed;
}

//===----------------------------------------------------------------------===//
// Invariants
//===----------------------------------------------------------------------===//

static llvm::Expected<VerificationTask>
copyWithInvariants(const VerificationTask &T, SourceCopies &Copies,
                   llvm::ArrayRef<WitnessInvariant> Invariants) {
  return taskOnCopies(T, Copies,
                      [&](const SourceTokens &S, const std::string &File) {
                        return withInvariants(S, File, Invariants);
                      });
}

static bool compiles(const VerificationTask &T) {
  return llvm::all_of(T.Files, [&](const std::string &File) {
    std::vector<std::string> Args = clangArguments(T.Compile, File, "-");
    Args.push_back("-fsyntax-only");
    const std::optional<StringRef> Silent[] = {std::nullopt, "", ""};
    constexpr unsigned MostSeconds = 20;
    return llvm::sys::ExecuteAndWait(
               Args[0], llvm::SmallVector<StringRef>(Args.begin(), Args.end()),
               std::nullopt, Silent, MostSeconds) == 0;
  });
}

void sooth::confirmClaims(const VerificationTask &T, const Budget &B,
                          Report &R) {
  auto Compiles = [&](CopyWithInvariants::Invariants All) {
    SourceCopies Copies;
    auto Changed = copyWithInvariants(T, Copies, All);
    if (Changed)
      return compiles(*Changed);
    llvm::consumeError(Changed.takeError());
    return false;
  };
  auto Verify = [&](CopyWithInvariants::Invariants All, const Budget &Own) {
    SourceCopies Copies;
    auto Changed = copyWithInvariants(T, Copies, All);
    if (!Changed)
      return Report::badInput(llvm::toString(Changed.takeError()));
    askAboutInvariantsAlone(*Changed);
    return runProgramTask(*Changed, Own);
  };
  confirmClaims({Compiles, Verify}, B, R);
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

/// What a proof without a property is of: the first check, or else that no
/// error is reached.
static CompetitionProperty provedProperty(const Report &R) {
  for (const AssertionReport &A : R.Assertions)
    if (auto About = propertyOf(A))
      return *About;
  AssertionReport Error;
  Error.What = {Failure::Kind::ErrorCall, "reach_error"};
  return *propertyOf(Error);
}

void sooth::addWitnessFile(const VerificationTask &T,
                           const std::optional<WitnessRun> &Run, Report &R) {
  WitnessFile W;
  setInputFiles(W, T.Files);
  W.Model = T.Compile.Model;
  std::optional<CompetitionProperty> About = T.Property;
  if (R.Outcome == Report::Status::Unsafe && Run) {
    W.What = WitnessFile::Kind::Violation;
    W.Waypoints = Run->Waypoints;
    if (!About)
      About = propertyOf(Run->Violated);
    else if (violatedProperty(*About, Run->Violated).empty())
      About.reset();
  } else if (R.Outcome == Report::Status::Safe ||
             R.Outcome == Report::Status::NothingToCheck) {
    W.What = WitnessFile::Kind::Correctness;
    // A witness cannot say what functions need.
    std::vector<LoopInvariant> Unconditional = R.InvariantInC;
    llvm::erase_if(Unconditional,
                   [](const LoopInvariant &I) { return !I.Needs.empty(); });
    W.Invariants = inWitness(Unconditional);
    if (!About)
      About = provedProperty(R);
    else if (verdict(*About, R) != "TRUE")
      About.reset();
  } else {
    About.reset();
  }
  if (!About) {
    R.Notes.push_back("no witness is written: there is no answer that its "
                      "format can tell");
    return;
  }
  W.Specification = About->Text;
  R.Outputs.push_back({T.WitnessPath, writeWitness(W, std::time(nullptr))});
}

//===----------------------------------------------------------------------===//
// Judging
//===----------------------------------------------------------------------===//

static Report judged(Validation What, std::string Why) {
  Report R = Report::done();
  R.Outcome = Report::Status::Unknown;
  R.Witness = What;
  R.WhyWitness = std::move(Why);
  return R;
}

/// The lines of the statement that a target names.
static std::pair<unsigned, unsigned> linesOfTarget(const VerificationTask &T,
                                                   const Waypoint &Target) {
  std::pair<unsigned, unsigned> Lines(Target.Where.Line, Target.Where.Line);
  for (const std::string &File : T.Files) {
    auto S = SourceTokens::read(File);
    if (!S || !isIn(Target.Where, File))
      continue;
    for (size_t I = S->find(Target.Where.Line, Target.Where.Column);
         I < S->tokens().size(); ++I) {
      Lines.second = S->tokens()[I].Line;
      if (S->is(I, ";") || S->is(I, "{") || S->is(I, "}"))
        break;
    }
  }
  return Lines;
}

/// Searches for a run that passes the waypoints.
static llvm::Expected<Report> searchRun(const VerificationTask &T,
                                        const WitnessFile &W,
                                        const CompetitionProperty &P,
                                        Straying How, const Budget &B) {
  SourceCopies Copies;
  auto Changed =
      taskOnCopies(T, Copies,
                   [&](const SourceTokens &S,
                       const std::string &File) -> llvm::Expected<std::string> {
                     auto Text = withWaypoints(S, File, W, How);
                     if (!Text || File != T.Files.front())
                       return Text;
                     return "int " + PassedName.str() + ";\n" + *Text;
                   });
  if (!Changed)
    return Changed.takeError();
  Changed->Compile.Functions.Assumptions.push_back(GoesOnName.str());
  Changed->Prepare.Gate = {PassedName.str(), unsigned(W.Waypoints.size() - 1)};
  const Waypoint &Target = W.Waypoints.back();
  const auto Lines = linesOfTarget(T, Target);
  Changed->Verifier.IsAsked = [=](const ErrorLocation &E) {
    AssertionReport A;
    A.What = E.What;
    A.Check = E.Check;
    return !violatedProperty(P, A).empty() &&
           isIn(Target.Where, E.Where.File) && Lines.first <= E.Where.Line &&
           E.Where.Line <= Lines.second;
  };
  Changed->Verifier.Until = VerifierOptions::Goal::FirstViolation;
  return runProgramTask(*Changed, B);
}

static Report judgeRun(const VerificationTask &T, const WitnessFile &W,
                       const CompetitionProperty &P, const Budget &B) {
  if (W.AvoidsSome)
    return judged(Validation::Unknown,
                  "waypoints that a run has to avoid are not supported");
  constexpr double Share = 0.6;
  std::string Reason;
  for (Straying How : {Straying::Ends, Straying::GoesOn}) {
    const bool IsFirst = How == Straying::Ends;
    const Budget Own = IsFirst ? B.share(Share) : B;
    auto Found = searchRun(T, W, P, How, Own);
    if (!Found)
      return judged(Validation::Rejected, llvm::toString(Found.takeError()));
    if (Found->Outcome == Report::Status::BadInput)
      return judged(Validation::Rejected,
                    "the compiler does not take its expressions");
    if (Found->Outcome == Report::Status::Unsafe)
      return judged(Validation::Confirmed, "");
    if (!IsFirst && (Found->Outcome == Report::Status::Safe ||
                     Found->Outcome == Report::Status::NothingToCheck))
      return judged(Validation::Rejected,
                    "no run passes its waypoints and violates the property at "
                    "its target");
    Reason = Found->Reason.str();
    if (castsDoubt(*Found))
      break;
  }
  return judged(Validation::Unknown, Reason);
}

static Report judgeInvariants(const VerificationTask &T, const WitnessFile &W,
                              const CompetitionProperty &P, const Budget &B) {
  SourceCopies Copies;
  auto Changed = copyWithInvariants(T, Copies, W.Invariants);
  if (!Changed)
    return judged(Validation::Rejected, llvm::toString(Changed.takeError()));
  askAboutInvariants(*Changed);
  Changed->Verifier.IsAsked = [=](const ErrorLocation &E) {
    return E.Where.Line >= FirstAddedLine || isAbout(P, E.What, E.Check);
  };
  Report R = runProgramTask(*Changed, B);
  if (R.Outcome == Report::Status::BadInput)
    return judged(Validation::Rejected,
                  "the compiler does not take its expressions");
  for (const AssertionReport &A : R.Assertions) {
    if (A.Outcome != AssertionStatus::Unsafe)
      continue;
    if (A.Where.Line < FirstAddedLine)
      return judged(Validation::Rejected, "the program violates the property");
    const WitnessInvariant &I = W.Invariants[A.Where.Line - FirstAddedLine];
    return judged(Validation::Rejected,
                  "'" + I.Value + "' does not hold at " + I.Where.str());
  }
  if (R.Outcome == Report::Status::Safe ||
      R.Outcome == Report::Status::NothingToCheck)
    return judged(P.What == CompetitionProperty::Kind::MemCleanup
                      ? Validation::Unknown
                      : Validation::Confirmed,
                  "");
  return judged(Validation::Unknown, R.Reason.str());
}

/// Which file has another text than the witness is about; empty if none has.
static std::string changedFile(const VerificationTask &T,
                               const WitnessFile &W) {
  for (const std::string &File : T.Files) {
    const std::string Hash = hashOfFile(File);
    if (!W.Hashes.empty() && llvm::none_of(W.Hashes, [&](const auto &H) {
          return H.second == Hash;
        }))
      return File;
  }
  return "";
}

Report sooth::validateWitness(const VerificationTask &T, const Budget &B) {
  auto W = readWitness(T.ValidatePath);
  if (!W)
    return Report::badInput("sooth: error: " + llvm::toString(W.takeError()) +
                            "\n");
  if (std::string File = changedFile(T, *W); !File.empty())
    return judged(Validation::Rejected,
                  "it is about another text of '" + File + "'");
  const CompetitionProperty P =
      T.Property ? *T.Property : readProperty(W->Specification);
  if (P.What == CompetitionProperty::Kind::Other)
    return judged(Validation::Unknown,
                  "its property is not supported: " + W->Specification);
  VerificationTask Asked = T;
  askAbout(P, Asked);
  return W->What == WitnessFile::Kind::Violation
             ? judgeRun(Asked, *W, P, B)
             : judgeInvariants(Asked, *W, P, B);
}
