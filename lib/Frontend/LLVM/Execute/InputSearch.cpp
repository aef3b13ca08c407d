//===- InputSearch.cpp - Inputs that runs are tried with ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InputSearch.h"

#include "llvm/Support/MathExtras.h"

using namespace sooth;

/// One to three of them.
void InputSearch::change(Inputs &I) {
  for (unsigned Left = 1 + Random() % 3; Left > 0 && !I.empty(); --Left) {
    const size_t At = Random() % I.size();
    const unsigned Width = I[At].getBitWidth();
    switch (Random() % 5) {
    case 0: // the rest is new
      I.resize(At, llvm::APInt(1, 0));
      break;
    case 1: // left out
      I.erase(I.begin() + At);
      break;
    case 2: { // again
      const size_t Count = std::min<size_t>(1 + Random() % 4, I.size() - At);
      const Inputs Part(I.begin() + At, I.begin() + At + Count);
      I.insert(I.begin() + At, Part.begin(), Part.end());
      break;
    }
    case 3:
      I[At] += llvm::APInt(64, Random() % 3 - 1, /*isSigned=*/true)
                   .sextOrTrunc(Width);
      break;
    default:
      I[At] = ChosenInputs(Random(), ChosenInputs::AtPlace::Various, Numbers)
                  .value(0, 0, Width, "");
      break;
    }
  }
}

void InputSearch::beginRun() {
  ++Seed;
  ZerosFollow = false;
  Given.clear();
  Planned.clear();
  if (Kept.empty() || Random() % 4 == 0)
    return;
  // The last ones come furthest.
  const size_t Recent = std::min<size_t>(Kept.size(), 8);
  Planned = Random() % 2 ? Kept[Kept.size() - 1 - Random() % Recent]
                         : Kept[Random() % Kept.size()];
  change(Planned);
}

llvm::APInt InputSearch::next(unsigned Width, llvm::StringRef Function) {
  const size_t At = Given.size();
  const bool IsPlanned =
      At < Planned.size() && Planned[At].getBitWidth() == Width;
  Given.push_back(
      IsPlanned ? Planned[At]
      : ZerosFollow
          ? llvm::APInt(Width, 0)
          : ChosenInputs(Seed, ChosenInputs::AtPlace::Various, Numbers)
                .value(At, unsigned(At), Width, Function));
  return Given.back();
}

void InputSearch::goes(const void *From, const void *To) {
  const size_t Way = ((reinterpret_cast<uintptr_t>(From) >> 4) * 31 ^
                      (reinterpret_cast<uintptr_t>(To) >> 4)) %
                     Seen.size();
  if (Now[Way]++ == 0)
    Ways.push_back(uint32_t(Way));
}

bool InputSearch::endRun() {
  bool IsNew = false;
  for (uint32_t Way : Ways) {
    const uint32_t Often = 1u << llvm::Log2_32(Now[Way]);
    IsNew |= (Seen[Way] & Often) == 0;
    Seen[Way] |= Often;
    Now[Way] = 0;
  }
  Ways.clear();
  if (IsNew)
    Kept.push_back(Given);
  return IsNew;
}
