//===- FieldFacts.h - What values and members may be ------------*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The facts, nodes and edges of the analysis in FunctionFlow.h.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_PASSES_FIELDFACTS_H
#define SOOTH_LIB_FRONTEND_LLVM_PASSES_FIELDFACTS_H

#include "FunctionFlow.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SparseBitVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/DataLayout.h"

#include <deque>
#include <optional>
#include <vector>

namespace sooth {

/// What a value may be.
struct FieldFact {
  enum class Kind {
    Function,
    /// The address of a member that is no structure.
    Member,
    /// That of the beginning of a structure, perhaps in an array of them.
    Structure,
    /// An address somewhere in one.
    Inside
  } What;
  /// A function or a type; null for any structure.
  const void *Of;
  uint64_t Number = 0;
  friend auto operator<=>(const FieldFact &, const FieldFact &) = default;
};

using FactId = unsigned;
using NodeId = unsigned;

/// How facts of one node become facts of another.
struct FieldEdge {
  enum class Kind {
    All,
    /// Of what computes with bits of addresses.
    Computed,
    /// What it is used as: what is assigned to a pointer to a structure leads
    /// to one.
    Uses,
    /// A number of bytes behind the address; Entered: at a member of a
    /// structure, as which that is known.
    Stepped,
    Entered,
    /// A number of elements behind it; Within: in an array of a structure.
    Moved,
    Within,
    /// What is read or written there, of some size.
    Read,
    Written
  } How;
  NodeId To;
  int64_t Bytes = 0; // of Stepped, Read, Written
  const llvm::StructType *As = nullptr;
  friend auto operator<=>(const FieldEdge &, const FieldEdge &) = default;
};

struct Node {
  /// So many structures are told apart that an address may be that of, and so
  /// many places in structures; of more it is not known what it is.
  static constexpr unsigned MostStructures = 8, MostPlaces = 16;
  unsigned Structures = 0, Places = 0;
  llvm::SparseBitVector<> Facts;
  /// The structures that it is declared or used as the address of.
  llvm::SparseBitVector<> Uses;
  /// Of both, what was not handed on yet.
  llvm::SparseBitVector<> NewFacts, NewUses;
  std::set<FieldEdge> Out;
};

/// Bytes that are moved.
struct Transfer {
  NodeId To, From;
  /// Nothing if that is only known when the program runs.
  std::optional<uint64_t> Bytes;
  /// If elements change places: their size.
  uint64_t Element = 0;
};

/// Requires that all edges and transfers are there before solve(), which may
/// add more.
class FieldFacts {
public:
  explicit FieldFacts(const llvm::Module &M);

  FactId idOf(FieldFact F);
  NodeId fresh() {
    Nodes.emplace_back();
    return Nodes.size() - 1;
  }
  void add(NodeId N, FieldFact F);
  /// \p N is declared or used as the address of an \p S.
  void addUse(NodeId N, const llvm::StructType &S) {
    addUse(N, idOf({FieldFact::Kind::Structure, &S}));
  }
  void connect(NodeId From, FieldEdge To);
  void connect(NodeId From, NodeId To) { connect(From, {FieldEdge::Kind::All, To}); }
  /// What is at the beginning of a \p Union may be a \p Member, too.
  void addOverlay(const llvm::StructType &Union,
                  const llvm::StructType &Member) {
    Overlays[&Union].push_back(&Member);
  }
  void addTransfer(Transfer T) { Transfers.push_back(T); }
  void solve();
  /// The functions that may be in members; nothing if there is too much to find
  /// that out.
  std::map<const llvm::Function *, std::set<Field>> functionsInFields() const;

  /// The node of a member of all structures of its type.
  NodeId cellOf(Field At);
  FieldFact addressOf(Member At) const;
  /// What stands for all structures of the name; null if \p S has none.
  const llvm::StructType *canonical(const llvm::StructType &S) const;
  const llvm::StructType *canonical(llvm::StringRef Name) const {
    return ByName.lookup(Name);
  }
  /// The structure that a \p T is, or has in an array; null if it is none.
  const llvm::StructType *beginsWith(const llvm::Type *T) const;

  /// Memory that is no structure, of which nothing more is known where it is
  /// written; and all of it.
  NodeId UnseenOfAnyType, AllUnseen;
  /// Of what is followed nowhere.
  NodeId Nothing;

protected:
  const llvm::DataLayout &Layout;

private:
  void addUse(NodeId N, FactId Id);
  void addOne(NodeId N, FactId Id);
  const FieldFact &counted(Node &Of, const FieldFact &F);
  void handOn(const FieldEdge &E, const llvm::SparseBitVector<> &Of,
              const llvm::SparseBitVector<> &Uses);
  void enqueue(NodeId N);
  void follow(const FieldEdge &E, const FieldFact &F);
  FieldFact stepped(const FieldFact &F, const FieldEdge &By) const;
  void propagate();
  /// What costs about a second; where so much is found, nearly everything may be
  /// everywhere.
  bool isTooMuch() const {
    static constexpr uint64_t MostEdges = 3000000, MostFacts = 2000000;
    return EdgeCount > MostEdges || FactCount > MostFacts;
  }
  bool isAtOnePlace(const Transfer &T, const FieldFact &From, const FieldFact &To) const;
  void transfer(const Transfer &T);
  uint64_t sizeOf(const llvm::Type *T) const {
    return T->isSized() ? Layout.getTypeAllocSize(const_cast<llvm::Type *>(T))
                              .getKnownMinValue()
                        : 0;
  }
  /// All members of \p S, or of any structure.
  NodeId allRead(const llvm::StructType *S);
  NodeId allWritten(const llvm::StructType *S);
  std::set<Field> fieldsIn(const llvm::StructType *S) const;
  /// What is read or written \p Bytes bytes wide where \p F leads.
  NodeId partOf(const FieldFact &F, int64_t Bytes, FieldEdge::Kind How);
  std::optional<FieldFact> addressIn(const llvm::StructType &S,
                                uint64_t Offset) const;

  llvm::StringMap<const llvm::StructType *> ByName;
  llvm::DenseMap<const llvm::StructType *,
                 llvm::SmallVector<const llvm::StructType *, 2>>
      Overlays;
  std::vector<FieldFact> Facts;
  std::map<FieldFact, FactId> Ids;
  std::deque<Node> Nodes;
  std::vector<NodeId> Worklist;
  llvm::DenseSet<NodeId> Queued;
  std::vector<Transfer> Transfers;
  std::map<Field, NodeId> Cells;
  llvm::DenseMap<const llvm::StructType *, NodeId> Reads, Writes;
  uint64_t EdgeCount = 0, FactCount = 0;
};

} // namespace sooth

#endif
