//===- Schedule.cpp - Several configurations of CEGAR ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Configurations take turns, each going on where it was: first for a short
// time each, then for twice that time, and so on. One that ends without an
// answer though it had time has nothing more to say. Shares depend on the task;
// test/bench/results/cegar.md has the measurements behind them.
//
//===----------------------------------------------------------------------===//

#include "CegarRun.h"

#include "sooth/Transform/Cfa/ControlVariables.h"
#include "sooth/Transform/Cfa/Slice.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace sooth;
using namespace sooth::cegar;

namespace {
class CegarSchedule final : public CfaEngine {
public:
  explicit CegarSchedule(CegarOptions::Picture Draw) : Draw(Draw) {}
  llvm::StringRef name() const override { return "cegar"; }
  CfaResult check(const Cfa &C, const Budget &B) override;
  void report(Statistics &S) const override;

private:
  struct Member {
    CegarOptions Options;
    double Share = 1;                        // length of its turns
    std::unique_ptr<CegarRun> Run = nullptr; // once it has had a turn
    std::optional<UnknownReason> Ended = std::nullopt;
  };
  CfaResult takeTurns(std::vector<Member> &Members, Encodings &Encoded,
                      const Budget &B, Member *&Last);

  CegarOptions::Picture Draw;
  Statistics Figures;
};
} // namespace

/// Whether more than half of the variables are control variables.
static bool isMostlyControl(const Cfa &C) {
  return 2 * controlVariables(C).size() > C.variables().size();
}

/// Values first, and longest: they have the answer most often, and know early
/// if they have none. With them control is unfolded, with predicates it is not:
/// there each location would learn the same by itself. Where most variables are
/// computed, predicates get as much time.
static std::vector<std::pair<CegarOptions, double>>
chooseConfigurations(const Cfa &C) {
  using Domain = DomainKind;
  using Refinement = CegarOptions::RefinementKind;
  using Control = CegarOptions::ControlVariables;
  CegarOptions Values = {.Domain = Domain::Explicit,
                         .MaxEnum = 50,
                         .Refinement = Refinement::Core,
                         .Control = Control::Unfolded};
  CegarOptions Predicates = {.Domain = Domain::Cartesian};
  CegarOptions Both = {.Domain = Domain::Product,
                       .MaxEnum = 10,
                       .Refinement = Refinement::Core,
                       .Control = Control::Unfolded};
  CegarOptions ClassicalValues = {.Domain = Domain::Explicit,
                                  .MaxEnum = std::nullopt,
                                  .Refinement = Refinement::Core,
                                  .Blocks = Encoding::Small};
  CegarOptions Cubes = {.Domain = Domain::Split,
                        .Refinement = Refinement::BackwardBinary};
  double OfPredicates = isMostlyControl(C) ? 1 : 4;
  return {{Values, 4},
          {Predicates, OfPredicates},
          {Both, 1},
          {ClassicalValues, 1},
          {Cubes, 1}};
}

/// A turn is no shorter than it took to encode the program.
CfaResult CegarSchedule::takeTurns(std::vector<Member> &Members,
                                   Encodings &Encoded, const Budget &B,
                                   Member *&Last) {
  double Turn = 0.5;
  if (auto Left = B.remainingSeconds())
    Turn = std::clamp(*Left / 60, 0.1, 0.5);
  for (;; Turn *= 2) {
    bool AnyLeft = false;
    for (Member &M : Members) {
      if (M.Ended)
        continue;
      if (std::optional<Exhausted> Why = B.exhausted())
        return CfaResult::unknown(reasonOf(*Why));
      Last = &M;
      if (!M.Run) {
        double Seconds = 0;
        {
          ScopedTimer Timer(Seconds);
          M.Run = std::make_unique<CegarRun>(Encoded.get(M.Options), M.Options);
        }
        Turn = std::max(Turn, Seconds);
      }
      CfaResult R = M.Run->run(B.child(Turn * M.Share),
                               [&](std::string What) { progress(What); });
      if (R.isConclusive())
        return R;
      if (R.reason().What == UnknownReason::Kind::Timeout)
        AnyLeft = true;
      else
        M.Ended = R.reason();
    }
    if (!AnyLeft)
      return CfaResult::unknown(*Members.front().Ended);
  }
}

CfaResult CegarSchedule::check(const Cfa &C, const Budget &B) {
  TransformedCfa Sliced = slice(C);
  Encodings Encoded(Sliced.Model);
  std::vector<Member> Members;
  for (auto &[O, Share] : chooseConfigurations(Sliced.Model)) {
    O.Draw = Draw;
    Members.push_back({std::move(O), Share});
  }
  Member *Last = nullptr;
  CfaResult R = takeTurns(Members, Encoded, CegarRun::timeFor(Draw, B), Last);
  for (Member &M : Members)
    if (M.Run)
      M.Run->report(Figures);
  if (Last && Draw != CegarOptions::Picture::None && listener())
    listener()->picture(name(), Last->Run->picture());
  return Sliced.Back->back(R);
}

void CegarSchedule::report(Statistics &S) const {
  for (const auto &[Name, Value] : Figures.values())
    S.add(Name, Value);
}

std::unique_ptr<CfaEngine>
sooth::createCegarSchedule(CegarOptions::Picture Draw) {
  return std::make_unique<CegarSchedule>(Draw);
}
