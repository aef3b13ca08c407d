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
    std::unique_ptr<llvm::Module> Program;
    /// As it is verified.
    const VerificationTask &Task;
    /// What tells it from others about the same program.
    std::string How;
  };
  /// All that the answer depends on, but for time, as a hash.
  std::string keyOf(Question Q) const;

  /// Whether the figures of the cache count a search.
  enum class Counted { No, Yes };
  /// What was found out about the question with this key; nothing for an empty
  /// one. If something was left open then, only if there was as much time as
  /// now.
  std::optional<Report> find(llvm::StringRef Key, Counted Is) const;
  /// Keeps \p R for later, if it is one that counts then.
  void keep(llvm::StringRef Key, const Report &R) const;

private:
  const VerificationTask &T;
  const std::optional<double> Seconds;
};

} // namespace sooth

#endif
