//===- CallersHeap.h - What a run finds that callers have made ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The objects that a run of an open function can come to from the pointers that
// it is given, with what they hold when it begins. Of memory that the run never
// looks at, the model says anything; what is no pointer there becomes null.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_CALLERSHEAP_H
#define SOOTH_LIB_DRIVER_CALLERSHEAP_H

#include "sooth/Driver/Replay/Harness.h"
#include "sooth/Model/SourceTable.h"

#include <map>

namespace sooth {

class CallersHeap {
public:
  /// Where a pointer leads.
  struct Target {
    enum class Kind {
      Number, ///< null, or a number that is no address
      Object, ///< one of objects()
      Symbol  ///< a function or variable of the program
    } What = Kind::Number;
    size_t Object = 0;
    std::string Symbol = "";
    /// From there, or the number.
    int64_t Offset = 0;
  };
  struct Object {
    std::string Name;
    CallersObjects::Kind What = CallersObjects::Kind::Data;
    uint64_t Size = 0;
    /// What is not zero.
    std::map<uint64_t, uint8_t> Bytes;
    std::map<uint64_t, Target> Pointers;
  };

  /// \p Run is one of \p C. Both must outlive this.
  CallersHeap(const Cfa &C, const RecordedRun &Run) : C(C), Run(Run) {}

  /// Adds what it leads to, and what that leads to.
  Target target(const llvm::APInt &Object, const llvm::APInt &Offset);
  /// Lets the object of \p T, if it leads to one, have \p Bytes bytes from
  /// there on.
  void enlarge(const Target &T, uint64_t Bytes);
  const std::vector<Object> &objects() const { return Objects; }
  /// Whether they are as large as the run needs them.
  bool areComplete() const { return AreComplete; }

private:
  Target shallowTarget(const llvm::APInt &Object, const llvm::APInt &Offset);
  uint64_t sizeOf(const CallersObjects &Family, const llvm::APInt &Number);
  void fill(size_t Index);

  const Cfa &C;
  const RecordedRun &Run;
  std::vector<Object> Objects;
  /// By numbers in the model.
  std::map<uint64_t, size_t> Known;
  /// The number and the family of each.
  std::vector<std::pair<llvm::APInt, const CallersObjects *>> From;
  size_t Filled = 0;
  bool AreComplete = true;
};

} // namespace sooth

#endif
