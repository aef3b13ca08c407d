//===- EntryVerification.cpp - Verifying from one function --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EntryVerification.h"

#include "Programs/Deepening.h"
#include "Programs/ReachableCode.h"

#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace sooth;

namespace {
class EntryVerification {
public:
  EntryVerification(const llvm::Module &Program, const VerificationTask &T,
                    VerifiedListener OnVerified)
      : Program(Program), T(T), OnVerified(OnVerified),
        Written(countAssertions(Program)) {}
  Report verify(const BoundRecursionOptions &Recursion, const Budget &Own,
                LoadedPrograms &Known);
  Report prove(const Budget &Own, ContractEffort Effort);

private:
  const llvm::Module &Program;
  const VerificationTask &T;
  VerifiedListener OnVerified;
  unsigned Written;
  double EncodeSeconds = 0;
};
} // namespace

EncodeOptions sooth::encodeOptions(const VerificationTask &T) {
  return {.HowMembers = T.HowMembers,
          .Outside = T.Outside.value_or(Environment::Any),
          .TakesKept = T.TakesKept};
}

static bool isFaulty(const VerificationTask &T) {
  return (T.FaultEntry.empty() || T.FaultEntry == T.Prepare.Entry) &&
         (!T.FaultOutside || T.FaultOutside == T.Outside);
}

Report EntryVerification::verify(const BoundRecursionOptions &Recursion,
                                 const Budget &Own, LoadedPrograms &Known) {
  PrepareOptions How = T.Prepare;
  How.Recursion = Recursion;
  auto Loaded = [&] {
    ScopedTimer Timer(EncodeSeconds);
    return Known.get(Program, How, encodeOptions(T));
  }();
  if (!Loaded)
    return Report::unknown(reasonOf(Loaded.takeError()));
  VerifierOptions O = T.Verifier;
  if (!isFaulty(T))
    O.Engines.Injected = InjectedFault::None;
  if (T.Prepare.Memory.empty() &&
      !reachesAssertion(*Program.getFunction(T.Prepare.Entry)))
    O.Deeper = VerifierOptions::DeeperRuns::Harmless;
  if (!Loaded->encoded().HasOutside && !Loaded->encoded().HasSummaries &&
      !Loaded->encoded().HasKept)
    O.LeavesFailuresToCallers = false;
  VerifiedProgram Verified =
      Loaded->verify(budgetFor(Loaded->model(), Recursion, Own), O);
  Report R = std::move(Verified.Answer);
  R.Written = Written;
  R.Environment = Loaded->encoded().Environment;
  R.HasOutside = Loaded->encoded().HasOutside;
  R.HasSummaries = Loaded->encoded().HasSummaries;
  R.HasStrings = Loaded->encoded().HasStrings;
  R.HasCounts = Loaded->encoded().HasCounts;
  R.HasKept = Loaded->encoded().HasKept;
  R.SecondsToEncode = EncodeSeconds;
  R.Figures.set("time.encode.seconds", EncodeSeconds);
  OnVerified({Program, Loaded->model(), How, encodeOptions(T), Own,
              O.LeavesFailuresToCallers
                  ? VerifiedModel::Violations::LeftToCallers
                  : VerifiedModel::Violations::Reported},
             Verified, R);
  return R;
}

/// Without a bound on recursion.
Report EntryVerification::prove(const Budget &Own, ContractEffort Effort) {
  PrepareOptions How = T.Prepare;
  How.Recursion.Depth = 0;
  ExprContext Ctx;
  std::unique_ptr<llvm::Module> Copy = llvm::CloneModule(Program);
  auto Modular = loadModular(Ctx, *Copy, How);
  if (!Modular)
    return Report::unknown(reasonOf(Modular.takeError()));
  Report R = proveByContracts(*Modular, Own, T.Verifier, Effort);
  R.Written = Written;
  return R;
}

Report sooth::verifyFromEntry(const llvm::Module &Program,
                              const VerificationTask &T, const Budget &B,
                              VerifiedListener OnVerified) {
  EntryVerification V(Program, T, OnVerified);
  const Recursion Has = hasRecursion(*Program.getFunction(T.Prepare.Entry))
                            ? Recursion::Some
                            : Recursion::None;
  return verifyDeepening(
      T.RecursionDepth, Has, T.Verifier.Until, B,
      [&](const BoundRecursionOptions &Recursion, const Budget &Own) {
        LoadedPrograms OfDepth;
        return V.verify(Recursion, Own, OfDepth);
      },
      [&](const Budget &Own, ContractEffort Effort) {
        return V.prove(Own, Effort);
      });
}

Report sooth::verifyToOneDepth(const llvm::Module &Program,
                               const VerificationTask &T, const Budget &B,
                               VerifiedListener OnVerified,
                               LoadedPrograms &Known) {
  BoundRecursionOptions Recursion;
  Recursion.Depth = T.RecursionDepth.value_or(1);
  VerificationTask Here = T;
  Here.Verifier.HurriesAfterDepth = true;
  return EntryVerification(Program, Here, OnVerified)
      .verify(Recursion, B, Known);
}
