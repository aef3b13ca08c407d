//===- ArbitraryGlobals.h - Functions called at any time ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_ARBITRARYGLOBALS_H
#define SOOTH_LIB_DRIVER_ARBITRARYGLOBALS_H

#include "HeldAddresses.h"
#include "KeptRanges.h"

#include "sooth/Frontend/LLVM/Base/OutsideVariables.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"

#include <cstdint>
#include <map>
#include <string>

namespace llvm {
class Function;
class GlobalObject;
class GlobalVariable;
class LoadInst;
class Module;
class raw_ostream;
} // namespace llvm

namespace sooth {

/// What a program does with its variables, wherever it does. Copies of parts of
/// the program know their variables by name.
class ProgramGlobals {
public:
  /// \p M outlives this.
  explicit ProgramGlobals(const llvm::Module &M);

  /// Whether nobody can write \p G: only the program knows it, and only reads
  /// it.
  bool isNeverWritten(const llvm::GlobalVariable &G) const;
  /// The functions and variables whose addresses the program stores in \p G
  /// somewhere, as they are there.
  llvm::SmallVector<const llvm::GlobalObject *>
  storedIn(const llvm::GlobalVariable &G) const;
  /// What the pointers at \p At in \p G may be, but for functions.
  HeldAddresses::Pointer heldAt(const llvm::GlobalVariable &G,
                                const Positions &At) const;
  /// In which bounds the program keeps the number of \p Bits bits there;
  /// nothing if it may be any.
  std::optional<llvm::ConstantRange>
  keptAt(const llvm::GlobalVariable &G, uint64_t Offset, unsigned Bits) const;
  /// In which bounds it keeps members of structures.
  const KeptRanges &keptRanges() const { return Kept; }
  /// What the program may have stored in memory of others.
  const std::vector<HeldAddresses::StoredOutside> &storedOutside() const {
    return Held.outside();
  }
  /// Of these what is the address of a variable of that name, by their numbers;
  /// and all by how the pointers are declared.
  llvm::ArrayRef<unsigned> storedOutside(llvm::StringRef Name) const;
  const std::map<DeclaredPointer, std::vector<unsigned>> &
  storedOutsideByPointer() const {
    return StoredByPointer;
  }
  /// Whether code that is not shown may know where \p G is.
  bool isKnownOutside(const llvm::GlobalVariable &G) const;
  /// How an address in \p G may come to \p Entry when that is called.
  WaysFromOutside waysFromOutside(const llvm::GlobalVariable &G,
                                  const llvm::Function &Entry) const;
  /// Of functions, those that are stored there.
  llvm::SmallVector<const llvm::Function *, 2>
  storedAt(const llvm::GlobalVariable &G, uint64_t Offset) const;
  /// As what structure the program uses what that pointer leads to, if another
  /// file defines \p G: the compiler does not tell its type. LLVM's name, empty
  /// if unknown.
  llvm::StringRef usedAs(const llvm::GlobalVariable &G, uint64_t Offset) const;
  /// Whether that is known of some offset.
  bool isUsedAsSome(const llvm::GlobalVariable &G) const;
  /// All that is known of \p G, but for its name.
  void print(llvm::raw_ostream &OS, const llvm::GlobalVariable &G) const;

private:
  void noteUse(const llvm::LoadInst &Load);
  const llvm::GlobalVariable *ownOf(const llvm::GlobalVariable &G) const;

  struct Use {
    bool IsNeverWritten = false;
    /// By offset.
    std::map<uint64_t, std::string> Targets;
    /// Each with its offset.
    llvm::SmallVector<const llvm::Function *, 2> Stored;
    llvm::SmallVector<uint64_t, 2> Offsets;
  };
  const llvm::Module &M;
  const HeldAddresses Held;
  const KeptRanges Kept;
  llvm::StringMap<Use> Uses;
  llvm::StringMap<std::vector<unsigned>> StoredByName;
  std::map<DeclaredPointer, std::vector<unsigned>> StoredByPointer;
};

enum class ArbitraryVariables {
  All,
  OfOtherFiles,  ///< those that the program declares only
  ThatOthersName ///< also those that it defines and other files may write
};

/// Lets \p Entry, of a copy of all or a part of the program that \p Of is
/// about, begin by giving every integer in every variable global of its module
/// that is one of \p Which, members and elements included, any value: other
/// code may have run before. Values that are not integers, and globals of more
/// than a thousand of them, keep what they have; the encoder does not model
/// those. Variables that another file defines become definitions, which
/// isDefinedElsewhere still knows.
void makeGlobalsArbitrary(llvm::Function &Entry, const ProgramGlobals &Of,
                          ArbitraryVariables Which = ArbitraryVariables::All);

} // namespace sooth

#endif
