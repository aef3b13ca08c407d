//===- StrategyRun.h - One strategy at work -------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_PETRI_STRATEGYRUN_H
#define SOOTH_LIB_DRIVER_PETRI_STRATEGYRUN_H

#include "AnswerBoard.h"

#include "sooth/Driver/Petri/PetriPortfolio.h"
#include "sooth/Support/ChildProcess.h"

#include "llvm/Support/JSON.h"

namespace sooth {

/// What strategies have to say, as lines for the parent.
struct StrategyMessage {
  enum class Kind {
    Reachable,    ///< with runs
    NotReachable, ///< evidence was checked by the sender
    Lower,        ///< a sum of tokens, with runs
    Upper,        ///< a sum that no marking exceeds
    BeyondLimit,  ///< an answer needs more tokens than are counted
    WrongEvidence
  };
  Kind What = Kind::Reachable;
  size_t Question = 0;
  FiringRuns Runs;
  int64_t Value = 0;
  std::string Technique, Evidence, Proof;
};

std::string encode(const StrategyMessage &M);
llvm::Expected<StrategyMessage> decodeMessage(llvm::StringRef Line);

/// What a strategy is given, in a process of its own. Everything that is
/// claimed through it is checked first.
class PetriStrategyRun {
public:
  PetriStrategyRun(const PetriNet &N, llvm::ArrayRef<MccProperty> Questions,
                   const Budget &B, AnswerBoard &Board, LineWriter &Out,
                   PetriPortfolioOptions::Proofs HaveProofs)
      : N(N), Questions(Questions), B(B), Board(Board), Out(Out),
        HaveProofs(HaveProofs), Asked(Questions.size()) {}

  const PetriNet &net() const { return N; }
  llvm::ArrayRef<MccProperty> questions() const { return Questions; }
  const Budget &budget() const { return B; }
  bool isUndecided(size_t Q) const { return !Board.isDone(Q); }
  /// Whether there is anything left to do and time to do it.
  bool goesOn() const { return !B.exhausted() && !Board.allDone(); }
  std::vector<size_t> undecidedQuestions() const;

  /// What to look for to make progress with a question: its goal, or more
  /// tokens than were ever reached.
  PetriFormula goalOf(size_t Q);
  /// All open questions at once, for engines that look for markings: goals to
  /// reach, and sums of tokens to make as large as possible.
  struct Aims {
    std::vector<PetriFormula> Goals;
    std::vector<std::vector<LinearTerm>> Sums;
    std::vector<size_t> OfGoal, OfSum; ///< their questions
  };
  Aims aims() const;
  int64_t lower(size_t Q) const { return Board.lower(Q); }

  /// \p Runs reaches the goal of \p Q or, for a bound, \p Value tokens.
  void reached(size_t Q, FiringRuns Runs, llvm::StringRef Technique);
  void reachedSum(size_t Q, __int128 Value, FiringRuns Runs,
                  llvm::StringRef Technique);
  /// No marking satisfies what goalOf() said last. Requires that Check has
  /// confirmed the evidence, which is \p Proof if that is about the net itself.
  void excluded(size_t Q, llvm::StringRef Technique, llvm::StringRef Evidence,
                const PetriCertificate *Proof);
  /// The same of \p Goal, which goalOf() said last, if Check has confirmed that
  /// the reduced net does not reach it: that rests on rules. If the markings of
  /// the net itself are soon enumerated, they must agree, and then it does not.
  /// (Of a net that is larger no more is asked.)
  void excludedByRules(size_t Q, const PetriFormula &Goal,
                       llvm::StringRef Technique, llvm::StringRef Evidence);
  /// Nothing can be said: a run to what is sought has more tokens in a place
  /// than are counted, as \p Why says.
  void beyondLimit(size_t Q, llvm::StringRef Technique, llvm::StringRef Why);
  /// Something did not check out: a bug of ours, which must show.
  void wrongEvidence(size_t Q, llvm::StringRef Technique, llvm::StringRef Why);

private:
  void finishBound(size_t Q);
  PetriFormula goalAskedLast(size_t Q) const;

  const PetriNet &N;
  llvm::ArrayRef<MccProperty> Questions;
  const Budget &B;
  AnswerBoard &Board;
  LineWriter &Out;
  PetriPortfolioOptions::Proofs HaveProofs;
  std::vector<int64_t> Asked; // by goalOf(): more tokens than that
  /// Whether the markings were not all enumerated when that was tried.
  bool IsLarge = false;
};

/// Why a sum of tokens is not counted any further.
std::string manyTokens();

/// That there are \p Least tokens or more on \p Places.
PetriFormula tokensOn(llvm::ArrayRef<PlaceId> Places, int64_t Least);

/// For sets of markings, if the user sets no limit: what several processes of
/// this size leave to others.
inline constexpr uint64_t MaxSetBytes = uint64_t(3) << 30;

// The strategies, one file each.
void runWalks(PetriStrategyRun &);
void runExploration(PetriStrategyRun &);
void runReductions(PetriStrategyRun &);
void runStateEquation(PetriStrategyRun &);
void runKInduction(PetriStrategyRun &);
void runEuf(PetriStrategyRun &);
void runImplicitPredicates(PetriStrategyRun &);
void runCegar(PetriStrategyRun &);

/// \p R, or Inconclusive if it is Not reachable and its proof by the marking
/// equation does not check out (Internal) or cannot be checked in time.
PetriResult checkedResult(const PetriNet &N, const PetriFormula &Goal,
                          PetriResult R, const Budget &B);

} // namespace sooth

#endif
