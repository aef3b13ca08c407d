//===- CycleBuilder.h - Edges of cycles
//---------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Statements are executed symbolically: slots hold what variables hold, as
// expressions over the state and inputs before the edge at hand. Branches are
// merged. Where control has to stop, what slots hold is put into variables.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_STRUCTUREDTEXT_CYCLEBUILDER_H
#define SOOTH_LIB_FRONTEND_STRUCTUREDTEXT_CYCLEBUILDER_H

#include "sooth/Model/SourceTable.h"

namespace sooth::st {

using Slot = unsigned;

class CycleBuilder {
public:
  explicit CycleBuilder(Cfa &C);

  Cfa &model() { return C; }
  ExprContext &context() { return Ctx; }

  // Slots.
  /// One that keeps its value from cycle to cycle; to be made before the first.
  Slot addKept(llvm::StringRef Name, const llvm::APInt &Initial, bool IsBool,
               ValueStyle Style);
  /// One that does not; it holds \p Initial now.
  Slot add(Expr Initial);
  /// One that holds \p Val for ever.
  Slot addFixed(Expr Val);
  /// How many there are; those that are made later are dropped by dropTo().
  size_t size() const { return Held.size(); }
  void dropTo(size_t Count);
  Expr read(Slot S) const { return Held[S]; }
  void write(Slot S, Expr Val);

  // Edges.
  LocationId addLocation(const SourceLocation &Where) {
    return C.addLocation({"", Where});
  }
  /// Begins the first edge of a cycle.
  void beginCycle(LocationId Head);
  void begin(LocationId L);
  /// Puts all that is held into variables, so that edges from here may end
  /// where others do. Invalidates expressions that are not registered with
  /// Hold.
  void spill();
  /// An edge from where this begins, under \p Condition. Requires spill().
  void addEdge(LocationId To, Expr Condition);
  /// The last edge of a cycle; returns it.
  std::optional<EdgeId> endCycle(LocationId Head);
  /// An edge to a new error location if \p Condition does not hold; nothing if
  /// that cannot be seen to happen.
  std::optional<EdgeId> check(Expr Condition, ErrorLocation What);
  /// Runs in which \p Condition does not hold end here.
  void assume(Expr Condition);
  Expr input(llvm::StringRef Name, Sort S, Input::Kind What,
             const SourceLocation &Where, std::optional<Cause> Why = {});

  /// Executes \p Then or \p Else, each of which may only change slots.
  void merge(Expr Condition, llvm::function_ref<void()> Then,
             llvm::function_ref<void()> Else);
  /// The same with locations.
  void branch(Expr Condition, const SourceLocation &Where,
              llvm::function_ref<void()> Then, llvm::function_ref<void()> Else);

  /// What is needed after something that may end the edge.
  class Hold {
  public:
    Hold(CycleBuilder &B, Expr &E) : B(B) { B.Registered.push_back(&E); }
    ~Hold() { B.Registered.pop_back(); }
    Hold(const Hold &) = delete;
    Hold &operator=(const Hold &) = delete;

  private:
    CycleBuilder &B;
  };
  /// Called by spill() for further expressions that are needed.
  std::function<void(llvm::function_ref<void(Expr &)>)> ForEachHeld;

  /// Hands over what is known of inputs; to be called in the end.
  void finish();

private:
  struct Change {
    Slot What;
    Expr Before;
  };
  using Changes = std::vector<std::pair<Slot, Expr>>;
  Changes run(Expr Condition, llvm::function_ref<void()> Work);
  Expr variableOf(Slot S);
  Edge edgeTo(LocationId To, Expr Condition) const;
  EdgeId add(Edge E);

  bool isFixed(Slot S) const { return S < Fixed.size() && Fixed[S]; }

  Cfa &C;
  ExprContext &Ctx;
  SourceTable Sources;
  std::vector<Expr> Held;
  std::vector<Expr> KeptVars; ///< null for those that are not kept
  std::vector<bool> Fixed;
  ExprSet Operands; ///< variables that registered expressions were put into
  std::map<std::pair<Slot, const void *>, Expr> Spilled;
  std::vector<Change> Log;
  std::vector<Expr *> Registered;
  LocationId Source = 0;
  Expr Path;  ///< what holds here, of the branches that were merged
  Expr Going; ///< what has been assumed
  std::vector<Input> Inputs;
  std::vector<UnknownInput> Unknown;
  std::vector<Update> Extra; ///< for what is registered
};

} // namespace sooth::st

#endif
