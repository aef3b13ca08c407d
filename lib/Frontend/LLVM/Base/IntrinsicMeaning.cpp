//===- IntrinsicMeaning.cpp - What LLVM's intrinsics mean -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Base/IntrinsicMeaning.h"

#include "llvm/IR/Function.h"
#include "llvm/IR/IntrinsicsX86.h"

using namespace llvm;
using namespace sooth;

std::optional<IntrinsicMeaning> sooth::listedMeaning(Intrinsic::ID Id) {
  switch (Id) {
#define SOOTH_INTRINSIC(NAME, MEANING)                                         \
  case Intrinsic::NAME:                                                        \
    return IntrinsicMeaning::MEANING;
#include "Intrinsics.def"
  default:
    return std::nullopt;
  }
}

static IntrinsicMeaning machineMeaning(const Function &F) {
  switch (F.getIntrinsicID()) {
  // There is one thread, and caches are not seen.
  case Intrinsic::x86_sse2_pause:
  case Intrinsic::x86_sse2_lfence:
  case Intrinsic::x86_sse2_mfence:
  case Intrinsic::x86_sse_sfence:
  case Intrinsic::x86_sse2_clflush:
  case Intrinsic::x86_clflushopt:
    return IntrinsicMeaning::Ignored;
  // They have "side effects" because what they tell is another thing each time.
  case Intrinsic::x86_rdtsc:
  case Intrinsic::x86_rdtscp:
  case Intrinsic::x86_rdpmc:
  case Intrinsic::x86_rdrand_16:
  case Intrinsic::x86_rdrand_32:
  case Intrinsic::x86_rdrand_64:
  case Intrinsic::x86_rdseed_16:
  case Intrinsic::x86_rdseed_32:
  case Intrinsic::x86_rdseed_64:
    return IntrinsicMeaning::Result;
  default:
    bool IsHarmless = F.getMemoryEffects().onlyAccessesArgPointees() &&
                      !F.doesNotReturn();
    return IsHarmless ? IntrinsicMeaning::Result : IntrinsicMeaning::Refused;
  }
}

IntrinsicMeaning sooth::intrinsicMeaning(const Function &F) {
  if (auto Listed = listedMeaning(F.getIntrinsicID()))
    return *Listed;
  // A name that starts with "llvm." and is no intrinsic of this LLVM's.
  if (F.getIntrinsicID() == Intrinsic::not_intrinsic)
    return IntrinsicMeaning::Refused;
  return machineMeaning(F);
}
