//===- AddressAnalysis.h - What addresses code may store where -----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The points-to analysis behind HeldAddresses: objects, what may be stored in
// them (AddressMemory.cpp), and what each instruction does (AddressFlow.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_PROGRAMS_ADDRESSANALYSIS_H
#define SOOTH_LIB_DRIVER_PROGRAMS_ADDRESSANALYSIS_H

#include "DeclaredCells.h"
#include "HeldAddresses.h"
#include "KeptArguments.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"

#include <map>
#include <set>

namespace llvm {
class CallBase;
class Constant;
class DataLayout;
class GEPOperator;
class Instruction;
class MemIntrinsic;
class MemTransferInst;
} // namespace llvm

namespace sooth {

class HeldAddresses::Analysis {
public:
  explicit Analysis(const llvm::Module &M);
  HeldAddresses::Pointer at(const llvm::GlobalVariable &G,
                            const Positions &At) const;
  std::vector<const llvm::GlobalVariable *>
  allIn(const llvm::GlobalVariable &G) const;
  bool isKnown(const llvm::GlobalVariable &G) const;
  bool mayBePassed(const llvm::GlobalVariable &G,
                   const llvm::Argument &A) const;
  bool mayBeFound(const llvm::GlobalVariable &G, const llvm::Function &F) const;
  void print(llvm::raw_ostream &OS, const llvm::GlobalVariable &G) const;

  std::vector<HeldAddresses::StoredOutside> Stored;

private:
  /// What may be stored where.
  using Cells = std::map<Positions, AddressSet>;
  struct Object {
    const llvm::Value *Site;
    Cells Held = {};
    /// How many cells the initializer has.
    size_t Initial = 0;
    /// Whether there is one cell for all, as there would be too many.
    bool IsJoined = false;
    bool IsKnownOutside = false;
    /// Whether code that is not shown may know what is in it.
    bool IsShownOutside = false;
    /// Of a local: whether others may be called while its function runs.
    bool MayBeRunning = false;
    unsigned ChangedAt = 0;
  };
  /// What is stored in memory of others, by how it is declared there.
  using Contents = llvm::MapVector<DeclaredPointer, AddressSet,
                                   std::map<DeclaredPointer, unsigned>>;

  /// Whether it is a string literal, or something else without addresses.
  static bool isLiteral(const llvm::Value &Site);
  unsigned objectOf(const llvm::Value &Site);
  void findRunning();
  void initialize(const llvm::GlobalVariable &G);
  void initialize(unsigned O, uint64_t Offset, const llvm::Constant &C);
  AddressSet of(const llvm::Value &V);
  AddressSet ofConstant(const llvm::Constant &C);
  AddressSet ofVariable(const llvm::GlobalVariable &G);
  const llvm::GlobalVariable &inPlaceOf(const llvm::GlobalVariable &G) const;
  unsigned numberOf(const llvm::GlobalVariable &G) const;
  void addHeldIn(std::vector<unsigned> Where, std::set<unsigned> &Found) const;
  std::vector<unsigned> localsOfCallers() const;
  const std::set<unsigned> &foundBy(const llvm::Function &F) const;
  void assign(const llvm::Value &To, const AddressSet &From);
  static void joinCells(Object &Of);
  void storeIn(unsigned O, const Positions &At, const AddressSet &New);
  void store(const llvm::Value &Pointer, const AddressSet &New);
  void storeBeyond(const llvm::Value &Pointer, uint64_t Distance,
                   const AddressSet &New);
  void storeValue(const llvm::Value &Pointer, const llvm::Value &New);
  void storeNumber(const llvm::Value &Pointer, uint64_t Bytes);
  void storeNumberIn(unsigned O, const Positions &At, uint64_t Bytes);
  void storeOutside(const DeclaredPointer &In, const AddressSet &New);
  bool isAt(const Positions &Cell, llvm::ArrayRef<Positions> Places) const;
  void loadFrom(unsigned O, llvm::ArrayRef<Positions> Places,
                AddressSet &Result) const;
  AddressSet loadOutside(const DeclaredPointer &In) const;
  AddressSet load(const llvm::Value &Pointer, const llvm::Type &T);
  AddressSet numbersAtFirst(const llvm::GlobalVariable &G,
                            const Positions &At) const;
  void loadBytes(const llvm::Value &Pointer, uint64_t Bytes);
  AddressSet step(const llvm::GEPOperator &Gep);
  /// Notes a change of what has changed last at \p At.
  void note(unsigned &At) {
    Changed = true;
    At = ++Clock;
  }
  bool hasChangedSince(const llvm::Value &V, unsigned Then) const;
  bool leadsToChanged(const llvm::Value &Pointer, unsigned Then);
  bool isDueCall(const llvm::CallBase &Call, unsigned Then);
  bool isDue(const llvm::Instruction &I);
  void visit(const llvm::Instruction &I);
  void visitCall(const llvm::CallBase &Call);
  void visitDefined(const llvm::CallBase &Call, const llvm::Function &Callee);
  void visitModel(const llvm::CallBase &Call, const llvm::Function &Model);
  void visitUnseen(const llvm::CallBase &Call);
  void visitIndirect(const llvm::CallBase &Call);
  void visitMemory(const llvm::MemIntrinsic &Call);
  void copyMixed(const AddressSet &Targets, const AddressSet &Sources);
  void copy(const llvm::MemTransferInst &Copy);
  void copyCells(unsigned From, const Positions &Source, unsigned To,
                 const Positions &Target);
  void copyFirst(unsigned From, const Positions &Source, unsigned To,
                 const Positions &Target, const llvm::MemTransferInst &Copy);
  void copyFromOutside(unsigned To, const Positions &At);
  void mixCells(const AddressSet &Where);
  void handOut(const AddressSet &Addresses);
  void show(const AddressSet &Addresses);
  void spreadKnown();
  void passArguments(const llvm::CallBase &Call, const llvm::Function &Callee);
  DeclaredPointer declaredIn(unsigned O, const Positions &At) const;

  const llvm::DataLayout &Layout;
  mutable AddressPool Sets;
  const AddressSet NullOnly = Sets.just(AddressSet::Null),
                   OutsideOnly = Sets.just(AddressSet::Outside);
  mutable std::map<std::pair<const llvm::GlobalVariable *, Positions>,
                   AddressSet>
      NumbersAtFirst;
  const DeclaredCells Declared;
  const KeptArguments Kept;
  mutable std::map<const llvm::Function *, std::set<unsigned>> FoundBy;
  const uint64_t Width;
  std::vector<Object> Objects;
  llvm::DenseMap<const llvm::Value *, unsigned> ObjectOf;
  llvm::DenseMap<const llvm::Value *, AddressSet> Values;
  llvm::DenseMap<const llvm::Function *, AddressSet> Results;
  Contents InOutside;
  /// What models of library functions may remember.
  AddressSet InLibrary;
  std::vector<const llvm::GlobalVariable *> Literals;
  /// Functions whose addresses are taken.
  std::vector<const llvm::Function *> Targets;
  bool Changed = false;
  /// Whether stores of what is made of no address count, too: after all that
  /// addresses reach is known.
  bool AreNumbersStored = false;
  /// Grows with each change. When values, and what is in memory of others, have
  /// changed, and when instructions were looked at.
  unsigned Clock = 0;
  llvm::DenseMap<const llvm::Value *, unsigned> ValueChangedAt;
  unsigned OutsideChangedAt = 0, LibraryChangedAt = 0,
           TargetResultsChangedAt = 0;
  /// What may be moved in parts that are smaller than an address.
  AddressSet InBytes;
  unsigned BytesChangedAt = 0;
  llvm::DenseMap<const llvm::Instruction *, unsigned> LookedAt;
};

} // namespace sooth

#endif
