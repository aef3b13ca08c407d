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
// have a place in memory, of which it is only known that it is no other's
// (MemoryNumbers.cpp).
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

#include "Regions.h"
#include "Scalars.h"
#include "sooth/Model/Cfa.h"

namespace llvm {
class GEPOperator;
}

namespace sooth {

/// A pointer's scalars by name.
struct Address {
  Expr Object, Offset;
};
inline Scalars scalarsOf(const Address &A) { return {A.Object, A.Offset}; }

/// What the memory's variables hold at some point of an edge.
class MemoryState {
public:
  Expr now(Expr Var) const {
    auto It = Changed.find(Var);
    return It == Changed.end() ? Var : It->second;
  }
  void set(Expr Var, Expr New) { Changed[Var] = New; }
  const llvm::MapVector<Expr, Expr> &changes() const { return Changed; }

private:
  llvm::MapVector<Expr, Expr> Changed;
};

/// Makes an input of a sort.
using FreshInput = llvm::function_ref<Expr(Sort)>;

class MemoryModel {
public:
  /// Widths of a pointer's scalars.
  static constexpr unsigned ObjectBits = 32, OffsetBits = 64;

  MemoryModel(ExprContext &Ctx, const llvm::Function &Entry, Members How);

  /// What addresses mean to the user.
  std::shared_ptr<const ObjectTable> objectTable() const { return Table; }
  const Regions &regions() const { return Parts; }
  const PointsTo &points() const { return Points; }

  const std::vector<StateVariable> &variables() const { return Variables; }
  /// What they hold at first.
  Expr init() const { return Init; }

  /// The address of a global, of a part of one, or of an object that is
  /// allocated at most once; nothing for other values. Null and numbers are
  /// addresses, too.
  std::optional<Address> addressOf(const llvm::Value *V) const;
  /// \p Base moved as \p Gep says.
  Address step(const llvm::GEPOperator &Gep, const Address &Base,
               llvm::function_ref<Expr(const llvm::Value *)> Index) const;
  /// The object that \p Pointer always points into, if that is plain to see.
  Expr soleObject(const llvm::Value *Pointer) const;

  /// Bytes read or written through a pointer.
  struct Access {
    PointsTo::NodeId Node = 0;
    /// Nothing if no variable models what is there.
    std::optional<unsigned> InRegion;
    Address At;
    uint64_t Bytes = 0;
    /// The offset in the object where the program's text says it, else the
    /// remainder of it modulo the pitch of what the pointer walks over.
    uint64_t Fixed = 0;
    /// The number of the first cell in each dimension of the region.
    llvm::SmallVector<Expr, 2> Cell;
    /// Which of the cells side by side it is.
    uint64_t Side = 0;
    /// How far after the beginning of the cell it begins.
    unsigned Within = 0;
    /// Whether the first number times the pitch might not be the offset.
    bool MayWrap = false;
    /// Whether the offset may be any, not one that an access has.
    bool IsFree = false;
    /// Whether the pointer has any object at all to point to.
    bool HasObjects = false;
    /// How far the access is from the cell whose indices are 0 in all other
    /// dimensions than the first.
    int64_t Inner = 0;
    /// How far the pointer is, as the program's text has it, from the beginning
    /// of an element of its innermost subobject.
    int64_t InElement = 0;
    /// Where the pointer is meant to stay, if it ranges over subobjects: the
    /// outermost subobject first.
    llvm::SmallVector<const Subobject *, 2> In;
    /// If it ranges over several dimensions: where it is in each of them, and
    /// whether that is in all subobjects.
    llvm::SmallVector<Expr, 2> Steps;
    Expr IsInside;
    /// Whether Steps are sums of indices, and the first one not too large for
    /// the others to count.
    bool IsByTerms = false;
  };
  /// An earlier pointer from which the program computed another one.
  struct Origin {
    const llvm::Value *Pointer;
    Address At;
  };
  /// \p From only makes it easier to see which index is which.
  Access access(const llvm::Value *Pointer, const Address &At, uint64_t Bytes,
                const Origin &From = {}) const;

  Expr isValid(const MemoryState &M, const Access &A) const;
  /// Whether it is inside an object that may be accessed, even if not where its
  /// pointer is meant to stay, or to be.
  Expr isInObject(const MemoryState &M, const Access &A) const;
  /// How many bytes there are from \p At to the end of its object; nothing if
  /// it is not known which objects there are.
  std::optional<Expr> bytesFrom(const MemoryState &M,
                                const llvm::Value *Pointer,
                                const Address &At) const;
  /// The beginning of a function.
  Expr isFunction(const llvm::Value *Pointer, const Address &At) const;
  /// A constant, which the hardware does not let be written.
  Expr isConstant(const llvm::Value *Pointer, const Address &At) const;
  /// The same for \p Size bytes at \p At, 64 bits wide.
  Expr isValidRange(const MemoryState &M, const llvm::Value *Pointer,
                    const Address &At, Expr Size) const;
  /// Whether \p At is in an object that was freed.
  Expr isFreed(const MemoryState &M, const llvm::Value *Pointer,
               const Address &At) const;
  /// Address 0 or so near to it that the hardware traps.
  Expr trapsAsNull(const Address &At) const;

  // MemoryNumbers.cpp
  unsigned addressBits() const;
  /// Whether addresses of the objects of \p N are used as numbers.
  bool isNumbered(PointsTo::NodeId N) const { return Numbered.contains(N); }
  /// Whether \p Pointer may be made of a number.
  bool isFromNumber(const llvm::Value *Pointer) const;
  /// \p At is a number that no known object contains: what is there is open.
  Expr isInNoKnownObject(const llvm::Value *Pointer, const Address &At) const;
  /// Gives all objects places.
  void place(MemoryState &M, FreshInput Any) const;
  /// Gives the object that \p Site begins a place. Returns what is known of it.
  Expr place(MemoryState &M, const llvm::Value *Site, const Address &At,
             FreshInput Any) const;
  /// Puts into globals what they begin with, where that depends on places.
  void begin(MemoryState &M, FreshInput Any) const;
  /// What is known of these places.
  Expr layout(const MemoryState &M) const;
  /// The number that is the address \p At, which points into one of \p Into.
  Expr numberOf(const MemoryState &M, llvm::ArrayRef<PointsTo::NodeId> Into,
                const Address &At, FreshInput Unknown) const;
  /// The same for two pointers, if the places of all that they may point to are
  /// known.
  std::optional<std::pair<Expr, Expr>>
  numbersOf(const MemoryState &M, const llvm::Value *A, const Address &OfA,
            const llvm::Value *B, const Address &OfB) const;
  /// The address that \p Number is, if it is in \p Into.
  Address addressFrom(const MemoryState &M,
                      llvm::ArrayRef<PointsTo::NodeId> Into, Expr Number) const;
  /// Of objects that are allocated many times, those are found again whose
  /// numbers have been noted. Returns what is known of \p Number.
  Expr note(MemoryState &M, PointsTo::NodeId N, const Address &At,
            Expr Number) const;

  /// Whether \p At is no multiple of \p By. Nothing is assumed of objects but
  /// the alignment that they have in LLVM's view.
  Expr isMisaligned(const llvm::Value *Pointer, const Address &At,
                    uint64_t By) const;

  /// Whether all bytes at \p A have been written; nothing if that is not
  /// modelled. Requires that the analysed functions ask for content.
  std::optional<Expr> isInitialized(const MemoryState &M,
                                    const Access &A) const;
  /// The bytes of a \p T one by one: 1 where it is uninitialized.
  llvm::SmallVector<Expr> uninitializedBytes(const MemoryState &M,
                                             const Access &A,
                                             const llvm::Type *T) const;
  /// After a store: \p Bytes are those of the value, or none if all of it is
  /// initialized.
  void setUninitialized(MemoryState &M, const Access &A,
                        llvm::ArrayRef<Expr> Bytes) const;

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

  /// Whether there is a number left for what \p Site allocates on the heap.
  Expr canAllocate(const MemoryState &M, const llvm::Value *Site) const;
  /// A new object of \p Size bytes (64 bits wide), allocated at \p Site. What
  /// comes back means nothing unless \p Succeeds holds.
  Address allocate(MemoryState &M, const llvm::Value *Site, Expr Size,
                   Expr Succeeds) const;
  /// Whether \p Object is a local of a procedure, of which each activation has
  /// its own. It ends when the activation does.
  bool isOfActivation(unsigned Object) const;
  /// Whether there are numbers left for such locals: no stack holds half as
  /// many.
  Expr hasRoom(const MemoryState &M) const;
  /// What a procedure changes for what it calls, and not for its callers. Null
  /// if there are no such locals.
  Expr stackTop() const { return NextLocal; }
  /// Its content is \p Byte everywhere, which must be 0.
  void clear(MemoryState &M, const llvm::Value *Site, const Address &Of,
             FreshInput Unknown) const;
  /// \p Local ends; what still points to it dangles.
  void end(MemoryState &M, const llvm::Value *Local) const;
  /// The local that \p Site allocated as \p Object begins, with arbitrary
  /// content.
  void beginLifetime(MemoryState &M, const llvm::Value *Site, Expr Object,
                     FreshInput Any) const;
  Expr canFree(const MemoryState &M, const llvm::Value *Pointer,
               const Address &At) const;
  void free(MemoryState &M, const llvm::Value *Pointer,
            const Address &At) const;
  /// Objects from the sites given of which some are allocated when the program
  /// ends, and are not held.
  struct Leak {
    llvm::SmallVector<const llvm::Value *, 1> Sites;
    Expr When;
    /// No if they might be held in a way that is not followed.
    enum class Sure { No, Yes } As;
  };
  /// Requires that the analysed functions ask for leaks. \p Roots are the
  /// variables that are left.
  llvm::SmallVector<Leak>
  leaks(const MemoryState &M, llvm::ArrayRef<const llvm::Value *> Roots) const;
  /// All that code we do not see may write gets arbitrary content.
  enum class Reach { Exposed, Everything };
  void havoc(MemoryState &M, Reach What, FreshInput Any) const;

  /// The integers and floating-point numbers in what is allocated at \p Site.
  ObjectContent contentOf(const llvm::Value *Site) const {
    return Contents[*Points.objectOf(Site)];
  }
  /// What the entry function finds in its locals, and in globals that are
  /// defined elsewhere.
  std::vector<FoundMemory> foundAtStart() const;

  Sort objectSort() const { return ObjectS; }
  Sort offsetSort() const { return OffsetS; }

private:
  class LeakSearch;
  static constexpr unsigned CountBits = 32;
  /// The upper half of the numbers up to this one is for locals. (They are
  /// positive if read as signed ones, which makes guesses of contracts easier.)
  static constexpr uint64_t LastLocal = INT32_MAX;
  /// No object has this number: so many were allocated that none are left.
  static constexpr uint64_t NoNumber = UINT32_MAX;

  /// One component of a region: its integers, or its pointers' objects or
  /// offsets.
  struct Storage {
    struct Cell {
      unsigned Object;
      uint64_t Index;
      Expr Var; // or a constant
    };
    std::vector<Cell> Cells; // empty if there is an array
    Expr Array;
    Sort Element;
    unsigned InRegion = 0;
    bool ByObject = false;
    /// For each dimension, and for cells side by side.
    llvm::SmallVector<unsigned, 3> IndexBits;
    std::string Name;
  };
  struct CellNumber {
    Expr Object;
    llvm::SmallVector<Expr, 2> Indices; // one for each dimension
    uint64_t Side = 0;
  };

  void addRegion(unsigned R);
  void addStorage(unsigned R, Sort Element, llvm::StringRef Suffix,
                  MemoryAccess::Content Holds);
  Storage makeStorage(unsigned R, Sort Element, llvm::StringRef Suffix);
  void noteArguments(const Region &R, const Storage &S);
  void addShadow(unsigned R);
  /// The components of a region, its shadow among them.
  llvm::SmallVector<const Storage *, 3> componentsOf(unsigned R) const;
  /// If the bytes are all of the only object of their node, makes it
  /// initialized and returns true.
  bool initializeAll(MemoryState &M, const Access &To, uint64_t Bytes) const;
  void initializeCell(MemoryState &M, unsigned R, const CellNumber &C,
                      int64_t Delta, uint64_t Bytes, FreshInput Unknown) const;
  void setShadow(MemoryState &M, unsigned R, const CellNumber &C,
                 ByteRange Bytes, Expr New) const;
  unsigned shadowBits(unsigned R) const;
  Expr shadowOf(unsigned R) const;
  void havocCells(MemoryState &M, unsigned R, const Storage &S, unsigned Object,
                  Expr Which, llvm::function_ref<Expr()> New,
                  FreshInput Any) const;
  Expr initialShadow(unsigned R, const Storage &S) const;
  Expr anyNaN(FpFormat F, FreshInput Unknown) const;
  void addCounter(unsigned Object);
  void addNode(PointsTo::NodeId N);
  ObjectContent findContent(unsigned Object) const;
  void addCells(const Storage &S, unsigned Object,
                std::vector<MemoryCells> &To) const;
  Expr addVariable(llvm::StringRef Name, Sort S, llvm::StringRef UserName = "");
  bool isConstantRegion(const Region &R) const;
  uint64_t cellsOf(const Region &R, unsigned Object) const;
  int64_t firstIn(const Region &R, unsigned Object) const;
  int64_t subobjectOffset(const Region &R) const;
  int64_t subobjectBegin(int64_t Begin, uint64_t Size, PointsTo::NodeId N,
                         unsigned Object) const;
  int64_t subobjectBegin(const Region &R, unsigned Object) const {
    return subobjectBegin(R.Subobject->Begin, R.Subobject->Size, R.Node,
                          Object);
  }
  uint64_t firstCount(const Region &R, unsigned Object) const;
  std::string indexText(const Region &R, unsigned Object, uint64_t Index) const;
  llvm::SmallVector<uint64_t, 3> indicesOf(const Region &R,
                                           uint64_t Index) const;
  /// The cell of this index in an object.
  CellNumber cellAt(const Region &R, Expr Object, uint64_t Index) const;
  std::optional<uint64_t> offsetOf(const Region &R, unsigned Object,
                                   uint64_t Index) const;
  /// What differs from object to object.
  Expr perObject(PointsTo::NodeId N, Expr Object,
                 llvm::function_ref<int64_t(unsigned)> Value) const;
  bool isSmall(const Region &R) const;
  void initialize(unsigned R);
  void noteOpen(unsigned R, const CellNumber &C, const llvm::Constant &Initial,
                uint64_t Offset);
  Scalars constantCell(const Region &R, const llvm::Constant &Initial,
                       uint64_t Offset) const;
  const llvm::Constant *initialNumber(const llvm::Constant &Initial,
                                      uint64_t Offset, unsigned Bytes) const;
  Expr numberOf(const MemoryState &M, const llvm::Constant *C) const;
  Expr constantNumber(const llvm::Constant &Initial, uint64_t Offset,
                      unsigned Bytes) const;

  // MixedCells.cpp
  static ByteRange partOf(const Region &R, int64_t Delta, uint64_t Bytes);
  void
  visitMixed(const Access &A,
             llvm::function_ref<void(const CellNumber &, ByteRange, uint64_t)>
                 Visit) const;
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
  llvm::ArrayRef<PointsTo::NodeId> pointeesOf(unsigned R) const;

  // MemoryNumbers.cpp
  void findNumbers();
  void addPlaces();
  bool mayHaveAnyOffset(PointsTo::NodeId N) const {
    return Points.node(N).IsWild || Points.node(N).HasTags ||
           (isNumbered(N) && FromNumbers.contains(N));
  }
  Expr baseOf(const MemoryState &M, unsigned Object) const;
  Expr baseOfMany(const MemoryState &M, PointsTo::NodeId N, Expr Object) const;
  Expr isApart(const MemoryState &M, unsigned A, unsigned B) const;
  Expr isMapped(Expr Base, Expr Size) const;
  Expr contains(Expr Base, Expr Size, Expr Number) const;
  Expr narrowed(Expr Offset) const;

  Expr number(unsigned Object) const;
  /// Whether this is the number of an object of those allocated many times.
  Expr isOfMany(Expr Object) const;
  /// Whether \p Object is one that \p Pointer may point to, of a fixed number,
  /// and meets the condition; a null condition is false.
  using ObjectCondition = llvm::function_ref<Expr(unsigned)>;
  Expr isObjectThat(const llvm::Value *Pointer, Expr Object,
                    ObjectCondition When) const;
  /// How large the object of this number is, if it is one of the node's.
  Expr sizeIn(const MemoryState &M, PointsTo::NodeId N, Expr Object) const;
  Expr sizeOf(const MemoryState &M, unsigned Object) const;
  Expr fits(const MemoryState &M, const Access &A, unsigned Object,
            std::optional<uint64_t> KnownSize, Expr Size) const;
  int64_t subobjectBegin(const Subobject &In, PointsTo::NodeId N,
                         unsigned Object) const {
    return subobjectBegin(In.Begin - Points.start(N), In.Size, N, Object);
  }
  bool isSubobjectInside(const Subobject &In, PointsTo::NodeId N,
                         unsigned Object) const;
  Expr isInSubobject(const Access &A, unsigned Object) const;
  Expr key(const Storage &S, const CellNumber &C) const;
  Expr isCell(const Region &R, const Storage::Cell &Cell, const CellNumber &C,
              bool OneObject) const;
  Expr read(const MemoryState &M, const Storage &S, const CellNumber &C) const;
  void write(MemoryState &M, const Storage &S, const CellNumber &C,
             Expr New) const;
  CellNumber cellNumber(const Access &A, uint64_t Plus) const;
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
  std::optional<Access> inRegion(const Access &A, unsigned R,
                                 int64_t Delta) const;
  /// One of the ways in which a pointer is moved.
  struct Walk {
    uint64_t Pitch;
    /// Where in each element of the walk around it begins.
    int64_t Begin;
    /// Of its subobject, if it has one; and how many elements that has.
    std::optional<uint64_t> Size, Count;
  };
  llvm::SmallVector<Walk, 3> walksOf(const Access &A) const;
  bool setCell(Access &A, unsigned R, int64_t Delta) const;
  void locate(Access &A, const Origin &From) const;
  bool locateByTerms(Access &A, llvm::ArrayRef<Walk> Walks, Expr Begin,
                     const Origin &From) const;
  void locateByDivision(Access &A, llvm::ArrayRef<Walk> Walks,
                        Expr Begin) const;
  /// Receives a region, the cell, and how far it is from the first byte.
  using CellVisitor =
      llvm::function_ref<void(unsigned, const Access &, int64_t)>;
  void visitCells(const Access &At, uint64_t Bytes, CellVisitor Visit) const;

  ExprContext &Ctx;
  std::shared_ptr<const ObjectTable> Table;
  PointsTo Points;
  Regions Parts;
  const llvm::DataLayout &Layout;
  Sort ObjectS, OffsetS;
  /// By region: none if it is not modelled, two for pointers.
  std::vector<llvm::SmallVector<Storage, 2>> Stores;
  /// By region: which cells are uninitialized.
  std::vector<std::optional<Storage>> Shadows;
  /// By object.
  std::vector<ObjectContent> Contents;
  std::vector<StateVariable> Variables;
  Expr Init;
  /// The number of the next object that is allocated; null if all are fixed.
  Expr NextObject, NextLocal;
  /// By object: its size, and whether it is allocated, if that changes.
  llvm::DenseMap<unsigned, Expr> SizeVar, LiveVar;
  /// The same by node, as arrays over the numbers of objects allocated many
  /// times.
  llvm::DenseMap<PointsTo::NodeId, Expr> SizesVar, LivesVar;
  /// Nodes whose objects have places, and to which numbers lead.
  llvm::DenseSet<PointsTo::NodeId> Numbered, FromNumbers;
  /// By region: what the pointers in it lead to.
  std::vector<llvm::SmallVector<PointsTo::NodeId, 2>> Pointees;
  /// By object: its place in memory, without the lowest bits, which are zero.
  llvm::MapVector<unsigned, Expr> PlaceVar;
  /// The same by node, for objects allocated many times, and by number which of
  /// them has been seen there.
  llvm::DenseMap<PointsTo::NodeId, Expr> PlacesVar, SeenVar;
  /// What globals begin with if that is no constant: a cell of a region, and
  /// the number; null if not even that is known.
  struct OpenCell {
    unsigned Region;
    CellNumber Cell;
    const llvm::Constant *Number;
  };
  std::vector<OpenCell> OpenCells;
  /// By node: how many of them are allocated, if that is asked for.
  llvm::MapVector<PointsTo::NodeId, Expr> CountVar;
};

} // namespace sooth

#endif
