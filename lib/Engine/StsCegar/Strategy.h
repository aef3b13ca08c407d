//===- Strategy.h - One way of abstraction refinement ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_STSCEGAR_STRATEGY_H
#define SOOTH_LIB_ENGINE_STSCEGAR_STRATEGY_H

#include "Counterexample.h"

#include "sooth/Engine/StsCegar/StsCegar.h"

namespace sooth::stscegar {

/// What the generic loop (section 4.1.2) leaves open. Where a step has no
/// result, the questions are stopped with the reason.
class Strategy {
public:
  Strategy(Questions &Q, Concretizer &Runs, const StsCegarOptions &O)
      : Q(Q), Runs(Runs), O(O), Ctx(Q.context()) {}
  virtual ~Strategy() = default;

  /// The initial abstraction.
  virtual void initialize() = 0;
  /// A path of abstract states to one with a bad state; nothing if there is
  /// none.
  virtual std::optional<AbstractPath> check() = 0;
  /// Excludes \p Path, along which there is no run; \p Runs knows its failure
  /// state.
  virtual void refine(const AbstractPath &Path) = 0;
  /// After check() found nothing: the abstract states that can be reached.
  virtual std::vector<Expr> reached() const = 0;
  /// Abstract states that were explored in all.
  unsigned explored() const { return Explored; }

protected:
  /// Counts an abstract state; stops the questions if there are too many.
  void countState();
  void stopForSize(Cause::Kind What);

  Questions &Q;
  Concretizer &Runs;
  const StsCegarOptions &O;
  ExprContext &Ctx;
  unsigned Explored = 0;
};

/// Sections 4.2, 4.3 and 4.4.
std::unique_ptr<Strategy> createClustered(Questions &Q, Concretizer &Runs,
                                          const StsCegarOptions &O);
std::unique_ptr<Strategy> createVisibility(Questions &Q, Concretizer &Runs,
                                           const StsCegarOptions &O);
std::unique_ptr<Strategy> createInterpolating(Questions &Q, Concretizer &Runs,
                                              const StsCegarOptions &O);

} // namespace sooth::stscegar

#endif
