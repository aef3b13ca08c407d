//===- Encoder.h - From Structured Text to a model
//----------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_STRUCTUREDTEXT_ENCODER_H
#define SOOTH_LIB_FRONTEND_STRUCTUREDTEXT_ENCODER_H

#include "CycleBuilder.h"
#include "Types.h"

#include "sooth/Expr/FloatingPoint.h"
#include "sooth/Frontend/StructuredText/Encode.h"
#include "sooth/Support/Diagnostic.h"

#include "llvm/ADT/MapVector.h"

#include <deque>

namespace sooth::st {

/// A variable or a part of one. Which one depends on indices.
struct Place {
  struct Index {
    Expr Val; ///< as a signed number
    int64_t Low = 0;
    unsigned Count = 0;
    unsigned Stride = 0; ///< in slots
  };
  const Type *Ty = nullptr;
  Slot First = 0;
  std::vector<Index> Indices = {};
  std::optional<unsigned> Bit = {}; ///< of what is of type Whole
  const Type *Whole = nullptr;
};

class Encoder {
public:
  Encoder(CycleModel &M, const File &F, const Unit &Entry,
          const CycleEncoding &How);
  void run();
  std::optional<Diagnostic> takeError() { return std::move(Error); }

private:
  /// A unit that is being executed.
  struct Frame {
    const Unit *Code;
    std::optional<Place> Instance;
    llvm::MapVector<const Variable *, Place> Own;
    std::optional<Slot> Returned;
  };
  /// A loop that is being executed: slots that say whether it was left.
  struct Loop {
    std::optional<Slot> Exited, Continued;
    size_t Depth; ///< of frames
  };

  // Encoder.cpp
  Expr constant(const llvm::APInt &V, const Type *T);
  Sort sortOf(const Type *T);
  void addGlobals();
  void addEntry();
  Place addSlots(const Variable &V, bool IsKept, llvm::StringRef Prefix);
  void addColumns(const std::string &Name, const Type *T, Slot First,
                  Column::Role As);
  void noteTimers(const Type *T, Slot First);
  void beginCycle();
  void passTime();
  void beginAnew(const Variable &V, const Place &At);
  void readInputs(const Variable &V, const Place &To);
  std::vector<Expr> row() const;
  void cycle();
  void note(std::optional<EdgeId> E);
  void check(Expr Condition, Failure What, const SourceLocation &Where,
             const char *Name);

  // Statements.cpp
  void run(const Block &B);
  void run(const Statement &S);
  void runIf(const Statement &S, size_t From = 0);
  void runCase(const Statement &S);
  void runFor(const Statement &S);
  void runCopies(const Statement &S);
  void runLoop(const Statement &S);
  void runAssert(const Statement &S);
  void runLongIf(const Statement &S);
  void enterLoop(const Statement &S);
  /// Whether the loop at hand has another round, as far as what leaves it.
  Expr goesOn() const;
  void repeat(const Statement &S, llvm::function_ref<Expr()> Condition,
              llvm::function_ref<void()> AtEnd);
  void advance(const Statement &S, Expr Step, Slot Ended);
  Expr matches(Expr Val, const CaseLabel &L, const Type *T);
  void choose(
      bool HasLoop, Expr Condition, const SourceLocation &Where,
      llvm::function_ref<void()> Then, llvm::function_ref<void()> Else = [] {});
  /// Whether what is at hand has been left.
  Expr hasLeft() const;
  Expr isSet(std::optional<Slot> S) const;
  void set(std::optional<Slot> S, bool Val);

  // Places.cpp
  Place placeOf(const Expression &E);
  Place placeOf(const Variable &V);
  Place elementOf(Place Array, const Expression &Index);
  Expr read(const Place &P, unsigned Leaf = 0);
  void write(const Place &P, unsigned Leaf, Expr Val);
  void assign(const Place &P, llvm::ArrayRef<Expr> Vals,
              const SourceLocation &Where);
  void checkRange(Expr Val, const Type *T, const SourceLocation &Where);
  Expr isIndex(const Place::Index &At, unsigned Number);

  // Expressions.cpp
  Expr eval(const Expression &E);
  /// All elementary parts of what may be a structure.
  std::vector<Expr> evalAll(const Expression &E);
  Expr evalApply(const Expression &E);
  Expr evalShortCut(const Expression &E);
  Expr arithmetic(Operator Op, Expr A, Expr B, const Type *T,
                  const SourceLocation &Where);
  Expr divide(Operator Op, Expr A, Expr B, const Type *T,
              const SourceLocation &Where);
  Expr less(Expr A, Expr B, const Type *T);
  Expr lessEqual(Expr A, Expr B, const Type *T);
  Expr compare(Operator Op, Expr A, Expr B, const Type *T);
  Expr logical(Operator Op, Expr A, Expr B);
  Expr scaled(Operator Op, Expr A, Expr By, const SourceLocation &Where);
  Expr negated(Expr A, const Type *T, const SourceLocation &Where);
  Expr evalStandard(const Expression &E);
  Expr evalMultiplex(const Expression &E, llvm::ArrayRef<Expr> V);
  Expr shifted(Builtin F, Expr A, Expr N, const Type *NT);
  Expr convert(Expr V, const Type *From, const Type *To,
               const SourceLocation &Where);
  Expr toNumber(Expr V, const Type *From, const Type *To,
                const SourceLocation &Where, FpRounding Rounding);
  Expr resized(Expr V, bool IsSigned, unsigned Width);
  Expr anything(llvm::StringRef What, Sort S, const SourceLocation &Where);
  bool checksOverflow(const Type *T) const;
  void checkFits(Expr Wide, const Type *T, uint64_t ClangCheck,
                 const SourceLocation &Where);

  // Calls.cpp
  std::vector<Expr> call(const Unit &U, const std::vector<Argument> &Arguments,
                         std::optional<Place> Instance);
  Frame frameOf(const Unit &U, std::optional<Place> Instance);
  bool hasLoop(const Expression &E) const;

  CycleModel &M;
  const File &F;
  const Unit &Entry;
  const CycleEncoding &How;
  Cfa &C;
  CycleBuilder B;
  ExprContext &Ctx;
  std::deque<Frame> Frames;
  std::vector<Loop> Loops;
  std::map<const Variable *, Place> Globals;
  /// Of Entry and of global variables: those that are read from outside.
  std::vector<std::pair<const Variable *, Place>> Inputs;
  Frame Main;
  std::vector<std::pair<Slot, Slot>> Timers; ///< whether running, how long
  std::optional<Slot> CycleTime;
  /// Of each column.
  std::vector<Slot> Shown;
  LocationId Head = 0;
  std::optional<Diagnostic> Error;
};

} // namespace sooth::st

#endif
