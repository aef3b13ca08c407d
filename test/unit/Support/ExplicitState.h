//===- ExplicitState.h - Enumeration of small models ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The oracle of differential tests: all reachable states of a model over a
// few Boolean and narrow bit-vector variables, by breadth-first search. It
// has an interpreter of its own, over machine words.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TEST_UNIT_SUPPORT_EXPLICITSTATE_H
#define SOOTH_TEST_UNIT_SUPPORT_EXPLICITSTATE_H

#include "sooth/Result/Result.h"

#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

namespace sooth::test {

/// Expressions as a straight-line program over 64-bit words.
class WordProgram {
public:
  /// The variable Slots[i] reads word i; every variable must have a slot.
  WordProgram(llvm::ArrayRef<Expr> Roots, llvm::ArrayRef<Expr> Slots);
  /// The value of root i is result(i) after run().
  void run(const uint64_t *Words);
  uint64_t result(unsigned I) const { return Regs[Results[I]]; }

private:
  struct Instruction {
    Kind K;
    unsigned Width;    // of the result
    unsigned ArgWidth; // of the first operand
    unsigned Param0, Param1;
    std::vector<unsigned> Ops;
    uint64_t Value; // of a constant, slot of a variable
  };
  uint64_t step(const Instruction &I, const uint64_t *Words) const;

  std::vector<Instruction> Code;
  std::vector<unsigned> Results;
  std::vector<uint64_t> Regs;
};

/// Valuations of some variables as numbers.
class Packing {
public:
  explicit Packing(std::vector<Expr> Vars);
  const std::vector<Expr> &variables() const { return Vars; }
  /// All numbers below this are valuations; requires at most 24 bits.
  uint64_t size() const { return uint64_t(1) << Bits; }
  void unpack(uint64_t State, uint64_t *Words) const;
  uint64_t pack(const uint64_t *Words) const;
  Valuation valuation(uint64_t State) const;
  /// Missing variables count as zero.
  uint64_t number(const Valuation &V) const;

private:
  std::vector<Expr> Vars;
  std::vector<unsigned> Widths;
  unsigned Bits = 0;
};

/// The runs of a Cfa; exploration does not go on behind error locations.
class ExplicitCfa {
public:
  explicit ExplicitCfa(const Cfa &C);

  bool errorReachable() const { return Error.has_value(); }
  /// A shortest run to an error location.
  std::optional<CfaTrace> trace() const;
  /// The states in which \p L is reachable.
  const std::vector<bool> &reachable(LocationId L) const { return Seen[L]; }
  size_t numReachable() const { return Nodes.size(); }
  const Packing &packing() const { return States; }
  /// Exactly the reachable states of \p L, as an expression.
  Expr reachableSet(LocationId L) const;

private:
  struct Node {
    LocationId Loc;
    uint64_t State;
    unsigned Parent;
    EdgeId Via;
    uint64_t Inputs;
  };
  void explore();

  const Cfa &C;
  Packing States;
  std::vector<Packing> Inputs; // per edge
  std::vector<std::vector<bool>> Seen;
  std::vector<Node> Nodes;
  std::optional<unsigned> Error;
};

/// The runs of a functional transition system. As inputs are many, but few
/// matter at one value of the control variables, the system is specialised
/// for each of these values.
class ExplicitTs {
public:
  ExplicitTs(const TransitionSystem &T, std::vector<Expr> Control);

  bool badReachable() const { return Bad.has_value(); }
  std::optional<TsTrace> trace() const;
  bool isReachable(const Valuation &State) const;

private:
  struct Node {
    uint64_t Control, Data;
    unsigned Parent;
    Valuation Inputs;
  };
  struct Special {
    Packing Inputs;
    WordProgram Step; // next data, next control, constraint
  };
  Special &special(uint64_t Control);
  bool isBad(uint64_t Control, uint64_t Data);
  void explore();
  void add(Node N);

  const TransitionSystem &T;
  Packing Control, Data;
  std::map<uint64_t, Special> Specials;
  std::map<std::pair<uint64_t, uint64_t>, unsigned> Seen;
  std::vector<Node> Nodes;
  std::optional<unsigned> Bad;
  std::optional<WordProgram> BadProgram;
};

} // namespace sooth::test

#endif
