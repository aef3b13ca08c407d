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
#include "sooth/Model/AccessPath.h"
#include "sooth/Model/Cause.h"
#include "sooth/Model/Failure.h"
#include "sooth/Model/MemoryCells.h"
#include "sooth/Support/SourceLocation.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include <memory>
#include <optional>

#include <string>
#include <vector>

namespace sooth {

class ObjectTable;

/// Indices into Cfa::locations() and Cfa::edges().
using LocationId = unsigned;
using EdgeId = unsigned;

/// How a person wants to see a value.
enum class ValueStyle { Signed, Unsigned, Bool, Character, Bits, Float };

/// Variables that have changed on the way to a point of an edge, and what they
/// hold there.
using ChangedVariables = std::vector<std::pair<Expr, Expr>>;

/// A value at a point of an edge; it is over X and Y before the edge.
struct ShownValue {
  /// What has the value. For Result, the result of a call, it is the function.
  AccessPath Path;
  Expr Val;
  ValueStyle Style = ValueStyle::Signed;
  /// For a pointer: Val is the number of its object, and this the offset there.
  Expr Offset = {};
  std::shared_ptr<const ObjectTable> Objects = nullptr;
  /// The same, to say what text is there: what memory holds at this point.
  std::shared_ptr<const ChangedVariables> Memory = nullptr;
  /// What the value is, if not that of a variable.
  enum class Role {
    Variable,
    LeftOperand,
    RightOperand,
    Offset, ///< in bytes, of an access to memory
    Size,   ///< in bytes, of what is accessed
    Result  ///< of a call, or of the function that returns
  } As = Role::Variable;
};

/// Something a trace tells the user when an edge is taken and \p When (over X
/// and Y before the edge) holds. Words are made of it at the very end (see
/// Driver/Report/Wording.h).
struct SourceStep {
  enum class Kind {
    Assignment,      ///< what the paths of Values hold from here on
    Operands,        ///< what an operation that fails its check is given
    Input,           ///< the call of Function returns Values[0]
    VolatileRead,    ///< what a read of Values[0].Path yields
    InitialValue,    ///< what Values[0].Path holds before the program runs
    Condition,       ///< of a branch: whether Holds
    Case,            ///< of a switch: the value of Values[0]
    Default,         ///< of a switch
    Call,            ///< Function is entered
    Return,          ///< Function is left, with Values[0] if it is known
    AllocationFails, ///< Function returns null
    Violation        ///< the arrays of characters that are visible at the end
  };
  Kind What = Kind::Assignment;
  Expr When;
  SourceLocation Where;
  std::vector<ShownValue> Values = {};
  std::string Function = "";
  /// Of a condition: over X and Y before the edge.
  Expr Holds = {};
};

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
  Remedy Help = Remedy::None;
  /// Of Havoc and Unset: why it may be anything. Null if nobody asks.
  std::shared_ptr<const Cause> Why = nullptr;
};

/// Memory whose content nobody wrote: a replay has to give it that of the run.
struct FoundMemory {
  enum class Kind {
    Heap,   // what an allocation on the edge returns
    Local,  // there from the beginning
    Global, // the same, for one that is defined elsewhere
  } What = Kind::Heap;
  /// The function that allocates, or the variable.
  std::string Name;
  SourceLocation Where;
  /// Over X and Y before the edge. Of an allocation: whether it returns null.
  Expr Fails, Size, Object;
  /// What it holds is what its variables hold before the edge.
  ObjectContent Content;
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
  std::vector<SourceStep> Steps;
  /// In order of execution. Engines do not read them, and transforms may lose
  /// them.
  std::vector<FoundMemory> Found = {};
  /// A part of the guard that holds in the real program whenever it is here: so
  /// much is known of approximations. Null if nothing is.
  Expr Known = {};
};

struct Location {
  /// What transforms may do with it.
  enum class Role {
    Inner,   // go through it without stopping
    Cutpoint // an invariant has to have a formula here
  };
  std::string Name;
  SourceLocation Where;
  Role As = Role::Inner;
};

struct StateVariable {
  Expr Var;
  /// The user's name for it, or empty.
  std::string Name;
  ValueStyle Style = ValueStyle::Signed;
  enum class Role {
    Data,
    CallSite, ///< which call of a procedure is waiting; not to be unfolded, as
              ///< the procedure would be copied for each call
    ArgumentPlaces, ///< where in the text main's arguments begin
    ArgumentText    ///< the characters of main's arguments
  } As = Role::Data;
  /// What the variable has of what its role says: element First, or in an array
  /// element First + k * Step at FirstKey + k.
  struct Elements {
    Value FirstKey;
    uint64_t First = 0, Step = 1;
    /// How many there are; nothing for no limit.
    std::optional<uint64_t> Count;
  } Of = {};
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
  Kind As = Kind::Violation;
  Remedy Help = Remedy::None;
  /// Whether a run may come here after it was at a location of kind Depth, had
  /// that not been its end. False only if that cannot be.
  bool MayFollowDepth = true;
  /// What a user calls the kind of check: "assert", "overflow", "leak"; empty of
  /// what is none of a program.
  std::string Check = "";

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
};

} // namespace sooth

#endif
