//===- ModularProgram.h - Procedures that call each other -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program whose calls are not edges, so that they may be recursive. Each
// procedure is a part of the automaton: a call ends at one location, where its
// arguments are in variables of their own, and goes on at another one, after
// the results have been assigned. What lies between is a run of the callee,
// from its start, with its parameters as they were passed and everything else
// arbitrary, to its exit.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_MODEL_MODULARPROGRAM_H
#define SOOTH_MODEL_MODULARPROGRAM_H

#include "sooth/Model/Cfa.h"

#include <memory>
#include <optional>

namespace sooth {

struct Procedure {
  std::string Name;
  SourceLocation Where;
  LocationId Start = 0;
  /// Nothing if it never returns.
  std::optional<LocationId> Exit;
  /// State variables that nothing assigns.
  std::vector<Expr> Params;
  /// What is returned, over state variables at the exit.
  std::vector<Expr> Returned;
  /// Stand for what is returned, where contracts speak of it. No state
  /// variables.
  std::vector<Expr> Results;
};

struct ProcedureCall {
  unsigned Callee = 0; // in ModularProgram::Procedures
  LocationId Before = 0;
  LocationId After = 0;
  /// State variables with what is passed, one for each parameter.
  std::vector<Expr> Args;
  /// State variables that get the results; null where nobody wants one.
  std::vector<Expr> Targets;
  SourceLocation Where;
};

/// The entry of the automaton is the start of the first procedure, which has
/// no parameters and is not called. No edge leaves a location Before, and none
/// leads to a location After or to a start.
struct ModularProgram {
  std::unique_ptr<Cfa> Model;
  std::vector<Procedure> Procedures;
  std::vector<ProcedureCall> Calls;
};

/// What a procedure relies on and what it promises, if it returns.
struct Contract {
  Expr Requires; // over Params
  Expr Ensures;  // over Params and Results
};

} // namespace sooth

#endif
