//===- LargeBlock.cpp - Large-block encoding of automata ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Transform/Cfa/LargeBlock.h"

#include "BlockBuilder.h"
#include "Remap.h"

#include "sooth/Expr/Evaluator.h"
#include "sooth/Transform/Cfa/Slice.h"

using namespace sooth;

namespace {
/// Traces come back by taking original edges whose guards hold, from the
/// concrete state at one cutpoint to the next.
class LargeBlockBack final : public CfaBackTranslation {
public:
  LargeBlockBack(const Cfa &C, LiveVariables Live)
      : C(C), Live(std::move(Live)) {}

  CfaTrace back(const CfaTrace &T) const override;
  CfaInvariant back(const CfaInvariant &I) const override;

  std::vector<LocationId> Locations;                   // new to old
  std::vector<Edge> Composed;                          // with old locations
  std::vector<std::map<EdgeId, BlockBuilder::Part>> Blocks; // by new source
  std::vector<LocationId> BlockOf;                          // by new edge

private:
  using Steps = std::vector<CfaTrace::Step>;
  struct Frame {
    LocationId Loc;
    Valuation State;
    unsigned NextEdge = 0;
  };
  bool replay(const CfaTrace::Step &S, Valuation &State, const Valuation &After,
              Steps &Out) const;
  bool agree(LocationId L, const Valuation &A, const Valuation &B) const;

  const Cfa &C;
  LiveVariables Live;
};
} // namespace

static Value valueOf(const Valuation &V, Expr Var) {
  auto It = V.find(Var);
  return It == V.end() ? Value::zero(Var.sort()) : It->second;
}

/// The state after \p E, from a state that may define inputs as well.
static Valuation apply(const Edge &E, const Valuation &State,
                       const Valuation &Inputs) {
  Valuation Env = State, Result = State;
  for (const Input &In : E.Inputs)
    Env[In.Var] = valueOf(Inputs, In.Var);
  Evaluator Eval(Env);
  for (const Update &U : E.Updates)
    Result[U.Var] = Eval(U.Val);
  return Result;
}

CfaTrace LargeBlockBack::back(const CfaTrace &T) const {
  CfaTrace Result;
  Result.Initial = T.Initial;
  Valuation Large = T.Initial, Small = T.Initial;
  for (const CfaTrace::Step &S : T.Steps) {
    Large = apply(Composed[S.Taken], Large, S.Inputs);
    if (!replay(S, Small, Large, Result.Steps))
      break; // Not a run of the large blocks; what we have is not one either.
  }
  return Result;
}

bool LargeBlockBack::agree(LocationId L, const Valuation &A,
                           const Valuation &B) const {
  for (unsigned V : Live.at(L).set_bits())
    if (Expr Var = C.variables()[V].Var; valueOf(A, Var) != valueOf(B, Var))
      return false;
  return true;
}

bool LargeBlockBack::replay(const CfaTrace::Step &S, Valuation &State,
                            const Valuation &After, Steps &Out) const {
  const Edge &Large = Composed[S.Taken];
  const std::map<EdgeId, BlockBuilder::Part> &Parts = Blocks[BlockOf[S.Taken]];
  size_t Start = Out.size();
  Evaluator Choice(S.Inputs);
  std::vector<Frame> Stack{{Large.Source, State}};
  while (!Stack.empty()) {
    Frame &F = Stack.back();
    if (F.NextEdge == C.outgoing(F.Loc).size()) {
      Stack.pop_back();
      if (Out.size() > Start)
        Out.pop_back();
      continue;
    }
    EdgeId Id = C.outgoing(F.Loc)[F.NextEdge++];
    auto It = Parts.find(Id);
    if (It == Parts.end() ||
        (It->second.Selector && !Choice.isTrue(It->second.Selector)))
      continue;
    const Edge &E = C.edge(Id);
    Valuation Inputs, Env = F.State;
    for (auto [Original, Shared] : It->second.Inputs)
      Inputs[Original] = valueOf(S.Inputs, Shared);
    for (const auto &[Var, Val] : Inputs)
      Env[Var] = Val;
    if (!Evaluator(Env).isTrue(E.Guard))
      continue;
    Valuation Next = apply(E, F.State, Inputs);
    if (E.Target == Large.Target && agree(E.Target, Next, After)) {
      Out.push_back({Id, std::move(Inputs)});
      State = std::move(Next);
      return true;
    }
    // On through the block, which ends at the first cutpoint.
    bool Inside = false;
    for (EdgeId O : C.outgoing(E.Target))
      Inside |= Parts.contains(O);
    if (!Inside || E.Target == Large.Source)
      continue;
    Out.push_back({Id, std::move(Inputs)});
    Stack.push_back({E.Target, std::move(Next)});
  }
  return false;
}

CfaInvariant LargeBlockBack::back(const CfaInvariant &I) const {
  CfaInvariant Result;
  Result.ForAll = I.ForAll;
  for (const auto &[Loc, Formula] : I.Formulas)
    Result.Formulas[Locations[Loc]] = Formula;
  return Result;
}

/// One edge per pair of neighbouring cutpoints. Variables that are dead at a
/// location keep some value there; dropDeadUpdates() settles which. Requires a
/// pruned automaton.
static TransformedCfa composeRegions(const Cfa &C, Cutpoints Cuts) {
  LiveVariables Live(C);
  Cfa Result = copyVariables(C);
  std::vector<LocationId> NewOf(C.locations().size(), ~0u);
  auto Back = std::make_unique<LargeBlockBack>(C, Live);
  for (LocationId L : Cuts.Cut.set_bits()) {
    // The cycles through it may be gone when guards are composed; they still
    // have to be cut in the original.
    Location Copy = C.location(L);
    Copy.What = Location::Role::Cutpoint;
    NewOf[L] = Result.addLocation(std::move(Copy));
    Back->Locations.push_back(L);
  }
  Result.setEntry(NewOf[C.entry()]);
  for (const ErrorLocation &E : C.errors())
    Result.addError(E.at(NewOf[E.Loc]));
  for (LocationId L : Cuts.Cut.set_bits()) {
    BlockBuilder R(C, Cuts, Live, L);
    for (const Edge &E : R.composed()) {
      Edge New = copyEdge(E);
      New.Source = NewOf[E.Source];
      New.Target = NewOf[E.Target];
      Back->Composed.push_back(E);
      Back->BlockOf.push_back(Back->Blocks.size());
      Result.addEdge(std::move(New));
    }
    Back->Blocks.push_back(R.takeParts());
  }
  return {std::move(Result), std::move(Back)};
}

/// What follows a branch is cut, too: two ways between the same cutpoints
/// would become one edge.
static void cutBranchesAndJoins(const Cfa &C, Cutpoints &Cuts) {
  for (LocationId L = 0; L < C.locations().size(); ++L) {
    if (C.incoming(L).size() != 1 || C.outgoing(L).size() != 1)
      Cuts.Cut.set(L);
    if (C.outgoing(L).size() > 1)
      for (EdgeId E : C.outgoing(L))
        Cuts.Cut.set(C.edge(E).Target);
  }
}

TransformedCfa sooth::encodeBlocks(const Cfa &C, Encoding E) {
  if (E == Encoding::Small)
    return applyAll(C, {pruneLocations, dropDeadUpdates});
  auto Compose = [E](const Cfa &A) {
    Cutpoints Cuts(A);
    if (E == Encoding::Straight)
      cutBranchesAndJoins(A, Cuts);
    return composeRegions(A, std::move(Cuts));
  };
  return applyAll(C,
                  {pruneLocations, Compose, pruneLocations, dropDeadUpdates});
}
