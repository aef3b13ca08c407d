//===- StoryStep.h - One step of a run ------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What happened, as data: whoever folds, joins or drops steps looks at these.
// Wording.h makes words of them for people, at the very end.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_DRIVER_STORYSTEP_H
#define SOOTH_DRIVER_STORYSTEP_H

#include "sooth/Model/Failure.h"
#include "sooth/Model/SourceTable.h"

#include <string>
#include <vector>

namespace sooth {

/// What something holds in a certain step.
struct StoryValue {
  AccessPath Path;
  /// As a programmer writes it.
  std::string Text;
  ShownValue::Role What = ShownValue::Role::Variable;
  /// Of a pointer into or to an array with a text: the array.
  std::string Target = "";
  /// In a cycle of a controller: whose it is, and the level of a Boolean.
  enum class Part { None, Input, State, Output } Column = Part::None;
  enum class Level { None, Low, High } Signal = Level::None;

  friend bool operator==(const StoryValue &, const StoryValue &) = default;
};

struct StoryStep {
  enum class Kind {
    Assignment,      ///< the paths of Values hold these from here on; with a
                     ///< Function, that returned the value
    Elements,        ///< the same of elements of one array that follow each
                     ///< other
    Operands,        ///< what an operation that fails its check is given
    Input,           ///< the call of Function returns Values[0]
    VolatileRead,    ///< what a read of Values[0].Path yields
    InitialValue,    ///< what Values[0].Path holds before the program runs
    Condition,       ///< of a branch: whether Holds; Values are the operands
    Case,            ///< of a switch: Values[0]
    Default,         ///< of a switch
    Call,            ///< Function is entered
    Return,          ///< Function is left, with Values[0] if that is known
    AllocationFails, ///< Function returns null
    Content,         ///< the text in the array Values[0].Path at the end
    Rounds,          ///< Number rounds of a loop are not told
    Steps,           ///< Number steps are not told
    Blocks,          ///< what Number blocks of code do is not told
    State,           ///< state Number of a model; nothing has changed if there
                     ///< are no Values
    ModelInput,      ///< what a model reads
    Fact,            ///< Values[0] is derived from what was derived before
    Fails,           ///< the check of Failing fails, which needs what a call
                     ///< breaks
    Cycle            ///< cycle Number of a controller: what all variables hold
  };
  Kind What = Kind::Assignment;
  /// May be unknown.
  SourceLocation Where;
  std::vector<StoryValue> Values = {};
  std::string Function = "";
  bool Holds = false;
  size_t Number = 0;
  /// Of a condition; empty if it is not known.
  ConditionText Text = {};
  Failure Failing = {};

  friend bool operator==(const StoryStep &, const StoryStep &) = default;
};

} // namespace sooth

#endif
