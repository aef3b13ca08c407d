//===- AbstractState.h - What CEGAR knows about a set of states -----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One shape for all domains: a state is a disjunction of cubes, a cube is a
// conjunction of facts, and a fact is "variable v has value c", "predicate p is
// true (false)", or what a domain with an order of its own (FactOrder) says of
// an item. The explicit-value domain and Cartesian predicate abstraction have
// one cube per state, Boolean predicate abstraction several, and a product has
// facts of both sorts.
//
// With this shape top is the state without facts, and covering is a question
// about sets of numbers; no solver is needed. (It is the order of paper 2.2.1
// for explicit values. For predicates it is
// implication up to relations between different predicates; states that are
// computed under one precision hold every predicate that follows, so nothing
// is lost between them.)
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_DOMAIN_ABSTRACTSTATE_H
#define SOOTH_DOMAIN_ABSTRACTSTATE_H

#include "sooth/Expr/ExprContext.h"

#include "llvm/ADT/ArrayRef.h"

#include <deque>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

namespace sooth {

/// What is known about one tracked item. For a predicate, Val is its truth
/// value; for a variable, the number of its value in the StateTable; for an
/// item of a FactOrder, what that says.
struct Fact {
  uint32_t Item;
  uint32_t Val;
  friend bool operator==(Fact A, Fact B) {
    return A.Item == B.Item && A.Val == B.Val;
  }
  friend bool operator<(Fact A, Fact B) {
    return A.Item != B.Item ? A.Item < B.Item : A.Val < B.Val;
  }
};

/// In order of items, at most one fact per item. Empty: every state.
using Cube = std::vector<Fact>;

/// Made by a StateTable, equal states are the same object.
struct AbstractState {
  unsigned Id;
  /// Sorted; none: no state at all (bottom).
  std::vector<Cube> Cubes;
  size_t Hash;

  bool isBottom() const { return Cubes.empty(); }
  bool isTop() const { return Cubes.size() == 1 && Cubes[0].empty(); }
  /// Requires exactly one cube.
  const Cube &cube() const {
    assert(Cubes.size() == 1);
    return Cubes[0];
  }
};

/// Facts that may imply each other: intervals, for example, whose numbers the
/// domain that has them gives out.
class FactOrder {
public:
  virtual ~FactOrder() = default;
  /// The fact \p Val about \p Item, over state variables.
  virtual Expr formula(Expr Item, uint32_t Val) = 0;
  /// Whether \p Of implies \p By, which is another fact about the same item.
  virtual bool covers(uint32_t By, uint32_t Of) const = 0;
};

/// Owns the states of one abstract state space, and numbers what they track.
class StateTable {
public:
  explicit StateTable(ExprContext &Ctx) : Ctx(Ctx) {}
  StateTable(const StateTable &) = delete;
  StateTable &operator=(const StateTable &) = delete;

  enum class ItemKind { Variable, Predicate, Ordered };
  ItemKind kind(uint32_t Item) const { return Items[Item].Kind; }
  Expr expr(uint32_t Item) const { return Items[Item].E; }

  Fact valueFact(Expr Var, const Value &V);
  Fact predicateFact(Expr Predicate, bool Holds) {
    return {item(Predicate, ItemKind::Predicate, nullptr), Holds};
  }
  Fact orderedFact(Expr E, const std::shared_ptr<FactOrder> &Order,
                   uint32_t Val);
  /// Requires a fact about a variable.
  const Value &value(Fact F) const { return Items[F.Item].Values[F.Val]; }
  /// The fact as a formula.
  Expr literal(Fact F);

  /// The state that is the disjunction of \p Cubes. Cubes that imply another
  /// one may be given, and are left out.
  const AbstractState *intern(std::vector<Cube> Cubes);
  const AbstractState *top() { return intern({Cube()}); }
  /// The meaning of a state over state variables; kept once it is made.
  Expr formula(const AbstractState &S);
  size_t size() const { return States.size(); }

  /// A ⊑ B: each fact of \p B is implied by one of \p A.
  bool implies(const Cube &A, const Cube &B) const;
  bool implies(Fact A, Fact B) const {
    return A == B || (A.Item == B.Item && Items[A.Item].Order &&
                      Items[A.Item].Order->covers(B.Val, A.Val));
  }
  /// Every cube of \p Of implies one of \p By.
  bool covers(const AbstractState &By, const AbstractState &Of) const;

private:
  uint32_t item(Expr E, ItemKind K, const std::shared_ptr<FactOrder> &Order);

  struct Item {
    Expr E;
    ItemKind Kind;
    std::shared_ptr<FactOrder> Order; // null unless Ordered
    std::vector<Value> Values;
    std::unordered_multimap<size_t, uint32_t> ByHash;
    std::vector<Expr> Literals;
  };
  ExprContext &Ctx;
  std::deque<Item> Items;
  std::map<std::pair<ItemKind, const FactOrder *>, ExprMap<uint32_t>> Numbers;
  bool HasOrder = false; // some item
  std::deque<AbstractState> States;
  std::vector<Expr> Formulas; // by state; null: not made yet
  std::unordered_multimap<size_t, const AbstractState *> ByHash;
};

/// Of a state with one cube it is AbstractState::Hash.
inline size_t hashFacts(llvm::ArrayRef<Fact> Facts) {
  uint64_t Hash = Facts.size();
  for (Fact F : Facts) {
    Hash = (Hash ^ (uint64_t(F.Item) << 32 | F.Val)) * 0x9e3779b97f4a7c15ull;
    Hash ^= Hash >> 29;
  }
  return Hash;
}

} // namespace sooth

#endif
