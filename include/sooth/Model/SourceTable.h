//===- SourceTable.h - What a model's edges are in the source -------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What only those need to know who tell a run to the user or replay it: the
// steps that an edge is in the source, memory that it finds, why inputs are not
// known, and which variables hold the arguments of main. A Cfa of a program has
// such a table (Cfa::source); what transforms make of it has none, as runs are
// told and replayed on the original.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_MODEL_SOURCETABLE_H
#define SOOTH_MODEL_SOURCETABLE_H

#include "sooth/Model/AccessPath.h"
#include "sooth/Model/Cause.h"
#include "sooth/Model/Cfa.h"
#include "sooth/Model/MemoryCells.h"

namespace sooth {

class ObjectTable;

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
  } What = Role::Variable;
  /// The indices that steps ElementAt of Path are at, each by its number, which
  /// the step has; null if it is not known.
  std::vector<Expr> Indices = {};
};

/// A condition as the source has it: "Left Operator Right", or Left alone,
/// which is true or false.
struct ConditionText {
  std::string Left, Operator, Right;

  friend bool operator==(const ConditionText &,
                         const ConditionText &) = default;
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
    Condition,       ///< of a branch: whether Holds; Values are the operands
    Case,            ///< of a switch: the value of Values[0]
    Default,         ///< of a switch
    Call,            ///< Function is entered
    TailCall,        ///< the same, and what calls it does nothing after that:
                     ///< one Return is that of both
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
  /// Of a condition; null if it is not known.
  std::shared_ptr<const ConditionText> Text = nullptr;
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
  /// As in InlinedInput.
  std::vector<SourceLocation> Calls = {};
};

/// Why an input of kind Havoc or Unset may be anything.
struct UnknownInput {
  Expr Var;
  std::shared_ptr<const Cause> Why;
  Remedy Help = Remedy::None;
};

/// An input that comes from a function whose body took the place of calls.
struct InlinedInput {
  Expr Var;
  /// Where these calls are, innermost first.
  std::vector<SourceLocation> Calls;
};

/// What an edge is in the source.
struct EdgeSource {
  /// In order of execution, both.
  std::vector<SourceStep> Steps = {};
  std::vector<FoundMemory> Found = {};
  std::vector<UnknownInput> Unknown = {};
  std::vector<InlinedInput> Inlined = {};
  /// A part of the guard that holds in the real program whenever it is here: so
  /// much is known of approximations. Null if nothing is.
  Expr Known = {};

  /// Null if it is not said why \p In may be anything.
  const UnknownInput *unknown(const Input &In) const {
    for (const UnknownInput &U : Unknown)
      if (U.Var == In.Var)
        return &U;
    return nullptr;
  }
  /// The same: only the cause.
  std::shared_ptr<const Cause> whyUnknown(const Input &In) const {
    const UnknownInput *U = unknown(In);
    return U ? U->Why : nullptr;
  }
  /// Empty unless \p In is one of Inlined.
  std::vector<SourceLocation> callsAround(const Input &In) const {
    for (const InlinedInput &I : Inlined)
      if (I.Var == In.Var)
        return I.Calls;
    return {};
  }
};

/// A variable that holds elements of the arguments of main: element First, or
/// in an array element First + k * Step at FirstKey + k.
struct ArgumentVariable {
  enum class Part {
    Places, ///< where in the text the arguments begin
    Text    ///< their characters
  };
  Expr Var;
  Part What = Part::Places;
  Value FirstKey = {};
  uint64_t First = 0, Step = 1;
  /// How many there are; nothing for no limit.
  std::optional<uint64_t> Count = {};
};

class SourceTable {
public:
  void set(EdgeId E, EdgeSource S) {
    if (Edges.size() <= E)
      Edges.resize(E + 1);
    Edges[E] = std::move(S);
  }
  void setArguments(std::vector<ArgumentVariable> All) {
    Arguments = std::move(All);
  }
  /// What there is before the entry is called, and what all objects are called.
  void setCallersMemory(std::vector<CallersObjects> Families,
                        std::shared_ptr<const ObjectTable> Names) {
    Callers = std::move(Families);
    Objects = std::move(Names);
  }

  /// That the entry does nothing but call others, as anybody might: each of
  /// these calls matters.
  void setMakesCallsOnly(bool Is) { IsCallsOnly = Is; }

  const EdgeSource &at(EdgeId E) const {
    static const EdgeSource None;
    return E < Edges.size() ? Edges[E] : None;
  }
  const std::vector<ArgumentVariable> &arguments() const { return Arguments; }
  const std::vector<CallersObjects> &callersMemory() const { return Callers; }
  bool makesCallsOnly() const { return IsCallsOnly; }
  /// Null if there is no memory.
  const ObjectTable *objects() const { return Objects.get(); }

private:
  std::vector<EdgeSource> Edges;
  std::vector<ArgumentVariable> Arguments;
  std::vector<CallersObjects> Callers;
  std::shared_ptr<const ObjectTable> Objects;
  bool IsCallsOnly = false;
};

} // namespace sooth

#endif
