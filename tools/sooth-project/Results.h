//===- Results.h - What is known of a project -----------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TOOLS_PROJECT_RESULTS_H
#define SOOTH_TOOLS_PROJECT_RESULTS_H

#include "Plan.h"

#include "sooth/Driver/Report/Report.h"

namespace sooth {

/// The answers for the units that were asked about.
class Results {
public:
  /// Reads them. Names of files become as seen from the current folder.
  explicit Results(llvm::ArrayRef<Unit> Units);

  /// All together: a check in a header that several files include is one check.
  const Report &all() const { return All; }
  /// results.json, results.sarif, index.html and a page for each file.
  llvm::Error write(const std::string &Folder) const;
  /// A line for each file, violations, and how many checks there are. Those
  /// that are not in \p New are told as known.
  void print(llvm::raw_ostream &OS,
             llvm::ArrayRef<const AssertionReport *> New) const;
  /// As sooth's, if \p NewViolations violations count.
  int exitCode(size_t NewViolations) const;

private:
  struct File {
    const Unit *Of;
    /// Nothing if it could not be run.
    std::optional<Report> Answer;
    bool isCompiled() const;
    /// Whether its answer tells of its checks.
    bool isVerified() const;
    std::string summary() const;
  };
  /// Of all files.
  std::string summary() const;
  void merge(const Report &R);
  void conclude();
  std::string index() const;

  std::vector<File> Files;
  Report All;
  /// Where each check is in All.
  std::map<std::tuple<std::string, unsigned, unsigned, Failure>, size_t> Places;
};

} // namespace sooth

#endif
