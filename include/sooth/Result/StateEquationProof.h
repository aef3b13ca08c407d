//===- StateEquationProof.h - Why no marking satisfies a goal -----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A proof that no reachable marking satisfies a goal: a tree whose nodes
// narrow down what the Parikh image y of a firing sequence to the goal could
// be, until nothing is left. lib/Check verifies it from the net and the goal
// alone.
//
// Along a path from the root a context grows: rows, numbered from 0 in the
// order in which they are added, and disjunctions, numbered likewise. It
// starts with m(p) ≥ 0 for each place p in order, as a row over y by
// m = m₀ + C·y; then, if UsesNupn, m(U) ≤ 1 for each unit U in order; then the
// goal is asserted. To assert a formula, which is expanded
// (PetriFormula::expanded), is to
//   - add the row "0 ≥ 1" for False, and nothing for True;
//   - add the row of a constraint; a disequality is asserted as the disjunction
//     of "less" and "greater" (which is "at least" where 2^63, the next number,
//     cannot be said in 64 bits);
//   - assert the parts of a conjunction in order;
//   - add a disjunction.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_RESULT_STATEEQUATIONPROOF_H
#define SOOTH_RESULT_STATEEQUATIONPROOF_H

#include "sooth/Model/PetriNet.h"
#include "sooth/Solver/LinearProblem.h"

#include <memory>

namespace sooth {

struct StateEquationProof {
  struct Node;
  using NodeRef = std::unique_ptr<Node>;

  /// Transition t has more than Times firings in y, for at least one member.
  struct Member {
    TransitionId Transition;
    int64_t Times;
  };
  struct WeightedPlace {
    PlaceId Place;
    int64_t Weight;
  };

  struct Node {
    enum class Kind {
      /// The rows contradict each other: Certificate.
      Farkas,
      /// Rows, disjunctions and lemmas have no solution in the integers; ask a
      /// solver.
      Integers,
      /// Children[0] has the row Σ Terms ≤ Bound, Children[1] the row
      /// Σ Terms ≥ Bound + 1.
      Split,
      /// Children[i] has the i-th part of disjunction number Index asserted.
      Choice,
      /// Before a member of Group fires once more than its Times for the first
      /// time, there must be enough tokens on Places. Let λ be the weights of
      /// Places, K the sum of all Times. Children[0] has the row
      /// Σ y(Group) ≤ K, Children[1] the rows Σ y(Group) ≥ K + 1 and
      ///   λm₀ + Σ_{t ∈ Group} max(0, λC(t))·Times(t)
      ///       + Σ_{t ∉ Group} max(0, λC(t))·y(t) ≥ min_{t ∈ Group} λw⁻(t).
      /// With one child only, nothing is split: the child has the lemma "the
      /// row of Children[0] or the rows of Children[1]", for Integers leaves.
      FirstFiring,
      /// The same for the net that runs backwards from the final marking:
      ///   λm₀ + Σ_{t ∈ Group} max(0, -λC(t))·Times(t) + λC·y
      ///       + Σ_{t ∉ Group} max(0, -λC(t))·y(t) ≥ min_{t ∈ Group} λw⁺(t).
      LastFiring,
      /// Every member has an inhibitor arc from Places[0] (weight ignored),
      /// which must have got rid of tokens. Children as for FirstFiring, with
      ///   m₀(p) - Σ_{t ∈ Group} max(0, -C(p,t))·Times(t)
      ///       - Σ_{t ∉ Group} max(0, -C(p,t))·y(t)
      ///       ≤ max_{t ∈ Group} (inhibitor weight - 1).
      Inhibited,
      /// Places (weights ignored) are a trap with a token in m₀: whoever
      /// consumes from it produces on it. Children[0] has the row
      /// Σ m(Places) ≥ 1.
      Trap,
      /// The rows y(t) ≥ Vector(t) for each t with Vector(t) > 0, and
      /// Σ y ≤ Σ Vector, are there: y is Vector. But no firing sequence has
      /// this Parikh image.
      Unrealizable
    };
    Kind What = Kind::Integers;
    FarkasCertificate Certificate;
    std::vector<RowTerm> Terms;
    int64_t Bound = 0;
    unsigned Index = 0;
    std::vector<Member> Group;
    std::vector<WeightedPlace> Places;
    std::vector<int64_t> Vector;
    std::vector<NodeRef> Children;
  };

  NodeRef Root;
  bool UsesNupn = false;

  StateEquationProof() = default;
  StateEquationProof(StateEquationProof &&) = default;
  StateEquationProof &operator=(StateEquationProof &&) = default;
  /// Long chains of nodes are freed without recursion.
  ~StateEquationProof();

  size_t size() const;
};

} // namespace sooth

#endif
