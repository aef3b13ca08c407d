//===- ReadPointers.h - Which pointers in variables some code reads -------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a copy of a large program, for one function, most code is left out. But
// the variables that the rest leads to may hold thousands of pointers, each of
// which may lead to each of a hundred others. That counts only for those that
// the code in the copy may read.
//
// A pointer is read from a variable by its name, or through a pointer. Then C's
// rules (C17 6.5p7) say that it is declared as the lvalue is that reads it:
// where that is known, pointers that are declared otherwise are not read.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_PROGRAMS_READPOINTERS_H
#define SOOTH_LIB_DRIVER_PROGRAMS_READPOINTERS_H

#include "sooth/Frontend/LLVM/Base/DeclaredPointers.h"

#include "llvm/ADT/DenseSet.h"

#include <cstdint>
#include <set>

namespace llvm {
class Function;
class GlobalVariable;
class Instruction;
class Module;
class Value;
} // namespace llvm

namespace sooth {

class DeclaredCells;

class ReadPointers {
public:
  /// Of the code in \p M. If none is left out there (Stubs.h), all pointers are
  /// taken to be read.
  explicit ReadPointers(const llvm::Module &M);

  /// Whether the pointer at \p Offset in \p G, or also one that is \p Anywhere
  /// in it, may be read.
  bool mayRead(const llvm::GlobalVariable &G, uint64_t Offset,
               bool Anywhere) const;
  /// Whether one that is declared as \p Cell may be read through a pointer.
  bool mayFind(const DeclaredPointer &Cell) const;
  /// Whether some of the program's code is left out.
  bool isOfPart() const { return IsOfPart; }

private:
  void visit(const llvm::Instruction &I, const DeclaredCells &Declared);
  void read(const llvm::Value &Address, const DeclaredCells &Declared);

  const bool IsOfPart;
  bool ReadsAll;
  llvm::DenseSet<const llvm::GlobalVariable *> Whole;
  std::set<std::pair<const llvm::GlobalVariable *, uint64_t>> Cells;
  /// Through pointers: as they are declared, and whether some are that lead to
  /// numbers and may be anywhere.
  std::set<DeclaredPointer> Found;
  bool FindsToNumbers = false;
};

} // namespace sooth

#endif
