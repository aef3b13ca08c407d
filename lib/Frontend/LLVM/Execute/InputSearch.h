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

  using Inputs = std::vector<llvm::APInt>;

  void beginRun();
  /// A run that is given \p First, and zeros after that.
  void beginWith(Inputs First) {
    Planned = std::move(First);
    Given.clear();
    ZerosFollow = true;
  }
  const Inputs &given() const { return Given; }
  /// The same run once more.
  void beginAgain() { Planned = std::exchange(Given, {}); }
  llvm::APInt next(unsigned Width, llvm::StringRef Function);
  /// The run goes from one block to another.
  void goes(const void *From, const void *To);
  /// Whether the run went a way that none went before, or more often.
  bool endRun();

private:
  void change(Inputs &I);

  const MentionedNumbers &Numbers;
  std::mt19937_64 Random; // the same each time
  std::vector<Inputs> Kept;
  /// What the next run is given first, and what it was given.
  Inputs Planned, Given;
  uint64_t Seed = 0;
  bool ZerosFollow = false;
  /// By way: how often runs went it, by the highest bit of that, and this one.
  std::vector<uint32_t> Seen, Now;
  std::vector<uint32_t> Ways;
};

} // namespace sooth

#endif
