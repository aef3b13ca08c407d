//===- Search.h - Runs, and what is made of them -------------- -*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs that did something new are kept, and changed. (Zalewski's American Fuzzy
// Lop, 2013, whose measure of what is new this is: how often each edge was
// taken, roughly.)
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_RUN_SEARCH_H
#define SOOTH_LIB_ENGINE_RUN_SEARCH_H

#include "Machine.h"

#include "sooth/Engine/Run/Run.h"

namespace sooth::run {

/// Of most runs; some may have many times as many.
inline constexpr uint64_t LeastSteps = 1 << 8;

class Search {
public:
  Search(const Cfa &C, Machine &M, const RunOptions &O, const Budget &B);
  /// Calls \p WhenPatient once, as RunOptions::EagerSeconds says.
  CfaResult run(llvm::function_ref<void()> WhenPatient);
  /// Tells a run to each violation that it finds, until it has found none for
  /// \p IdleSeconds of processor time, or the budget is exhausted.
  void findAll(double IdleSeconds, llvm::function_ref<void(CfaTrace)> Tell);

  uint64_t Runs = 0;
  size_t kept() const { return Kept.size(); }

private:
  using Ending = Machine::Ending;
  using Path = std::vector<EdgeId>;

  std::optional<CfaResult> runFirst();
  bool isOnlyRun(const Path &Taken);
  std::optional<CfaResult> onlyRun(Ending End, const Tapes &T, Path Taken);
  CfaResult onlyRunIs(Path Taken) const;
  std::optional<CfaResult> runOnce();
  /// That an edge is taken so often.
  struct Goal {
    EdgeId Edge = 0;
    uint32_t Count = 0;
  };
  /// Operands of an equation that are made equal.
  struct Repair {
    unsigned Site = 0;
    /// The operand that Where holds, if Slope is 0.
    unsigned Given = 0;
    HeldNumber Where;
    /// By how much the first operand gets further from the second one if 1 is
    /// added there.
    uint64_t Slope = 0;

    /// Requires that the operands of \p C, of \p Bits, differ. False if there
    /// is no way.
    bool apply(Tape &T, const ComparedPair &C, unsigned Bits) const;
  };
  struct KeptRun {
    Tapes T;
    std::vector<Repair> Repairs;
    /// As many as it may have.
    uint64_t Steps = 0;
    /// Whether its comparisons have been looked at.
    bool IsCompared = false;

    void willRepair(const Repair &By);
  };
  enum class Logged { No, Yes };
  std::optional<CfaResult> runAndKeep(KeptRun R, uint64_t MaxSteps, Logged Is);

  // What is compared.
  std::optional<size_t> nextToCompare() const;
  std::optional<CfaResult> tryOperands(size_t Which);
  bool mayTry() const;
  bool isTriedOften(const ComparedPair &C);
  std::optional<CfaResult> tryPlaces(const KeptRun &Base,
                                     const ComparedPair &C);
  std::optional<CfaResult> trySlopes(const KeptRun &Base,
                                     const ComparedPair &C);
  std::optional<CfaResult> tryNext(KeptRun Next);
  void repair(KeptRun &R);

  bool isIdle();
  bool reaches(Tapes &T, uint64_t MaxSteps, Goal G);
  bool leaveOut(Tapes &T, size_t First, size_t Last, Goal G);
  void keep(KeptRun R, Goal G);
  KeptRun nextRun();
  void change(Tape &T);
  void changeOnce(Tape &T);
  void changeCell(Tape &T);
  uint64_t nextLimit() const;
  bool count(EdgeId E);
  void beginCounting();
  bool isViolation(Ending E) const {
    return E.What == Ending::Kind::AtError && IsViolation.test(E.Loc);
  }
  Ending record(Tapes &T, uint64_t MaxSteps, Path &Taken);
  std::optional<CfaResult> claim(Tapes T);
  static bool stopsOn(Ending End, const Path &Other, const Path &Taken);
  /// Of a run with another one.
  enum class Comparison { Same, Stopped, Other };
  bool readsApproximations(LocationId L) const;
  Comparison tryOtherApproximations(const Tapes &T, const Path &Taken);
  bool dependsOnApproximations(const Tapes &T, const Path &Taken);
  void shorten(Tapes &T, Path &Taken);

  const Cfa &C;
  Machine &M;
  const RunOptions &O;
  const Budget &B;
  llvm::BitVector IsViolation;
  std::vector<KeptRun> Kept;
  /// How many runs there were when one was kept, and after comparisons were
  /// looked at.
  uint64_t RunsAtKept = 0, RunsAtCompared = 0;
  /// The time without anything new that RunOptions::IdleSeconds allows, and
  /// RunsAtKept when it began.
  std::optional<Budget> IdleTime;
  uint64_t RunsAtIdleTime = 0;
  /// Of the run whose comparisons are looked at; and the sites that it comes to
  /// once.
  unsigned TriesLeft = 0;
  llvm::DenseSet<unsigned> ComparedOnce;
  uint64_t StepsOfTries = 0;
  /// How often, by site and operands.
  llvm::DenseMap<std::pair<unsigned, std::pair<uint64_t, uint64_t>>, unsigned>
      Tried;
  /// By edge: how many words of the input tape are read with it; how often it
  /// was taken by the last run, and by any run, roughly, as a set of bits.
  std::vector<uint32_t> WordsOn;
  std::vector<uint32_t> Count;
  std::vector<uint8_t> Seen;
  std::vector<EdgeId> Touched;
  /// Violations that depend on what is not known.
  unsigned Rejected = 0;
};

} // namespace sooth::run

#endif
