//===- OpenFunctionTimes.h - Who has how much time ------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How the time for files without main, and for each of their functions, is
// shared out. A number is a part of the time that is left when its turn comes,
// unless its name says Seconds (of the wall clock) or another unit. What one
// does not use is there for the next.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_TASKS_OPENFUNCTIONTIMES_H
#define SOOTH_LIB_DRIVER_TASKS_OPENFUNCTIONTIMES_H

namespace sooth {

/// Between all that is done about a file.
struct FileTimes {
  /// For each of several functions, if time is not limited.
  static constexpr double SecondsForEach = 10;
  /// Kept for collecting the answers: without that all would be lost. (A report
  /// of ten thousand checks takes seconds to write.)
  static constexpr double Closing = 0.12, MostClosingSeconds = 8;
  /// For calls, which are asked about when functions are done. What is known
  /// already is not to be lost where that takes longer.
  static constexpr double Calls = 0.8;
  /// For one call: what is prepared and not asked about has cost time for
  /// nothing.
  static constexpr double LeastSecondsForCall = 0.5;
  /// For runs from main, where there is one: of a large program, where all
  /// calls are followed, hardly anything is found out before the time of all is
  /// over.
  static constexpr double RunsFromMain = 0.3, RunsFromLargeMain = 0.05;
  /// Of these where nothing comes from outside, and running decides all.
  static constexpr double MostSecondsToRun = 30;
  /// For runs from main, if time is not limited.
  static constexpr double SecondsFromMain = 10;
  /// For the values that a program computes: 28 s of processor time for bzip2.
  static constexpr double Values = 0.5, MostSecondsForValues = 120;
  /// If time is not limited.
  static constexpr double SecondsForValues = 20;
  /// For runs from main before: of small programs they decide everything, and
  /// none should contradict the values.
  static constexpr double SecondsBeforeValues = 2;
};

/// For series of calls from the beginning of the program.
struct StateTimes {
  /// For what shows in moments, about all functions; for each group of them.
  static constexpr double AtOnce = 0.15, MostSecondsAtOnce = 4;
  /// For calls with objects of callers, before anything else.
  static constexpr double WithObjects = 0.15, MostSecondsWithObjects = 4;
  /// Of these, where calls are all that there is.
  static constexpr double MostSecondsForAllRuns = 2;
  /// For whether a function is wrong when it is called first.
  static constexpr double AtBeginning = 0.2, MostSecondsAtBeginning = 5;
  /// For what engines find out then about all that is open.
  static constexpr double ByEngines = 0.3, MostSecondsByEngines = 20;
  /// For what random series of calls show if time is left when all else is done.
  static constexpr double Again = 0.9, MostSecondsAgain = 5;
  /// Files with more instructions, in so many times
  /// VerificationTask::CopiedCode, are not looked at in this way.
  static constexpr unsigned MostCode = 5;
};

/// Between the functions of a file, as long as engines are not asked
/// (EasyRound).
struct RoundTimes {
  /// For each round.
  static constexpr double Local = 1, Search = 0.3, WithoutGuess = 0.5,
                          Guesses = 0.3, NeedsOnly = 0.5;
  /// In the first round most functions need less than an equal share, and large
  /// ones more: each has the larger one of so many equal shares, and of what
  /// its size is of all; but none takes the time of all that comes after.
  static constexpr double EqualSharesAtFirst = 1.5, MostAtFirst = 0.6;
  /// How far a function may overstep its time in the first round. One that is
  /// not prepared by then is given up.
  static constexpr double SecondsOverAtFirst = 0.6;
  /// Functions among which a search shares its time at most: what is prepared
  /// in vain finds nothing.
  static constexpr double FunctionsToSearch = 4;
  static constexpr double MostSecondsOfSearch = 4;
  /// Of processor time: no search goes on if runs have done nothing new for so
  /// long.
  static constexpr double IdleSecondsOfSearch = 1;
  /// Engines are asked if that leaves more than so many times what the function
  /// took so far, and what its model took to make.
  static constexpr double LeastOfEarlier = 0.2, LeastOfEncoding = 2;
};

/// Between the questions about one function.
struct QuestionTimes {
  /// For means before engines, if there is no time for all.
  static constexpr double EasyOfLongFunction = 0.6;
  /// What is taken to be true of what callers pass is valid pointers; asked for
  /// the first time by cheap means, or by others.
  static constexpr double FirstByCheapMeans = 0.9, FirstByOthers = 0.6;
  /// More is taken to be true; the last of these if nothing comes after it.
  static constexpr double Stronger = 0.5, LastStronger = 0.8;
  /// Nothing is taken to be true.
  static constexpr double Any = 0.4;
  /// Calls are followed.
  static constexpr double Followed = 0.6;
};

} // namespace sooth

#endif
