//===- KnownAnswers.h - Answers that were found before --------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An answer is known if this user has had it, about the same code and options:
// then Check has confirmed its evidence, and the entry is sealed. Of entries
// from elsewhere only evidence is used (Cache/Evidence.h).
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_TASKS_KNOWNANSWERS_H
#define SOOTH_LIB_DRIVER_TASKS_KNOWNANSWERS_H

#include "sooth/Driver/Options/VerificationTask.h"

namespace llvm {
class Module;
class raw_ostream;
} // namespace llvm

namespace sooth {

class KnownAnswers {
public:
  /// Answers for \p T, which has to outlive this, about functions that have,
  /// by what the user says, so many seconds each; nothing for no limit.
  KnownAnswers(const VerificationTask &T, std::optional<double> Seconds)
      : T(T), Seconds(Seconds) {}

  /// Not where more is wanted than answers, which only a run can give.
  bool areUsed() const;

  struct Question {
    /// What is looked at, and nothing else.
    std::string Code;
    /// What functions need whose calls are summarized.
    const std::vector<CalleeNeeds> &Needs;
    /// What tells it from others about the same program.
    std::string How;
  };
  /// All that the answer depends on, but for time, as a hash.
  std::string keyOf(const Question &Q) const;
  /// Of a question about \p Program, as \p Task wants it to be verified.
  static std::string codeOf(std::unique_ptr<llvm::Module> Program,
                            const VerificationTask &Task);
  /// The same of what all functions of \p M are asked, one after the other.
  /// Their needs follow from the answers, so code and options say everything.
  std::string keyOfAll(const llvm::Module &M) const;

  /// Whether the figures of the cache count a search.
  enum class Counted { No, Yes };
  /// What was found out about the question with this key; nothing for an empty
  /// one. If something was left open then, only if there was as much time as
  /// now.
  std::optional<Report> find(llvm::StringRef Key, Counted Is) const;
  /// The same, where one entry has the answers of many functions, which figures
  /// count.
  std::optional<Report> findAll(llvm::StringRef Key) const;
  /// Whether more time might tell more than was found out.
  enum class MoreTime { IsInVain, MayTell };
  static MoreTime moreTimeFor(const Report &R);
  /// Keeps \p R for later, if it is one that counts then.
  void keep(llvm::StringRef Key, const Report &R) const {
    keep(Key, R, moreTimeFor(R));
  }
  /// The same of one that does not say all that there was no time for.
  void keep(llvm::StringRef Key, const Report &R, MoreTime Is) const;
  /// Whether the same would come out again: nobody has interrupted it, and
  /// nothing went wrong.
  static bool counts(const Report &R);

private:
  void writeCircumstances(llvm::raw_ostream &OS) const;

  const VerificationTask &T;
  const std::optional<double> Seconds;
};

} // namespace sooth

#endif
