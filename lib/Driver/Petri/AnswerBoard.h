//===- AnswerBoard.h - What strategies know of each other's success -------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_PETRI_ANSWERBOARD_H
#define SOOTH_LIB_DRIVER_PETRI_ANSWERBOARD_H

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace sooth {

/// Memory that forked processes share. Entries only ever become true, or
/// greater, or less, so that nobody waits for anybody.
class AnswerBoard {
public:
  explicit AnswerBoard(size_t NumQuestions);
  AnswerBoard(const AnswerBoard &) = delete;
  AnswerBoard &operator=(const AnswerBoard &) = delete;
  ~AnswerBoard();

  /// Whether memory could be had.
  bool isValid() const { return Entries != nullptr; }

  bool isDone(size_t Q) const { return Entries[Q].Done.load(); }
  void setDone(size_t Q) { Entries[Q].Done.store(true); }
  bool allDone() const;

  /// The greatest sum of tokens that was reached, and one that none exceeds.
  int64_t lower(size_t Q) const { return Entries[Q].Lower.load(); }
  int64_t upper(size_t Q) const { return Entries[Q].Upper.load(); }
  /// Return whether that was news.
  bool raiseLower(size_t Q, int64_t Value);
  bool reduceUpper(size_t Q, int64_t Value);

private:
  struct Entry {
    std::atomic<bool> Done;
    std::atomic<int64_t> Lower, Upper;
  };
  Entry *Entries = nullptr;
  size_t Size;
};

} // namespace sooth

#endif
