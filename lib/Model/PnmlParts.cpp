//===- PnmlParts.cpp - From the parts of a PNML file to a net -------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PnmlParts.h"

#include "llvm/ADT/StringExtras.h"

#include <map>

using namespace sooth;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using NodeKind = PnmlNode::Kind;

namespace {
/// A place or a transition that an id stands for.
struct NodeRef {
  enum class Kind { Place, Transition };
  Kind What;
  unsigned Index;
};

class Assembler {
public:
  explicit Assembler(PnmlParts Parts) : Parts(std::move(Parts)) {}
  Expected<PetriNet> run();

private:
  Error collectNodes();
  Expected<NodeRef> resolve(StringRef Id, XmlPlace Where);
  Error addArc(const PnmlArc &A);
  Error addWeight(std::map<PlaceId, uint64_t> &Arcs, PlaceId P,
                  const PnmlArc &A);
  void makeNet();
  std::vector<std::string> remarks() const;
  Error addUnits();
  Error checkUnitTree(const NupnStructure &N);
  Error checkSafeAtStart(const NupnStructure &N);

  Error error(XmlPlace Where, const llvm::Twine &Message) {
    return llvm::make_error<Diagnostic>(
        SourceLocation{Parts.File, Where.Line, Where.Column}, Message.str());
  }

  struct Arcs {
    std::map<PlaceId, uint64_t> Inputs, Outputs, Inhibitors;
  };
  PnmlParts Parts;
  llvm::StringMap<size_t> NodeById; // index into Parts.Nodes
  std::vector<unsigned> Index;      // of a node among places or transitions
  std::vector<Arcs> ArcsOf;         // by transition
  PetriNet Net;
};
} // namespace

Expected<PetriNet> Assembler::run() {
  if (Error E = collectNodes())
    return std::move(E);
  for (const PnmlNode &N : Parts.Nodes)
    if (!N.Target.empty())
      if (auto Node = resolve(N.Id, N.Where); !Node)
        return Node.takeError();
  for (const PnmlArc &A : Parts.Arcs)
    if (Error E = addArc(A))
      return std::move(E);
  makeNet();
  if (Parts.HasUnits)
    if (Error E = addUnits())
      return std::move(E);
  Net.setRemarks(remarks());
  return std::move(Net);
}

std::vector<std::string> Assembler::remarks() const {
  std::vector<std::string> Texts;
  for (const PnmlExtension &E : Parts.PassedOver)
    Texts.push_back(
        SourceLocation{Parts.File, E.Where.Line, E.Where.Column}.str() +
        ": note: element '" + E.Name +
        "' is passed over: it does not change what can be reached");
  return Texts;
}

Error Assembler::collectNodes() {
  unsigned NumPlaces = 0, NumTransitions = 0;
  for (size_t I = 0; I < Parts.Nodes.size(); ++I) {
    const PnmlNode &N = Parts.Nodes[I];
    if (!NodeById.try_emplace(N.Id, I).second)
      return error(N.Where, "two nodes have the id '" + N.Id + "'");
    Index.push_back(N.What == NodeKind::Place        ? NumPlaces++
                    : N.What == NodeKind::Transition ? NumTransitions++
                                                     : 0);
  }
  ArcsOf.resize(NumTransitions);
  return Error::success();
}

Expected<NodeRef> Assembler::resolve(StringRef Id, XmlPlace Where) {
  std::optional<NodeKind> Wanted;
  // A chain of references is no longer than there are nodes, or a cycle.
  for (size_t Steps = 0; Steps <= Parts.Nodes.size(); ++Steps) {
    auto It = NodeById.find(Id);
    if (It == NodeById.end())
      return error(Where, "there is no node with the id '" + Id + "'");
    const PnmlNode &N = Parts.Nodes[It->second];
    bool OfPlace =
        N.What == NodeKind::Place || N.What == NodeKind::PlaceReference;
    NodeKind Sort = OfPlace ? NodeKind::Place : NodeKind::Transition;
    if (Wanted && *Wanted != Sort)
      return error(Where, "reference to '" + Id + "', which is a " +
                              (OfPlace ? "place" : "transition"));
    if (N.Target.empty())
      return NodeRef{OfPlace ? NodeRef::Kind::Place : NodeRef::Kind::Transition,
                     Index[It->second]};
    Wanted = Sort;
    Id = N.Target;
    Where = N.Where;
  }
  return error(Where, "references lead in a circle at '" + Id + "'");
}

/// Several arcs between two nodes are one with the sum of their weights.
Error Assembler::addWeight(std::map<PlaceId, uint64_t> &Arcs, PlaceId P,
                           const PnmlArc &A) {
  uint64_t &Sum = Arcs[P];
  if (A.Weight > MaxTokens - Sum)
    return error(A.Where, "the weights of the arcs from '" + A.Source +
                              "' to '" + A.Target + "' sum up to 2^63 or more");
  Sum += A.Weight;
  return Error::success();
}

Error Assembler::addArc(const PnmlArc &A) {
  auto Source = resolve(A.Source, A.Where);
  if (!Source)
    return Source.takeError();
  auto Target = resolve(A.Target, A.Where);
  if (!Target)
    return Target.takeError();
  if (Source->What == Target->What)
    return error(A.Where, "an arc from '" + A.Source + "' to '" + A.Target +
                              "' connects two nodes of one kind");
  bool FromPlace = Source->What == NodeRef::Kind::Place;
  PlaceId P = FromPlace ? Source->Index : Target->Index;
  Arcs &Of = ArcsOf[FromPlace ? Target->Index : Source->Index];
  if (A.What == PnmlArc::Kind::Normal)
    return addWeight(FromPlace ? Of.Inputs : Of.Outputs, P, A);
  if (!FromPlace)
    return error(A.Where, "an inhibitor arc must lead from a place to a "
                          "transition");
  // All of them have to let pass: the least weight decides.
  auto [It, IsNew] = Of.Inhibitors.try_emplace(P, A.Weight);
  if (!IsNew)
    It->second = std::min(It->second, A.Weight);
  return Error::success();
}

static std::vector<PetriArc> arcs(const std::map<PlaceId, uint64_t> &Weights) {
  std::vector<PetriArc> Result;
  for (auto [P, W] : Weights)
    Result.push_back({P, W});
  return Result;
}

void Assembler::makeNet() {
  Net.setOrigin(Parts.NetId, Parts.File);
  for (const PnmlNode &N : Parts.Nodes)
    if (N.What == NodeKind::Place)
      Net.addPlace({N.Id, N.Name, N.Initial, N.Where.Line, N.Where.Column});
  for (size_t I = 0; I < Parts.Nodes.size(); ++I) {
    const PnmlNode &N = Parts.Nodes[I];
    if (N.What != NodeKind::Transition)
      continue;
    const Arcs &Of = ArcsOf[Index[I]];
    Net.addTransition({N.Id, N.Name, arcs(Of.Inputs), arcs(Of.Outputs),
                       arcs(Of.Inhibitors), N.Where.Line, N.Where.Column});
  }
}

//===----------------------------------------------------------------------===//
// Nested units
//===----------------------------------------------------------------------===//

Error Assembler::addUnits() {
  NupnStructure N;
  N.Safe = Parts.UnitsAreSafe;
  llvm::StringMap<unsigned> ById;
  for (const PnmlUnit &U : Parts.Units)
    if (U.Id.empty() || !ById.try_emplace(U.Id, ById.size()).second)
      return error(U.Where,
                   "a unit needs an id of its own, not '" + U.Id + "'");
  auto Root = ById.find(Parts.RootUnit);
  if (Root == ById.end())
    return error(Parts.UnitsWhere,
                 "there is no root unit '" + Parts.RootUnit + "'");
  N.Root = Root->second;
  for (const PnmlUnit &U : Parts.Units) {
    NupnUnit Unit{U.Id, {}, {}};
    for (const std::string &Id : U.Places) {
      auto P = Net.findPlace(Id);
      if (!P)
        return error(U.Where, "unit '" + U.Id + "' speaks of '" + Id +
                                  "', which is no place");
      Unit.Places.push_back(*P);
    }
    for (const std::string &Id : U.Subunits) {
      auto It = ById.find(Id);
      if (It == ById.end())
        return error(U.Where, "unit '" + U.Id + "' speaks of '" + Id +
                                  "', which is no unit");
      Unit.Subunits.push_back(It->second);
    }
    N.Units.push_back(std::move(Unit));
  }
  if (Error E = checkUnitTree(N))
    return E;
  if (N.Safe)
    if (Error E = checkSafeAtStart(N))
      return E;
  Net.setNupn(std::move(N));
  return Error::success();
}

/// Every unit but the root is in one unit, no place in two.
Error Assembler::checkUnitTree(const NupnStructure &N) {
  std::vector<unsigned> Parents(N.Units.size(), 0);
  std::vector<bool> PlaceSeen(Net.places().size(), false);
  for (size_t I = 0; I < N.Units.size(); ++I) {
    for (unsigned Sub : N.Units[I].Subunits)
      if (++Parents[Sub] > 1 || Sub == N.Root)
        return error(Parts.Units[I].Where,
                     "unit '" + N.Units[Sub].Id + "' is nested in two units");
    for (PlaceId P : N.Units[I].Places) {
      if (PlaceSeen[P])
        return error(Parts.Units[I].Where,
                     "place '" + Net.place(P).Id + "' is in two units");
      PlaceSeen[P] = true;
    }
  }
  std::vector<unsigned> Work{N.Root};
  size_t Reached = 0;
  for (; !Work.empty(); ++Reached) {
    unsigned U = Work.back();
    Work.pop_back();
    llvm::append_range(Work, N.Units[U].Subunits);
  }
  if (Reached != N.Units.size())
    return error(Parts.UnitsWhere, "the root does not contain all units");
  return Error::success();
}

Error Assembler::checkSafeAtStart(const NupnStructure &N) {
  struct Visit {
    unsigned Unit;
    bool Marked; // an enclosing unit has a token
  };
  std::vector<Visit> Work{{N.Root, false}};
  while (!Work.empty()) {
    Visit V = Work.back();
    Work.pop_back();
    for (PlaceId P : N.Units[V.Unit].Places) {
      uint64_t Tokens = Net.place(P).Initial;
      if (Tokens > 1 || (Tokens == 1 && V.Marked))
        return error(Parts.UnitsWhere,
                     "units are said to be safe, but the initial marking has "
                     "more than one token in unit '" +
                         N.Units[V.Unit].Id + "'");
      V.Marked |= Tokens == 1;
    }
    for (unsigned Sub : N.Units[V.Unit].Subunits)
      Work.push_back({Sub, V.Marked});
  }
  return Error::success();
}

Expected<PetriNet> sooth::assemble(PnmlParts Parts) {
  return Assembler(std::move(Parts)).run();
}
