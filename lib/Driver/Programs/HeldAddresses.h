//===- HeldAddresses.h - What variables hold between calls ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// When a function of a file is called, a pointer of the file's own variables
// is what its initializer says, or what some code of the file may have stored
// there; if others know the variable, also what they may have stored. An
// inclusion-based points-to analysis (Andersen) of all functions of a file, in
// any order and any number of calls, finds what that may be.
//
// Flow- and context-insensitive. Variables and locals have a cell for each
// place where pointers are stored (AddressSet.h); a pointer that is moved by
// the size of an element stays in its array, as C says (C17 6.5.6p8). What
// callers have made, and what is allocated, is one object, Outside. What is
// stored there is told apart by how the pointers are declared that hold it: a
// member of a structure is not another one, and a pointer to one structure is
// none to another (C17 6.5p7). What no declaration tells may be any.
//
// Models of library functions are taken to return one of their arguments, a
// place in what these lead to, or something else, and to leave pointers only
// where they are given the address of one.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_PROGRAMS_HELDADDRESSES_H
#define SOOTH_LIB_DRIVER_PROGRAMS_HELDADDRESSES_H

#include "AddressSet.h"

#include "sooth/Frontend/LLVM/Base/DeclaredPointers.h"

#include "llvm/ADT/StringRef.h"

#include <memory>
#include <vector>

namespace llvm {
class Argument;
class Function;
class GlobalVariable;
class Metadata;
class Module;
class raw_ostream;
} // namespace llvm

namespace sooth {

class HeldAddresses {
public:
  /// Places in a variable.
  struct Address {
    const llvm::GlobalVariable *Of;
    Positions At;
  };
  /// What a pointer may be when a function is called.
  struct Pointer {
    std::vector<Address> Own;
    bool MayBeOutside = true, MayBeNull = true;
    /// Whether it may lead to a local variable that has ended.
    bool MayHaveEnded = false;
  };
  /// What the file may have stored in memory of others, or that it allocated.
  struct StoredOutside {
    Address What;
    /// How the pointer is declared that holds it.
    DeclaredPointer In;
  };

  /// Of all functions of \p M, which outlives this.
  explicit HeldAddresses(const llvm::Module &M);
  ~HeldAddresses();

  /// Of the pointers at \p At in \p G.
  Pointer at(const llvm::GlobalVariable &G, const Positions &At) const;
  /// The variables to which pointers in \p G may lead.
  std::vector<const llvm::GlobalVariable *>
  allIn(const llvm::GlobalVariable &G) const;
  /// All that is known of \p G.
  void print(llvm::raw_ostream &OS, const llvm::GlobalVariable &G) const;
  const std::vector<StoredOutside> &outside() const;
  /// Whether code that is not shown may know where \p G is.
  bool isKnownOutside(const llvm::GlobalVariable &G) const;
  /// Whether callers may pass an address in \p G as \p A.
  bool mayBePassed(const llvm::GlobalVariable &G,
                   const llvm::Argument &A) const;
  /// Whether \p F may find an address in \p G when it is called, in memory
  /// that is no variable of the file, or in a number.
  bool mayBeFound(const llvm::GlobalVariable &G, const llvm::Function &F) const;

private:
  class Analysis;
  std::unique_ptr<Analysis> Found;
};

} // namespace sooth

#endif
