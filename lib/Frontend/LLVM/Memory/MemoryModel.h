//===- MemoryModel.h - Memory as state variables --------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pointer is two scalars: the number of an object, and an offset in it in
// bytes. Object 0 is none; its offset is the number that was made a pointer, so
// null is (0, 0). Objects that are allocated at most once in a run have fixed
// numbers; others are numbered in the order of their allocation, and no number
// is used twice; but locals of procedures are numbered from the end, as a stack
// grows, and so are again what a caller calls next. Two objects never overlap,
// and nothing is known of where they are: the order of pointers into different
// objects is left open. Objects whose addresses the program uses as numbers
// have a concrete address, of which it is only known that it is no other's
// (ConcreteAddresses.cpp).
//
// Each region (Regions.h) is as cheap as its uses allow: one variable per cell
// if the cells are few, else an array, indexed by the number of the cell, by
// the object, or by both. A region that is never written is no variable at all.
//
// An access is valid if it lies inside an object that its pointer may point to
// and that was not freed. What an invalid read yields, and what an invalid
// write does, is for the caller to say.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_MEMORYMODEL_H
#define SOOTH_LIB_FRONTEND_LLVM_MEMORYMODEL_H

#include "AccessValidity.h"
#include "OutsideMemory.h"
#include "ShadowMemory.h"

namespace llvm {
class GEPOperator;
}

namespace sooth {

class MemoryModel {
public:
  MemoryModel(ExprContext &Ctx, const llvm::Function &Entry, Members How,
              Environment Outside = Environment::Any, bool TakesKept = false);

  /// What addresses mean to the user.
  std::shared_ptr<const ObjectTable> objectTable() const { return Table; }
  const Regions &regions() const { return Parts; }
  const PointsTo &points() const { return Points; }
  const ObjectLifetimes &lifetimes() const { return Lifetimes; }
  const ConcreteAddresses &addresses() const { return Addresses; }
  const AccessValidity &validity() const { return Validity; }
  const ShadowMemory &shadows() const { return Shadows; }
  const OutsideMemory &outside() const { return Outside; }
  const CallEffects &calls() const { return Calls; }
  /// Whether members are in the bounds in which the program keeps them.
  bool takesKept() const { return TakesKept; }
  /// Whether functions are called whose bodies are not executed.
  bool hasSummaries() const { return Calls.hasSummaries(); }

  const std::vector<StateVariable> &variables() const { return Variables.All; }
  const std::vector<ArgumentVariable> &arguments() const {
    return Variables.Arguments;
  }
  /// What they hold at first.
  Expr init() const { return Variables.Init; }

  /// The address of a global, of a part of one, or of an object that is
  /// allocated at most once; nothing for other values. Null and numbers are
  /// addresses, too.
  std::optional<Address> addressOf(const llvm::Value *V) const;
  /// \p Base moved as \p Gep says.
  Address step(const llvm::GEPOperator &Gep, const Address &Base,
               llvm::function_ref<Expr(const llvm::Value *)> Index) const;
  /// Whether \p Pointer, which is \p At, may lead into an object that was there
  /// when the entry was called.
  Expr existedAtFirst(const llvm::Value *Pointer, const Address &At) const;
  /// The object that \p Pointer always points into, if that is plain to see.
  Expr soleObject(const llvm::Value *Pointer) const;

  /// \p From only makes it easier to see which index is which.
  Access access(const llvm::Value *Pointer, const Address &At, uint64_t Bytes,
                const Origin &From = {}) const {
    return Locator.access(Pointer, At, Bytes, From);
  }

  /// Puts into globals what they begin with, where that depends on addresses.
  void initializeGlobals(MemoryState &M, FreshInput Any) const;

  /// Whether values of \p T can be read from where \p A is.
  bool canHold(const Access &A, llvm::Type *T) const;
  /// Requires canHold. What is read if the access is valid.
  Scalars load(const MemoryState &M, const Access &A, llvm::Type *T,
               FreshInput Unknown) const;
  /// Stores \p New where \p When holds; requires that the access is valid
  /// there. A null scalar, and what does not fit the cells, is \p Unknown.
  void store(MemoryState &M, const Access &A, llvm::Type *T,
             llvm::ArrayRef<Expr> New, FreshInput Unknown) const;

  /// The cells of all regions from \p To on take the values of \p Bytes bytes
  /// from \p From on.
  void copy(MemoryState &M, const Access &To, const Access &From,
            uint64_t Bytes, FreshInput Unknown) const;
  /// The same for a constant.
  void copyConstant(MemoryState &M, const Access &To,
                    const llvm::Constant &From, uint64_t Bytes,
                    FreshInput Unknown) const;
  /// The same for one byte repeated.
  void fill(MemoryState &M, const Access &To, Expr Byte, uint64_t Bytes,
            FreshInput Unknown) const;

  /// Its content is \p Byte everywhere, which must be 0.
  /// It has \p Size bytes.
  void clear(MemoryState &M, const llvm::Value *Site, const Address &Of,
             Expr Size, FreshInput Unknown) const;
  /// The local that \p Site allocated as \p Object begins, with arbitrary
  /// content.
  void beginLifetime(MemoryState &M, const llvm::Value *Site, Expr Object,
                     FreshInput Any) const;
  /// Objects from the sites given of which some are allocated when the program
  /// ends, and are not held.
  struct Leak {
    llvm::SmallVector<const llvm::Value *, 1> Sites;
    Expr When;
    /// Possible if they might be held in a way that is not followed.
    enum class Certainty { Possible, Certain } IsLost;
  };
  /// Requires that the analysed functions ask for leaks. \p Roots are the
  /// variables that are left.
  llvm::SmallVector<Leak>
  leaks(const MemoryState &M, llvm::ArrayRef<const llvm::Value *> Roots) const;
  /// All that code we do not see may write gets arbitrary content.
  enum class Reach { Exposed, Everything };
  void havoc(MemoryState &M, Reach What, FreshInput Any) const;
  /// The same for what \p Call of a summarized function may change. \p At are
  /// the arguments that are pointers. What is taken to be true of it comes
  /// back.
  Expr havoc(MemoryState &M, const llvm::CallBase &Call,
             llvm::function_ref<std::optional<Address>(const llvm::Value *)> At,
             FreshInput Any) const;

  /// The integers and floating-point numbers in what is allocated at \p Site.
  ObjectContent contentOf(const llvm::Value *Site) const {
    return Contents[*Points.objectOf(Site)];
  }
  /// What the entry function finds in its locals, and in globals that are
  /// defined elsewhere.
  std::vector<FoundMemory> foundAtStart() const;
  /// What callers of the entry have made.
  std::vector<CallersObjects> callersMemory() const;

  Sort objectSort() const { return ObjectS; }
  Sort offsetSort() const { return OffsetS; }

private:
  class LeakSearch;
  using Storage = CellVariables::Storage;
  using CellNumber = CellVariables::CellNumber;

  void addRegion(unsigned R);
  /// The components of a region, its shadow among them.
  llvm::SmallVector<const Storage *, 3> componentsOf(unsigned R) const;
  void clearFirst(MemoryState &M, unsigned R, const Storage &S, unsigned Object,
                  const Address &Of, Expr Size, FreshInput Unknown) const;
  void havocCells(MemoryState &M, unsigned R, const Storage &S, unsigned Object,
                  Expr Which, llvm::function_ref<Expr()> New,
                  FreshInput Any) const;
  Expr anyNaN(FpFormat F, FreshInput Unknown) const;
  ObjectContent findContent(unsigned Object) const;
  void addCells(const Storage &S, unsigned Object,
                std::vector<MemoryCells> &To) const;
  ObjectContent findCallersContent(unsigned Object) const;
  void initialize(unsigned R);
  void noteUnknown(unsigned R, const CellNumber &C,
                   const llvm::Constant &Initial, uint64_t Offset);
  /// What globals begin with if that is no constant: a cell of a region, and
  /// where in which constant that is.
  struct UnknownCell {
    unsigned Region;
    CellNumber Cell;
    const llvm::Constant *Initial;
    uint64_t Offset;
  };
  Scalars constantCell(const Region &R, const llvm::Constant &Initial,
                       uint64_t Offset) const;
  const llvm::Constant *initialNumber(const llvm::Constant &Initial,
                                      uint64_t Offset, unsigned Bytes) const;
  Expr numberOf(const MemoryState &M, const llvm::Constant *C) const;
  Expr constantNumber(const llvm::Constant &Initial, uint64_t Offset,
                      unsigned Bytes) const;
  Expr addressBytes(const MemoryState &M, const llvm::Constant &Initial,
                    uint64_t Offset, uint64_t Bytes) const;
  Expr initialBytes(const MemoryState &M, const UnknownCell &Cell) const;

  // MixedCells.cpp
  Scalars loadMixed(const MemoryState &M, const Access &A, llvm::Type *T,
                    FreshInput Unknown) const;
  void storeMixed(MemoryState &M, const Access &A, llvm::Type *T,
                  llvm::ArrayRef<Expr> New, FreshInput Unknown) const;
  Address pointerIn(const MemoryState &M, unsigned R, Expr Object,
                    Expr Offset) const;
  void copyPart(MemoryState &M, const MemoryState &Before, unsigned R,
                const CellNumber &To, const CellNumber &From, ByteRange Bytes,
                FreshInput Unknown) const;
  void setPart(MemoryState &M, unsigned R, const CellNumber &C, ByteRange Bytes,
               Expr New, FreshInput Unknown) const;
  Expr cellNumberOf(const MemoryState &M, unsigned R, const CellNumber &C,
                    FreshInput Unknown) const;

  Expr repeated(const Region &R, Sort Element, Expr Byte) const;
  Expr combined(const Region &R, Expr Old, Expr New, int64_t Delta,
                uint64_t Bytes) const;
  Expr readBytes(const MemoryState &M, const Access &From, int64_t Delta,
                 uint64_t Bytes) const;
  bool isUnrolled(const Access &To, uint64_t Bytes) const;
  void fillCell(MemoryState &M, unsigned R, const CellNumber &C, Expr Byte,
                int64_t Delta, uint64_t Bytes, FreshInput Unknown) const;
  void fillRegion(MemoryState &M, unsigned R, unsigned Object, int64_t Begin,
                  uint64_t Bytes, Expr Byte, FreshInput Unknown) const;
  void havocNode(MemoryState &M, PointsTo::NodeId N, FreshInput Any) const;
  void havocRegion(MemoryState &M, unsigned R, FreshInput Any) const;
  void leaveAnything(MemoryState &M, unsigned R, FreshInput Any) const;

  ExprContext &Ctx;
  const bool TakesKept;
  std::shared_ptr<const ObjectTable> Table;
  PointsTo Points;
  Regions Parts;
  const llvm::DataLayout &Layout;
  Sort ObjectS, OffsetS;
  MemoryVariables Variables;
  const CellGeometry Geometry;
  ObjectLifetimes Lifetimes;
  ConcreteAddresses Addresses;
  const CellVariables Cells;
  const AccessLocator Locator;
  const CallEffects Calls;
  OutsideMemory Outside;
  const AccessValidity Validity;
  ShadowMemory Shadows;
  /// By region: none if it is not modelled, two for pointers.
  std::vector<llvm::SmallVector<Storage, 2>> Stores;
  /// By object.
  std::vector<ObjectContent> Contents;
  std::vector<UnknownCell> UnknownCells;
};

} // namespace sooth

#endif
