//===- AccessPath.h - Places in memory as C writes them -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_MODEL_ACCESSPATH_H
#define SOOTH_MODEL_ACCESSPATH_H

#include <cstdint>
#include <string>
#include <vector>

namespace sooth {

/// A variable, or what can be reached from it: "i", "q->items[n].key", "*p".
struct AccessPath {
  struct Step {
    enum class Kind {
      Member,    ///< the member Name of a structure
      Element,   ///< the element Index of an array
      ElementAt, ///< the element of an array at an index that Name says; Index
                 ///< is the number, from 1, of what the index is among values
                 ///< that are kept beside the path, 0 if it is not kept
      Target     ///< what a pointer leads to
    } What;
    std::string Name = "";
    uint64_t Index = 0;
    friend bool operator==(const Step &, const Step &) = default;
  };
  using Steps = std::vector<Step>;

  AccessPath() = default;
  AccessPath(std::string Variable, Steps Inside = {})
      : Variable(std::move(Variable)), Inside(std::move(Inside)) {}
  AccessPath(const char *Variable) : Variable(Variable) {}

  bool empty() const { return Variable.empty() && Inside.empty(); }
  /// One step further.
  AccessPath then(Step S) const;
  AccessPath then(const Steps &More) const;
  /// In C. Of nothing, nothing.
  std::string str() const;

  friend bool operator==(const AccessPath &, const AccessPath &) = default;

  std::string Variable;
  Steps Inside;
};

} // namespace sooth

#endif
