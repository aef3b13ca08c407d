//===- CodeGenerator.h - From an automaton to LLVM IR --------- -*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One function is the whole automaton. A location is a basic block, and an edge
// is one. Variables are in memory, as words, so that blocks can be compiled one
// by one and a run can stop and go on again. Undefined values of LLVM IR do not
// occur: each operator is guarded where LLVM's leaves open what the model says.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_RUN_CODEGENERATOR_H
#define SOOTH_LIB_ENGINE_RUN_CODEGENERATOR_H

#include "Layout.h"
#include "PagedArray.h"

#include "sooth/Expr/FloatingPoint.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

#include <deque>

namespace sooth::run {

class ComparisonLog;
class Machine;

/// What the code and its surroundings share: words.
struct StateWords {
  enum : unsigned {
    Steps, ///< taken since the code was called
    Limit, ///< of them; asked at the heads of loops only
    At,    ///< the location where the code stopped
    First  ///< the first of those that Layout gives away
  };
};

/// Why the code returned.
enum class Stop : uint32_t { AtLimit, AtError, AtEnd };

/// What the code calls, and addresses that are written into it. They must
/// outlive it.
struct Surroundings {
  Machine *M = nullptr;
  std::deque<PagedArray> *Arrays = nullptr;
  /// For copies of arrays, and constants; as many as are needed are added.
  std::deque<PagedArray> *Copies = nullptr, *Constants = nullptr;
  PagePool *Pool = nullptr;
  IndexNumbers *Numbers = nullptr;
  /// For operators that are computed outside of the code.
  uint64_t *Operands = nullptr;
  /// Of what the steps were; as long as StateWords::Limit may be, and a word
  /// for each location.
  uint32_t *Log = nullptr;
  /// Of what is compared; null if nobody wants to know.
  ComparisonLog *Compared = nullptr;
};

/// Makes a function of (uint64_t *State, uint32_t Location), a Stop, which
/// starts at the location (the entry, or where it stopped before).
class CodeGenerator {
public:
  /// \p Beginning has to hold at the entry, or else the run is none.
  CodeGenerator(const Cfa &C, const Layout &L, const Surroundings &S,
                llvm::ArrayRef<Expr> Beginning, llvm::Module &M);
  void generate(llvm::StringRef Name);
  /// Whether at some locations the first edge that can be taken is, although
  /// others might be, too.
  bool ignoresChoices() const { return IgnoresChoices; }

private:
  void findLoopHeads();
  void generateLocation(LocationId L);
  void generateStop(Stop Why, LocationId L);
  void generateChoice(LocationId L, llvm::BasicBlock *None);
  void generateEdge(EdgeId E);
  llvm::BasicBlock *newBlock(const char *Name);
  llvm::Value *word(unsigned Index);
  llvm::Value *pointer(const void *P);
  llvm::Value *call(void *Function, llvm::Type *Result,
                    llvm::ArrayRef<llvm::Value *> Arguments);
  llvm::Value *number(uint64_t N) { return Build.getInt64(N); }

  // Expressions: what was computed in blocks that dominate this one.
  llvm::Value *value(Expr E);
  llvm::Value *compute(Expr E);
  llvm::Value *computeLogged(Expr E);
  llvm::Value *computeBitVec(Expr E);
  llvm::Value *divide(Expr E);
  llvm::Value *shift(Expr E);
  llvm::Value *load(unsigned Place, Sort S);
  void store(unsigned Place, llvm::Value *V);
  llvm::Value *asWord(llvm::Value *V);
  llvm::Value *fromWord(llvm::Value *Word, Sort S);
  llvm::Type *type(Sort S) { return Build.getIntNTy(bitsOf(S)); }
  llvm::Value *op(Expr E, unsigned I) { return value(E.operand(I)); }
  /// What is computed from here on holds only where \p Inside does its work.
  void inside(llvm::BasicBlock *Block, llvm::function_ref<void()> Inside);

  // Floating-point operators.
  llvm::Value *computeFloat(Expr E);
  llvm::Value *computeNatively(Expr E);
  llvm::Value *applied(Expr E);
  llvm::Value *asFloat(Expr E, llvm::Type *T);
  llvm::Value *floatBits(llvm::Value *V, FpFormat F);
  llvm::Value *toInteger(Expr E, llvm::Type *From);

  // Arrays.
  using Parts = llvm::SmallVector<PagedArray *, 1>;
  llvm::Value *read(Expr Array, Expr Index);
  llvm::Value *cellNumber(llvm::Value *Index);
  void writeCell(const Parts &To, llvm::Value *Index, llvm::Value *Element);
  void writeInto(const Parts &To, Expr Array, Expr Kept);
  void writeChoice(const Parts &To, Expr Choice, Expr Kept);
  void updateArrays(const Edge &E);
  llvm::Value *part(llvm::Value *Element, unsigned Word);
  /// Of a variable, or a constant.
  Parts arrayOf(Expr E);
  Parts copyNumber(unsigned First, Sort S);

  const Cfa &C;
  const Layout &L;
  Surroundings S;
  std::vector<Expr> Beginning;
  llvm::Module &M;
  llvm::IRBuilder<> Build;
  llvm::Function *F = nullptr;
  std::vector<llvm::BasicBlock *> Blocks; // by location
  llvm::BitVector IsLoopHead, IsError;
  bool IgnoresChoices = false;
  ExprMap<llvm::Value *> Values;
  llvm::DenseMap<std::pair<Expr, Expr>, llvm::Value *> Reads;
  /// What was computed, or passed by on the way there, in order.
  ExprSet Seen;
  std::vector<Expr> Order;
  std::vector<std::pair<Expr, Expr>> ReadOrder;
  ExprMap<Parts> ConstantOf;
};

} // namespace sooth::run

#endif
