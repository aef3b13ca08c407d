//===- OutsideMemory.h - Memory that a function's callers have made -----===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An entry other than main is given pointers, and finds pointers where these
// lead. Each node of the points-to analysis that they lead to has a family of
// objects, of which nobody says how many there are: their numbers begin with
// the same bits, and what they hold is what the node's arrays hold at first.
// Where the program comes by such a pointer, it is a fact that it is null or
// leads to the beginning of one of the family. So lists and trees from outside
// have any length and shape, and no formula has a quantifier.
//
// Arguments that lead to the same structure have one node, and may be equal, as
// long as none is declared with restrict where that matters. Otherwise pointers
// into different nodes never meet: memory that is reached in ways that the
// program does not join is taken to be apart. Where the program would see that
// of arguments (JointUses.h), it is a need.
//
// In the same way a function comes by pointers when it calls one whose body is
// not executed: by its result, and by what it may have written. These are taken
// to be null or to lead to allocated objects of their nodes, of the program's
// own or from outside.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_MEMORY_OUTSIDEMEMORY_H
#define SOOTH_LIB_FRONTEND_LLVM_MEMORY_OUTSIDEMEMORY_H

#include "AccessLocator.h"
#include "CallEffects.h"
#include "JointUses.h"
#include "MemberCounts.h"
#include "OrderedPointers.h"
#include "StoredIndices.h"
#include "sooth/Frontend/LLVM/Base/Environment.h"
#include "sooth/Model/Need.h"

#include <map>
#include <set>

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"

namespace sooth {

class OutsideMemory {
public:
  using Storage = CellVariables::Storage;
  using Content = MemoryAccess::Content;

  /// How many numbers a family of objects has.
  static const uint64_t FamilySize;

  /// All must outlive this.
  OutsideMemory(ExprContext &Ctx, const PointsTo &Points, const Regions &Parts,
                const ObjectLifetimes &Lifetimes, const CellVariables &Cells,
                const AccessLocator &Locator, const CallEffects &Calls,
                Environment How);

  /// To be called once, when memory has its variables; \p Stores are those of
  /// the regions.
  void addVariables(llvm::ArrayRef<llvm::SmallVector<Storage, 2>> Stores,
                    MemoryVariables &Variables);

  Environment environment() const { return How; }
  /// In order of their numbers: what is to say of objects like one of
  /// PointsTo::objects(), without content.
  std::vector<std::pair<unsigned, CallersObjects>> families() const;
  /// Whether Environment::Strings makes a difference.
  bool hasStrings() const;
  /// Whether Environment::Counted does.
  bool hasCounts(const llvm::Function &Entry) const;
  /// Whether it is taken not to be null what \p Initial, a pointer that a
  /// variable of the program held at first, is.
  bool excludesNull(const llvm::CallBase &Initial) const;
  /// What is known of that pointer, whose scalars are \p At, if the program
  /// itself may have put \p Own there.
  Expr isPossibleInitial(const MemoryState &M, const llvm::CallBase &Initial,
                         const Address &At, llvm::ArrayRef<Address> Own) const;
  /// What is known of \p Pointer, an argument or what a global held at first,
  /// whose scalars are \p At.
  Expr isPossible(const MemoryState &M, const llvm::Value &Pointer,
                  const Address &At) const;
  /// What is known of the argument \p A, an array, if \p Number is given with
  /// it, whose value is \p Count.
  Expr isCounted(const MemoryState &M, const llvm::Argument &A,
                 const Address &At, const llvm::Argument &Number, Expr Count,
                 ValueStyle Style) const;
  /// What is known of two pointer arguments, one of which is declared with
  /// restrict.
  Expr areApart(const llvm::Argument &A, const Address &AtA,
                const llvm::Argument &B, const Address &AtB) const;
  /// What is known of \p Pointer, part of what a summarized function returned,
  /// whose scalars are \p At.
  Expr isPossibleResult(const MemoryState &M, const llvm::Value &Pointer,
                        const Address &At) const;
  /// The same of \p Call, one that PointsTo::trustsUnseen() is about. \p Bytes
  /// is how large the object is, if its declaration says that, or null.
  Expr isPossibleUnseen(const MemoryState &M, const llvm::CallBase &Call,
                        const Address &At, Expr Bytes) const;
  /// Whether what a summarized function frees, but for its arguments, may be
  /// used after the call.
  bool isFreedUnseen() const { return How == Environment::Any; }
  /// Notes what memory holds after a call of \p Callee, a summarized function,
  /// or null for one that is not seen, when \p M is what it may have left.
  void noteCall(MemoryState &M, const llvm::Function *Callee) const;
  /// What is known then of the pointers that are variables of their own.
  Expr isPossibleAfter(const MemoryState &M,
                       const llvm::Function *Callee) const;
  /// The same of the cells that \p A accesses.
  Expr isPossibleAfter(const MemoryState &M, const llvm::Function *Callee,
                       const Access &A) const;
  /// What is taken to be true of the arguments of \p Entry, and of calls.
  std::vector<Need> describe(const llvm::Function &Entry) const;
  /// What is known of the pointers, and of the ends of strings, that \p Bytes
  /// bytes at \p A held at first.
  Expr isPossibleAtFirst(const MemoryState &M, const Access &A,
                         uint64_t Bytes) const;
  /// The same where runs begin, of what the pointers that \p A accesses are
  /// now.
  Expr isPossibleAtFirst(const Access &A) const;
  /// What is taken to be true of \p Load, a pointer that was read at \p A and
  /// whose scalars are \p At, if memory there holds numbers, too: where nothing
  /// else was written, it is one that pointers may be that are found. With
  /// Environment::Any it may be a number.
  Expr isPossibleAmongNumbers(const MemoryState &M, const llvm::LoadInst &Load,
                              const Access &A, const Address &At) const;
  /// The same of such a \p Load, or any other, that is declared as a pointer to
  /// a structure.
  Expr isPossibleStructure(const MemoryState &M, const llvm::LoadInst &Load,
                           const Access &A, const Address &At) const;
  /// Whether callers pass the pointers at \p A as numbers, which no replay can
  /// make, and a run is looked for that can be replayed.
  bool cannotBeReplayed(const Access &A) const;
  /// What is taken to be true of the pointers that the last call of a
  /// summarized function which may have written there left in them.
  Expr isPossibleAfterCalls(const MemoryState &M, const Access &A,
                            uint64_t Bytes) const;
  /// Whether \p A and \p B, which the program orders or subtracts, are taken to
  /// lead into one object: one of them comes from outside.
  bool areInOneObject(const llvm::Value *A, const llvm::Value *B) const;
  /// Whether an access to objects of \p N cannot be too far from their
  /// beginning.
  bool isAmple(PointsTo::NodeId N) const {
    return How == Environment::Ample && Points.node(N).IsOutside;
  }

private:
  bool holdCharacters(PointsTo::NodeId N) const;
  bool holdStrings(PointsTo::NodeId N) const {
    return How == Environment::Strings && holdCharacters(N);
  }
  Expr isEndAtEnd(const MemoryState &M, const Access &Byte) const;
  Expr ofCells(const Access &A, uint64_t Bytes,
               llvm::function_ref<Expr(const Access &)> OfCell) const;
  Expr isPossibleInCell(const MemoryState &M, const Access &Cell) const;
  Expr isPossibleInMixedCell(const MemoryState &M, const Access &Cell,
                             const Address &Held) const;
  bool isAmongNumbers(unsigned Region) const;
  Expr isAsAtFirst(const MemoryState &M, const Access &A) const;
  /// That the object \p At has so many elements of \p Element bytes, or is
  /// null; or \p Count is negative, and has a sign.
  Expr hasElements(const MemoryState &M, PointsTo::NodeId N, const Address &At,
                   Expr Count, bool IsSigned, uint64_t Element) const;
  Expr isIndex(const MemoryState &M, llvm::ArrayRef<Storage> Numbers,
               const Access &Cell) const;
  Expr isIndexAfterCalls(const MemoryState &M, const Access &Cell) const;
  Expr isCountedInCell(const MemoryState &M, const Access &Cell,
                       PointsTo::NodeId Target, const Address &At) const;
  std::vector<Need> describeCounts() const;
  std::pair<std::string, std::string>
  placeOf(unsigned Region, const llvm::Function &Entry, unsigned Levels) const;
  std::vector<Need> describeIndices(const llvm::Function &Entry) const;
  bool knowsIndices() const {
    return How == Environment::Counted || How == Environment::Ample;
  }
  /// Of the indices that \p Region holds; null if nothing is taken to be true
  /// of them.
  const StoredIndices::Bounds *boundsOfIndices(unsigned Region) const {
    return knowsIndices() ? Indices.of(Region) : nullptr;
  }
  enum class Null { Possible, Excluded };
  enum class Size { Any, AsUsed };
  Size leastSize() const {
    return How == Environment::Any ? Size::Any : Size::AsUsed;
  }
  enum class Code { Possible, Excluded };
  /// How the program moves a pointer; nulls if it does not.
  struct Moves {
    const OrderedPointers::Order *Ordered;
    const OrderedPointers::Back *Back;
  };
  /// \p From is the cell where the pointer is found, null for one that is
  /// given.
  Expr leadsTo(const MemoryState &M, PointsTo::Cell Target, const Address &At,
               Null IsNull, Size Least, const Access *From, Moves Moved = {},
               Code MayBeCode = Code::Possible) const;
  Expr isAligned(const llvm::DIType *Declared, PointsTo::NodeId Target,
                 const Address &At) const;
  Expr isNullOrWhole(const MemoryState &M, const llvm::DIType *Declared,
                     PointsTo::NodeId Target, const Address &At) const;
  const llvm::DIType *declaredAt(const llvm::Value &Address) const;
  Expr isAsFound(const MemoryState &M, const Access &Cell) const;
  Expr isElement(Expr Offset, uint64_t Period, int64_t First) const;
  Expr isIn(unsigned Object, PointsTo::Cell Target, const Address &At) const;
  Expr isOnlyWayTo(PointsTo::NodeId N, Expr Object, const Access *From) const;
  /// Whether a pointer into an array may lead to its end.
  enum class End { Possible, Excluded };
  Expr leadsToSome(const MemoryState &M, PointsTo::Cell Target,
                   const Address &At, Null IsNull, Size Least, End AtEnd) const;
  bool mayLeave(const llvm::Function *Callee, unsigned Region) const;
  Expr isLeft(const MemoryState &M, unsigned Region, const Address &At) const;
  Expr isPossibleInCellAfterCalls(const MemoryState &M,
                                  const Access &Cell) const;
  std::optional<Address> addressIn(const MemoryState &M,
                                   llvm::ArrayRef<Storage> Arrays,
                                   const Access &Cell) const;
  void findWrittenHere();
  Null mayBeNull(unsigned Region) const {
    return How == Environment::Any || TestedRegions.contains(Region)
               ? Null::Possible
               : Null::Excluded;
  }
  bool isTested(const llvm::Value &Pointer) const;
  End mayBeAtEnd(unsigned Region) const {
    return How == Environment::Any || !FollowedRegions.contains(Region)
               ? End::Possible
               : End::Excluded;
  }
  std::optional<unsigned> loadedFrom(const llvm::Value *V) const;
  llvm::DenseSet<unsigned> comparedWithOthers() const;
  void findFollowed();
  /// What is known of a pointer by how it is moved; \p Of is an argument or a
  /// region.
  template <typename Source> Moves movesOf(const Source &Of) const {
    return Ordered ? Moves{Ordered->find(Of), Ordered->findBack(Of)} : Moves{};
  }
  void findLeastSizes();
  uint64_t leastBytes(PointsTo::NodeId N) const;
  uint64_t leastBytes(PointsTo::NodeId N, const PointsTo::ManyObjects &M) const;
  PointsTo::ManyObjects outsideAt(PointsTo::Cell Target) const;
  int64_t offsetIn(PointsTo::Cell Target) const;
  uint64_t elementSize(const llvm::Argument &A) const;
  /// Whether \p A may be the length of an array.
  static bool maySayCount(const llvm::Argument &A) {
    return A.getType()->isIntegerTy() && A.getType()->getIntegerBitWidth() >= 8;
  }
  /// Whether the program adds \p Number, with its sign, to \p A, to know the
  /// end of an array: that is not before its beginning.
  static bool isDistance(const llvm::Argument &Number, const llvm::Argument &A);
  bool isWritten(PointsTo::NodeId N) const;
  void findTested();
  bool areTakenToBeApart(const llvm::Argument &A,
                         const llvm::Argument &B) const;
  bool leadsToArray(const llvm::Argument &A, uint64_t Size) const;
  bool areTakenToBeginArrays(const llvm::Argument &A,
                             const llvm::Argument &B) const;
  /// Where a pointer from outside leads: to a \p Type, null for any, so many
  /// bytes behind the beginning of what is there.
  struct Place {
    const llvm::DIType *Type = nullptr;
    int64_t Offset = 0;
  };
  Place placeOf(const llvm::Argument &A) const;
  bool areTakenToBeginOne(PointsTo::NodeId N, const Place &A,
                          const Place &B) const;
  bool areTakenToBeginOne(const llvm::Argument &A,
                          const llvm::Argument &B) const;
  bool hasOneWay(PointsTo::NodeId N) const;
  std::vector<Need> describeApart(const llvm::Function &Entry) const;
  bool areFunctions(PointsTo::NodeId N) const;
  bool areRestrict(unsigned Region) const;
  const llvm::DIType *targetType(unsigned Region) const;
  std::pair<const llvm::DIType *, uint64_t>
  declaredAround(unsigned Region) const;
  std::string nameOfFound(unsigned Region, const llvm::Function &Entry) const;
  /// Pointers that are found in memory and have one name.
  struct FoundPointers {
    /// Whether there may be more than one.
    bool AreSeveral = false;
    /// Whether each is taken to lead to any element of an array.
    bool LeadAnywhere = true;
    Place Of;
  };
  using FoundByName = std::map<std::string, FoundPointers>;
  std::map<PointsTo::NodeId, FoundByName>
  foundPointers(const llvm::Function &Entry) const;
  bool mayBeSeveral(unsigned Region, const llvm::Function &Entry) const;
  bool wouldMatterIfPartsWere(PointsTo::NodeId N) const;
  std::vector<Need> describeFoundArrays(PointsTo::NodeId N,
                                        const FoundByName &Found,
                                        const llvm::Function &Entry) const;
  std::vector<Need> describeFoundApart(const llvm::Function &Entry) const;
  bool isFound(PointsTo::NodeId N) const;
  bool isFoundInVariable(PointsTo::NodeId N, const llvm::Function &Entry) const;
  std::vector<Need> describeFreed(const llvm::Function &Entry) const;
  std::vector<Need> describeAlignment(const llvm::Function &Entry) const;
  bool mayHoldStructureOf(PointsTo::NodeId N,
                          const llvm::Value &Variable) const;
  std::vector<Need>
  describeApartFromVariables(const llvm::Function &Entry) const;
  std::vector<Need> describeArgument(const llvm::Argument &A) const;
  bool findsPointers() const;
  bool takesNotNull(const llvm::Function &Entry) const;
  bool leavesPointers(const llvm::Function &Callee) const;
  bool leavesPointers(const llvm::CallBase &Call) const;
  std::vector<Need> describeCalls() const;
  Need describeResults() const;

  static constexpr uint64_t MostBytes = ObjectLifetimes::MostBytes;

  ExprContext &Ctx;
  const PointsTo &Points;
  const Regions &Parts;
  const ObjectLifetimes &Lifetimes;
  const CellVariables &Cells;
  const AccessLocator &Locator;
  const CallEffects &Calls;
  const Environment How;
  /// Nodes that have objects from outside.
  llvm::DenseSet<PointsTo::NodeId> WithFamilies;
  /// By node: how many bytes the program uses of each object.
  llvm::DenseMap<PointsTo::NodeId, uint64_t> LeastSizes;
  /// By node: what was allocated at first, where that may change.
  llvm::DenseMap<PointsTo::NodeId, Expr> LivesAtFirst;
  /// By node whose objects may be freed, or to which an argument with restrict
  /// leads: arrays of the cell in which the only pointer to an object is found.
  struct FoundIn {
    Expr Region, Object, Offset;
  };
  llvm::DenseMap<PointsTo::NodeId, FoundIn> OnlyWays;
  /// By region: the objects and offsets that its pointers were at first, the
  /// numbers among which pointers are, or the bytes of strings.
  llvm::DenseMap<unsigned, llvm::SmallVector<Storage, 2>> AtFirst;
  /// By the same regions: what they are now.
  llvm::DenseMap<unsigned, llvm::SmallVector<Storage, 2>> Now;
  /// Objects and offsets, and what they were after the last call that may have
  /// written them; the same variables where there is no array.
  struct LeftByCalls {
    llvm::SmallVector<Storage, 2> Now, Then;
  };
  /// By region of pointers that calls may write.
  llvm::MapVector<unsigned, LeftByCalls> AfterCalls;
  /// Regions that are written otherwise, too.
  llvm::BitVector WrittenHere;
  /// Calls of functions without bodies of which something is taken to be true.
  llvm::SmallVector<const llvm::CallBase *> Unseen;
  /// By node: what was allocated after the last call.
  llvm::MapVector<PointsTo::NodeId, Expr> LivesAfterCalls;
  /// Values, and regions of pointers, that the program compares with null.
  llvm::DenseSet<const llvm::Value *> Tested;
  /// Of which assertions say that they are not null.
  llvm::DenseSet<const llvm::Value *> Asserted;
  llvm::DenseSet<unsigned> TestedRegions;
  /// Regions of pointers that the program follows, and never compares with
  /// others: it does not know which of them lead to the end of an array.
  llvm::DenseSet<unsigned> FollowedRegions;
  const MemberCounts Counts;
  const StoredIndices Indices;
  /// Nothing without memory from outside.
  std::optional<JointUses> Uses;
  /// By LLVM's names, if there is memory of which types say more.
  llvm::StringMap<const llvm::DICompositeType *> Structures;
  /// Nothing where all pointers lead to the beginning of objects.
  std::optional<OrderedPointers> Ordered;
};

} // namespace sooth

#endif
