//===- AigerSimulator.cpp - Runs of bit-level hardware --------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Check/AigerSimulator.h"

#include "llvm/ADT/BitVector.h"

using namespace sooth;

CheckResult sooth::simulate(const AigerModel &M, unsigned Bad,
                            const AigerRun &R) {
  using Start = AigerModel::Latch::Start;
  for (size_t I = 0; I < M.Latches.size(); ++I)
    if (M.Latches[I].Reset != Start::Any &&
        R.Latches[I] != (M.Latches[I].Reset == Start::One))
      return CheckResult::refuted("latch " + std::to_string(I) +
                                  " does not start like this");
  llvm::BitVector Values(M.numVariables());
  auto IsTrue = [&](AigLiteral L) { return Values[L / 2] != bool(L % 2); };
  std::vector<bool> Latches = R.Latches;
  for (size_t Step = 0; Step < R.Inputs.size(); ++Step) {
    for (size_t I = 0; I < M.Inputs.size(); ++I)
      Values[1 + I] = R.Inputs[Step][I];
    for (size_t I = 0; I < M.Latches.size(); ++I)
      Values[M.firstLatch() + I] = Latches[I];
    for (size_t G = 0; G < M.Gates.size(); ++G)
      Values[M.firstGate() + G] = IsTrue(M.Gates[G].A) && IsTrue(M.Gates[G].B);
    for (AigLiteral C : M.Constraints)
      if (!IsTrue(C))
        return CheckResult::refuted("a constraint does not hold in step " +
                                    std::to_string(Step));
    for (size_t I = 0; I < M.Latches.size(); ++I)
      Latches[I] = IsTrue(M.Latches[I].Next);
  }
  if (!IsTrue(M.Bads[Bad].Cond))
    return CheckResult::refuted("the last state is not bad");
  return CheckResult::confirmed();
}
