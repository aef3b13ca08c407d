//===- BlockBuilder.h - Edges from statements -----------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Statements are executed symbolically until control branches; what they have
// done becomes one edge.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_SOLIDITY_BLOCKBUILDER_H
#define SOOTH_LIB_FRONTEND_SOLIDITY_BLOCKBUILDER_H

#include "sooth/Model/SourceTable.h"

namespace sooth::solidity {

class BlockBuilder;

/// A value that is kept while control branches: at the end of its block it is
/// put into a variable. Must not outlive the builder.
class Operand {
public:
  Operand() = default;
  Operand(BlockBuilder &B, Expr E) : E(E) { enter(&B); }
  Operand(const Operand &O) : E(O.E) { enter(O.Builder); }
  Operand &operator=(const Operand &O);
  ~Operand() { leave(); }

  Expr get() const { return E; }
  explicit operator bool() const { return bool(E); }

private:
  friend class BlockBuilder;
  void enter(BlockBuilder *B);
  void leave();
  Expr E;
  BlockBuilder *Builder = nullptr;
  Operand *Before = nullptr, *After = nullptr;
};

class BlockBuilder {
public:
  explicit BlockBuilder(Cfa &C) : C(C), Ctx(C.context()) {}

  Cfa &model() { return C; }
  ExprContext &context() { return Ctx; }

  LocationId addLocation(SourceLocation Where = {},
                         Location::Role As = Location::Role::Inner);
  Expr addVariable(llvm::StringRef Name, Sort S,
                   ValueStyle Style = ValueStyle::Unsigned);

  /// Goes on at \p L; the block before has to be closed.
  void begin(LocationId L);
  /// Whether no run gets here; what is done then has no effect.
  bool isClosed() const { return !IsOpen; }
  /// Closes the block: it goes to \p To.
  void jump(LocationId To);
  /// Closes the block: it goes to \p Yes where \p Condition holds.
  void branch(Expr Condition, LocationId Yes, LocationId No);
  /// Closes the block: runs end.
  void stop();

  /// What \p Var holds here.
  Expr read(Expr Var) const;
  void assign(Expr Var, Expr Val);
  void assume(Expr Condition);
  /// The same; and it is known to be true of approximations, too, where a real
  /// run comes here.
  void know(Expr Fact);
  /// It is an error if \p Condition does not hold, which is assumed from here
  /// on.
  void check(Expr Condition, const Failure &What, const SourceLocation &Where,
             llvm::StringRef Check);
  /// The model does not say what happens if \p Condition does not hold.
  void limit(Expr Condition, const Failure &What, const SourceLocation &Where);
  /// Any value.
  Expr input(llvm::StringRef Source, Sort S, Input::Kind What,
             const SourceLocation &Where = {});
  void tell(SourceStep Step);
  void tell(SourceStep Step, Expr When);
  /// An edge apart from blocks.
  void addEdge(Edge E, EdgeSource Of);
  /// Hands what was told over to the model; to be called in the end.
  void finish();

private:
  friend class Operand;
  void keepOperands();
  void addErrorUnless(Expr Condition, ErrorLocation E);
  void addEdge(LocationId To, Expr Guard);

  Cfa &C;
  ExprContext &Ctx;
  SourceTable Sources;
  bool IsOpen = false;
  LocationId Source = 0;
  Expr Guard, Known;
  std::vector<Update> Updates;
  ExprMap<size_t> UpdateOf;
  std::vector<Input> Inputs;
  std::vector<UnknownInput> Unknown;
  std::vector<SourceStep> Steps;
  Operand *First = nullptr;
  ExprSet Kept; ///< variables that hold operands
};

} // namespace sooth::solidity

#endif
