//===- ObservedRun.h - What can be seen of a run --------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a run assigns where in the source, and how it ends: so much can be seen
// of a compiled program and of its model alike. What the model leaves out, as
// nothing that is asked about depends on it, is not seen there.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_EXECUTE_OBSERVEDRUN_H
#define SOOTH_FRONTEND_LLVM_EXECUTE_OBSERVEDRUN_H

#include "sooth/Model/Failure.h"
#include "sooth/Support/SourceLocation.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sooth {

/// An assignment in the source: to a variable that is a number.
struct AssignmentPlace {
  SourceLocation Where;
  std::string Variable;
  friend auto operator<=>(const AssignmentPlace &,
                          const AssignmentPlace &) = default;
};

/// Their numbers, for as many runs as are compared.
class PlaceNumbers {
public:
  unsigned of(const AssignmentPlace &P) {
    auto [It, IsNew] = Numbers.try_emplace(P, unsigned(All.size()));
    if (IsNew)
      All.push_back(P);
    return It->second;
  }
  const AssignmentPlace &at(unsigned Number) const { return All[Number]; }

private:
  std::map<AssignmentPlace, unsigned> Numbers;
  std::vector<AssignmentPlace> All;
};

/// A number that is assigned.
struct ObservedValue {
  unsigned Place = 0;
  unsigned Width = 0; ///< in bits, at most 64
  uint64_t Bits = 0;
  /// Whether it depends on nothing that one compiler may do and another not.
  bool IsSure = true;
};

struct RunEnding {
  enum class Kind {
    Ended,  ///< the program ended, or an assumption is not true
    Failed, ///< it is in error
    Cut     ///< nobody looked at the rest
  } How = Kind::Ended;
  /// Of Failed.
  SourceLocation Where = {};
  Failure What = {};
  /// Of Cut.
  std::string Why = "";
};

struct ObservedRun {
  std::vector<ObservedValue> Values;
  RunEnding Ending;
};

/// Where two runs differ.
struct RunDifference {
  SourceLocation Where;
  std::string Text; ///< "the program assigns 3, the model 4"
};

/// Whether \p Later, a run of what was made of the program, is \p Program's
/// with some assignments left out. At each place the values have to be among
/// the program's, in its order; places that \p Program never comes to are not
/// looked at. A run that was cut is compared as far as it goes. \p Name is what
/// is told to be wrong: "the model".
std::optional<RunDifference> differenceOf(const ObservedRun &Program,
                                          const ObservedRun &Later,
                                          const PlaceNumbers &Places,
                                          const std::string &Name);

/// What two runs of one program with the same inputs, and other values of what
/// compilers choose, have in common: the first of it, if they part; values that
/// differ are not sure.
ObservedRun commonPart(ObservedRun First, const ObservedRun &Second);

} // namespace sooth

#endif
