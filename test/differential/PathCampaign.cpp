//===- PathCampaign.cpp - Interpolators on random paths -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every method gets every path; the validating decorator checks what it finds,
// and methods must agree about which paths are infeasible.
//
//===----------------------------------------------------------------------===//

#include "Campaign.h"
#include "RandomPath.h"

#include "sooth/Expr/SmtPrinter.h"
#include "sooth/Solver/Interpolator.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/raw_ostream.h"

#include <map>

using namespace sooth;
using namespace sooth::test;

namespace {
struct Method {
  const char *Name;
  std::unique_ptr<Interpolator> (*Create)(ExprContext &Ctx);
  unsigned Found = 0, Feasible = 0, Wrong = 0;
  double Seconds = 0;
  std::map<std::string, unsigned> Failed = {}; // by reason

  Interpolation run(ExprContext &Ctx, llvm::ArrayRef<Expr> Path, double Limit);
  /// Enters a result; true if it is wrong.
  bool enter(const Interpolation &R, Interpolation::Outcome Others);
  void print(llvm::raw_ostream &OS) const;
};
} // namespace

Interpolation Method::run(ExprContext &Ctx, llvm::ArrayRef<Expr> Path,
                          double Limit) {
  auto Tested = Create(Ctx);
  Budget B = Budget::seconds(Limit);
  ScopedTimer Timer(Seconds);
  return Tested->interpolate(Path, B);
}

bool Method::enter(const Interpolation &R, Interpolation::Outcome Others) {
  bool Agrees = Others == Interpolation::Outcome::Failed || R.What == Others;
  switch (R.What) {
  case Interpolation::Outcome::Interpolants:
    ++Found;
    break;
  case Interpolation::Outcome::Satisfiable:
    ++Feasible;
    break;
  case Interpolation::Outcome::Failed:
    Agrees = !R.IsWrong;
    if (Agrees)
      ++Failed[R.Why];
    break;
  }
  Wrong += !Agrees;
  return !Agrees;
}

void Method::print(llvm::raw_ostream &OS) const {
  OS << llvm::left_justify(Name, 20)
     << llvm::format("%6u interpolated %6u feasible %3u wrong %8.1f s", Found,
                     Feasible, Wrong, Seconds);
  for (auto &[Why, Count] : Failed)
    OS << ", " << Count << " failed: " << Why;
  OS << '\n';
}

unsigned sooth::test::runOnPaths(const Campaign &C, llvm::raw_ostream &OS) {
  Method Methods[] = {
      {"core forward",
       [](ExprContext &Ctx) {
         return createCoreInterpolator(Ctx, CoreInterpolation::Forward);
       }},
      {"core backward",
       [](ExprContext &Ctx) {
         return createCoreInterpolator(Ctx, CoreInterpolation::Backward);
       }},
      {"spacer", createSpacerInterpolator}};
  for (uint64_t Seed = C.FirstSeed; Seed <= C.LastSeed; ++Seed) {
    auto Known = Interpolation::Outcome::Failed;
    for (Method &M : Methods) {
      llvm::PrettyStackTraceFormat Where("seed %llu with %s",
                                         (unsigned long long)Seed, M.Name);
      ExprContext Ctx;
      std::vector<Expr> Path = randomPath(Ctx, Seed);
      Interpolation R = M.run(Ctx, Path, C.SecondsPerRun);
      R = validated(Path, std::move(R), Ctx, Budget::seconds(10));
      if (M.enter(R, Known)) {
        OS << "seed " << Seed << ": " << M.Name << ": " << R.Why << '\n';
        for (Expr Part : Path)
          OS << "  " << toSmt(Part) << '\n';
      }
      if (R.What != Interpolation::Outcome::Failed)
        Known = R.What;
    }
    OS.flush();
  }
  unsigned Wrong = 0;
  for (const Method &M : Methods) {
    M.print(OS);
    Wrong += M.Wrong;
  }
  return Wrong;
}
