//===- Encode.h - Models of Structured Text
//-----------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A cycle is one edge from the location where cycles begin to itself: its
// right-hand sides are what the statements compute, with branches as ite. Loops
// whose number of rounds is not known, and what is around them, are locations.
// State is what keeps its value between cycles. An assertion is an edge to an
// error location.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_STRUCTUREDTEXT_ENCODE_H
#define SOOTH_FRONTEND_STRUCTUREDTEXT_ENCODE_H

#include "sooth/Frontend/StructuredText/Ast.h"
#include "sooth/Model/Cfa.h"

#include "llvm/Support/Error.h"

#include <map>
#include <set>

namespace sooth::st {

struct CycleEncoding {
  /// Milliseconds from one cycle to the next.
  unsigned LeastTime = 0, MostTime = INT32_MAX;
  /// What an assertion that fails does. Where it ends runs, each assertion may
  /// rely on those before it: proofs are easier.
  enum class Failing { EndsRun, GoesOn } AfterFailure = Failing::EndsRun;
  /// What is checked besides assertions and indices.
  bool ChecksDivision = false, ChecksOverflow = false,
       ChecksUnsignedOverflow = false, ChecksRealToNumber = false;
};

/// Something that has a value in each cycle.
struct Column {
  enum class Role { Input, State, Output };
  std::string Name;
  Role What = Role::State;
  const Type *Ty = nullptr;
};

struct CycleModel {
  std::unique_ptr<Cfa> Program;
  std::vector<Column> Columns;
  /// What the columns hold when a cycle ends, or an error is met, with this
  /// edge; over state and inputs before it.
  std::map<EdgeId, std::vector<Expr>> Rows;
  /// The units that are executed in cycles.
  std::set<const Unit *> Executed;
};

/// The endless sequence of cycles of \p Entry, a unit of \p F. Both must
/// outlive the result. Fails if the model would be too large, with a
/// Diagnostic.
llvm::Expected<CycleModel> encode(ExprContext &Ctx, const File &F,
                                  const Unit &Entry, const CycleEncoding &How);

} // namespace sooth::st

#endif
