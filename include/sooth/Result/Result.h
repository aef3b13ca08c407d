//===- Result.h - What an engine may answer -------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_RESULT_RESULT_H
#define SOOTH_RESULT_RESULT_H

#include "sooth/Model/Cause.h"
#include "sooth/Model/Cfa.h"
#include "sooth/Model/TransitionSystem.h"
#include "sooth/Support/Budget.h"

#include <cassert>
#include <optional>
#include <variant>

namespace sooth {

/// A run of a transition system: States[0] satisfies Init, Inputs[i] leads
/// from States[i] to States[i+1], and the last state is bad. Every state
/// variable has a value in every state; inputs may be left out if they do not
/// matter.
struct TsTrace {
  std::vector<Valuation> States;
  std::vector<Valuation> Inputs;
};

/// A run of a Cfa from its entry to an error location. Later states follow by
/// evaluation.
struct CfaTrace {
  struct Step {
    EdgeId Taken;
    Valuation Inputs;
  };
  Valuation Initial;
  std::vector<Step> Steps;
};

/// Holds in every reachable state: Init ⇒ Formula, and K consecutive states
/// that satisfy it are followed only by states that do (K = 1: inductive).
/// With K > 1 the K states may be required to differ pairwise. Or, with K > 1
/// and Initial paths, no preservation is claimed but an end: the first K states
/// of every run satisfy Formula, and no run has more than K different states.
struct TsInvariant {
  enum class Paths { Any, Simple, Initial };
  Expr Formula;
  unsigned K = 1;
  Paths PathKind = Paths::Any;
};

/// A graph of all runs of a Cfa, which therefore all end: its nodes stand for sets
/// of runs at one location. From a node, runs go on along one of its ways, each a
/// path that leads to a later node, or ends where no edge can be taken; all other
/// edges on the way cannot be taken (or no error is reached any more). The path of
/// an only way to an end is left out if it is known where each step leads.
struct CfaUnwinding {
  struct Way {
    std::vector<EdgeId> Path; ///< if given, no two ways begin with one edge
    std::optional<size_t> To;
  };
  struct Node {
    LocationId Loc = 0;
    std::vector<Way> Ways;
  };
  std::vector<Node> Nodes; ///< the first at the entry
};

/// An inductive invariant on cutpoints: every cycle of the Cfa passes one of
/// the locations with a formula, the entry and the error locations have one
/// (false for errors), and whatever loop-free path leads from one such
/// location to the next preserves it. Other locations follow.
///
/// Formulas may read variables besides those of the state, ForAll: what holds
/// at a location then is its formula for all values of these (proofs about all
/// cells of arrays). They are no inputs either.
///
/// Or, with an unwinding, runs stay in that until they end, or until they come
/// to a location with a formula, which is satisfied then and preserved from there
/// on. The entry needs no formula then.
struct CfaInvariant {
  llvm::DenseMap<LocationId, Expr> Formulas;
  std::vector<Expr> ForAll = {};
  CfaUnwinding Unwinding = {};

  static CfaInvariant ofUnwinding(CfaUnwinding U) {
    CfaInvariant I;
    I.Unwinding = std::move(U);
    return I;
  }
  bool isUnwinding() const { return !Unwinding.Nodes.empty(); }

  bool isQuantified() const { return !ForAll.empty(); }
};

/// Why there is no conclusive answer.
struct UnknownReason {
  enum class Kind {
    Timeout,
    Memory,
    Cancelled,
    Bound,       // a bound of the engine was reached
    Unsupported, // a construct outside the model
    Solver,      // the solver gave up
    NoProgress,
    Havoc,     // the only trace found passes an over-approximation
    Depth,     // recursion goes deeper than it was followed
    Undefined, // a run leaves what the model can say: a write out of bounds
    Callers,   // it is for those who call the function to see to
    Callee,    // no run shows that the function which is called needs it
    State,     // no calls are known that store what it takes to fail
    Internal   // evidence that did not check out, and other bugs of ours
  };
  Kind What = Kind::Internal;
  /// What exactly it is, if that is known. For Depth and Undefined: how a run
  /// leaves the model.
  Cause Why = {};
  SourceLocation Where = {};
  Remedy Help = Remedy::None;
  /// How far an engine came that searches deeper and deeper.
  std::optional<unsigned> Depth = {};
  /// The engine whose answer it is about; empty if that does not matter.
  std::string Engine = "";
  /// What several engines say, if there is no one reason for all of them.
  std::vector<UnknownReason> Each = {};

  friend bool operator==(const UnknownReason &, const UnknownReason &) = default;
  friend bool operator<(const UnknownReason &A, const UnknownReason &B);

  /// "timeout", "unsupported: inline assembly at f.c:3:5".
  std::string str() const;
};

UnknownReason::Kind reasonOf(Exhausted E);

template <class TraceT, class InvariantT> class BasicResult {
public:
  static BasicResult safe(InvariantT I) { return BasicResult(std::move(I)); }
  static BasicResult unsafe(TraceT T) { return BasicResult(std::move(T)); }
  static BasicResult unknown(UnknownReason R) {
    return BasicResult(std::move(R));
  }
  static BasicResult unknown(UnknownReason::Kind K, Cause Why = {}) {
    return BasicResult(UnknownReason{K, std::move(Why)});
  }

  bool isSafe() const { return std::holds_alternative<InvariantT>(Data); }
  bool isUnsafe() const { return std::holds_alternative<TraceT>(Data); }
  bool isUnknown() const { return std::holds_alternative<UnknownReason>(Data); }
  bool isConclusive() const { return !isUnknown(); }
  const InvariantT &invariant() const { return std::get<InvariantT>(Data); }
  const TraceT &trace() const { return std::get<TraceT>(Data); }
  const UnknownReason &reason() const { return std::get<UnknownReason>(Data); }

private:
  explicit BasicResult(std::variant<InvariantT, TraceT, UnknownReason> D)
      : Data(std::move(D)) {}
  std::variant<InvariantT, TraceT, UnknownReason> Data;
};

using TsResult = BasicResult<TsTrace, TsInvariant>;
using CfaResult = BasicResult<CfaTrace, CfaInvariant>;

/// The answer of an engine on either kind of model.
class AnyResult {
public:
  AnyResult(TsResult R) : Data(std::move(R)) {}
  AnyResult(CfaResult R) : Data(std::move(R)) {}

  bool isSafe() const {
    return ask([](auto &R) { return R.isSafe(); });
  }
  bool isUnsafe() const {
    return ask([](auto &R) { return R.isUnsafe(); });
  }
  bool isUnknown() const {
    return ask([](auto &R) { return R.isUnknown(); });
  }
  bool isConclusive() const { return !isUnknown(); }
  const UnknownReason &reason() const {
    return std::visit([](auto &R) -> auto & { return R.reason(); }, Data);
  }
  /// Null if it is about the other kind.
  const TsResult *onSystem() const { return std::get_if<TsResult>(&Data); }
  const CfaResult *onAutomaton() const { return std::get_if<CfaResult>(&Data); }

private:
  template <class F> bool ask(F Question) const {
    return std::visit(Question, Data);
  }
  std::variant<TsResult, CfaResult> Data;
};

} // namespace sooth

#endif
