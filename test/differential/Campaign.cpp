//===- Campaign.cpp - Many seeds, many engines ----------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Campaign.h"

#include "sooth/Transform/Cfa/CfaToTs.h"
#include "sooth/Transform/Cfa/Slice.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/raw_ostream.h"

using namespace sooth;
using namespace sooth::test;

void Tally::enter(const AnyResult &R, llvm::StringRef Complaint,
                  uint64_t Seed) {
  if (!Complaint.empty()) {
    ++Wrong;
  } else if (R.isUnknown()) {
    ++Unknown;
    UnknownSeeds.push_back(Seed);
  } else {
    ++(R.isSafe() ? Safe : Unsafe);
  }
}

void Tally::add(const Tally &Other) {
  Safe += Other.Safe;
  Unsafe += Other.Unsafe;
  Unknown += Other.Unknown;
  Wrong += Other.Wrong;
  Seconds += Other.Seconds;
}

static void print(llvm::raw_ostream &OS, llvm::StringRef Name, const Tally &T) {
  double Percent = T.total() ? 100.0 * T.Unknown / T.total() : 0;
  OS << llvm::left_justify(Name, 20)
     << llvm::format("%6u safe %6u unsafe %5u unknown (%.1f%%) %3u wrong "
                     "%8.1f s",
                     T.Safe, T.Unsafe, T.Unknown, Percent, T.Wrong, T.Seconds);
  if (!T.UnknownSeeds.empty())
    OS << "  unknown:";
  for (size_t I = 0; I < T.UnknownSeeds.size() && I < 8; ++I)
    OS << ' ' << T.UnknownSeeds[I];
  OS << '\n';
}

void sooth::test::writeModel(
    const Campaign &C, llvm::StringRef Kind, uint64_t Seed, bool Unsafe,
    llvm::StringRef Suffix,
    llvm::function_ref<void(llvm::raw_ostream &)> Write) {
  const std::string Path = (C.Folder + "/" + Kind + "-" + llvm::Twine(Seed) +
                            (Unsafe ? "-unsafe." : "-safe.") + Suffix)
                               .str();
  std::error_code Error;
  llvm::raw_fd_ostream OS(Path, Error);
  if (Error)
    llvm::report_fatal_error(llvm::Twine(Path) + ": " + Error.message(),
                             /*gen_crash_diag=*/false);
  Write(OS);
}

AnyResult sooth::test::answer(const TestedEngine &E, const Cfa &C,
                              Encoding Size, const Budget &B) {
  if (E.CreateOnCfa) {
    TransformedCfa Sliced = slice(C);
    return Sliced.Back->back(E.CreateOnCfa()->check(Sliced.Model, B));
  }
  TransformedCfa Blocks = applyAll(
      C, {slice, [&](const Cfa &Part) { return encodeBlocks(Part, Size); }});
  TransformedTs Ts = toTransitionSystem(Blocks.Model);
  llvm::SmallVector<Expr, 8> Bad;
  for (const Property &P : Ts.Model.properties())
    Bad.push_back(P.Bad);
  TsResult R =
      E.Create()->check(Ts.Model, {"errors", C.context().mkOr(Bad), {}}, B);
  if (R.isUnsafe())
    return CfaResult::unsafe(Blocks.Back->back(Ts.Back->back(R.trace())));
  if (R.isSafe() && R.invariant().K == 1)
    return CfaResult::safe(Blocks.Back->back(Ts.Back->back(R.invariant())));
  return R;
}

unsigned sooth::test::runCampaign(
    const Campaign &C, llvm::raw_ostream &OS,
    llvm::function_ref<void(uint64_t, const TestedEngine &, Tally &)> Run) {
  std::vector<Tally> Tallies(C.Engines.size());
  for (uint64_t Seed = C.FirstSeed; Seed <= C.LastSeed; ++Seed)
    for (size_t I = 0; I < C.Engines.size(); ++I) {
      const TestedEngine &Listed = C.Engines[I];
      const TestedEngine &E = Listed.OfSeed ? Listed.OfSeed(Seed) : Listed;
      llvm::PrettyStackTraceFormat Where(
          "seed %llu with %s", (unsigned long long)Seed, E.Name.c_str());
      Run(Seed, E, Tallies[I]);
      OS.flush();
    }
  Tally Sum;
  for (size_t I = 0; I < C.Engines.size(); ++I) {
    print(OS, C.Engines[I].Name, Tallies[I]);
    Sum.add(Tallies[I]);
  }
  OS << C.LastSeed - C.FirstSeed + 1 << " seeds: " << Sum.Safe << " safe, "
     << Sum.Unsafe << " unsafe, " << Sum.Unknown << " unknown, " << Sum.Wrong
     << " wrong\n";
  return Sum.Wrong;
}
