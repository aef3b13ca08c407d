//===- InputSearch.h - Inputs that runs are tried with --------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// At random at first. Inputs with which a run goes a way that none went before,
// or goes it more often, are kept and changed.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_EXECUTE_INPUTSEARCH_H
#define SOOTH_LIB_FRONTEND_LLVM_EXECUTE_INPUTSEARCH_H

#include "sooth/Frontend/LLVM/Execute/ChosenInputs.h"

#include <random>
#include <utility>

namespace sooth {

class InputSearch {
public:
  /// \p Numbers must outlive this.
  explicit InputSearch(const MentionedNumbers &Numbers)
      : Numbers(Numbers), Seen(size_t(1) << 16), Now(Seen.size()) {}

  void beginRun();
  /// The same run once more.
  void beginAgain() { Planned = std::exchange(Given, {}); }
  llvm::APInt next(unsigned Width, llvm::StringRef Function);
  /// The run goes from one block to another.
  void goes(const void *From, const void *To);
  void endRun();

private:
  using Inputs = std::vector<llvm::APInt>;
  void change(Inputs &I);

  const MentionedNumbers &Numbers;
  std::mt19937_64 Random; // the same each time
  std::vector<Inputs> Kept;
  /// What the next run is given first, and what it was given.
  Inputs Planned, Given;
  uint64_t Seed = 0;
  /// By way: how often runs went it, by the highest bit of that, and this one.
  std::vector<uint32_t> Seen, Now;
  std::vector<uint32_t> Ways;
};

} // namespace sooth

#endif
