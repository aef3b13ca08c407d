//===- Calls.cpp - Calls of Structured Text as edges
//--------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Encoder.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using namespace sooth::st;
using Section = Variable::Section;

/// Whether control stops somewhere in \p E.
bool Encoder::hasLoop(const Expression &E) const {
  return (E.Callee && E.Callee->HasLoop) ||
         llvm::any_of(E.Operands, [&](auto &O) { return hasLoop(*O); }) ||
         llvm::any_of(E.Arguments,
                      [&](auto &A) { return A.Value && hasLoop(*A.Value); });
}

namespace {
/// What an argument is before the call.
struct Passed {
  const Argument *Of;
  std::vector<Expr> Vals;  ///< of an input
  std::optional<Place> At; ///< of what the callee changes
};
} // namespace

/// Slots for what the unit does not keep.
Encoder::Frame Encoder::frameOf(const Unit &U, std::optional<Place> Instance) {
  Frame New{&U, std::move(Instance), {}, std::nullopt};
  for (const auto &V : U.Variables) {
    const bool IsElsewhere = V->Where == Section::External ||
                             V->Where == Section::InOut ||
                             (New.Instance && V->isKept());
    if (!IsElsewhere)
      New.Own[V.get()] = addSlots(*V, /*IsKept=*/false, "");
  }
  if (llvm::any_of(U.Body, [](auto &S) { return S->MayLeave; }))
    New.Returned = B.add(Ctx.falseExpr());
  return New;
}

std::vector<Expr> Encoder::call(const Unit &U,
                                const std::vector<Argument> &Arguments,
                                std::optional<Place> Instance) {
  M.Executed.insert(&U);
  const size_t Before = B.size();
  std::deque<Passed> All;
  std::deque<CycleBuilder::Hold> Held;
  auto HoldPlace = [&](Place &P) {
    for (Place::Index &I : P.Indices)
      Held.emplace_back(B, I.Val);
  };
  if (Instance)
    HoldPlace(*Instance);
  for (const Argument &A : Arguments) {
    Passed &P = All.emplace_back(Passed{&A, {}, {}});
    if (A.Parameter->Where == Section::Input) {
      P.Vals = evalAll(*A.Value);
      for (Expr &Val : P.Vals)
        Held.emplace_back(B, Val);
    } else if (A.Value) {
      P.At = placeOf(*A.Value);
      HoldPlace(*P.At);
    }
  }
  Frame New = frameOf(U, Instance);
  for (Passed &P : All)
    if (P.Of->Parameter->Where == Section::InOut)
      New.Own[P.Of->Parameter] = *P.At;
  Frames.push_back(std::move(New));
  for (Passed &P : All)
    if (P.Of->Parameter->Where == Section::Input)
      assign(placeOf(*P.Of->Parameter), P.Vals, P.Of->Where);
  run(U.Body);
  // Outputs are looked up here, and put where the caller says.
  for (Passed &P : All)
    if (P.Of->IsOutput && P.At) {
      const Type *From = P.Of->Parameter->Ty;
      const Place Parameter = placeOf(*P.Of->Parameter);
      P.Vals.clear();
      for (unsigned I = 0; I < From->Leaves; ++I)
        P.Vals.push_back(read(Parameter, I));
      if (From->isElementary())
        P.Vals[0] = convert(P.Vals[0], From, P.At->Ty, P.Of->Where);
    }
  std::vector<Expr> Result;
  if (U.Result)
    for (unsigned I = 0; I < U.ResultType->Leaves; ++I)
      Result.push_back(read(placeOf(*U.Result), I));
  Frames.pop_back();
  for (Passed &P : All)
    if (P.Of->IsOutput && P.At)
      assign(*P.At, P.Vals, P.Of->Where);
  B.dropTo(Before);
  return Result;
}
