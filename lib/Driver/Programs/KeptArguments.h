//===- KeptArguments.h - Pointers that code which is not shown keeps ------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code that is not shown may remember each pointer that it is given, and give
// it back later. Of many functions of C libraries LLVM knows that they do not.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_PROGRAMS_KEPTARGUMENTS_H
#define SOOTH_LIB_DRIVER_PROGRAMS_KEPTARGUMENTS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Attributes.h"

namespace llvm {
class CallBase;
class Module;
} // namespace llvm

namespace sooth {

class KeptArguments {
public:
  /// Of calls in \p M, which outlives this.
  explicit KeptArguments(const llvm::Module &M);

  /// Whether what \p Call calls, which is not shown, may remember or return
  /// the pointer that is its argument of that number. What is found where that
  /// leads is another matter.
  bool mayKeep(const llvm::CallBase &Call, unsigned Argument) const;

private:
  llvm::AttributeList attributesOf(const llvm::Function &F) const;

  llvm::TargetLibraryInfoImpl Library;
  /// What LLVM knows of functions.
  mutable llvm::DenseMap<const llvm::Function *, llvm::AttributeList> Known;
};

} // namespace sooth

#endif
