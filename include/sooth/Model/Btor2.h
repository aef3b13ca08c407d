//===- Btor2.h - Word-level hardware models -------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// BTOR2 (Niemetz, Preiner, Wolf, Biere: "BTOR2, BtorMC and Boolector 3.0", CAV
// 2018): what a file says, its meaning as a transition system, and runs of it.
// docs/Btor2.md says what is accepted.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_MODEL_BTOR2_H
#define SOOTH_MODEL_BTOR2_H

#include "sooth/Model/TransitionSystem.h"
#include "sooth/Support/Diagnostic.h"

#include "llvm/Support/MemoryBufferRef.h"

#include <map>
#include <optional>

namespace sooth {

enum class Btor2Op : uint8_t {
#define BTOR2_OPERATOR(NAME, SPELLING, SHAPE) NAME,
#include "sooth/Model/Btor2Operators.def"
};

/// A bit-vector, or an array of bit-vectors.
struct Btor2Sort {
  unsigned Width = 0; ///< of a bit-vector, or of an array's elements
  unsigned IndexWidth = 0;
  bool isArray() const { return IndexWidth != 0; }
  friend bool operator==(const Btor2Sort &, const Btor2Sort &) = default;
};

/// A node, or its bitwise complement.
struct Btor2Ref {
  unsigned Node = 0;
  bool Negated = false;
};

struct Btor2Node {
  Btor2Op Op = Btor2Op::Const;
  Btor2Sort Sort;
  std::vector<Btor2Ref> Args; ///< all of them earlier nodes
  /// Slice: the highest and the lowest bit. Extensions: bits added.
  unsigned Param0 = 0, Param1 = 0;
  /// Of Const.
  llvm::APInt Bits;
  /// Of Input and State: its number among those.
  unsigned Number = 0;
};

/// The content of a file that is well-formed and well-sorted.
struct Btor2Model {
  struct Input {
    unsigned Node;
    std::string Symbol;
  };
  struct State {
    unsigned Node;
    std::string Symbol;
    /// An array's initial value may be a bit-vector: that of all elements. It
    /// is an earlier node than the state.
    std::optional<Btor2Ref> Init, Next;
  };
  struct Bad {
    Btor2Ref Cond;
    std::string Symbol;
    SourceLocation Where;
  };
  std::vector<Btor2Node> Nodes;
  std::vector<Input> Inputs;
  std::vector<State> States;
  std::vector<Btor2Ref> Constraints; ///< hold in every state of a run
  std::vector<Bad> Bads;
};

/// Fails, with the line, for what is malformed, and for justice properties.
/// Takes linear time.
llvm::Expected<Btor2Model> readBtor2(llvm::MemoryBufferRef Text);

/// A run to a bad state: values of the model's inputs in each step, and of
/// states that no line defines there.
struct Btor2Run {
  struct Step {
    std::vector<Value> Inputs; ///< one for each
    /// By number: of states without initial value in the first step, and of
    /// those without next value in every step.
    std::vector<std::pair<unsigned, Value>> States;
  };
  std::vector<Step> Steps; ///< at least one
  /// Of the nodes that are states.
  std::map<unsigned, Sort> ArraySorts;
};

/// Writes the run as a witness that property \p Bad is violated. Of an array
/// only the elements that have entries are written; the others are zero.
void writeBtor2Witness(llvm::raw_ostream &OS, const Btor2Model &M, unsigned Bad,
                       const Btor2Run &R);

/// Writes \p M in BTOR2. Requires a functional system without constraint, whose
/// initial condition gives values to variables (initialValues()), and without
/// floating-point operators (Transform/Bits/FunctionalSystem.h makes such).
/// Fails, with a sentence for the user, if it is about what BTOR2 lacks.
llvm::Error writeBtor2(llvm::raw_ostream &OS, const TransitionSystem &M);

} // namespace sooth

#endif
