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
// members apart, and a structure with an array in it does not.
//
// Flow-insensitive, linear but for the unification of nodes.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_POINTSTO_H
#define SOOTH_LIB_FRONTEND_LLVM_POINTSTO_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"

#include <map>
#include <optional>
#include <vector>

namespace llvm {
class CallBase;
class Constant;
class DataLayout;
class Function;
class GlobalVariable;
class Instruction;
class MemTransferInst;
class Type;
class User;
class Value;
} // namespace llvm

namespace sooth {

/// What allocates: an alloca, a global variable, a function, a call of malloc.
struct MemoryObject {
  const llvm::Value *Site = nullptr;
  /// In bytes; nothing if it is only known when the program runs.
  std::optional<uint64_t> Size;
  /// May \c Site be executed more than once in a run?
  enum class Instances { One, Many } How = Instances::One;
  /// A local of a function that may be left while its address is still known.
  bool MayDangle = false;
};

/// How memory is read or written.
struct MemoryAccess {
  int64_t Offset;
  uint64_t Size; // in bytes
  enum class Content { Integer, Float, Pointer, Opaque } Holds;
  enum class Direction { Read, Write } Way;
  const llvm::Instruction *By = nullptr;
};

class PointsTo {
public:
  /// Of \p Entry and the functions that it calls.
  explicit PointsTo(const llvm::Function &Entry);

  using NodeId = unsigned;
  struct Cell {
    NodeId Node;
    int64_t Offset;
    friend bool operator==(const Cell &, const Cell &) = default;
  };

  struct Node {
    /// Indices into objects(), and where in the node they begin.
    llvm::SmallVector<std::pair<unsigned, int64_t>, 2> Objects;
    /// 0, or the period of the offsets.
    uint64_t Stride = 0;
    llvm::SmallVector<MemoryAccess, 8> Accesses;
    /// Pointers from unknown sources may lead here: what they point to need not
    /// be one of the objects.
    bool IsWild = false;
    /// Code that is not seen may read or write it.
    bool IsExposed = false;
    /// May be freed.
    bool IsFreed = false;
    /// Calls that free, for messages.
    llvm::SmallVector<const llvm::CallBase *, 2> FreedBy;
    /// What made it wild, and what gave it its stride; null if that is no
    /// instruction.
    const llvm::Instruction *WildBy = nullptr, *StrideBy = nullptr;
    /// What the pointers in it point to, by offset.
    std::map<int64_t, Cell> Pointees;
  };

  /// Where in node \p N its first object begins.
  int64_t start(NodeId N) const;
  /// How far after that \p Object of the node begins (modulo its stride). All
  /// objects that are allocated many times begin at one place.
  uint64_t displacement(NodeId N, unsigned Object) const;
  const std::vector<MemoryObject> &objects() const { return Objects; }
  /// The representatives of all nodes.
  llvm::SmallVector<NodeId> nodes() const;
  const Node &node(NodeId N) const { return Nodes[N]; }
  /// Which of nodes() and where in it \p C is by now.
  Cell representative(Cell C) const { return find(C); }
  /// The cell that \p Pointer points to; nothing for null and for numbers.
  std::optional<Cell> pointee(const llvm::Value *Pointer) const;
  /// The index of the object that \p Site allocates.
  std::optional<unsigned> objectOf(const llvm::Value *Site) const;
  /// Whether some check asks what is still allocated, or whether what is read
  /// was written.
  bool asksForLeaks() const { return AsksForLeaks; }
  bool asksForContent() const { return AsksForContent; }
  /// The functions looked at, the entry first.
  llvm::ArrayRef<const llvm::Function *> functions() const { return Functions; }

private:
  Cell fresh();
  Cell find(Cell C) const;
  void unify(Cell A, Cell B);
  void unifyPending();
  void merge(Cell Into, Cell From);
  void setStride(NodeId N, uint64_t Step);
  void makePeriodic(Cell C, uint64_t Step);
  void alignStarts();
  Cell field(Cell Address);

  std::optional<Cell> cellOf(const llvm::Value *V);
  std::optional<Cell> cellOfConstant(const llvm::Constant *C);
  Cell ownCell(const llvm::Value *V);
  Cell addObject(const llvm::Value *Site, std::optional<uint64_t> Size,
                 MemoryObject::Instances How);
  void assign(const llvm::Value *To, const llvm::Value *From);
  void markWild(const llvm::Value *V);
  void expose(const llvm::Value *V);
  void closeExposed();
  void makeWild(NodeId N);

  void visit(const llvm::Function &F);
  void visit(const llvm::Instruction &I);
  void visitCall(const llvm::CallBase &Call);
  void visitCheck(const llvm::CallBase &Call);
  void readPointers(Cell At, llvm::Type *T);
  void visitTransfer(const llvm::MemTransferInst &Copy);
  void visitConstant(const llvm::Constant *C);
  void visitInitializer(Cell At, const llvm::Constant *C);
  void visitDefinedCall(const llvm::CallBase &Call,
                        const llvm::Function &Callee);
  Cell step(Cell From, const llvm::User &Gep);
  void access(const llvm::Value *Pointer, llvm::Type *T,
              MemoryAccess::Direction Way);
  void access(Cell At, llvm::Type *T, MemoryAccess::Direction Way);

  const llvm::DataLayout &Layout;
  std::vector<MemoryObject> Objects;
  llvm::DenseMap<const llvm::Value *, unsigned> ObjectOf;
  llvm::SmallVector<const llvm::Function *> Functions;
  llvm::DenseMap<const llvm::Function *, unsigned> FunctionIndex;
  std::vector<Node> Nodes;
  /// Union-find: where a node went, and by how much its offsets moved.
  mutable std::vector<std::pair<NodeId, int64_t>> Parent;
  llvm::DenseMap<const llvm::Value *, Cell> Cells;
  llvm::SmallVector<std::pair<Cell, Cell>> Pending;
  /// What is being looked at.
  const llvm::Instruction *Current = nullptr;
  bool AsksForLeaks = false, AsksForContent = false;
};

/// The size in bytes that a call allocates: the factors of a product, one for
/// malloc and two for calloc. Empty if \p Call is no allocation.
llvm::SmallVector<const llvm::Value *, 2>
allocatedSize(const llvm::CallBase &Call);

/// Whether a value of \p T is or contains a pointer.
bool mayHoldPointer(llvm::Type *T);

/// The constant that \p Copy copies from its beginning; null if its source is
/// anything else.
const llvm::GlobalVariable *copiedConstant(const llvm::MemTransferInst &Copy);

} // namespace sooth

#endif
