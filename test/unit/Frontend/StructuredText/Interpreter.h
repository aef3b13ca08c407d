//===- Interpreter.h - Structured Text on values
//------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Executes checked programs directly, to compare models with. It shares nothing
// with the encoder but the syntax tree. What the standard leaves open (division
// by zero, conversions of numbers that are too large) is zero.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TEST_UNIT_FRONTEND_STRUCTUREDTEXT_INTERPRETER_H
#define SOOTH_TEST_UNIT_FRONTEND_STRUCTUREDTEXT_INTERPRETER_H

#include "sooth/Frontend/StructuredText/Ast.h"

#include <map>
#include <set>

namespace sooth::st {

class Interpreter {
public:
  Interpreter(const File &F, const Unit &Entry);

  /// The elementary parts of a variable of the entry, or a global one.
  std::vector<llvm::APInt> &valueOf(const Variable &V) { return Store.at(&V); }
  /// One cycle, so many milliseconds after the last one; its inputs have been
  /// set.
  void cycle(int64_t Milliseconds);
  /// What failed in the last cycle: names of assertions, "bounds".
  const std::set<std::string> &failures() const { return Failures; }
  /// Whether an assumption or index has ended the run.
  bool hasEnded() const { return HasEnded; }

private:
  using Words = std::vector<llvm::APInt>;
  struct Ref {
    llvm::APInt *At;
    const Type *Of;
    std::optional<unsigned> Bit;
  };
  struct Frame {
    llvm::APInt *Instance = nullptr;
    std::map<const Variable *, llvm::APInt *> Own;
    std::vector<std::unique_ptr<Words>> Memory;
  };
  enum class Flow { Next, Exit, Continue, Return };

  Flow run(const Block &B);
  Flow run(const Statement &S);
  Flow runCase(const Statement &S);
  Flow runFor(const Statement &S);
  Flow runLoop(const Statement &S);
  Ref refTo(const Variable &V);
  Ref refTo(const Expression &E);
  void assign(const Ref &To, const Words &Vals);
  Words evalAll(const Expression &E);
  llvm::APInt eval(const Expression &E);
  llvm::APInt apply(const Expression &E);
  llvm::APInt standard(const Expression &E);
  llvm::APInt convert(const llvm::APInt &V, const Type *From, const Type *To);
  Words call(const Unit &U, const std::vector<Argument> &Arguments,
             llvm::APInt *Instance);
  void passTime(const Type *T, llvm::APInt *At, int64_t Milliseconds);
  void end(std::string Why);

  const File &F;
  const Unit &Entry;
  std::map<const Variable *, Words> Store;
  std::vector<Frame *> Frames;
  std::set<std::string> Failures;
  bool HasEnded = false;
};

} // namespace sooth::st

#endif
