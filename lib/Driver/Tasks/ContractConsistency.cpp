//===- ContractConsistency.cpp - Whether a contract lets runs begin -----===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContractConsistency.h"

#include "EntryVerification.h"
#include "Programs/ArbitraryGlobals.h"

#include "sooth/Driver/Processes/Supervisor.h"
#include "sooth/Frontend/LLVM/Passes/ApplyContracts.h"
#include "sooth/Support/WorkerPool.h"

#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace sooth;

/// Clauses are short; what takes longer is not found out.
static constexpr double MostSecondsOfCheck = 3;
static constexpr uint64_t MostMBOfCheck = 800;

std::optional<bool> sooth::excludesAllRuns(const llvm::Module &M,
                                           llvm::StringRef Entry,
                                           GlobalsAre How,
                                           const VerificationTask &T,
                                           const Budget &B) {
  const llvm::Function *Old = M.getFunction(Entry);
  if (!Old || !hasContract(*Old))
    return false;
  std::unique_ptr<llvm::Module> Copy = llvm::CloneModule(M);
  llvm::Expected<llvm::Function *> Begins = makeBeginning(
      *Copy, *Copy->getFunction(Entry),
      T.Prepare.Memory.count(MemoryProperty::Attribute) ? Attributes::Count
                                                        : Attributes::Ignored);
  if (!Begins) {
    llvm::consumeError(Begins.takeError()); // it is told as of other programs
    return false;
  }
  if (!*Begins)
    return false;
  if (How == GlobalsAre::Anything)
    makeGlobalsArbitrary(**Begins, ProgramGlobals(M));
  VerificationTask Here = T;
  Here.Prepare.Entry = (*Begins)->getName();
  Here.Prepare.Memory.clear();
  Here.Prepare.followCalls();
  Here.Outside = Environment::Any;
  Here.Verifier.IsAsked = nullptr;
  const Budget Own = B.child(MostSecondsOfCheck);
  auto Ignore = [](const VerifiedModel &, const VerifiedProgram &, Report &) {};
  const Report R =
      runSupervised(Own, {.MemoryMB = WorkerPool::withOwn(MostMBOfCheck)}, [&] {
        LoadedPrograms OfCopy;
        return verifyToOneDepth(*Copy, Here, Own, Ignore, OfCopy);
      });
  if (R.Outcome == Report::Status::Unknown)
    return std::nullopt;
  return R.Outcome == Report::Status::Safe;
}

UnknownReason sooth::reasonOfContradiction(llvm::StringRef Function) {
  return {UnknownReason::Kind::Unsupported,
          Cause::quote("no run begins with all that '" + Function.str() +
                       "' requires")};
}
