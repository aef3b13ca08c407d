//===- ControlVariables.cpp - Variables that say where a program is -------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Transform/Cfa/ControlVariables.h"

#include "Remap.h"

#include "sooth/Expr/Choices.h"
#include "sooth/Expr/Traversal.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

#include <map>

using namespace sooth;
using llvm::BitVector;

/// A leaf with more nodes is a computation.
static constexpr size_t MaxLeafSize = 8;

static ExprMap<unsigned> indexOfVariables(const Cfa &C) {
  ExprMap<unsigned> IndexOf;
  for (unsigned V = 0; V < C.variables().size(); ++V)
    IndexOf[C.variables()[V].Var] = V;
  return IndexOf;
}

namespace {
class Finder {
public:
  explicit Finder(const Cfa &C);
  std::vector<ControlGroup> run();

private:
  void collectSources();
  void collectComparisons();
  bool addSources(unsigned Var, Expr Val);
  BitVector candidates() const;

  const Cfa &C;
  ExprMap<unsigned> IndexOf;
  /// By variable: the variables that it may be a copy of, and the constants
  /// that it is compared to.
  std::vector<ExprSet> Sources, Constants;
  BitVector IsData; // assigned something else
};
} // namespace

Finder::Finder(const Cfa &C)
    : C(C), IndexOf(indexOfVariables(C)), Sources(C.variables().size()),
      Constants(C.variables().size()), IsData(C.variables().size()) {
  for (unsigned V = 0; V < C.variables().size(); ++V) {
    if (C.variables()[V].Var.sort().isArray() ||
        C.variables()[V].What == StateVariable::Role::CallSite)
      IsData.set(V);
  }
}

/// Notes what the leaves of \p Val read; false if one of them is no value of a
/// control variable. (Any Boolean term is a choice between two constants.)
bool Finder::addSources(unsigned Var, Expr Val) {
  for (Expr E : alternatives(Val)) {
    if (E.isConst() || (E.isBool() && !E.isVar()))
      continue;
    if (dagSize({E}) > MaxLeafSize)
      return false;
    for (Expr V : variables({E})) {
      if (!IndexOf.contains(V))
        return false;
      Sources[Var].insert(V);
    }
  }
  return true;
}

void Finder::collectSources() {
  for (const Edge &E : C.edges())
    for (const Update &U : E.Updates) {
      unsigned Var = IndexOf.lookup(U.Var);
      if (!IsData.test(Var) && !addSources(Var, U.Val))
        IsData.set(Var);
    }
}

void Finder::collectComparisons() {
  postOrder(formulasOf(C), [&](Expr E) {
    if (E.is(Kind::Eq) && E.operand(0).isVar() && E.operand(1).isConst())
      if (auto It = IndexOf.find(E.operand(0)); It != IndexOf.end())
        Constants[It->second].insert(E.operand(1));
  });
}

/// The largest set of variables that read only each other.
BitVector Finder::candidates() const {
  BitVector Data = IsData;
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (unsigned V = 0; V < Sources.size(); ++V)
      if (!Data.test(V) && llvm::any_of(Sources[V], [&](Expr S) {
            return Data.test(IndexOf.lookup(S));
          })) {
        Data.set(V);
        Changed = true;
      }
  }
  return Data.flip();
}

std::vector<ControlGroup> Finder::run() {
  collectSources();
  collectComparisons();
  BitVector Control = candidates();

  std::vector<ControlGroup> Groups;
  std::vector<ExprSet> Compared;
  std::map<std::string, unsigned> ByName;
  std::vector<unsigned> GroupOf(C.variables().size());
  for (unsigned V : Control.set_bits()) {
    const StateVariable &Var = C.variables()[V];
    std::string Name = Var.Name.empty() ? Var.Var.name().str() : Var.Name;
    auto [It, IsNew] = ByName.try_emplace(Name, Groups.size());
    if (IsNew) {
      Groups.emplace_back();
      Compared.emplace_back();
    }
    GroupOf[V] = It->second;
    Groups[It->second].Vars.push_back(V);
    Compared[It->second].insert(Constants[V].begin(), Constants[V].end());
  }
  for (unsigned G = 0; G < Groups.size(); ++G)
    Groups[G].Comparisons = Compared[G].size();
  // What is copied into a variable is worth as much as the variable.
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (unsigned V : Control.set_bits())
      for (Expr S : Sources[V]) {
        ControlGroup &From = Groups[GroupOf[IndexOf.lookup(S)]];
        unsigned Worth = Groups[GroupOf[V]].Comparisons;
        if (From.Comparisons < Worth) {
          From.Comparisons = Worth;
          Changed = true;
        }
      }
  }
  // Of two that are worth the same, one is compared and goes first.
  std::vector<unsigned> Order(Groups.size());
  for (unsigned G = 0; G < Groups.size(); ++G)
    Order[G] = G;
  llvm::sort(Order, [&](unsigned A, unsigned B) {
    return std::tuple(Groups[B].Comparisons, Compared[B].size(), A) <
           std::tuple(Groups[A].Comparisons, Compared[A].size(), B);
  });
  std::vector<ControlGroup> Result;
  for (unsigned G : Order)
    Result.push_back(std::move(Groups[G]));
  return Result;
}

std::vector<ControlGroup> sooth::controlGroups(const Cfa &C) {
  return Finder(C).run();
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

namespace {
/// The constants that each variable can be, by the assignments that matter.
class AssignedConstants {
public:
  explicit AssignedConstants(const Cfa &C)
      : IndexOf(indexOfVariables(C)), Values(C.variables().size()),
        Sources(C.variables().size()), HasOthers(C.variables().size()) {}

  void addConstant(unsigned Var, Expr Val) { Values[Var].insert(Val); }
  /// It may have any value.
  void addOthers(unsigned Var) { HasOthers.set(Var); }
  void addUpdate(const Update &U);
  unsigned index(Expr Var) const { return IndexOf.lookup(Var); }
  /// Follows copies.
  void propagate();

  bool isKnown(unsigned Var) const { return !HasOthers.test(Var); }
  const ExprSet &values(unsigned Var) const { return Values[Var]; }

private:
  ExprMap<unsigned> IndexOf;
  std::vector<ExprSet> Values, Sources;
  BitVector HasOthers;
};
} // namespace

void AssignedConstants::addUpdate(const Update &U) {
  unsigned Var = index(U.Var);
  for (Expr Leaf : alternatives(U.Val))
    if (Leaf.isConst())
      addConstant(Var, Leaf);
    else if (IndexOf.contains(Leaf))
      Sources[Var].insert(Leaf);
    else
      addOthers(Var);
}

void AssignedConstants::propagate() {
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (unsigned V = 0; V < Values.size(); ++V)
      for (Expr S : Sources[V]) {
        unsigned From = index(S);
        if (!isKnown(From) && isKnown(V)) {
          addOthers(V);
          Changed = true;
        }
        if (From != V)
          for (Expr Val : Values[From])
            Changed |= Values[V].insert(Val).second;
      }
  }
}

ExprSet sooth::controlVariables(const Cfa &C) {
  constexpr unsigned MaxValues = 64;
  AssignedConstants Assigned(C);
  BitVector HasUpdate(C.variables().size());
  for (const Edge &E : C.edges())
    for (const Update &U : E.Updates) {
      HasUpdate.set(Assigned.index(U.Var));
      Assigned.addUpdate(U);
    }
  // An initial value that is not known does not matter to a variable that is
  // assigned before it is read, which is what a guarded start looks like; but
  // one that is never assigned has nothing but that.
  ExprMap<Expr> Initial = initialConstants(C);
  for (unsigned V = 0; V < C.variables().size(); ++V)
    if (Expr Start = Initial.lookup(C.variables()[V].Var))
      Assigned.addConstant(V, Start);
    else if (!HasUpdate.test(V))
      Assigned.addOthers(V);
  Assigned.propagate();
  ExprSet Result;
  for (unsigned V = 0; V < C.variables().size(); ++V)
    if (Assigned.isKnown(V) && Assigned.values(V).size() <= MaxValues &&
        !C.variables()[V].Var.sort().isArray())
      Result.insert(C.variables()[V].Var);
  return Result;
}

std::vector<std::vector<Expr>>
sooth::possibleValues(const Cfa &C, const LiveVariables &Live) {
  ExprMap<Expr> Initial = initialConstants(C);
  AssignedConstants Assigned(C);
  size_t NumVars = C.variables().size();
  for (unsigned V = 0; V < NumVars; ++V) {
    if (!Live.isLive(V, C.entry()))
      continue;
    Expr Start = Initial.lookup(C.variables()[V].Var);
    if (Start && Start.isConst())
      Assigned.addConstant(V, Start);
    else
      Assigned.addOthers(V);
  }
  for (const Edge &E : C.edges())
    for (const Update &U : E.Updates)
      if (Live.isLive(Assigned.index(U.Var), E.Target))
        Assigned.addUpdate(U);
  Assigned.propagate();
  std::vector<std::vector<Expr>> Result(NumVars);
  for (unsigned V = 0; V < NumVars; ++V) {
    if (!Assigned.isKnown(V))
      continue;
    Result[V].assign(Assigned.values(V).begin(), Assigned.values(V).end());
    llvm::sort(Result[V], [](Expr A, Expr B) { return A.id() < B.id(); });
  }
  return Result;
}
