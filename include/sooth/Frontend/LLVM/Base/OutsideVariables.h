//===- OutsideVariables.h - Variables that others know -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where runs start at any function, callers may know variables of the program:
// those that have a name in other files, and those whose addresses the program
// has returned, passed or stored. And what the program itself has stored in
// memory of others is found there. A copy of a part of the program does not
// show either, so it is noted in its module.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_BASE_OUTSIDEVARIABLES_H
#define SOOTH_FRONTEND_LLVM_BASE_OUTSIDEVARIABLES_H

#include "sooth/Frontend/LLVM/Base/DeclaredPointers.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace llvm {
class Constant;
class GlobalVariable;
class Module;
} // namespace llvm

namespace sooth {

/// How the address of a variable may come to a function that is called.
struct WaysFromOutside {
  /// The numbers of arguments that may be that.
  llvm::SmallVector<unsigned, 4> Arguments;
  /// Whether it may be found in memory.
  bool IsFound = false;

  bool empty() const { return Arguments.empty() && !IsFound; }
};

/// Notes that callers may know where \p G is, and pass that in \p Ways. No
/// pass takes it apart then, or makes it a value.
void noteKnownOutside(llvm::GlobalVariable &G, const WaysFromOutside &Ways);
bool isKnownOutside(const llvm::GlobalVariable &G);
/// None if callers do not know it.
WaysFromOutside waysFromOutside(const llvm::GlobalVariable &G);

/// The name of the list of what the program has stored in memory of others.
inline constexpr llvm::StringLiteral StoredOutsideName = "sooth.stored.outside";

/// An address in a variable, or any that is a multiple of Step from there.
struct StoredAddress {
  llvm::Constant *Where;
  uint64_t Step;
  /// How the pointers are declared that hold it.
  DeclaredPointer In;
};

/// Notes \p All. Requires that nothing was noted.
void noteStoredOutside(llvm::Module &M, llvm::ArrayRef<StoredAddress> All);
llvm::SmallVector<StoredAddress> storedOutside(const llvm::Module &M);

} // namespace sooth

#endif
