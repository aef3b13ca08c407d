//===- SymbolicEvaluator.h - Evaluation with values and terms ---*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluates fixed expressions again and again in states in which some variables
// have numbers and others are terms. Expressions are compiled into lists of
// instructions on machine words. What these cannot compute, because it depends
// on a term, is built as a term, and only if it is wanted.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_EXPR_SYMBOLICEVALUATOR_H
#define SOOTH_EXPR_SYMBOLICEVALUATOR_H

#include "sooth/Expr/SymbolicValue.h"

#include <functional>
#include <vector>

namespace sooth {

/// What the variables of a SymbolicEvaluator hold, by their numbers: arrays
/// with cells in Arrays, all others in Scalars.
struct SymbolicState {
  std::vector<SymbolicValue> Scalars;
  std::vector<SymbolicArray::Ptr> Arrays;
};

class SymbolicEvaluator {
public:
  explicit SymbolicEvaluator(ExprContext &Ctx) : Ctx(Ctx) {}

  /// The number of \p Var, a new one if it was never asked for.
  unsigned number(Expr Var);
  unsigned count() const { return Vars.size(); }
  Expr variable(unsigned Number) const { return Vars[Number]; }
  void set(SymbolicState &In, unsigned Number, Expr Value) const;
  Expr get(const SymbolicState &In, unsigned Number) const;
  /// Whether a value or an update since forget(\p Number) was made of a term
  /// that variable \p Number, an input, held. (What else holds the variable is
  /// left out: get() and choice().)
  bool wasUsed(unsigned Number) const { return Used[Number]; }
  void forget(unsigned Number) { Used[Number] = false; }
  /// \p A if \p Condition holds, otherwise \p B, as to the first \p Count
  /// variables; the others hold what they do in \p A.
  SymbolicState choice(Expr Condition, const SymbolicState &A,
                       const SymbolicState &B, unsigned Count) const;

  /// From now on, \p How is asked about terms that say which cell, or which of
  /// two values, is meant: it returns an equal term, such as a constant.
  void settleWith(std::function<Expr(Expr)> How) { Settle = std::move(How); }

  /// Expressions that are evaluated together.
  class Code {
    friend SymbolicEvaluator;
    struct Instruction {
      Kind K = Kind::Const;
      bool IsLeaf = false;  ///< a constant, or a variable
      bool IsSmall = false; ///< operands and result fit a word
      bool Decides = false; ///< an index, or a condition
      uint8_t Width = 0, OperandWidth = 0; // 1 for Booleans; 0 for others
      uint32_t Param0 = 0, Param1 = 0;
      uint32_t FirstOperand = 0, NumOperands = 0; // in Operands
      uint64_t Constant = 0;
      int Array = -1; // read by a Select
      int Variable = -1;
      Expr From = {};
    };
    struct ArrayNode {
      enum class Shape { Variable, Stored, Choice, Filled, Term };
      Shape As = Shape::Term;
      unsigned Var = 0;         // or the instruction that computes a Term
      unsigned A = 0, B = 0;    // nodes
      unsigned I = 0, V = 0;    // instructions: index or condition, and element
      Expr From = {};
    };
    std::vector<Instruction> Instructions; // operands first
    std::vector<unsigned> Operands;
    std::vector<ArrayNode> Arrays; // operands first
    /// Of each root: an instruction or an array.
    std::vector<unsigned> Roots;
    ExprMap<unsigned> InstructionOf, ArrayOf;
  };
  Code compile(llvm::ArrayRef<Expr> Roots);

  /// Computes what it can without terms; value() and array() are about the last
  /// call, while the state is as it was.
  void run(const Code &C, const SymbolicState &In);
  SymbolicValue value(const Code &C, unsigned Root);
  /// Changes \p State to what it is after its variable Vars[i] got the value of
  /// root First + i, all at once. Requires run().
  void update(const Code &C, unsigned First, llvm::ArrayRef<unsigned> Vars,
              SymbolicState &State);

private:
  struct Word {
    uint64_t Bits;
    bool IsKnown;
  };
  struct Write {
    SymbolicValue Index, Element;
  };
  /// The value of an array: Start with Writes, the last one first.
  struct Pending {
    int Variable = -1; // or
    SymbolicArray::Ptr Start;
    std::vector<Write> Writes;
  };

  unsigned compileScalar(Code &C, Expr E);
  unsigned compileArray(Code &C, Expr E);
  void compute(const Code &C, const Code::Instruction &I, Word &To);
  bool computeSmall(const Code &C, const Code::Instruction &I, Word &To);
  bool selectWord(const Code &C, unsigned Array, uint64_t Index, Word &To);
  SymbolicValue known(unsigned Instruction) const;

  void want(unsigned Instruction);
  void wantArray(const Code &C, unsigned Array);
  void wantOperands(const Code &C, const Code::Instruction &I);
  void buildTerms(const Code &C, unsigned Last);
  void buildTerm(const Code &C, unsigned Instruction);
  Expr builtTerm(const Code &C, unsigned Instruction);
  SymbolicValue built(unsigned Instruction);
  SymbolicValue select(const Code &C, unsigned Array, SymbolicValue Index);
  SymbolicArray::Ptr arrayOf(const Code &C, unsigned Node);
  Pending pending(const Code &C, unsigned Node);
  SymbolicArray::Ptr finish(Pending P);

  ExprContext &Ctx;
  std::vector<Expr> Vars;
  ExprMap<unsigned> NumberOf;
  std::vector<bool> Used; // by variable
  std::function<Expr(Expr)> Settle;
  const SymbolicState *State = nullptr;
  /// By instruction of the code that was run last.
  std::vector<Word> Words;
  std::vector<Expr> Terms;
  std::vector<bool> Wanted;
  /// New values of an update.
  std::vector<std::pair<unsigned, SymbolicValue>> Scalars;
};

} // namespace sooth

#endif
