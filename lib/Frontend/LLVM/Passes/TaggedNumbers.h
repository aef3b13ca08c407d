//===- TaggedNumbers.h - Integers that are pointers with tags -------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs keep a few bits of their own in the lowest bits of an address, which
// are zero because objects are aligned:
//
//   n->parent_color = (uintptr_t)parent | color;
//   parent = (struct node *)(n->parent_color & ~(uintptr_t)3);
//
// This finds the integers that are nothing but that, wherever they come from
// and as long as they are kept in memory. They are put into classes: of two
// that are computed from each other, or stored in and loaded from the same
// cells, both are such integers or none is taken for one.
//
// A class begins with an integer that becomes a pointer, and has in it all that
// this is computed from. It consists of
//
//  * numbers of pointers, and constants in the first page,
//  * what is computed from a member by clearing lowest bits, and by adding,
//    subtracting, setting or flipping a tag: a value that is small,
//  * φs, selects and loads of members. Cells whose content is loaded are
//    accessed as wholes only, and all that is stored there are members,
//    pointers, or zeros.
//
// All objects to which pointers in the class may lead are known, and aligned so
// that the bits that are cleared or looked at are zero in their addresses.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_TAGGEDNUMBERS_H
#define SOOTH_LIB_FRONTEND_LLVM_TAGGEDNUMBERS_H

#include "Memory/PointsTo.h"

#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace llvm {
class IntToPtrInst;
}

namespace sooth {

/// Tags are at most this.
inline constexpr uint64_t GreatestTag = 15;

/// How a number is computed from another one.
struct TagStep {
  enum class How { Clear, Add, Subtract, Set, Flip } Kind;
  llvm::Value *Number;
  /// What is cleared, added, ...; for Clear the bits that stay.
  llvm::Value *Tag;
  /// All bits that may be cleared or looked at for that.
  uint64_t Mask;
};
/// Nothing if \p I is no such step.
std::optional<TagStep> tagStep(const llvm::Instruction &I);

/// The lowest bits of \p Number that are all that \p I looks at; 0 if it looks
/// at others, too.
uint64_t lowBitsUsed(const llvm::Value &Number, const llvm::Instruction &I);

/// A constant in the first page, where no object is.
bool isSmallConstant(const llvm::Value *V);
/// Whether \p V is never greater than GreatestTag.
bool isTag(const llvm::Value *V, const llvm::DataLayout &Layout);
/// The pointer whose number \p V is; null if it is none, or not the whole.
llvm::Value *numberedPointer(const llvm::Value *V,
                             const llvm::DataLayout &Layout);

class TaggedNumbers {
public:
  /// Of \p Entry and the functions that it calls.
  explicit TaggedNumbers(llvm::Function &Entry);

  /// The members of all classes, but for numbers of pointers, constants and
  /// other tags.
  llvm::ArrayRef<llvm::Instruction *> members() const { return Members; }
  bool contains(const llvm::Value *V) const { return MaskOf.contains(V); }
  /// All bits that are cleared or looked at in the class of a member.
  uint64_t maskOf(const llvm::Value *Member) const {
    return MaskOf.lookup(Member);
  }
  /// Stores of members, or of constants into cells of members.
  llvm::ArrayRef<llvm::StoreInst *> stores() const { return Stores; }
  /// What becomes a pointer and is a member or the number of a pointer.
  llvm::ArrayRef<llvm::IntToPtrInst *> ends() const { return Ends; }

  /// What else looks at nothing but the lowest bits of a pointer's number,
  /// which are zero in the addresses of all objects to which it may lead.
  llvm::ArrayRef<llvm::Instruction *> looks() const { return Looks; }

private:
  using CellKey = std::pair<PointsTo::NodeId, int64_t>;
  struct MemoryCell {
    llvm::SmallVector<llvm::Instruction *, 4> Accesses;
    enum class Shape { Whole, Other } As = Shape::Whole;
  };
  /// What is known of a class.
  struct Facts {
    bool IsRefuted = false;
    uint64_t Mask = 0;
    llvm::SmallVector<const llvm::Value *, 4> Pointers;
  };

  void findCells();
  void refuteOverlaps(PointsTo::NodeId N);
  void refuteFilled();
  void need(llvm::Value *V, llvm::Value *By);
  void needCell(const CellKey &Key, llvm::Value *By);
  void visit(llvm::Instruction &I);
  bool beginsWell(const CellKey &Key) const;
  void gather();
  bool isZeroIn(uint64_t Mask, const llvm::Value *Pointer) const;
  bool areAligned(const Facts &Of) const;
  void findLooks();
  void refute(const llvm::Value *V) { Refuted.push_back(V); }

  const llvm::DataLayout &Layout;
  PointsTo Points;
  llvm::MapVector<CellKey, MemoryCell> Cells;
  llvm::DenseMap<const llvm::Value *, CellKey> CellOf;
  llvm::DenseSet<CellKey> SeenCells;
  llvm::EquivalenceClasses<const llvm::Value *> Classes;
  llvm::SetVector<llvm::Instruction *> Seen;
  llvm::SmallVector<llvm::Instruction *> Worklist;
  llvm::SmallVector<llvm::IntToPtrInst *> Candidates;
  llvm::SmallVector<llvm::StoreInst *> SeenStores;
  llvm::SmallVector<const llvm::Value *> Refuted;
  llvm::SmallVector<std::pair<const llvm::Value *, uint64_t>> Masks;
  /// Pointers, and in which class they are.
  llvm::SmallVector<std::pair<const llvm::Value *, const llvm::Value *>> Roots;

  llvm::SmallVector<llvm::Instruction *> Members;
  llvm::DenseMap<const llvm::Value *, uint64_t> MaskOf;
  llvm::SmallVector<llvm::StoreInst *> Stores;
  llvm::SmallVector<llvm::IntToPtrInst *> Ends;
  llvm::SmallVector<llvm::Instruction *> Looks;
};

} // namespace sooth

#endif
