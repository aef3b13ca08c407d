//===- MemoryLeaks.cpp - What is still allocated at the end --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory is lost if it was never freed and no pointer leads to it any more from
// the objects that are left when the program ends (the roots). Where pointers
// are in variables of their own, that is followed from object to object. Where
// they are in arrays, it would need a quantifier; whether what these may lead
// to is lost is left open.
//
//===----------------------------------------------------------------------===//

#include "MemoryModel.h"

#include "Base/MemoryChecks.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstrTypes.h"

using namespace sooth;
using namespace llvm;

using Content = MemoryAccess::Content;
using Instances = MemoryObject::Instances;

namespace {
/// A pointer that an object holds: the number of what it points to.
struct HeldPointer {
  unsigned Holder;
  Expr Object;
  /// Where it may point to.
  SmallVector<PointsTo::NodeId, 2> Into;
};
} // namespace

class MemoryModel::LeakSearch {
public:
  LeakSearch(const MemoryModel &Model, const MemoryState &M,
             ArrayRef<const llvm::Value *> Roots);
  SmallVector<Leak> run();

private:
  void collectPointers();
  void collectOpen();
  void closeHeld();
  /// Whether a pointer in a root, or in an object that is held, meets a
  /// condition.
  Expr anyHeld(PointsTo::NodeId Into, function_ref<Expr(Expr)> Meets);
  bool isRoot(unsigned O) const { return RootObjects.contains(O); }
  bool isOpen(PointsTo::NodeId N) const {
    const PointsTo::Node &Node = Model.Points.node(N);
    // A number may lead to it, which is asked for nowhere.
    return Open.contains(N) || Node.IsExposed || Node.IsWild || Node.HasTags ||
           Model.Addresses.isNumbered(N);
  }

  const MemoryModel &Model;
  ExprContext &Ctx;
  const MemoryState &M;
  SmallSetVector<unsigned, 8> RootObjects;
  std::vector<HeldPointer> Pointers;
  /// Whether the holders of pointers are held themselves; none if they cannot
  /// be.
  DenseMap<unsigned, Expr> Held;
  /// To these lead pointers that are not followed.
  SmallSetVector<PointsTo::NodeId, 8> Open;
};

MemoryModel::LeakSearch::LeakSearch(const MemoryModel &Model,
                                    const MemoryState &M,
                                    ArrayRef<const llvm::Value *> Roots)
    : Model(Model), Ctx(Model.Ctx), M(M) {
  for (const llvm::Value *Root : Roots)
    if (auto O = Model.Points.objectOf(Root))
      RootObjects.insert(*O);
}

static bool holdsPointers(const Region &R) {
  return R.Holds == Content::Pointer || R.isMixed();
}

void MemoryModel::LeakSearch::collectPointers() {
  for (auto [R, Part] : enumerate(Model.Parts.all())) {
    if (!holdsPointers(Part) || Model.Stores[R].empty())
      continue;
    SmallVector<PointsTo::NodeId, 2> Into;
    for (auto &[Offset, Target] : Model.Points.node(Part.Node).Pointees)
      if (auto Cell = Model.Points.representative(Target);
          !is_contained(Into, Cell.Node))
        Into.push_back(Cell.Node);
    for (const Storage::Cell &Cell : Model.Stores[R].front().Cells)
      Pointers.push_back({Cell.Object, M.now(Cell.Var), Into});
  }
}

/// What the roots may lead to through memory that is no variables.
void MemoryModel::LeakSearch::collectOpen() {
  SmallSetVector<PointsTo::NodeId, 16> Reached;
  for (PointsTo::NodeId N : Model.Points.nodes())
    if (any_of(Model.Points.node(N).Objects,
               [&](auto &Entry) { return isRoot(Entry.first); }))
      Reached.insert(N);
  auto AddPointees = [&](PointsTo::NodeId N, auto &To) {
    for (auto &[Offset, Target] : Model.Points.node(N).Pointees)
      To.insert(Model.Points.representative(Target).Node);
  };
  for (unsigned I = 0; I < Reached.size(); ++I)
    AddPointees(Reached[I], Reached);
  for (PointsTo::NodeId N : Reached) {
    bool IsFollowed = all_of(Model.Parts.of(N), [&](unsigned R) {
      const auto &Components = Model.Stores[R];
      return holdsPointers(Model.Parts.all()[R]) && !Components.empty() &&
             !Components.front().Array;
    });
    bool HoldsPointers = !Model.Points.node(N).Pointees.empty();
    bool HasOthers = any_of(Model.Parts.of(N), [&](unsigned R) {
      return !holdsPointers(Model.Parts.all()[R]);
    });
    // Numbers beside pointers are no pointers, if no pointer is among them.
    if (HoldsPointers && !IsFollowed && HasOthers)
      IsFollowed = all_of(Model.Points.node(N).Pointees, [&](auto &Entry) {
        auto R = Model.Parts.find({N, Entry.first});
        return !R ||
               (holdsPointers(Model.Parts.all()[*R]) &&
                !Model.Stores[*R].empty() && !Model.Stores[*R].front().Array);
      });
    if (!HoldsPointers || IsFollowed)
      continue;
    SmallSetVector<PointsTo::NodeId, 8> Beyond;
    AddPointees(N, Beyond);
    for (unsigned I = 0; I < Beyond.size(); ++I)
      AddPointees(Beyond[I], Beyond);
    // What is only held by its likes is held by none, if no other is.
    if (all_of(Model.Points.node(N).Objects, [&](auto &Entry) {
          const MemoryObject &Object = Model.Points.objects()[Entry.first];
          return Object.How == Instances::Many && isa<CallBase>(Object.Site);
        }))
      Beyond.remove(N);
    Open.insert(Beyond.begin(), Beyond.end());
  }
}

Expr MemoryModel::LeakSearch::anyHeld(PointsTo::NodeId Into,
                                      function_ref<Expr(Expr)> Meets) {
  SmallVector<Expr> Ways;
  for (const HeldPointer &P : Pointers) {
    if (!is_contained(P.Into, Into))
      continue;
    if (isRoot(P.Holder))
      Ways.push_back(Meets(P.Object));
    else if (Expr IsHeld = Held.lookup(P.Holder))
      Ways.push_back(Ctx.mkAnd(IsHeld, Meets(P.Object)));
  }
  return Ctx.mkOr(Ways);
}

/// As many rounds as there are objects on the longest way to one.
void MemoryModel::LeakSearch::closeHeld() {
  SmallVector<unsigned> Heap;
  for (auto [O, Object] : enumerate(Model.Points.objects()))
    if (isa<CallBase>(Object.Site) && Object.How == Instances::One)
      Heap.push_back(O);
  for (unsigned Round = 0; Round < Heap.size(); ++Round) {
    DenseMap<unsigned, Expr> Next;
    for (unsigned O : Heap) {
      auto Cell = Model.Points.pointee(Model.Points.objects()[O].Site);
      Expr IsHeld = anyHeld(Cell->Node, [&](Expr Object) {
        return Ctx.mkEq(Object, Model.Lifetimes.number(O));
      });
      if (!IsHeld.isFalse())
        Next[O] = IsHeld;
    }
    bool Done = Next.size() == Held.size() && all_of(Next, [&](auto &Entry) {
                  return Held.lookup(Entry.first) == Entry.second;
                });
    Held = std::move(Next);
    if (Done)
      return;
  }
}

static bool isHeldByLibrary(const llvm::Value *Site) {
  return cast<CallBase>(Site)->hasFnAttr(HeldByLibraryName);
}

SmallVector<MemoryModel::Leak> MemoryModel::LeakSearch::run() {
  collectPointers();
  collectOpen();
  closeHeld();
  SmallVector<Leak> Found;
  auto Add = [&](PointsTo::NodeId N, Expr IsAllocated, Expr IsHeld,
                 SmallVector<const llvm::Value *, 1> Sites) {
    Expr Lost = Ctx.mkAnd(IsAllocated, Ctx.mkNot(IsHeld));
    Found.push_back(
        {std::move(Sites), Lost,
         isOpen(N) ? Leak::Certainty::Possible : Leak::Certainty::Certain});
  };
  for (auto [O, Object] : enumerate(Model.Points.objects())) {
    Expr Live = Model.Lifetimes.liveVariable(O);
    if (!isa<CallBase>(Object.Site) || !Live || isHeldByLibrary(Object.Site))
      continue;
    Expr IsHeld = Held.lookup(O);
    Add(Model.Points.pointee(Object.Site)->Node, M.now(Live),
        IsHeld ? IsHeld : Ctx.falseExpr(), {Object.Site});
  }
  for (auto [N, Count] : Model.Lifetimes.allocatedCounts()) {
    SmallVector<const llvm::Value *, 1> Sites;
    for (auto [O, Start] : Model.Points.node(N).Objects)
      if (const MemoryObject &Object = Model.Points.objects()[O];
          Object.How == Instances::Many && isa<CallBase>(Object.Site))
        Sites.push_back(Object.Site);
    const bool AreSomeHeld = any_of(Sites, isHeldByLibrary);
    erase_if(Sites, isHeldByLibrary);
    if (Sites.empty())
      continue;
    Expr Some = Ctx.mkNot(
        Ctx.mkEq(M.now(Count), Ctx.bv(0, ObjectLifetimes::CountBits)));
    Expr IsHeld = anyHeld(
        N, [&](Expr Object) { return Model.Lifetimes.isOfMany(Object); });
    Add(N, Some, IsHeld, Sites);
    if (AreSomeHeld) // which are counted with others
      Found.back().IsLost = Leak::Certainty::Possible;
    // Some of them are held, but perhaps not all.
    if (!IsHeld.isFalse())
      Found.push_back({Found.back().Sites, Ctx.mkAnd(Some, IsHeld),
                       Leak::Certainty::Possible});
  }
  return Found;
}

SmallVector<MemoryModel::Leak>
MemoryModel::leaks(const MemoryState &M,
                   ArrayRef<const llvm::Value *> Roots) const {
  return LeakSearch(*this, M, Roots).run();
}
