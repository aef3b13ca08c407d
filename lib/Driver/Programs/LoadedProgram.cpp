//===- LoadedProgram.cpp - From a module to a model -----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoadedProgram.h"

#include "ReachableCode.h"

#include "sooth/Driver/Replay/Harness.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "sooth/Frontend/LLVM/Passes/UnrollLoops.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace sooth;

llvm::Expected<LoadedProgram> LoadedProgram::load(ExprContext &Ctx,
                                                  const llvm::Module &Compiled,
                                                  const PrepareOptions &Options,
                                                  const EncodeOptions &How) {
  std::shared_ptr<const llvm::Module> Prepared;
  return load(Ctx, Compiled, Options, How, Prepared);
}

llvm::Expected<LoadedProgram>
LoadedProgram::load(ExprContext &Ctx, const llvm::Module &Compiled,
                    const PrepareOptions &Options, const EncodeOptions &How,
                    std::shared_ptr<const llvm::Module> &Prepared) {
  LoadedProgram P(Compiled, Options, How);
  const auto Start = Budget::Clock::now();
  if (!Prepared) {
    std::shared_ptr<llvm::Module> Copy = llvm::CloneModule(Compiled);
    if (llvm::Error E = prepareModule(*Copy, Options))
      return std::move(E);
    Prepared = std::move(Copy);
  }
  P.Prepared = Prepared;
  const auto WhenPrepared = Budget::Clock::now();
  auto Encoded = encodeCfa(Ctx, *P.Prepared->getFunction(Options.Entry), How);
  if (!Encoded)
    return Encoded.takeError();
  P.Encoded = std::move(*Encoded);
  const auto End = Budget::Clock::now();
  using Seconds = std::chrono::duration<double>;
  P.LoadSeconds = Seconds(End - Start).count();
  P.EncodeSeconds = Seconds(End - WhenPrepared).count();
  return std::move(P);
}

llvm::Expected<LoadedProgram &>
LoadedPrograms::get(const llvm::Module &Compiled, const PrepareOptions &Options,
                    const EncodeOptions &How) {
  for (const auto &Known : Encodings)
    if (Known->How == How)
      return *Known->Program;
  auto New = std::make_unique<Encoding>();
  New->How = How;
  auto Loaded = LoadedProgram::load(New->Ctx, Compiled, Options, How, Prepared);
  if (!Loaded)
    return Loaded.takeError();
  New->Program = std::move(*Loaded);
  MostSeconds = std::max(MostSeconds, New->Program->secondsToEncode());
  Encodings.push_back(std::move(New));
  return *Encodings.back()->Program;
}

/// Runs longer than this are told as they were found.
static constexpr unsigned MaxStorySteps = 100000;

/// Tells runs of a program with copied loops in terms of the loops.
VerifiedProgram LoadedProgram::verify(const EncodedProgram &P, const Budget &B,
                                      VerifierOptions O) {
  std::optional<LoadedProgram> Uncopied;
  auto Load = [&] {
    PrepareOptions WithLoops = Options;
    WithLoops.Loops = PrepareOptions::Loops::AsWritten;
    EncodeOptions Same = How;
    Same.HowMembers = P.HowMembers;
    auto Loaded = load(P.Model->context(), *Compiled, WithLoops, Same);
    if (Loaded)
      Uncopied = std::move(*Loaded);
    else
      llvm::consumeError(Loaded.takeError());
  };
  // To load it again takes as long as it took, and there is more to tell.
  auto HasTime = [&] {
    return B.remainingSeconds().value_or(Budget::Unlimited) > 2 * LoadSeconds;
  };
  if (hasCopiedLoops(*Prepared))
    O.Tell = [&](const Cfa &C, const CfaTrace &T,
                 const AssertionReport &Violated) {
      if (!Uncopied && HasTime())
        Load();
      if (Uncopied)
        if (auto Run = replay(Uncopied->model(), recordRun(C, T), Violated,
                              MaxStorySteps))
          return tellStory(Uncopied->model(), Run->Trace);
      return tellStory(C, T);
    };
  O.MayFollow = [&P](LocationId Limit, LocationId Error) {
    auto Known = P.MayFollow.find(Limit);
    return Known == P.MayFollow.end() || Known->second->test(Error);
  };
  if (&P == &Encoded)
    O.Progress = &Progress;
  return verifyProgram(*P.Model, B, O);
}

VerifiedProgram LoadedProgram::verify(const Budget &B,
                                      const VerifierOptions &O) {
  VerifiedProgram Result = verify(Encoded, B, O);
  const Report &R = Result.Answer;
  bool MayDepend = R.Outcome == Report::Status::Unknown &&
                   (R.Help == Remedy::JoinedMembers ||
                    R.Reason.Help == Remedy::JoinedMembers);
  if (!MayDepend || Encoded.HowMembers == Members::Joined || B.exhausted())
    return Result;
  EncodeOptions Other = How;
  Other.HowMembers = Members::Joined;
  auto Joined = encodeCfa(model().context(),
                          *Prepared->getFunction(Options.Entry), Other);
  if (!Joined) {
    llvm::consumeError(Joined.takeError());
    return Result;
  }
  VerifiedProgram OfJoined = verify(*Joined, B, O);
  if (OfJoined.Answer.Outcome == Report::Status::Unknown)
    return Result;
  Encoded = std::move(*Joined);
  Progress = {};
  return OfJoined;
}

llvm::Expected<ModularProgram>
sooth::loadModular(ExprContext &Ctx, llvm::Module &M,
                   const PrepareOptions &Options) {
  if (llvm::Error E = prepareModule(M, Options))
    return std::move(E);
  return encodeModular(Ctx, *M.getFunction(Options.Entry));
}

static unsigned countAssertions(const llvm::Function &F) {
  unsigned Count = 0;
  for (const llvm::Instruction &I : llvm::instructions(F))
    if (auto *Call = llvm::dyn_cast<llvm::CallBase>(&I)) {
      CalleeKind Kind = classify(*Call);
      Count += Kind == CalleeKind::Error || Kind == CalleeKind::Assert ||
               Kind == CalleeKind::MemoryCheck;
    }
  return Count;
}

unsigned sooth::countAssertions(const llvm::Module &M) {
  unsigned Count = 0;
  for (const llvm::Function &F : M)
    if (!isLibraryModel(F))
      Count += ::countAssertions(F);
  return Count;
}

bool sooth::reachesAssertion(const llvm::Function &Entry) {
  const ReachableCode Reached(&Entry);
  return llvm::any_of(*Entry.getParent(), [&](const llvm::Function &F) {
    return Reached.contains(F) && ::countAssertions(F) > 0;
  });
}

UnknownReason sooth::reasonOf(llvm::Error E) {
  UnknownReason R{UnknownReason::Kind::Unsupported};
  handleAllErrors(
      std::move(E),
      [&](const UnsupportedError &U) {
        R.Why = U.why();
        R.Where = U.where();
      },
      [&](const llvm::ErrorInfoBase &Other) {
        R.Why = Cause::quote(Other.message());
      });
  return R;
}
