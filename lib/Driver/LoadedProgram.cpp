//===- LoadedProgram.cpp - From a module to a model -----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoadedProgram.h"

#include "sooth/Frontend/LLVM/Vocabulary.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace sooth;

llvm::Expected<EncodedProgram> sooth::loadProgram(ExprContext &Ctx,
                                                  llvm::Module &M,
                                                  const PrepareOptions &Options,
                                                  const EncodeOptions &How) {
  if (llvm::Error E = prepareModule(M, Options))
    return std::move(E);
  return encodeCfa(Ctx, *M.getFunction(Options.Entry), How);
}

VerifiedProgram sooth::verifyLoaded(ExprContext &Ctx,
                                    const llvm::Function &Entry,
                                    EncodedProgram &Program, const Budget &B,
                                    const VerifierOptions &O) {
  VerifiedProgram Result = verifyProgram(*Program.Model, B, O);
  const Report &R = Result.Answer;
  bool MayDepend = R.Outcome == Report::Status::Unknown &&
                   R.Reason.Help == Remedy::JoinedMembers;
  if (!MayDepend || Program.HowMembers == Members::Joined || B.exhausted())
    return Result;
  auto Joined = encodeCfa(Ctx, Entry, {.HowMembers = Members::Joined});
  if (!Joined) {
    llvm::consumeError(Joined.takeError());
    return Result;
  }
  VerifiedProgram Other = verifyProgram(*Joined->Model, B, O);
  if (Other.Answer.Outcome == Report::Status::Unknown)
    return Result;
  Program = std::move(*Joined);
  return Other;
}

llvm::Expected<ModularProgram>
sooth::loadModular(ExprContext &Ctx, llvm::Module &M,
                   const PrepareOptions &Options) {
  if (llvm::Error E = prepareModule(M, Options))
    return std::move(E);
  return encodeModular(Ctx, *M.getFunction(Options.Entry));
}

unsigned sooth::countAssertions(const llvm::Module &M) {
  unsigned Count = 0;
  for (const llvm::Function &F : M)
    for (const llvm::Instruction &I : llvm::instructions(F))
      if (auto *Call = llvm::dyn_cast<llvm::CallBase>(&I)) {
        CalleeKind Kind = classify(*Call);
        Count += Kind == CalleeKind::Error || Kind == CalleeKind::Assert ||
                 Kind == CalleeKind::MemoryCheck;
      }
  return Count;
}

UnknownReason sooth::reasonOf(llvm::Error E) {
  UnknownReason R{UnknownReason::Kind::Unsupported, "", {}};
  handleAllErrors(
      std::move(E),
      [&](const UnsupportedError &U) {
        R.Text = U.what();
        R.Where = U.where();
      },
      [&](const llvm::ErrorInfoBase &Other) { R.Text = Other.message(); });
  return R;
}
