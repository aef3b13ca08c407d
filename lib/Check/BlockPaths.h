//===- BlockPaths.h - The paths from one location to the next ones --------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loop-free part behind a location as constraints: a Boolean per location
// and per edge says which path is taken, and locations have copies of the
// variables.
//
//   e            ⇒ at(source) ∧ guard ∧ x_target = t(x_source, y_e)
//   at(location) ⇒ some edge into it is taken
//
// In a model, at(target) has a taken edge, whose source is reached, and so on
// back to the start; so there is a path, and on it all constraints hold.
//
// A copy that is a constant, or the same on all edges into a location, needs no
// variable; an edge whose guard is false then is none, and a location without
// edges is not reached. So known values at the start, and those that guards
// leave (ValueSets.h), decide what there is to ask.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_CHECK_BLOCKPATHS_H
#define SOOTH_LIB_CHECK_BLOCKPATHS_H

#include "ValueSets.h"

#include "sooth/Model/Cfa.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>

namespace sooth {

/// What edges read, once for all questions about an automaton.
class EdgeReads {
public:
  explicit EdgeReads(const Cfa &C);
  /// Indices into Cfa::variables().
  llvm::ArrayRef<unsigned> of(EdgeId E) const { return Reads[E]; }
  unsigned index(Expr Var) const { return Index.lookup(Var); }
  bool isVariable(Expr E) const { return Index.contains(E); }

private:
  ExprMap<unsigned> Index;
  std::vector<std::vector<unsigned>> Reads;
};

class BlockPaths {
public:
  /// The edges behind \p Start up to the locations at which \p Stops holds,
  /// and those (which may be \p Start again).
  BlockPaths(const Cfa &C, const EdgeReads &Reads, LocationId Start,
             llvm::function_ref<bool(LocationId)> Stops);

  /// Whether no cycle stays inside.
  bool isLoopFree() const { return LoopFree; }
  /// Makes constraints() about the runs whose variables at the start have
  /// these values, and otherwise are themselves. Requires a loop-free part.
  void encode(const ExprMap<Expr> &Values);

  /// At a stop, when encoded.
  struct Arrival {
    LocationId Loc;
    Expr Condition;           // not false
    std::vector<Expr> Copies; // of Cfa::variables()
    llvm::BitVector Passed;   // the places on the ways there
  };
  llvm::ArrayRef<Arrival> arrivals() const { return Arrivals; }

  /// Arrivals that are best asked about together: the ways to them have most of
  /// their places in common.
  struct Group {
    llvm::SmallVector<unsigned, 4> Arrivals; // indices
    llvm::BitVector Passed;
  };
  std::vector<Group> groups() const;
  /// About the ways to them.
  std::vector<Expr> constraints(const Group &G) const;
  /// About all ways.
  std::vector<Expr> constraints() const;

private:
  /// A location, or the stop that is the start at the same time.
  struct Point {
    LocationId Loc;
    std::vector<EdgeId> Incoming;
    Expr Condition;
    std::vector<Expr> Copies;
    ValueSets Values;
    /// This one, by number, and those before it.
    llvm::BitVector Passed;
  };
  /// Along an edge.
  struct Way {
    EdgeId Last;
    Expr From, Guard;
    std::vector<Expr> Copies;
    ValueSets Values;
  };
  bool orderInterior(llvm::function_ref<bool(LocationId)> Stops);
  void arrive(Point &P);
  std::optional<Way> follow(EdgeId E);
  Substitution &renaming(const Point &From);
  std::vector<unsigned> differing(llvm::ArrayRef<Way> Ways) const;
  const Point &pointBefore(EdgeId E) const;

  const Cfa &C;
  ExprContext &Ctx;
  const EdgeReads &Reads;
  LocationId Start;
  bool LoopFree = false;
  Point Origin;
  llvm::MapVector<LocationId, Point> Interior, Ends; // sources first
  std::vector<std::vector<Expr>> Constraints;        // of each place
  std::vector<Arrival> Arrivals;
  ValueTrials Try;
  std::map<LocationId, Substitution> Renamings; // by source
};

} // namespace sooth

#endif
