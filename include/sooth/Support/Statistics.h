//===- Statistics.h - Named figures of a run ------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_SUPPORT_STATISTICS_H
#define SOOTH_SUPPORT_STATISTICS_H

#include "llvm/ADT/StringRef.h"

#include <chrono>
#include <map>
#include <string>

namespace llvm {
class raw_ostream;
}

namespace sooth {

/// A registry of figures, handed to whoever has something to report. Names
/// are dotted, "euf.lemmas"; times are in seconds and end in ".seconds". A
/// class keeps its own nested `struct Statistics` while it works and reports
/// at the end.
class Statistics {
public:
  void set(llvm::StringRef Name, double Value) { Values[Name.str()] = Value; }
  void add(llvm::StringRef Name, double Value) { Values[Name.str()] += Value; }
  void add(const Statistics &Other) {
    for (const auto &[Name, Value] : Other.Values)
      Values[Name] += Value;
  }
  /// 0 if \p Name was never set.
  double get(llvm::StringRef Name) const;

  const std::map<std::string, double> &values() const { return Values; }
  /// One aligned "name value" line each, in order of name.
  void print(llvm::raw_ostream &OS) const;

private:
  std::map<std::string, double> Values;
};

/// Adds the wall-clock seconds of its own lifetime to \p Seconds.
class ScopedTimer {
public:
  explicit ScopedTimer(double &Seconds)
      : Seconds(Seconds), Start(std::chrono::steady_clock::now()) {}
  ~ScopedTimer() {
    Seconds +=
        std::chrono::duration<double>(std::chrono::steady_clock::now() - Start)
            .count();
  }
  ScopedTimer(const ScopedTimer &) = delete;
  ScopedTimer &operator=(const ScopedTimer &) = delete;

private:
  double &Seconds;
  std::chrono::steady_clock::time_point Start;
};

} // namespace sooth

#endif
