//===- PointsTo.h - What pointers may point to ----------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A unification-based points-to analysis with offsets, in the manner of Data
// Structure Analysis (Lattner) without its calling contexts: calls are inlined
// before. Memory is a set of nodes. A pointer points to a cell, that is, to an
// offset in a node, and two pointers that may hold the same address point to
// the same cell. A node stands for one or several objects, each of which begins
// somewhere in it.
//
// A variable index makes a node periodic: offsets count modulo the greatest
// common divisor of all steps, its stride. So an array of structures keeps its
// members apart.
//
// Of subobjects, those count that are arrays in structures (Subobjects.h): each
// is an interval of the node with a stride of its own. If the node has a
// period, the subobject is there once in each, and if the array's elements are
// structures with arrays, there are subobjects in the subobject. A pointer that
// is meant to stay in the array (Extents.h) ranges over its subobject: of its
// offset no more is known than what it is modulo the subobject's stride and
// those of the subobjects around, whether it is still there or not. Others have
// the very offset of their cell, even if that is in a subobject: so a pointer
// to a structure is told from one to the array that comes first in it. How
// small the subobjects are that a pointer ranges over is a property of all
// pointers that are assigned to each other, their group.
//
// A pointer to one of several members, like that from which a tree is searched,
// ranges over a subobject from the first to the last of them, unless it is
// moved and assigned to itself.
//
// Numbers may be addresses, too. Those that are computed from addresses carry
// them, and have the cells that the pointers had: tags in the lowest bits are
// taken to be removed before a number becomes a pointer again. That is checked
// when the pointer is used.
//
// Flow-insensitive. As subobjects grow and pointers are found to range over
// more, all is looked at again until nothing changes.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_POINTSTO_H
#define SOOTH_LIB_FRONTEND_LLVM_POINTSTO_H

#include "Extents.h"
#include "Subobjects.h"
#include "sooth/Frontend/LLVM/Base/Environment.h"
#include "sooth/Frontend/LLVM/Base/OutsideVariables.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"

#include <map>
#include <optional>
#include <set>
#include <vector>

namespace llvm {
class CallBase;
class Constant;
class ConstantExpr;
class DataLayout;
class DIType;
class Function;
class GetElementPtrInst;
class GlobalVariable;
class ICmpInst;
class Instruction;
class LoadInst;
class MemTransferInst;
class Metadata;
class StoreInst;
class Type;
class User;
class Value;
} // namespace llvm

namespace sooth {

/// What allocates: an alloca, a global variable, a function, a call of malloc;
/// or a pointer from outside of the program.
struct MemoryObject {
  const llvm::Value *Site = nullptr;
  /// In bytes; nothing if it is only known when the program runs.
  std::optional<uint64_t> Size;
  /// May \c Site be executed more than once in a run?
  enum class Instances { One, Many } How = Instances::One;
  /// Whether it stands for objects that are there before the entry is called:
  /// \c Site is the first pointer that leads to them.
  bool IsOutside = false;
  /// A local of a function that may be left while its address is still known.
  bool MayDangle = false;
  /// From outside: what pointers to its beginning are declared to lead to, if
  /// one is; else null.
  const llvm::DIType *Type = nullptr;
  /// And of what their addresses are multiples then, as all of these pointers
  /// are declared; nothing if no declaration is known.
  std::optional<uint64_t> Aligned = {};
};

/// How memory is read or written.
struct MemoryAccess {
  int64_t Offset;
  uint64_t Size; // in bytes
  /// Mixed: memory that is accessed as numbers and as pointers.
  enum class Content { Integer, Float, Pointer, Opaque, Mixed } Holds;
  enum class Direction { Read, Write } Way;
  const llvm::Instruction *By = nullptr;
};

class PointsTo {
public:
  /// Of \p Entry and the functions that it calls.
  explicit PointsTo(const llvm::Function &Entry,
                    Members How = Members::Separate,
                    Environment Outside = Environment::Any);

  /// What is added to an address, if it is less, is a tag and no distance.
  static constexpr int64_t LeastDistance = 4;

  using NodeId = unsigned;
  /// How small a subobject can be for pointers to range over it.
  using Reach = uint64_t;
  static constexpr Reach Nowhere = UINT64_MAX, Everywhere = 0;
  struct Cell {
    NodeId Node;
    int64_t Offset;
    /// In the subobjects of this size and larger ones, the offset is known
    /// modulo their strides only.
    Reach Within = Nowhere;
    friend bool operator==(const Cell &, const Cell &) = default;
  };

  /// Pointers that are assigned to each other.
  using GroupId = unsigned;
  /// What a pointer points to, as it was first seen: find() says what became of
  /// it.
  struct Place {
    NodeId Node;
    int64_t Offset;
    GroupId Group;
  };

  struct Node {
    /// Indices into objects(), and where in the node they begin.
    llvm::SmallVector<std::pair<unsigned, int64_t>, 2> Objects;
    /// What is known of offsets.
    Subobjects Offsets;
    llvm::SmallVector<MemoryAccess, 8> Accesses;
    /// Pointers from unknown sources may lead here: what they point to need not
    /// be one of the objects.
    bool IsWild = false;
    /// Code that is not seen may read or write it.
    bool IsExposed = false;
    /// Pointers in it may come from code of which nothing is taken to be true:
    /// other than what functions without bodies do.
    bool HoldsUnknown = false;
    /// What callers of an entry other than main have made, or what that leads
    /// to, may be in it.
    bool IsOutside = false;
    /// What these are, if that is declared; else null.
    const llvm::DIType *Type = nullptr;
    /// Whether pointers that are declared otherwise lead there, too.
    bool HasOtherTypes = false;
    /// May be freed.
    bool IsFreed = false;
    /// The program computes with the numbers that addresses in it are.
    bool IsNumbered = false;
    /// Pointers that may lead here may be made of numbers.
    bool IsFromNumbers = false;
    /// Pointers that lead here may have tags in their lowest bits: they need
    /// not be where their cell says.
    bool HasTags = false;
    /// Calls that free, for messages.
    llvm::SmallVector<const llvm::CallBase *, 2> FreedBy;
    /// What made it wild, and what gave it its stride; null if that is no
    /// instruction.
    const llvm::Instruction *WildBy = nullptr, *StrideBy = nullptr;
    /// What made one node of objects that had several, for messages.
    llvm::SmallVector<const llvm::Instruction *, 2> JoinedBy;
    /// What the pointers in it point to, by offset.
    std::map<int64_t, Place> Pointees;
  };

  /// How the subobjects see it that a pointer to \p At ranges over.
  Subobjects::Position positionOf(Cell At) const {
    return Nodes[At.Node].Offsets.find(At.Offset, At.Within);
  }
  bool rangesOverSubobject(Cell At) const {
    return !positionOf(At).Enclosing.empty();
  }
  /// Where in node \p N its first object begins.
  int64_t start(NodeId N) const;
  /// How far after that \p Object of the node begins (modulo its stride). All
  /// objects that the program allocates many times begin at one place.
  uint64_t displacement(NodeId N, unsigned Object) const;
  /// Objects of a node that are there many times and begin at one place in it.
  struct ManyObjects {
    int64_t Start;
    unsigned One; // of objects(), from outside if some are
    /// Whether some are from outside, and whether some are not.
    bool HasOutside = false, HasOwn = false;
    /// Of those from outside: what the largest one that pointers are declared
    /// to lead to has, in bytes; 0 if that is not known of any.
    uint64_t Declared = 0;
  };
  /// Those of \p N by their starts. Where there are several, all but the first
  /// are from outside only: by their numbers (ObjectLifetimes) these are told
  /// from others.
  llvm::SmallVector<ManyObjects, 1> manyObjects(NodeId N) const;
  const std::vector<MemoryObject> &objects() const { return Objects; }
  /// What divides the address of \p Object; of one from outside no less than
  /// what malloc gives, whether or not its pointers are declared so.
  uint64_t alignmentOf(unsigned Object) const;
  /// Whether the declarations of pointers to \p Object, if it is from outside,
  /// leave open that its address is no multiple of \p By.
  bool mayBeMisaligned(unsigned Object, uint64_t By) const;
  /// The representatives of all nodes.
  llvm::SmallVector<NodeId> nodes() const;
  const Node &node(NodeId N) const { return Nodes[N]; }
  bool hasSubobjects() const;
  /// Which of nodes() and where in it \p P is by now.
  Cell representative(Place P) const { return find(P); }
  /// The cell that \p Pointer points to; nothing for null and for numbers.
  std::optional<Cell> pointee(const llvm::Value *Pointer) const;
  /// The index of the object that \p Site allocates.
  std::optional<unsigned> objectOf(const llvm::Value *Site) const;
  /// Whether \p Number, which becomes a pointer, is the address of something
  /// that this one knows: computed from pointers, or read where pointers are.
  bool isMadeOfAddresses(const llvm::Value &Number) const;
  /// Whether pointers from outside of the program are looked at.
  bool hasOutside() const { return HasOutside; }
  Environment environment() const { return Outside; }
  /// Whether functions without bodies are taken to leave pointers that are null
  /// or lead to objects: in an environment in which callers' pointers do, but
  /// for Ample, where violations are looked for.
  bool trustsUnseen() const { return TrustsUnseen; }
  /// Whether something in \p N may have been allocated, or comes from outside.
  bool mayBeAllocated(NodeId N) const;
  /// Calls of such functions whose results are taken to be apart from some
  /// memory that they could be in by C's rules.
  llvm::ArrayRef<const llvm::CallBase *> resultsApart() const {
    return ResultsApart;
  }
  /// Whether the pointers in \p N may be what such functions left there.
  bool holdsLeft(NodeId N) const {
    return TrustsUnseen && Nodes[N].IsExposed && !Nodes[N].HoldsUnknown;
  }
  /// Whether callers may have found \p Object, a variable, where the program
  /// has stored its address.
  bool isStoredOutside(unsigned Object) const {
    return StoredObjects.contains(Object);
  }
  /// Whether some check asks what is still allocated, or whether what is read
  /// was written.
  bool asksForLeaks() const { return AsksForLeaks; }
  bool asksForContent() const { return AsksForContent; }
  /// The functions looked at, the entry first.
  llvm::ArrayRef<const llvm::Function *> functions() const { return Functions; }

private:
  /// Groups of pointers that are assigned to nothing.
  static constexpr GroupId Still = 0, Ranging = 1;
  /// Of pointers that range over subobjects of this size and larger ones.
  GroupId fixedGroup(Reach Within);
  bool isFixed(GroupId G) const;
  Reach reachOf(Place P) const { return Reaches[find(P.Group)]; }

  Place fresh();
  GroupId freshGroup();
  GroupId find(GroupId G) const;
  void unifyGroups(GroupId A, GroupId B);
  Cell find(Place P) const;
  Cell find(Place P, Reach Within) const;
  void unify(Place A, Place B);
  void unifyPending();
  void merge(Cell Into, Cell From);
  void identify(Cell A, Cell B, GroupId Of);
  bool span(Cell A, Cell B, GroupId Of);
  void watchStep(const llvm::GetElementPtrInst &Gep, Place Base);
  void setOffsets(NodeId N, Subobjects New);
  void setStride(NodeId N, uint64_t Step);
  void addSubobject(NodeId N, Subobject New);
  void renumber(NodeId N);
  void makePeriodic(Place P, uint64_t Step);
  void alignStarts();
  void startBefore(Cell At, int64_t Distance);
  void alignSubobjects();
  Place field(Place Address);

  std::optional<Place> placeOf(const llvm::Value *V);
  std::optional<Place> placeOfConstant(const llvm::Constant *C);
  Place ownPlace(const llvm::Value *V);
  Place addObject(const llvm::Value *Site, std::optional<uint64_t> Size,
                  MemoryObject::Instances How);
  void assign(const llvm::Value *To, const llvm::Value *From);
  void markWild(const llvm::Value *V);
  void expose(const llvm::Value *V);
  void exposeToUnknown(const llvm::Value *V);
  void passCopy(const llvm::Value *Structure, uint64_t Size);
  void exposePassed();
  void exposeToLeftOut();
  void noteFreedByLeftOut();
  void closeExposed();
  void exposePointees();
  void makeWild(NodeId N);

  void run();
  void visit(const llvm::Function &F);
  void visit(const llvm::Instruction &I);
  void visitCall(const llvm::CallBase &Call);
  void visitAllocation(const llvm::CallBase &Call);
  void addOutside(const llvm::Value *Pointer);
  void addArguments(const llvm::Function &Entry);
  // PointsToStored.cpp
  void joinStored();
  bool mayBeFoundAs(const DeclaredPointer &Found,
                    const StoredAddress &Stored) const;
  DeclaredPointer pointerDeclaredAt(Cell At) const;
  // PointsToUnseen.cpp
  void addUnseenResult(const llvm::CallBase &Call);
  /// How the objects of a node are accessed.
  struct Shape {
    uint64_t Size;
    MemoryAccess::Content Holds;
    friend auto operator<=>(const Shape &, const Shape &) = default;
  };
  /// And whether they are written so.
  using Shapes = std::map<Shape, bool>;
  std::map<NodeId, Shapes> shapesByNode();
  const llvm::DIType *typeOf(NodeId N) const;
  bool mayReturn(NodeId Result, NodeId Of) const;
  bool isTakenToReturn(const llvm::CallBase &Call, NodeId N);
  bool isGiven(const llvm::CallBase &Call, NodeId N);
  std::set<NodeId> usedNodes();
  void join(const llvm::CallBase &Call, NodeId N, const Shapes &Own);
  void joinResults();
  void compareExposed(const llvm::ICmpInst &I);
  void setTarget(const llvm::Value *Pointer, const llvm::DIType *T,
                 bool IsRestrict = false);
  void setDeclared(const llvm::Value *Pointer, const llvm::DIType *T);
  const llvm::DIType *declaredAt(Cell At) const;
  void joinCompared(const llvm::Value *A, const llvm::Value *B);
  void visitComparison(const llvm::ICmpInst &I);
  void visitCheck(const llvm::CallBase &Call);
  // PointsToNumbers.cpp
  bool mayBeAddress(const llvm::Value *V) const {
    return AddressNumbers.contains(V);
  }
  void assignNumber(const llvm::Value *To, Place From);
  void assignNumber(const llvm::Value *To, const llvm::Value *From);
  bool visitNumber(const llvm::Instruction &I);
  void visitPointerNumber(const llvm::Instruction &I);
  void visitSum(const llvm::Instruction &I);
  void visitInitialNumber(Place At, const llvm::ConstantExpr &Number);
  void loadNumber(const llvm::LoadInst &I);
  void storeNumber(const llvm::StoreInst &I);
  void readPointers(Place At, llvm::Type *T, uint64_t From);
  void visitTransfer(const llvm::MemTransferInst &Copy);
  void visitConstant(const llvm::Constant *C);
  void visitInitializer(Place At, const llvm::Constant *C);
  void visitDefinedCall(const llvm::CallBase &Call,
                        const llvm::Function &Callee);
  Place step(Place From, const llvm::User &Gep);
  Place step(Place From, const PointerStep &By);
  Place stepInSubobject(Cell At, const Subobjects::Position &In,
                        const PointerStep &By);
  Place rangeOver(Place From, const llvm::Value *Pointer,
                  const llvm::Value *As = nullptr);
  void access(const llvm::Value *Pointer, llvm::Type *T,
              MemoryAccess::Direction Way);
  void access(Place At, llvm::Type *T, uint64_t From,
              MemoryAccess::Direction Way);
  void settleAccesses();

  const llvm::DataLayout &Layout;
  const Members How;
  const Environment Outside;
  const bool TrustsUnseen;
  std::vector<MemoryObject> Objects;
  llvm::DenseMap<const llvm::Value *, unsigned> ObjectOf;
  /// A pointer from outside to each structure.
  llvm::DenseMap<const llvm::Metadata *, const llvm::Value *> ToStructure;
  llvm::SmallVector<const llvm::Function *> Functions;
  llvm::DenseMap<const llvm::Function *, unsigned> FunctionIndex;
  std::vector<Node> Nodes;
  /// Union-find: where a node went, and by how much its offsets moved.
  mutable std::vector<std::pair<NodeId, int64_t>> Parent;
  mutable std::vector<GroupId> GroupParent{Still, Ranging};
  /// Of the representatives.
  std::vector<Reach> Reaches{Nowhere, Everywhere};
  /// They range over several members; they are moved and assigned to
  /// themselves.
  std::vector<bool> GroupSpans{false, false}, GroupAdvances{true, true};
  /// Those of pointers that are assigned to nothing: they stay as they are.
  std::map<Reach, GroupId> FixedGroups{{Nowhere, Still}, {Everywhere, Ranging}};
  llvm::DenseMap<const llvm::Value *, Place> Places;
  /// Numbers that may be addresses.
  llvm::DenseSet<const llvm::Value *> AddressNumbers;
  llvm::SmallVector<std::pair<Place, Place>> Pending;
  /// All accesses; their offsets are from the places.
  std::vector<std::pair<Place, MemoryAccess>> Accesses;
  /// Calls whose results unseen functions have made.
  llvm::SmallVector<const llvm::CallBase *> UnseenResults, ResultsApart;
  /// Addresses that the program has stored in memory of others; the variables
  /// that turned out to be among what is found there.
  /// Whether code of the program is left out (Stubs.h).
  const bool HasLeftOut;
  llvm::SmallVector<StoredAddress> Stored;
  llvm::DenseSet<unsigned> StoredObjects;
  /// Pointers that are read from memory of others, as they are declared.
  llvm::MapVector<const llvm::Value *, DeclaredPointer> FoundOutside;
  /// Structures that unseen code is passed by value, and their sizes.
  llvm::SmallVector<std::pair<Place, uint64_t>> Passed;
  Extents Guess;
  /// What is being looked at.
  const llvm::Instruction *Current = nullptr;
  bool AsksForLeaks = false, AsksForContent = false, HasOutside = false;
  /// In the first round accesses are noted. Steps from what has no objects wait
  /// until the last.
  enum class Round { First, Later, Last } Now = Round::First;
  bool Changed = false;
};

/// See PointsTo::trustsUnseen().
bool trustsUnseen(const llvm::Function &Entry, Environment Outside);

/// Whether \p Call is one of a function without a body by its name.
bool isUnseen(const llvm::CallBase &Call);
/// Whether it returns a pointer then.
bool returnsUnseen(const llvm::CallBase &Call);
/// The factors of the size of what that leads to, if the function's declaration
/// says that with alloc_size.
llvm::SmallVector<const llvm::Value *, 2>
promisedSize(const llvm::CallBase &Call);

/// The size in bytes that a call allocates: the factors of a product, one for
/// malloc and two for calloc. Empty if \p Call is no allocation.
llvm::SmallVector<const llvm::Value *, 2>
allocatedSize(const llvm::CallBase &Call);

/// The constant that \p Copy copies from its beginning; null if its source is
/// anything else.
const llvm::GlobalVariable *copiedConstant(const llvm::MemTransferInst &Copy);

} // namespace sooth

#endif
