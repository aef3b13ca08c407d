//===- KeptRanges.h - Numbers that a file keeps in bounds -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a variable can hold whose address never leaves a file is what its
// initializer and the stores of the file make of it. For numbers in such
// variables, and in members of them, bounds are guessed, and proved by
// induction on the number of stores: if all reads yield numbers within the
// bounds, so do all stores. That the bounds hold says no more than that, so they
// hold at all times, whatever functions are called in what order.
//
// The bounds grow from the initial values on, by what the stores add, to the
// constants with which the file compares (thresholds; Blanchet and others, "A
// Static Analyzer for Large Safety-Critical Software", PLDI 2003). What a store
// may write is found by LLVM's analysis of lazy values in a copy of the
// code, in which nothing is taken to be undefined: arithmetic wraps, and what
// is not initialized is anything.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_PROGRAMS_KEPTRANGES_H
#define SOOTH_LIB_DRIVER_PROGRAMS_KEPTRANGES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/ConstantRange.h"

#include <map>
#include <optional>
#include <string>

namespace llvm {
class GlobalVariable;
class Module;
class raw_ostream;
} // namespace llvm

namespace sooth {

class KeptRanges {
public:
  /// Of all functions of \p M.
  explicit KeptRanges(const llvm::Module &M);

  /// Of the number of \p Bits bits at \p Offset in the variable \p Name;
  /// nothing if it may be any.
  std::optional<llvm::ConstantRange> at(llvm::StringRef Name, uint64_t Offset,
                                        unsigned Bits) const;
  /// All that is known of \p Name.
  void print(llvm::raw_ostream &OS, llvm::StringRef Name) const;

private:
  std::map<std::pair<std::string, uint64_t>, llvm::ConstantRange> Ranges;
};

} // namespace sooth

#endif
