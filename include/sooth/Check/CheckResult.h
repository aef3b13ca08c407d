//===- CheckResult.h - What became of a piece of evidence -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_CHECK_CHECKRESULT_H
#define SOOTH_CHECK_CHECKRESULT_H

#include <string>

namespace sooth {

struct [[nodiscard]] CheckResult {
  enum class Outcome {
    Confirmed,
    Refuted, ///< the evidence is wrong
    Unknown  ///< the budget is used up or the solver gave up
  };
  Outcome What = Outcome::Confirmed;
  /// What is wrong or in the way; empty if confirmed.
  std::string Why;

  bool isConfirmed() const { return What == Outcome::Confirmed; }
  bool isRefuted() const { return What == Outcome::Refuted; }
  bool isUnknown() const { return What == Outcome::Unknown; }

  static CheckResult confirmed() { return {}; }
  static CheckResult refuted(std::string Why) {
    return {Outcome::Refuted, std::move(Why)};
  }
  static CheckResult unknown(std::string Why) {
    return {Outcome::Unknown, std::move(Why)};
  }
};

} // namespace sooth

#endif
