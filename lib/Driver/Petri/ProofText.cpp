//===- ProofText.cpp - Evidence about nets as JSON ------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProofText.h"

#include "sooth/Result/MarkingSet.h"
#include "sooth/Result/StateEquationProof.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"

using namespace sooth;
using llvm::StringRef;
using Node = StateEquationProof::Node;
namespace json = llvm::json;

static std::string lineOf(json::Object O) {
  std::string Text;
  llvm::raw_string_ostream(Text) << json::Value(std::move(O)) << '\n';
  return Text;
}

static json::Array pairOf(uint64_t Number, json::Value With) {
  return json::Array{Number, std::move(With)};
}

//===----------------------------------------------------------------------===//
// Nets and goals
//===----------------------------------------------------------------------===//

static json::Array arcs(llvm::ArrayRef<PetriArc> Arcs) {
  json::Array All;
  for (const PetriArc &A : Arcs)
    All.push_back(pairOf(A.Place, A.Weight));
  return All;
}

std::string sooth::netText(const PetriNet &N) {
  json::Array Places, Transitions;
  for (const PetriPlace &P : N.places())
    Places.push_back(
        json::Object{{"id", json::fixUTF8(P.Id)}, {"initial", P.Initial}});
  for (const PetriTransition &T : N.transitions()) {
    json::Object O{{"id", json::fixUTF8(T.Id)},
                   {"inputs", arcs(T.Inputs)},
                   {"outputs", arcs(T.Outputs)}};
    if (!T.Inhibitors.empty())
      O["inhibitors"] = arcs(T.Inhibitors);
    Transitions.push_back(std::move(O));
  }
  json::Object O{{"places", std::move(Places)},
                 {"transitions", std::move(Transitions)}};
  if (N.nupn() && N.nupn()->Safe) {
    json::Array Units;
    for (const NupnUnit &U : N.nupn()->Units)
      Units.push_back(json::Object{{"places", json::Array(U.Places)},
                                   {"subunits", json::Array(U.Subunits)}});
    O["safeUnits"] = std::move(Units);
    O["rootUnit"] = N.nupn()->Root;
  }
  return lineOf(std::move(O));
}

static StringRef nameOf(Relation R) {
  switch (R) {
  case Relation::LessEqual:
    return "<=";
  case Relation::GreaterEqual:
    return ">=";
  case Relation::Equal:
    return "=";
  case Relation::NotEqual:
    return "!=";
  }
  llvm_unreachable("unknown relation");
}

/// Of an expanded formula.
static json::Value encodeFormula(const PetriFormula &F) {
  json::Array Parts;
  switch (F.kind()) {
  case PetriFormula::Kind::True:
  case PetriFormula::Kind::False:
    return F.kind() == PetriFormula::Kind::True;
  case PetriFormula::Kind::Constraint: {
    const LinearConstraint &C = F.linear();
    for (const LinearTerm &T : C.Terms)
      Parts.push_back(pairOf(T.Place, T.Coefficient));
    return json::Object{{"sum", std::move(Parts)},
                        {"relation", nameOf(C.Rel)},
                        {"bound", C.Bound}};
  }
  case PetriFormula::Kind::And:
  case PetriFormula::Kind::Or:
    for (const PetriFormula &Part : F.parts())
      Parts.push_back(encodeFormula(Part));
    return json::Object{
        {F.kind() == PetriFormula::Kind::And ? "and" : "or", std::move(Parts)}};
  case PetriFormula::Kind::Not:
  case PetriFormula::Kind::Deadlock:
    break;
  }
  llvm_unreachable("not an expanded formula");
}

//===----------------------------------------------------------------------===//
// Proofs
//===----------------------------------------------------------------------===//

static StringRef nameOf(Node::Kind K) {
  switch (K) {
  case Node::Kind::Farkas:
    return "farkas";
  case Node::Kind::Integers:
    return "integers";
  case Node::Kind::Split:
    return "split";
  case Node::Kind::Choice:
    return "choice";
  case Node::Kind::FirstFiring:
    return "first-firing";
  case Node::Kind::LastFiring:
    return "last-firing";
  case Node::Kind::Inhibited:
    return "inhibited";
  case Node::Kind::Trap:
    return "trap";
  case Node::Kind::Unrealizable:
    return "unrealizable";
  }
  llvm_unreachable("unknown kind");
}

/// In one proof.
static constexpr size_t MostNumbers = 10'000'000;

/// Without its children.
static json::Object encodeNode(const Node &N) {
  json::Object O{{"kind", nameOf(N.What)}};
  json::Array Rows, Terms, Group, Places, Times;
  for (const FarkasCertificate::Entry &E : N.Certificate.Entries)
    Rows.push_back(pairOf(E.Row, E.Multiplier));
  for (const RowTerm &T : N.Terms)
    Terms.push_back(pairOf(T.Variable, T.Coefficient));
  for (const StateEquationProof::Member &M : N.Group)
    Group.push_back(pairOf(M.Transition, M.Times));
  for (const StateEquationProof::WeightedPlace &P : N.Places)
    Places.push_back(pairOf(P.Place, P.Weight));
  for (auto [T, Number] : llvm::enumerate(N.Vector))
    if (Number != 0)
      Times.push_back(pairOf(T, Number));
  if (N.What == Node::Kind::Farkas)
    O["rows"] = std::move(Rows);
  if (N.What == Node::Kind::Split) {
    O["terms"] = std::move(Terms);
    O["bound"] = N.Bound;
  }
  if (N.What == Node::Kind::Choice)
    O["index"] = N.Index;
  if (N.What == Node::Kind::Unrealizable)
    O["times"] = std::move(Times);
  if (!Group.empty())
    O["group"] = std::move(Group);
  if (!Places.empty())
    O["places"] = std::move(Places);
  return O;
}

/// A list of nodes, from the root on, which name their children by their
/// numbers: chains are long, and readers of JSON have limits of depth. Nothing
/// if they are too many.
static std::optional<json::Array> nodes(const StateEquationProof &P) {
  std::vector<const Node *> Order{P.Root.get()};
  json::Array All;
  size_t Size = 0;
  for (size_t I = 0; I < Order.size(); ++I) {
    const Node &N = *Order[I];
    Size += 4 + N.Certificate.Entries.size() + N.Terms.size() + N.Group.size() +
            N.Places.size() + N.Vector.size();
    if (Size > MostNumbers)
      return std::nullopt;
    json::Object O = encodeNode(N);
    json::Array Children;
    for (const StateEquationProof::NodeRef &Child : N.Children) {
      Children.push_back(Order.size());
      Order.push_back(Child.get());
    }
    if (!Children.empty())
      O["children"] = std::move(Children);
    All.push_back(std::move(O));
  }
  return All;
}

/// Each with the places that have tokens, and how many.
static json::Array markings(const PetriNet &N, const MarkingSet &Set) {
  json::Array All;
  Marking M(N.places().size());
  for (uint32_t I = 0; I < Set.size(); ++I) {
    Set.get(I, M);
    json::Array Tokens;
    for (auto [P, Count] : llvm::enumerate(M))
      if (Count != 0)
        Tokens.push_back(pairOf(P, Count));
    All.push_back(std::move(Tokens));
  }
  return All;
}

std::optional<std::string> sooth::proofText(const PetriNet &N,
                                            const PetriFormula &Goal,
                                            const PetriCertificate &C) {
  json::Object O{{"goal", encodeFormula(Goal.expanded(N))}};
  if (const auto *Equation =
          std::get_if<std::shared_ptr<const StateEquationProof>>(&C)) {
    const StateEquationProof &P = **Equation;
    std::optional<json::Array> Nodes = nodes(P);
    if (!Nodes)
      return std::nullopt;
    O["usesUnits"] = P.UsesNupn;
    O["nodes"] = std::move(*Nodes);
  } else {
    const MarkingSet &Set = *std::get<std::shared_ptr<const MarkingSet>>(C);
    if (Set.size() * N.places().size() > MostNumbers)
      return std::nullopt;
    O["markings"] = markings(N, Set);
  }
  return lineOf(std::move(O));
}

std::string sooth::unitsText(const PetriNet &N, const PetriFormula &Goal) {
  return lineOf(json::Object{{"goal", encodeFormula(Goal.expanded(N))},
                             {"usesUnits", true}});
}

std::string sooth::runText(const PetriNet &N, const PetriFormula &Goal,
                           const FiringRuns &Runs) {
  json::Array All;
  for (const FiringRun &R : Runs)
    All.push_back(
        json::Object{{"word", json::Array(R.Word)}, {"times", R.Times}});
  return lineOf(json::Object{{"goal", encodeFormula(Goal.expanded(N))},
                             {"runs", std::move(All)}});
}
