//===- CegarRun.cpp - One configuration on one program --------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CegarRun.h"

#include "ArgPicture.h"

#include "sooth/Transform/Cfa/Slice.h"
#include "sooth/Transform/Cfa/UnfoldControl.h"

using namespace sooth;
using namespace sooth::cegar;

static TransformedCfa encode(const Cfa &C, Encoding E) {
  return applyAll(C, {slice, [E](const Cfa &A) { return encodeBlocks(A, E); }});
}

/// Control is unfolded on large blocks, whatever the encoding: smaller ones
/// would have a location for each value and place.
static TransformedCfa encodeUnfolded(const Cfa &C) {
  auto Large = [](const Cfa &A) { return encodeBlocks(A, Encoding::Large); };
  auto Unfold = [](const Cfa &A) { return unfoldControl(A); };
  return applyAll(C, {slice, Large, Unfold, Large});
}

const TransformedCfa &Encodings::get(const CegarOptions &O) {
  bool Unfold = O.Control == CegarOptions::ControlVariables::Unfolded;
  auto &Known = Made[Unfold ? std::nullopt : std::optional(O.Blocks)];
  if (!Known)
    Known = std::make_unique<TransformedCfa>(Unfold ? encodeUnfolded(C)
                                                    : encode(C, O.Blocks));
  return *Known;
}

CfaResult CegarRun::run(const Budget &B,
                        llvm::function_ref<void(std::string)> Tell) {
  CfaResult R = Loop.run(B, [&](const CegarLoop &L) {
    Tell(std::to_string(L.refiner().statistics().Refinements) +
         " refinements, " + std::to_string(L.graph().size()) + " nodes, " +
         std::to_string(L.precision().numVariables()) + " variables, " +
         std::to_string(L.precision().numPredicates()) + " predicates");
  });
  return Encoded.Back->back(R);
}

Budget CegarRun::timeFor(CegarOptions::Picture Draw, const Budget &B) {
  return Draw == CegarOptions::Picture::None ? B : B.share(0.9);
}

void CegarRun::report(Statistics &S) const {
  const Refiner::Statistics &Refined = Loop.refiner().statistics();
  const Domain::Statistics &Stepped = Loop.domain().statistics();
  S.add("cegar.refinements", Refined.Refinements);
  S.add("cegar.counterexamples", Refined.Counterexamples);
  S.add("cegar.escalations", Refined.Escalations);
  S.add("cegar.paths.edges", Refined.PathLength);
  S.add("cegar.feasibility.seconds", Refined.FeasibilitySeconds);
  S.add("cegar.interpolation.seconds", Refined.InterpolationSeconds);
  S.add("cegar.steps", Stepped.Steps);
  S.add("cegar.steps.queries", Stepped.Queries);
  S.add("cegar.steps.exceeded", Stepped.Exceeded);
  S.add("cegar.steps.solver.seconds", Stepped.SolverSeconds);
  S.add("cegar.nodes", Loop.graph().numNodes());
  S.set("cegar.locations", Encoded.Model.locations().size());
  S.set("cegar.nodes.last", Loop.graph().size());
  S.set("cegar.tracked.variables", Loop.precision().numVariables());
  S.set("cegar.tracked.predicates", Loop.precision().numPredicates());
}

std::string CegarRun::picture() {
  auto Draw = O.Draw == CegarOptions::Picture::Dot ? drawDot : drawHtml;
  return Draw(Encoded.Model, Loop.graph(), Loop.table());
}
