//===- Machine.h - Runs of compiled code ---------------------- -*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A machine holds the state of one run at a time and feeds it with inputs from
// tapes. What a tape does not have is chosen and written to it, so that the
// same tapes give the same run.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_RUN_MACHINE_H
#define SOOTH_LIB_ENGINE_RUN_MACHINE_H

#include "CodeGenerator.h"
#include "Comparisons.h"
#include "FixedBits.h"
#include "PagedArray.h"
#include "WordChooser.h"

#include "sooth/Result/Result.h"
#include "sooth/Support/Budget.h"

namespace llvm::orc {
class LLJIT;
}

namespace sooth::run {

class Machine {
public:
  /// Compiles \p C, which has to outlive it. Requires that Layout supports it.
  Machine(const Cfa &C, uint64_t Seed);
  ~Machine();
  /// Why it cannot run; nothing if it can.
  const std::optional<Cause> &failure() const { return Failed; }

  struct Ending {
    enum class Kind { AtError, AtEnd, AtLimit, OutOfMemory } What;
    LocationId Loc = 0;
  };
  /// What a run has done since it was asked last; may be empty.
  using Listener = llvm::function_ref<void(llvm::ArrayRef<EdgeId>)>;
  /// Runs from the entry with \p T, which it completes and cuts down to what
  /// was read. Ends AtLimit after about \p MaxSteps, or when \p B is exhausted.
  Ending run(Tapes &T, uint64_t MaxSteps, const Budget &B, Listener Took);
  /// The same, and comparisons() are those of the run. The code for that is
  /// compiled when it is first asked for.
  Ending runLogged(Tapes &T, uint64_t MaxSteps, const Budget &B, Listener Took);
  ComparisonLog &comparisons() { return Compared; }

  /// Of the input tape: how many words are read before the first step, and how
  /// many with an edge.
  size_t wordsAtStart() const;
  size_t wordsOn(EdgeId E) const;
  uint64_t stepsInAll() const { return AllSteps; }
  WordChooser &chooser() { return Choose; }
  /// Whether the run \p T read nothing and had never a choice: all others are
  /// the same if there is one start.
  bool isOnlyRun(const Tapes &T) const;
  bool ignoresChoices() const { return IgnoresChoices; }
  /// Whether init says what all variables hold that matter.
  bool hasOneStart() const { return Open.empty() && Beginning.empty(); }

  /// What the run \p T that took \p Taken starts with and reads.
  CfaTrace traceOf(const Tapes &T, llvm::ArrayRef<EdgeId> Taken) const;

private:
  friend struct MachineCalls;
  /// Indices of cells, and what these hold.
  using KnownCells = std::vector<std::pair<Value, Value>>;
  struct OpenVariable;

  void prepareStart();
  void prepareVariable(OpenVariable V, bool IsEquated, bool IsLive);
  using Compiled = uint32_t (*)(uint64_t *State, uint32_t Start);
  void compile();
  Compiled compileAs(llvm::StringRef Name, ComparisonLog *Log);
  Ending runWith(Compiled Code, Tapes &T, uint64_t MaxSteps, const Budget &B,
                 Listener Took);
  void begin();
  void writeCells(unsigned Place, unsigned Count, const KnownCells &Cells);
  uint64_t chooseAgain(unsigned Bits, unsigned Input);
  uint64_t next(Tape &T, size_t &Position, unsigned Bits, bool Anew,
                unsigned Input);
  void readVariable(const ReadInput &In, bool Anew);
  void readArray(const ReadInput &In, bool Anew);
  void forgetCells();
  void keepCells();

  /// An array that is given from outside in the run of now: its cells are
  /// chosen when they are read for the first time.
  class Cells : public GivenCells {
  public:
    explicit Cells(Machine &M) : M(M), Known(M.Pool) {}
    void begin(unsigned Array, bool IsApproximation, unsigned Bits);
    uint64_t read(uint64_t Index) override;
    void forget(uint64_t Index) { Known.forget(Index); }

  private:
    Machine &M;
    PagedArray Known;
    unsigned Array = 0;
    bool IsApproximation = false;
    unsigned Bits = 0;
  };
  struct Positions {
    size_t Input = 0, Approximation = 0, Choice = 0;
    /// Arrays, and cells of each tape that were read.
    size_t Array = 0, Cells[2] = {0, 0};
  };
  /// A variable that init leaves open.
  struct OpenVariable {
    Expr Var;
    unsigned Place = 0;
    /// Cells that are known nevertheless.
    KnownCells Known;
    /// Arrays that hold the same.
    std::vector<Expr> Same;
  };
  struct KnownArray {
    unsigned Place = 0, Count = 1;
    Value Default;
    KnownCells Cells;
  };

  const Cfa &C;
  const Layout L;
  const ExprMap<FixedBits> Fixed;
  std::optional<Cause> Failed;
  WordChooser Choose;
  std::unique_ptr<llvm::orc::LLJIT> Jit;
  Compiled Code = nullptr, CodeWithLog = nullptr;
  ComparisonLog Compared;
  bool IgnoresChoices = false;

  PagePool Pool;
  IndexNumbers Numbers{Pool};
  std::deque<PagedArray> Arrays, Copies, Constants;
  std::vector<uint64_t> State, FirstState;
  std::vector<uint32_t> Log;
  std::vector<uint64_t> Operands;
  std::vector<OpenVariable> Open;
  std::vector<KnownArray> KnownArrays;
  Valuation Initial;
  std::vector<Expr> Beginning; ///< what else init says

  Tapes *Now = nullptr;
  std::deque<Cells> Given;
  /// Of inputs, and of approximations.
  std::vector<Tape::Cell> CellsRead[2];
  Positions At, Mark;
  /// How often the inputs of a location have been read, and whether they are
  /// going to be read once more.
  unsigned Tries = 0;
  bool IsAgain = false;
  uint64_t AllSteps = 0;
};

} // namespace sooth::run

#endif
