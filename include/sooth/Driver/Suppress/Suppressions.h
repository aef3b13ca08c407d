//===- Suppressions.h - Checks that a comment says not to count -----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `// sooth-ignore: reason` (docs/Suppressions.md). Nothing is verified in
// another way because of it: checks are marked when all answers are there.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_DRIVER_SUPPRESS_SUPPRESSIONS_H
#define SOOTH_DRIVER_SUPPRESS_SUPPRESSIONS_H

#include "sooth/Driver/Report/Report.h"

#include <functional>

namespace sooth {

/// The text of a file; nothing if it cannot be read.
using SourceReader =
    std::function<std::optional<std::string>(const std::string &File)>;

/// The suppressions of some files, and which of them were used.
class Suppressions {
public:
  /// Reads files from where they are.
  Suppressions();
  explicit Suppressions(SourceReader Read);

  /// Marks the checks of \p R that are suppressed, of those that are not known
  /// to hold, and makes counts and outcome those of the others. Reads the files
  /// that checks are in, and \p Files.
  void apply(Report &R, llvm::ArrayRef<std::string> Files = {});

  /// Notes for the user: suppressions that have no reason, and so suppress
  /// nothing; and those that had nothing to suppress. In the order of the
  /// source.
  std::vector<std::string> withoutReason() const;
  std::vector<std::string> unused() const;

private:
  struct Mark {
    SourceLocation Where;
    std::string Reason;
    /// The lines that it is about.
    unsigned First = 0, Last = 0;
    bool IsUsed = false;
  };
  using Marks = std::vector<Mark>;

  Marks &marksOf(const std::string &File);
  static Marks marksIn(const std::string &Text, const std::string &File);
  /// What suppresses checks at \p Where; null if nothing does.
  Mark *find(const SourceLocation &Where);
  void countAgain(FunctionReport &F);
  std::vector<std::string> notes(llvm::function_ref<bool(const Mark &)> Which,
                                 const char *Text) const;

  SourceReader Read;
  /// By real paths, which the names that a report has lead to.
  std::map<std::string, Marks> All;
  std::map<std::string, std::string> RealPaths;
};

/// Whether one of \p Files may have a suppression.
bool mayHaveSuppressions(llvm::ArrayRef<std::string> Files);

} // namespace sooth

#endif
