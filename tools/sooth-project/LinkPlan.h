//===- LinkPlan.h - Programs and libraries that are answered as a whole ---===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TOOLS_PROJECT_LINKPLAN_H
#define SOOTH_TOOLS_PROJECT_LINKPLAN_H

#include "Links.h"
#include "Plan.h"

namespace sooth {

class CompileCommands;

class LinkPlan {
public:
  /// What link_commands.json and --link say. Adds to \p Files what programs are
  /// linked from that is compiled in another way. Fails with a sentence for the
  /// user.
  static llvm::Expected<LinkPlan> read(const ProjectOptions &Line,
                                       std::vector<Unit> &Files);
  bool empty() const { return Links.empty(); }
  /// Adds programs and libraries to \p Units, the files, which have been
  /// compiled. A file that is in one of them is not asked about by itself.
  /// Returns sentences about those that cannot be answered as a whole.
  std::vector<std::string> addTo(std::vector<Unit> &Units) const;

private:
  struct Selection;
  void addFiles(llvm::MutableArrayRef<LinkInput> Inputs,
                const CompileCommands &Commands, std::vector<Unit> &Files);
  std::optional<Unit> unitOf(const LinkedUnit &L, llvm::ArrayRef<Unit> Files,
                             std::string &Problem) const;

  std::string Results;
  std::vector<LinkedUnit> Links;
  /// The number of the unit that a file is compiled as, by its source and
  /// variant.
  std::map<std::pair<std::string, std::string>, size_t> Compiled;
};

} // namespace sooth

#endif
