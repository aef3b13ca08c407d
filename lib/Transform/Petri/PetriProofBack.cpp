//===- PetriProofBack.cpp - Proofs for reduced nets, for the net itself ---===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Places and transitions that are left are those of the original net, so that a
// proof only has to be renumbered. Whether it still is one depends on the
// transitions that were dropped, which now occur in every row. Those that were
// irrelevant, useless or dominated fit: where a proof counts tokens that are
// wanted, they bring none, or no more than another one does. Dead ones need
// not.
//
//===----------------------------------------------------------------------===//

#include "sooth/Transform/Petri/PetriReduction.h"

using namespace sooth;
using Node = StateEquationProof::Node;

namespace {
/// Numbers of the reduced net in terms of the original.
struct Renumbering {
  std::vector<PlaceId> Places;
  std::vector<TransitionId> Transitions;
  size_t OriginalPlaces, OriginalTransitions;

  /// Rows begin with one for each place.
  unsigned row(unsigned Row) const {
    return Row < Places.size() ? Places[Row]
                               : Row + OriginalPlaces - Places.size();
  }
  /// Without its children.
  Node rename(const Node &N) const;
};
} // namespace

Node Renumbering::rename(const Node &N) const {
  Node Result;
  Result.What = N.What;
  Result.Bound = N.Bound;
  Result.Index = N.Index;
  for (const FarkasCertificate::Entry &E : N.Certificate.Entries)
    Result.Certificate.Entries.push_back({row(E.Row), E.Multiplier});
  for (const RowTerm &T : N.Terms)
    Result.Terms.push_back({Transitions[T.Variable], T.Coefficient});
  for (const StateEquationProof::Member &M : N.Group)
    Result.Group.push_back({Transitions[M.Transition], M.Times});
  for (const StateEquationProof::WeightedPlace &P : N.Places)
    Result.Places.push_back({Places[P.Place], P.Weight});
  if (!N.Vector.empty())
    Result.Vector.resize(OriginalTransitions, 0);
  for (size_t T = 0; T < N.Vector.size(); ++T)
    Result.Vector[Transitions[T]] = N.Vector[T];
  return Result;
}

std::optional<StateEquationProof>
PetriReduction::back(const PetriNet &Original,
                     const StateEquationProof &P) const {
  if (End != Ending::AsItIs || !Prefix.empty() || P.UsesNupn || !P.Root)
    return std::nullopt;
  Renumbering To{
      {}, {}, Original.places().size(), Original.transitions().size()};
  for (const PetriPlace &Place : Net.places())
    To.Places.push_back(*Original.findPlace(Place.Id));
  for (const FiringSequence &Word : Words) {
    if (Word.size() != 1)
      return std::nullopt;
    To.Transitions.push_back(Word.front());
  }
  StateEquationProof Result;
  // No recursion: proofs may be deep.
  std::vector<std::pair<const Node *, StateEquationProof::NodeRef *>> Work{
      {P.Root.get(), &Result.Root}};
  while (!Work.empty()) {
    auto [From, Target] = Work.back();
    Work.pop_back();
    *Target = std::make_unique<Node>(To.rename(*From));
    (*Target)->Children.resize(From->Children.size());
    for (size_t C = 0; C < From->Children.size(); ++C)
      Work.push_back({From->Children[C].get(), &(*Target)->Children[C]});
  }
  return Result;
}
