//===- ChosenInputs.cpp - The inputs of a run, by place -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Execute/ChosenInputs.h"

#include "CLibrary/LibraryResults.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/Support/xxhash.h"

#include <random>

using namespace sooth;
using llvm::APFloat;
using llvm::APInt;

static uint64_t mix(uint64_t Hash, llvm::StringRef Text) {
  return llvm::xxh3_64bits((std::to_string(Hash) + " " + Text).str());
}

uint64_t sooth::withCall(uint64_t Calls, const SourceLocation &Site) {
  return mix(Calls, Site.str());
}

uint64_t sooth::inputKey(llvm::StringRef Function, const SourceLocation &Where,
                         uint64_t Calls) {
  return mix(mix(Calls, Where.str()), Function);
}

/// The bits of a number that looks like one of \p Semantics.
static APInt floatBits(const llvm::fltSemantics &Semantics,
                       std::mt19937_64 &Random) {
  const bool Negative = Random() % 2;
  switch (Random() % 8) {
  case 0:
    return APFloat::getZero(Semantics, Negative).bitcastToAPInt();
  case 1:
    return APFloat::getInf(Semantics, Negative).bitcastToAPInt();
  case 2:
    return APFloat::getLargest(Semantics, Negative).bitcastToAPInt();
  default: {
    APFloat Number(Semantics);
    Number.convertFromAPInt(APInt(64, Random() % (1u << Random() % 20)),
                            /*IsSigned=*/false, APFloat::rmNearestTiesToEven);
    if (Negative)
      Number.changeSign();
    return scalbn(Number, -int(Random() % 5), APFloat::rmNearestTiesToEven)
        .bitcastToAPInt();
  }
  }
}

static const llvm::fltSemantics *semanticsOf(unsigned Width) {
  switch (Width) {
  case 32:
    return &APFloat::IEEEsingle();
  case 64:
    return &APFloat::IEEEdouble();
  case 80:
    return &APFloat::x87DoubleExtended();
  default:
    return nullptr;
  }
}

APInt ChosenInputs::value(uint64_t Key, unsigned Count, unsigned Width,
                          llvm::StringRef Function) const {
  // What a run prefers: small numbers, those mentioned, or any.
  std::mt19937_64 Random(mix(Seed, std::to_string(Key)) +
                         (Are == AtPlace::Various ? Count : 0));
  auto Choose = [&]() -> APInt {
    auto Small = [&](uint64_t Below) {
      return APInt(64, Random() % Below - Below / 4, /*isSigned=*/true)
          .sextOrTrunc(Width);
    };
    const auto *Semantics = semanticsOf(Width);
    if (Width == 80)
      return floatBits(*Semantics, Random); // Not all bits are a number.
    switch ((Random() + Seed) % 6) {
    case 0:
      return Small(8);
    case 1:
      return Small(200);
    case 2:
      if (!Numbers.empty())
        return Numbers[Random() % Numbers.size()].sextOrTrunc(Width) +
               APInt(64, Random() % 3 - 1, /*isSigned=*/true)
                   .sextOrTrunc(Width);
      return Small(8);
    case 3: {
      const APInt Ends[] = {APInt::getSignedMaxValue(Width),
                            APInt::getSignedMinValue(Width),
                            APInt::getMaxValue(Width), APInt(Width, 0)};
      return Ends[Random() % 4];
    }
    case 4:
      if (Semantics && llvm::StringRef(Function).contains("nondet_"))
        return floatBits(*Semantics, Random);
      [[fallthrough]];
    default: {
      const uint64_t Words[] = {Random(), Random()};
      return APInt(Width, Words);
    }
    }
  };
  APInt Chosen = Choose();
  auto Range = resultRange(Function);
  if (!Range || !llvm::isIntN(Width, Range->Least) ||
      !llvm::isIntN(Width, Range->Most) || Width > 64)
    return Chosen;
  const uint64_t Size = uint64_t(Range->Most - Range->Least) + 1;
  const uint64_t In = Size ? Chosen.getZExtValue() % Size : 0;
  return APInt(Width, uint64_t(Range->Least) + In, /*isSigned=*/true);
}
