//===- StructureUses.h - Structures that are used as such only ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of a structure of which all pointers in a program are declared to lead to
// one, all that the program writes there is what it stores in members, by their
// names, and what it copies or sets as a whole. Where a pointer to one becomes
// anything else, or the other way round, nothing is known of it: memory is then
// written as bytes, or as another structure. What is allocated is a structure
// once it is declared to be one, and what is passed as `void *`.
//
// To be called on code as clang generates it without optimization: each
// variable is in memory then, and has its declared type.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_PROGRAMS_STRUCTUREUSES_H
#define SOOTH_LIB_DRIVER_PROGRAMS_STRUCTUREUSES_H

#include "llvm/ADT/APInt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DerivedTypes.h"

#include <map>
#include <optional>
#include <string>

namespace llvm {
class Argument;
class CallBase;
class Constant;
class DataLayout;
class DICompositeType;
class DISubroutineType;
class DIType;
class Function;
class GEPOperator;
class Instruction;
class GlobalVariable;
class MemIntrinsic;
class MemSetInst;
class Metadata;
class Module;
class PtrToIntOperator;
class StoreInst;
class Use;
class Value;
} // namespace llvm

namespace sooth {

/// A number that is a member of a structure, or each element of an array that
/// is one, by where it begins.
struct NumberMember {
  llvm::StructType *Of;
  uint64_t Offset;
  friend auto operator<=>(const NumberMember &, const NumberMember &) = default;
};

/// The member to which \p Pointer leads by its name, or which is first in a
/// variable; nothing if it is found in another way.
std::optional<NumberMember> memberNamedBy(const llvm::Value &Pointer);

/// Members of a larger object, by where they begin there.
struct PlacedMember {
  NumberMember Member;
  uint64_t At, Bytes;
};

class StructureUses {
public:
  struct Member {
    llvm::IntegerType *Type = nullptr;
    uint64_t Bytes = 0;
    bool HasSign = false;
    /// In C: "struct pool", and "next[i]".
    std::string Structure, Path;
    /// What it has where memory is initialized, or set as a whole.
    llvm::SmallVector<llvm::APInt, 2> Constants;
    /// What it has where a whole structure is set to zeros, say.
    struct Setting {
      const llvm::MemSetInst *By;
      llvm::StructType *As;
      llvm::APInt To;
    };
    llvm::SmallVector<Setting, 1> Settings;
  };

  explicit StructureUses(const llvm::Module &M);

  /// Those of structures that are used as such only, and that are read and
  /// written as one number each.
  const std::map<NumberMember, Member> &members() const { return Members; }
  /// All of them in objects of \p T, those of structures in it included.
  llvm::SmallVector<PlacedMember> membersIn(llvm::Type *T) const;
  /// Memory that is allocated and not set, and what it is used as.
  struct Allocation {
    const llvm::CallBase *Call;
    llvm::StructType *As;
  };
  llvm::ArrayRef<Allocation> allocations() const { return Allocations; }

private:
  /// What tells structures apart as the source declares them (structureKey).
  using Key = const llvm::Metadata *;
  /// What a pointer leads to by way of \p Pointers more of them; null for what
  /// is no structure.
  struct Target {
    Key Of = nullptr;
    unsigned Pointers = 0;
    bool operator==(const Target &) const = default;
  };
  void addStructures();
  void addMembers(llvm::StructType &T, const llvm::DICompositeType &Source);
  llvm::SmallVector<Key> structuresIn(const llvm::DICompositeType &T) const;
  llvm::SetVector<Key> allWithin(Key Of) const;
  Key keyOf(const NumberMember &Which) const;
  void refuse(Key Of);
  void refuseAround(Key Of);
  Target targetOf(const llvm::DIType *T) const;
  const llvm::DIType *declared(llvm::Type *T) const;
  const llvm::DIType *pointee(const llvm::Value &Pointer, unsigned Levels = 16);
  const llvm::DIType *pointeeAnew(const llvm::Value &Pointer, unsigned Levels);
  const llvm::DIType *pointeeOf(const llvm::GEPOperator &Step, unsigned Levels);
  const llvm::DIType *pointeeOf(const llvm::Argument &A);
  const llvm::DIType *pointeeOf(const llvm::CallBase &Call, unsigned Levels);
  template <typename Range>
  const llvm::DIType *common(const Range &Pointers, unsigned Levels);
  const llvm::DISubroutineType *calledType(const llvm::CallBase &Call,
                                           unsigned Levels);
  bool mayBecome(const llvm::Value &Pointer, Target Wanted);
  bool isPassedAs(const llvm::CallBase &Call, const llvm::Use &Argument,
                  Target Wanted);
  bool isUsedAs(const llvm::Value &Pointer, Target Wanted);
  void convert(const llvm::Value &Pointer, const llvm::DIType *To);
  void noteOperands(const llvm::Instruction &I);
  void noteStep(const llvm::GEPOperator &Step);
  void noteAccess(const llvm::Instruction &I, const llvm::Value &Pointer);
  void noteStore(const llvm::StoreInst &Store);
  void note(const llvm::Instruction &I);
  void noteNumber(const llvm::PtrToIntOperator &I);
  void noteCall(const llvm::CallBase &Call);
  void notePassed(const llvm::CallBase &Call, const llvm::Function &To);
  void notePassed(const llvm::CallBase &Call, const llvm::DISubroutineType *To);
  void noteBytes(const llvm::MemIntrinsic &I);
  void noteSet(const llvm::MemSetInst &I, Key Of);
  void noteSet(const llvm::MemSetInst &I, const NumberMember &Which);
  void noteAddresses(const llvm::GlobalVariable &G, const llvm::Constant &Part,
                     uint64_t Offset);
  void noteInitial(llvm::Type *T, const llvm::Constant &C);
  void noteSet(Key All, uint8_t Byte, const llvm::MemSetInst *By);
  void refuseMember(const llvm::Value &Pointer);

  const llvm::Module &M;
  const llvm::DataLayout &Layout;
  /// How the source declares structures; some have no type in the code.
  llvm::MapVector<Key, const llvm::DICompositeType *> Sources;
  llvm::DenseMap<Key, llvm::StructType *> Types;
  llvm::DenseMap<llvm::StructType *, const llvm::DICompositeType *> Declared;
  llvm::DenseSet<Key> Refused;
  llvm::DenseMap<const llvm::Value *, const llvm::DIType *> Known;
  std::map<NumberMember, Member> Members;
  std::vector<Allocation> Allocations;
};

} // namespace sooth

#endif
