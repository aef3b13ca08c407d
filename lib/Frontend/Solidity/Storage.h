//===- Storage.h - Where values of contracts are --------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Storage and memory are variables of the model, one for each part of a type
// that is a number or a truth value. Below mappings and arrays these are arrays
// of the model, over all keys on the way. Objects in memory are numbered; all
// of one type are a mapping from their numbers.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_SOLIDITY_STORAGE_H
#define SOOTH_LIB_FRONTEND_SOLIDITY_STORAGE_H

#include "BlockBuilder.h"
#include "Numbers.h"
#include "Program.h"

#include "llvm/ADT/SetVector.h"

#include <functional>
#include <map>
#include <memory>

namespace sooth::solidity {

/// The variables for a type below some keys.
struct Tree {
  const Type *T = nullptr;
  std::string Name;
  std::vector<Sort> Keys;
  /// Of a number, truth value, text or reference to memory: what holds it. Of
  /// an array whose length is not fixed: its length.
  Expr Var;
  /// Of a structure: its members. Of a mapping or array: one, with a key more.
  std::vector<Tree *> Parts;
  std::vector<std::string> Members;
};

/// A part of storage, or memory, or a local variable.
struct Place {
  const Tree *Node = nullptr;
  std::vector<Operand> Keys;
  explicit operator bool() const { return Node; }
};

class Storage {
public:
  Storage(BlockBuilder &B, Numbers &N, Types &T, const Program &P)
      : B(B), Ctx(B.context()), N(N), T(T), P(P) {}

  /// A new variable of type \p Of, or of references if that is in memory. Null
  /// if it is not modelled.
  const Tree *declare(const Type *Of, llvm::StringRef Name);
  /// The objects in memory of a type.
  const Tree *heap(const Type *Of);

  Place at(const Tree *Of) const { return {Of, {}}; }
  Place member(const Place &Of, llvm::StringRef Name) const;
  Place element(const Place &Of, Expr Key);
  /// The object that number \p Reference of type \p Of has.
  Place object(const Type *Of, Expr Reference);

  /// Of a place with a variable.
  Expr read(const Place &From);
  void write(const Place &To, Expr Val);
  /// The value at the beginning of the function is read until \p Old is gone.
  struct OldState {
    explicit OldState(Storage &S) : S(S), Before(S.IsOld) { S.IsOld = true; }
    ~OldState() { S.IsOld = Before; }
    Storage &S;
    bool Before;
  };
  /// The same of tracked variables, at the last event that told of a change.
  struct EventState {
    explicit EventState(Storage &S) : S(S), Before(S.ReadsEventState) {
      S.ReadsEventState = true;
    }
    ~EventState() { S.ReadsEventState = Before; }
    Storage &S;
    bool Before;
  };
  /// Until this is gone, variables are read as \p At has them: it has the
  /// variable that holds what one held at some time before. With old values,
  /// these are meant.
  struct View {
    View(Storage &S, const ExprMap<Expr> &At, const ExprMap<Expr> *&Which)
        : Which(Which), Before(std::exchange(Which, &At)) {}
    ~View() { Which = Before; }
    const ExprMap<Expr> *&Which, *Before;
  };
  View viewCurrent(const ExprMap<Expr> &At) { return View(*this, At, Now); }
  View viewOld(const ExprMap<Expr> &At) { return View(*this, At, Entry); }
  /// Called before a variable is written.
  std::function<void(const Tree *)> OnWrite;
  /// Where variables that are read are noted, if anywhere.
  llvm::SetVector<Expr> *Noted = nullptr;
  /// \p Var, of a quantifier, is no part of the state: it is read as it is.
  void fix(Expr Var) { Fixed.insert(Var); }
  /// All kinds of objects in memory that there are by now.
  std::vector<const Tree *> heaps() const;

  /// Keeps in mind what \p Of holds at the last event, and whether it has been
  /// written since then.
  Expr track(const Tree *Of);
  /// That what tracked \p Of holds is not what it held at the last event.
  Expr differsFromEvent(const Tree *Of);
  /// An event tells of \p Of, or nothing can be said of what was before.
  void emitted(const Tree *Of);

  Expr variable(Expr Var);
  /// What holds the value that \p Var had where the function began of which
  /// old values are looked at now.
  Expr atEntry(Expr Var);
  /// What holds the value that \p Var had at the beginning.
  Expr oldOf(Expr Var);
  const std::vector<std::pair<Expr, Expr>> &oldVariables() const {
    return Olds;
  }

  /// All parts of \p To become those of \p From, which is of the same shape.
  /// False if that is not modelled.
  bool copy(const Place &To, const Place &From);
  /// All parts become zero. False if that is not modelled.
  bool clear(const Place &To);
  /// That all parts with a key for each of those of \p At are zero.
  Expr isZero(const Place &At);
  /// That all parts are equal; null if it is not modelled.
  Expr equal(const Place &A, const Place &X);
  /// A new object with zeros (and \p Length elements).
  Expr allocate(const Type *Of, Expr Length = {});
  Expr nextReference() const { return Next; }
  void setNextReference(Expr Var) { Next = Var; }

  /// The sum of all elements of the mapping \p Of; null if it is not modelled.
  Expr sum(const Tree *Of);

  /// All variables of \p Of.
  void variables(const Tree *Of, std::vector<const Tree *> &Result) const;
  /// Sums over storage.
  struct Sum {
    const Tree *Mapping;
    Expr Var;
  };
  const std::vector<Sum> &sums() const { return Sums; }
  Sort sort(const Type *Of);
  Expr zero(Sort S);
  /// What an array of the model has below \p Keys, and with \p Val there.
  Expr select(Expr From, llvm::ArrayRef<Operand> Keys);
  Expr store(Expr In, llvm::ArrayRef<Operand> Keys, Expr Val);

private:
  Tree *make(const Type *Of, std::string Name, std::vector<Sort> Keys,
             unsigned Depth);
  Sort keyed(const std::vector<Sort> &Keys, Sort Element);
  void addSum(const Tree *Of, llvm::ArrayRef<Operand> Keys, Expr New);
  Expr toSummand(Expr E);
  Expr equalMappings(const Place &A, const Place &X);

  BlockBuilder &B;
  ExprContext &Ctx;
  Numbers &N;
  Types &T;
  const Program &P;
  std::vector<std::unique_ptr<Tree>> Trees;
  std::map<std::string, const Tree *> Heaps;
  std::vector<std::pair<Expr, Expr>> Olds;
  ExprMap<Expr> OldOf;
  std::vector<Sum> Sums;
  Expr Next;
  bool IsOld = false, ReadsEventState = false;
  std::map<const Tree *, Expr> Flags;
  ExprMap<Expr> EventValueOf, FlagOf;
  const ExprMap<Expr> *Now = nullptr, *Entry = nullptr;
  ExprSet Fixed;
};

/// The type of a declared variable, or of a typed expression.
const Type *typeOf(Types &T, Node N);

} // namespace sooth::solidity

#endif
