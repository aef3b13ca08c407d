//===- AccessValidity.h - Which accesses to memory are valid ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_MEMORY_ACCESSVALIDITY_H
#define SOOTH_LIB_FRONTEND_LLVM_MEMORY_ACCESSVALIDITY_H

#include "OutsideMemory.h"

namespace sooth {

/// An access is valid if it lies inside an object that its pointer may point to
/// and that was not freed.
class AccessValidity {
public:
  /// All must outlive this.
  AccessValidity(ExprContext &Ctx, const PointsTo &Points, const Regions &Parts,
                 const CellGeometry &Geometry, const ObjectLifetimes &Lifetimes,
                 const ConcreteAddresses &Addresses,
                 const AccessLocator &Locator, const OutsideMemory &Outside)
      : Ctx(Ctx), Points(Points), Parts(Parts), Geometry(Geometry),
        Lifetimes(Lifetimes), Addresses(Addresses), Locator(Locator),
        Outside(Outside) {}

  Expr isValid(const MemoryState &M, const Access &A) const;
  /// Where no access to what callers pass is too far from its beginning,
  /// whether that is as large as \p A needs, and \p A is not before it; true
  /// of every other access. No check fails for it, but no run goes on without
  /// it, so that a replay can make the object.
  Expr isWithinAmple(const MemoryState &M, const Access &A) const;
  /// Whether it is inside an object that may be accessed, even if not where its
  /// pointer is meant to stay, or to be.
  Expr isInObject(const MemoryState &M, const Access &A) const;
  /// The beginning of a function.
  Expr isFunction(const llvm::Value *Pointer, const Address &At) const;
  /// A constant, which the hardware does not let be written.
  Expr isConstant(const llvm::Value *Pointer, const Address &At) const;
  /// The same for \p Size bytes at \p At, 64 bits wide.
  Expr isValidRange(const MemoryState &M, const llvm::Value *Pointer,
                    const Address &At, Expr Size) const;
  /// Whether \p At leads to an object that exists, with \p Bytes bytes from
  /// there on.
  Expr hasBytes(const MemoryState &M, const llvm::Value *Pointer,
                const Address &At, uint64_t Bytes) const;
  /// \p Size bytes, 64 bits wide, from a pointer on.
  struct Range {
    const llvm::Value *Pointer;
    Address At;
    Expr Size;
  };
  /// Whether both have some byte of an object in common, and, unless the same
  /// counts, do not begin at the same one.
  Expr overlap(const Range &A, const Range &B, bool CountsSame) const;
  /// Whether \p At is no multiple of \p By. Nothing is assumed of objects but
  /// the alignment that they have in LLVM's view.
  Expr isMisaligned(const llvm::Value *Pointer, const Address &At,
                    uint64_t By) const;

private:
  Expr fits(const MemoryState &M, const Access &A, unsigned Object,
            std::optional<uint64_t> KnownSize, Expr Size) const;
  bool isFixed(const Access &A) const;
  Expr endsInside(const Access &A, Expr Offset, Expr Size) const;
  bool neverOverlap(const Range &A, const Range &B, bool CountsSame) const;
  Expr isInSubobject(const Access &A, unsigned Object) const;

  ExprContext &Ctx;
  const PointsTo &Points;
  const Regions &Parts;
  const CellGeometry &Geometry;
  const ObjectLifetimes &Lifetimes;
  const ConcreteAddresses &Addresses;
  const AccessLocator &Locator;
  const OutsideMemory &Outside;
};

} // namespace sooth

#endif
