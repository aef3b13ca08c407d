//===- Results.h - What is known of a project -----------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TOOLS_PROJECT_RESULTS_H
#define SOOTH_TOOLS_PROJECT_RESULTS_H

#include "Plan.h"

#include "sooth/Driver/Report/Verdict.h"
#include "sooth/Driver/Suppress/Suppressions.h"

namespace sooth {

/// The answers for the units that were asked about: files, programs and
/// libraries.
class Results {
public:
  /// Reads them. Names of files become as seen from the current folder.
  explicit Results(llvm::ArrayRef<Unit> Units);

  /// All together: a check in a header that several files include, or in a file
  /// that several programs have, is one check.
  const Report &all() const { return All; }
  /// For \p U, one of the units; null if there is none.
  const Report *answerOf(const Unit &U) const;
  /// Lets a line about \p U be among what is told.
  void tell(const Unit &U, std::string Line);
  /// results.json, results.sarif, index.html and a page for each file.
  llvm::Error write(const std::string &Folder) const;
  /// An internal error, violations, a line for each file, and how many checks
  /// there are. Violations that are not in \p New are told as known.
  void print(llvm::raw_ostream &OS,
             llvm::ArrayRef<const AssertionReport *> New) const;
  /// As sooth's, if \p NewViolations violations count.
  int exitCode(size_t NewViolations) const;

private:
  struct Entry {
    const Unit *Of;
    /// Nothing if it could not be run.
    std::optional<Report> Answer;
    /// Told with it.
    std::vector<std::string> More = {};
    bool isCompiled() const;
    /// Whether its answer tells of its checks.
    bool isVerified() const;
    bool holds() const;
    /// "file", "program" or "library".
    llvm::StringRef kind() const;
    /// "list.c", "tool (program, 3 files, 12 functions)".
    std::string name() const;
    std::string summary() const;
    /// What nobody calls, and why checks are open; nothing of files.
    std::vector<std::string> details() const;
  };
  /// Of all files.
  std::string summary() const;
  void merge(const Report &R, bool IsOfWhole);
  void conclude();
  std::string index() const;

  std::vector<Entry> Files;
  Suppressions Marks;
  JoinedChecks Checks;
  Report All;
  /// Those of its checks that are told of a program or library.
  std::set<size_t> OfWhole;
};

} // namespace sooth

#endif
