//===- ObjectLifetimes.h - Numbers, sizes and lifetimes of objects ------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Objects that are allocated at most once in a run have fixed numbers; others
// are numbered in the order of their allocation, and no number is used twice;
// but locals of procedures are numbered from the end, as a stack grows. How
// large an object is and whether it is allocated are state variables where they
// are not the same on all runs.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_MEMORY_OBJECTLIFETIMES_H
#define SOOTH_LIB_FRONTEND_LLVM_MEMORY_OBJECTLIFETIMES_H

#include "MemoryState.h"
#include "PointsTo.h"

#include "llvm/ADT/DenseSet.h"

namespace sooth {

class ObjectLifetimes {
public:
  static constexpr unsigned CountBits = 32;
  /// No object from elsewhere is larger, so that sums of offsets and sizes do
  /// not wrap around.
  static constexpr uint64_t MostBytes = uint64_t(1) << 48;
  /// The numbers from here on are those of objects that are there before the
  /// entry is called.
  static constexpr uint64_t FirstOutside = uint64_t(1) << 31;
  /// What there is of them at a place of a node is a family: the bits of their
  /// numbers from this one on say which, but for the highest one.
  static constexpr unsigned FamilyBits = 11,
                            FirstFamilyBit = ObjectBits - 1 - FamilyBits;

  /// Both must outlive this.
  ObjectLifetimes(ExprContext &Ctx, const PointsTo &Points);

  /// To be called once, before all that depends on them.
  void addVariables(MemoryVariables &Variables);

  /// Of an object that is allocated at most once, by its index in
  /// PointsTo::objects().
  Expr number(unsigned Object) const;
  /// Whether this is the number of an object of those allocated many times.
  Expr isOfMany(Expr Object) const;
  /// The same of those of PointsTo::manyObjects() of \p N with this number:
  /// each number is one of them.
  Expr isOfMany(Expr Object, PointsTo::NodeId N, unsigned Which) const;
  /// The highest bits of the numbers of what is from outside and begins at
  /// \p Start, one of those places, of \p N.
  uint64_t family(PointsTo::NodeId N, int64_t Start) const {
    return Families.at({N, Start});
  }
  /// Whether \p Object is one of those.
  Expr isOfFamily(Expr Object, PointsTo::NodeId N, int64_t Start) const;
  /// Whether this is the number of an object that was there before the entry
  /// was called.
  Expr isOutside(Expr Object) const;
  /// Whether \p Object is one that \p Pointer may point to, of a fixed number,
  /// and meets the condition; a null condition is false.
  using ObjectCondition = llvm::function_ref<Expr(unsigned)>;
  Expr isObjectThat(const llvm::Value *Pointer, Expr Object,
                    ObjectCondition When) const;

  Expr sizeOf(const MemoryState &M, unsigned Object) const;
  /// How large the object of this number is, if it is one of the node's.
  Expr sizeIn(const MemoryState &M, PointsTo::NodeId N, Expr Object) const;
  /// How many bytes there are from \p At to the end of its object; nothing if
  /// it is not known which objects there are.
  std::optional<Expr> bytesFrom(const MemoryState &M,
                                const llvm::Value *Pointer,
                                const Address &At) const;

  /// Whether \p Object is allocated; null if it always is.
  Expr liveVariable(unsigned Object) const { return LiveVar.lookup(Object); }
  /// The same, and the sizes, of objects of \p N that are allocated many times:
  /// arrays over their numbers, null if all are allocated or as large.
  Expr livesVariable(PointsTo::NodeId N) const { return LivesVar.lookup(N); }
  Expr sizesVariable(PointsTo::NodeId N) const { return SizesVar.lookup(N); }
  /// By node: how many objects are allocated, if that is asked for.
  const llvm::MapVector<PointsTo::NodeId, Expr> &allocatedCounts() const {
    return CountVar;
  }

  /// Whether there is a number left for what \p Site allocates on the heap.
  Expr canAllocate(const MemoryState &M, const llvm::Value *Site) const;
  /// A new object of \p Size bytes (64 bits wide), allocated at \p Site. What
  /// comes back means nothing unless \p Succeeds holds.
  Address allocate(MemoryState &M, const llvm::Value *Site, Expr Size,
                   Expr Succeeds) const;
  /// Whether \p Object is one of those allocated many times, and so far.
  Expr isAllocatedBefore(const MemoryState &M, Expr Object) const;
  /// Objects are allocated, and some of the nodes in \p Frees are freed, by
  /// code that is not executed. What holds of the numbers comes back.
  Expr havoc(MemoryState &M, bool Allocates,
             const llvm::DenseSet<PointsTo::NodeId> &Frees,
             FreshInput Any) const;
  /// Whether \p Object is a local of a procedure, of which each activation has
  /// its own. It ends when the activation does.
  bool isOfActivation(unsigned Object) const;
  /// Whether there are numbers left for such locals: no stack holds half as
  /// many.
  Expr hasRoom(const MemoryState &M) const;
  /// What a procedure changes for what it calls, and not for its callers. Null
  /// if there are no such locals.
  Expr stackTop() const { return NextLocal; }
  /// \p Local ends; what still points to it dangles.
  void endLifetime(MemoryState &M, const llvm::Value *Local) const;
  /// The local to whose beginning \p Pointer leads ends; if it is null, none.
  void endLifetime(MemoryState &M, const llvm::Value *Pointer,
                   const Address &At) const;
  Expr canFree(const MemoryState &M, const llvm::Value *Pointer,
               const Address &At) const;
  void free(MemoryState &M, const llvm::Value *Pointer,
            const Address &At) const;
  /// The same, if \p If holds, by code that is not executed.
  void freeIf(MemoryState &M, const llvm::Value *Pointer, const Address &At,
              Expr If) const;
  /// Whether \p At is in an object that was freed.
  Expr isFreed(const MemoryState &M, const llvm::Value *Pointer,
               const Address &At) const;

private:
  /// The upper half of the numbers up to this one is for locals. (They are
  /// positive if read as signed ones, which makes guesses of contracts easier.)
  static constexpr uint64_t LastLocal = INT32_MAX;
  /// No object has this number: so many were allocated that none are left.
  static constexpr uint64_t NoNumber = UINT32_MAX;

  void addNode(PointsTo::NodeId N, MemoryVariables &Variables);
  void addCounter(unsigned Object, MemoryVariables &Variables);
  void beginUnallocated(unsigned Object, MemoryVariables &Variables);

  ExprContext &Ctx;
  const PointsTo &Points;
  Sort ObjectS, OffsetS;
  /// The number of the next object that is allocated; null if all are fixed.
  Expr NextObject, NextLocal;
  llvm::DenseMap<unsigned, Expr> SizeVar, LiveVar;
  std::map<std::pair<PointsTo::NodeId, int64_t>, uint64_t> Families;
  llvm::DenseMap<PointsTo::NodeId, Expr> SizesVar, LivesVar;
  llvm::MapVector<PointsTo::NodeId, Expr> CountVar;
};

} // namespace sooth

#endif
