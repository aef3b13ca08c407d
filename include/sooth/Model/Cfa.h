//===- Cfa.h - Control-flow automata of guarded commands ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The one model: locations, and edges that are guarded commands
//
//   source → target   when guard(X, Y)   do x₁, …, xₙ := t₁(X, Y), …, tₙ(X, Y)
//
// over state variables X and the edge's inputs Y. All updates happen at
// once; a variable without an update keeps its value. A run starts at the
// entry in a state that satisfies init(X) and takes any edge whose guard
// holds for some inputs.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_MODEL_CFA_H
#define SOOTH_MODEL_CFA_H

#include "sooth/Expr/ExprContext.h"
#include "sooth/Model/Failure.h"
#include "sooth/Model/Need.h"
#include "sooth/Support/OperationsAt.h"
#include "sooth/Support/SourceLocation.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include <memory>
#include <optional>

#include <string>
#include <vector>

namespace sooth {

class SourceTable;

/// Indices into Cfa::locations() and Cfa::edges().
using LocationId = unsigned;
using EdgeId = unsigned;

/// How a person wants to see a value.
enum class ValueStyle { Signed, Unsigned, Bool, Character, Bits, Float };

/// What might answer a question that this model leaves open.
enum class Remedy {
  None,
  JoinedMembers ///< a model in which the members of structures are one array
};

/// A value that comes from outside.
struct Input {
  enum class Kind {
    Nondet,   // result of a nondet function: replay can provide it
    Extern,   // result of an unknown function: replay can provide it
    Unset,    // read of an uninitialised variable: any value may show up
    Argument, // unconstrained argument of the entry function
    Havoc     // over-approximation: a trace through it may not be real
  };
  Expr Var;
  Kind What = Kind::Nondet;
  /// The function called or the variable read, if a name is all there is to
  /// say.
  std::string Source = "";
  SourceLocation Where = {};
};

struct Update {
  Expr Var;
  Expr Val;
};

struct Edge {
  LocationId Source = 0;
  LocationId Target = 0;
  Expr Guard;
  std::vector<Update> Updates; // at most one per variable
  /// In order of execution. Edges may share a variable: whenever an edge is
  /// taken, its inputs are chosen anew.
  std::vector<Input> Inputs;
};

struct Location {
  /// What transforms may do with it.
  enum class Role {
    Inner,   // go through it without stopping
    Cutpoint // an invariant has to have a formula here
  };
  std::string Name;
  SourceLocation Where;
  Role What = Role::Inner;
};

struct StateVariable {
  Expr Var;
  /// The user's name for it, or empty.
  std::string Name;
  ValueStyle Style = ValueStyle::Signed;
  enum class Role {
    Data,
    CallSite ///< which call of a procedure is waiting; not to be unfolded, as
             ///< the procedure would be copied for each call
  } What = Role::Data;
};

/// A location that no run should reach.
struct ErrorLocation {
  LocationId Loc = 0;
  Failure What;
  SourceLocation Where;
  enum class Kind {
    Violation, // what the user wants to know of
    Limit,     // the model does not say what happens from here on
    Depth      // the same, but a larger model would: recursion goes deeper
  };
  Kind Type = Kind::Violation;
  Remedy Help = Remedy::None;
  /// Whether a run may come here after it was at a location of kind Depth, had
  /// that not been its end. False only if that cannot be.
  bool MayFollowDepth = true;
  /// What a user calls the kind of check: "assert", "overflow", "leak"; empty of
  /// what is none of a program.
  std::string Check = "";
  /// What has to be true where the function that runs begin in is called so
  /// that no run comes here; nothing if that is not known.
  std::optional<std::vector<Need>> ForCallers = std::nullopt;
  /// Which operations at Where it is about.
  OperationsAt Operations = {};

  /// The same at another location.
  ErrorLocation at(LocationId L) const {
    ErrorLocation Moved = *this;
    Moved.Loc = L;
    return Moved;
  }
};

/// A program of one procedure. The context must outlive it. In a copy, ids mean
/// the same.
class Cfa {
public:
  explicit Cfa(ExprContext &Ctx) : Ctx(&Ctx), InitE(Ctx.trueExpr()) {}

  ExprContext &context() const { return *Ctx; }

  LocationId addLocation(Location L);
  /// Requires valid locations, a Boolean guard and well-sorted updates.
  EdgeId addEdge(Edge E);
  void addVariable(StateVariable V) { Vars.push_back(std::move(V)); }
  void addError(ErrorLocation E) { Errors.push_back(std::move(E)); }
  void setErrors(std::vector<ErrorLocation> New) { Errors = std::move(New); }
  void setMayFollowDepth(size_t Error) { Errors[Error].MayFollowDepth = true; }
  /// Runs may come to \p Error in another way, too, from which \p More keeps
  /// them, if that is known.
  void addForCallers(size_t Error,
                     const std::optional<std::vector<Need>> &More) {
    addNeeds(Errors[Error].ForCallers, More);
  }
  /// \p Error is about \p More, too.
  void addOperations(size_t Error, const OperationsAt &More) {
    sooth::addOperations(Errors[Error].Operations, More);
  }
  /// Requires that \p Change leaves source and target as they are.
  void changeEdges(llvm::function_ref<void(Edge &)> Change);
  void setEntry(LocationId L) { EntryL = L; }
  /// Over state variables.
  void setInit(Expr E) { InitE = E; }

  const std::vector<StateVariable> &variables() const { return Vars; }
  const std::vector<Location> &locations() const { return Locs; }
  const std::vector<Edge> &edges() const { return Edges; }
  const std::vector<ErrorLocation> &errors() const { return Errors; }
  const Location &location(LocationId L) const { return Locs[L]; }
  const Edge &edge(EdgeId E) const { return Edges[E]; }
  const std::vector<EdgeId> &outgoing(LocationId L) const { return Out[L]; }
  const std::vector<EdgeId> &incoming(LocationId L) const { return In[L]; }
  LocationId entry() const { return EntryL; }
  /// What is known of the source of a program; empty of models that were made
  /// of another one. Copies have it, too.
  const SourceTable &source() const;
  void setSource(std::shared_ptr<const SourceTable> T) {
    Source = std::move(T);
  }
  Expr init() const { return InitE; }
  bool isError(LocationId L) const;

private:
  ExprContext *Ctx;
  std::vector<StateVariable> Vars;
  std::vector<Location> Locs;
  std::vector<Edge> Edges;
  std::vector<std::vector<EdgeId>> Out, In;
  std::vector<ErrorLocation> Errors;
  LocationId EntryL = 0;
  Expr InitE;
  std::shared_ptr<const SourceTable> Source;
};

/// All that \p E reads: its guard, and what it assigns.
std::vector<Expr> formulasOf(const Edge &E);
/// The same of all edges.
std::vector<Expr> formulasOf(const Cfa &C);

} // namespace sooth

#endif
