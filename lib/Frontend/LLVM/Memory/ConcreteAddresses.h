//===- ConcreteAddresses.h - Addresses as numbers -----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_MEMORY_CONCRETEADDRESSES_H
#define SOOTH_LIB_FRONTEND_LLVM_MEMORY_CONCRETEADDRESSES_H

#include "ObjectLifetimes.h"
#include "Regions.h"

namespace sooth {

/// Numbers and addresses are as wide as pointers of the target.
class ConcreteAddresses {
public:
  /// All must outlive this.
  ConcreteAddresses(ExprContext &Ctx, const PointsTo &Points,
                    const Regions &Parts, const llvm::DataLayout &Layout,
                    const ObjectLifetimes &Lifetimes)
      : Ctx(Ctx), Points(Points), Parts(Parts), Layout(Layout),
        Lifetimes(Lifetimes), ObjectS(Ctx.bitVecSort(ObjectBits)) {
    findNumbers();
  }

  /// To be called once, before all that depends on them.
  void addVariables(MemoryVariables &Variables);

  unsigned addressBits() const;
  /// Whether addresses of the objects of \p N are used as numbers.
  bool isNumbered(PointsTo::NodeId N) const { return Numbered.contains(N); }
  /// Whether \p Pointer may be made of a number.
  bool isFromNumber(const llvm::Value *Pointer) const;
  /// Whether that number may be the address of something that the model does
  /// not have: (char *)0xb8000, or a number that callers pass.
  bool isFromForeignNumber(const llvm::Value *Pointer) const;
  /// Whether a pointer to \p N may be elsewhere than the points-to analysis
  /// says.
  bool mayHaveAnyOffset(PointsTo::NodeId N) const {
    return Points.node(N).IsWild || Points.node(N).HasTags ||
           (isNumbered(N) && FromNumbers.contains(N));
  }
  /// What the pointers in region \p R lead to.
  llvm::ArrayRef<PointsTo::NodeId> pointeesOf(unsigned R) const;

  /// Address 0 or so near to it that the hardware traps.
  Expr trapsAsNull(const Address &At) const;
  /// \p At is a number that no known object contains: what is there is open.
  Expr isInNoKnownObject(const llvm::Value *Pointer, const Address &At) const;

  /// Gives all objects addresses, also those that are not there yet. Returns
  /// what is known of them.
  Expr assignAddresses(MemoryState &M, FreshInput Any) const;
  /// Gives the object that \p Site begins an address. Returns what is known of
  /// it.
  Expr assignAddress(MemoryState &M, const llvm::Value *Site, const Address &At,
                     FreshInput Any) const;
  /// What is known of those that may have had the address of something that is
  /// now gone.
  Expr apartAfterReplacement(const MemoryState &M) const;
  /// What is known of these addresses.
  Expr layout(const MemoryState &M) const;

  /// The number that is the address \p At, which points into one of \p Into.
  Expr numberOf(const MemoryState &M, llvm::ArrayRef<PointsTo::NodeId> Into,
                const Address &At, FreshInput Unknown) const;
  /// The same for two pointers, if the addresses of all that they may point to
  /// are known.
  std::optional<std::pair<Expr, Expr>>
  numbersOf(const MemoryState &M, const llvm::Value *A, const Address &OfA,
            const llvm::Value *B, const Address &OfB) const;
  /// The address that \p Number is, if it is in \p Into.
  Address addressFrom(const MemoryState &M,
                      llvm::ArrayRef<PointsTo::NodeId> Into, Expr Number) const;
  /// Of objects that are allocated many times, those are found again whose
  /// numbers have been remembered. Returns what is known of \p Number.
  Expr remember(MemoryState &M, PointsTo::NodeId N, const Address &At,
                Expr Number) const;
  /// An offset or a size as a part of a number.
  Expr narrowed(Expr Offset) const;

private:
  void findNumbers();
  void findDifferences();
  Expr baseOf(const MemoryState &M, unsigned Object) const;
  Expr baseOfMany(const MemoryState &M, PointsTo::NodeId N, Expr Object) const;
  Expr isApart(const MemoryState &M, unsigned A, unsigned B) const;
  Expr isApartFromAll(const MemoryState &M, unsigned Object) const;
  Expr isMapped(Expr Base, Expr Size) const;
  Expr contains(Expr Base, Expr Size, Expr Number) const;

  ExprContext &Ctx;
  const PointsTo &Points;
  const Regions &Parts;
  const llvm::DataLayout &Layout;
  const ObjectLifetimes &Lifetimes;
  Sort ObjectS;
  /// Nodes whose objects have addresses, and to which numbers lead.
  llvm::DenseSet<PointsTo::NodeId> Numbered, FromNumbers;
  /// Of the latter, those to which numbers lead that are no known addresses.
  llvm::DenseSet<PointsTo::NodeId> FromForeignNumbers;
  /// By region: what the pointers in it lead to.
  std::vector<llvm::SmallVector<PointsTo::NodeId, 2>> Pointees;
  /// By object: its address, without the lowest bits, which are zero.
  llvm::MapVector<unsigned, Expr> AddressVar;
  /// The same by node, for objects allocated many times, and by number which of
  /// them has been seen there.
  llvm::DenseMap<PointsTo::NodeId, Expr> AddressesVar, SeenVar;
};

} // namespace sooth

#endif
