//===- DeclaredCells.h - What pointers in memory are declared as ----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_PROGRAMS_DECLAREDCELLS_H
#define SOOTH_LIB_DRIVER_PROGRAMS_DECLAREDCELLS_H

#include "sooth/Frontend/LLVM/Base/DeclaredPointers.h"

#include "llvm/ADT/StringMap.h"

namespace llvm {
class DICompositeType;
class DIType;
class GEPOperator;
class Module;
class Value;
} // namespace llvm

namespace sooth {

/// What the lvalues of a program are declared as, in code as clang writes it
/// without optimization.
class DeclaredCells {
public:
  explicit DeclaredCells(const llvm::Module &M);

  /// Of the lvalue at \p Address; null if that is not known.
  const llvm::DIType *typeAt(const llvm::Value &Address) const;
  /// The same of the pointer there.
  DeclaredPointer pointerAt(const llvm::Value &Address) const;

private:
  /// A place in a structure that has a name.
  struct Place {
    const llvm::DIType *In = nullptr;
    uint64_t Offset = 0;
  };
  Place placeOf(const llvm::GEPOperator &Step) const;

  llvm::StringMap<const llvm::DICompositeType *> Structures;
};

} // namespace sooth

#endif
