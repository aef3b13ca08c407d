//===- Aiger.h - Bit-level hardware models --------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// AIGER 1.9 (Biere, Heljanko, Wieringa: "AIGER 1.9 And Beyond", 2011):
// and-inverter graphs with latches. docs/Aiger.md says what is accepted.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_MODEL_AIGER_H
#define SOOTH_MODEL_AIGER_H

#include "sooth/Model/TransitionSystem.h"
#include "sooth/Support/Diagnostic.h"

#include "llvm/Support/MemoryBufferRef.h"

namespace sooth {

/// Twice a variable, plus one for its negation. Variable 0 is false.
using AigLiteral = unsigned;
inline AigLiteral negated(AigLiteral L) { return L ^ 1; }
constexpr AigLiteral AigFalse = 0, AigTrue = 1;

/// Variables are numbered from 1: first the inputs, then the latches, then the
/// gates, of which each only reads what comes before it.
struct AigerModel {
  struct Latch {
    AigLiteral Next = AigFalse;
    enum class Start { Zero, One, Any } Reset = Start::Zero;
    std::string Symbol;
  };
  struct Gate {
    AigLiteral A, B; ///< the conjunction of both
  };
  struct Bad {
    AigLiteral Cond;
    std::string Symbol;
    SourceLocation Where;
  };
  std::vector<std::string> Inputs; ///< their symbols
  std::vector<Latch> Latches;
  std::vector<Gate> Gates;
  std::vector<AigLiteral> Constraints; ///< hold in every state of a run
  std::vector<Bad> Bads;

  unsigned firstLatch() const { return 1 + Inputs.size(); }
  unsigned firstGate() const { return firstLatch() + Latches.size(); }
  unsigned numVariables() const { return firstGate() + Gates.size(); }
};

/// Reads the ASCII and the binary format. Where there is no section of bad
/// states, outputs say what is bad, as in older versions. Fails, with the line,
/// for what is malformed, and for justice properties. Takes linear time.
llvm::Expected<AigerModel> readAiger(llvm::MemoryBufferRef Text);

enum class AigerFormat { Ascii, Binary };
/// Requires that literals are of variables of the model.
void writeAiger(llvm::raw_ostream &OS, const AigerModel &M, AigerFormat F);

/// A run to a bad state.
struct AigerRun {
  std::vector<bool> Latches;             ///< in the first state
  std::vector<std::vector<bool>> Inputs; ///< in each state, at least one
};

/// Writes the run as a witness that property \p Bad is violated.
void writeAigerWitness(llvm::raw_ostream &OS, unsigned Bad, const AigerRun &R);

} // namespace sooth

#endif
