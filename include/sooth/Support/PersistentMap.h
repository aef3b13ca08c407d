//===- PersistentMap.h - Maps that share what they have in common -------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A map from numbers whose copies cost nothing, and which is joined with
// another in a time that grows with their difference: the big-endian Patricia
// trees of Okasaki and Gill (Fast Mergeable Integer Maps, ML Workshop 1998).
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_SUPPORT_PERSISTENTMAP_H
#define SOOTH_SUPPORT_PERSISTENTMAP_H

#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

namespace sooth {

template <typename T> class PersistentMap {
  struct Node;
  using Link = std::shared_ptr<const Node>;
  /// A leaf if Bit is 0. Otherwise Left has the keys that have the bits of Key
  /// above Bit, and not Bit itself; Right has those that also have Bit.
  struct Node {
    uint64_t Key, Bit;
    Link Left, Right;
    std::optional<T> Value;
  };

public:
  /// Null if there is none; valid as long as this map or a copy of it.
  const T *find(uint64_t Key) const {
    const Node *N = Root.get();
    while (N && N->Bit) {
      if (!fits(Key, *N))
        return nullptr;
      N = (Key & N->Bit ? N->Right : N->Left).get();
    }
    return N && N->Key == Key ? &*N->Value : nullptr;
  }
  void set(uint64_t Key, T Value) {
    Root = set(Root, leaf(Key, std::move(Value)));
  }
  void erase(uint64_t Key) { Root = erase(Root, Key); }
  bool empty() const { return !Root; }
  /// Whether both are one: equal maps need not be.
  bool isSame(const PersistentMap &Other) const { return Root == Other.Root; }

  /// Calls \p Do with each key, in order, and its value.
  template <typename DoT> void forEach(DoT Do) const {
    forEach(Root.get(), Do);
  }
  /// Puts in, for each value, what \p Do makes of key and value; nothing stands
  /// for the value as it is.
  template <typename DoT> void transform(DoT Do) { Root = transform(Root, Do); }
  /// What is only in one stays if \p KeepOthers; what is in both and not the
  /// same node becomes what \p Join makes of the values here and there, or, if
  /// that is nothing, stays as it is here. Returns whether \p Other has keys
  /// that were not here.
  enum class Others { Kept, Dropped };
  template <typename JoinT>
  bool joinWith(const PersistentMap &Other, Others Alone, JoinT Join) {
    bool HasMore = false;
    Root = join(Root, Other.Root, Alone, Join, HasMore);
    return HasMore;
  }
  /// Leaves only keys for which \p Is is true.
  template <typename IsT> void filter(IsT Is) { Root = filter(Root, Is); }
  /// Whether \p Is is true of the values here and there, for all keys of
  /// \p Other whose nodes are not the same. If \p Alone is dropped, keys that
  /// are not here do not matter; otherwise there must be none.
  template <typename IsT>
  bool allOf(const PersistentMap &Other, Others Alone, IsT Is) const {
    return allOf(Root.get(), Other.Root.get(), Alone == Others::Dropped, Is);
  }

private:
  static bool fits(uint64_t Key, const Node &N) {
    return ((Key ^ N.Key) & ~(N.Bit | (N.Bit - 1))) == 0;
  }
  static Link leaf(uint64_t Key, T Value) {
    return std::make_shared<const Node>(
        Node{Key, 0, nullptr, nullptr, std::move(Value)});
  }
  static Link inner(uint64_t Key, uint64_t Bit, Link Left, Link Right) {
    if (!Left)
      return Right;
    if (!Right)
      return Left;
    return std::make_shared<const Node>(
        Node{Key, Bit, std::move(Left), std::move(Right), std::nullopt});
  }
  /// Of two that have no key range in common.
  static Link unite(Link A, Link B) {
    const uint64_t Bit = std::bit_floor(A->Key ^ B->Key);
    const uint64_t Key = A->Key & ~(Bit | (Bit - 1));
    return A->Key & Bit ? inner(Key, Bit, std::move(B), std::move(A))
                        : inner(Key, Bit, std::move(A), std::move(B));
  }
  static Link set(const Link &N, Link New) {
    if (!N)
      return New;
    if (!N->Bit)
      return N->Key == New->Key ? New : unite(N, std::move(New));
    if (!fits(New->Key, *N))
      return unite(N, std::move(New));
    return New->Key & N->Bit
               ? inner(N->Key, N->Bit, N->Left, set(N->Right, std::move(New)))
               : inner(N->Key, N->Bit, set(N->Left, std::move(New)), N->Right);
  }
  static Link erase(const Link &N, uint64_t Key) {
    if (!N || (N->Bit && !fits(Key, *N)))
      return N;
    if (!N->Bit)
      return N->Key == Key ? nullptr : N;
    Link Left = Key & N->Bit ? N->Left : erase(N->Left, Key);
    Link Right = Key & N->Bit ? erase(N->Right, Key) : N->Right;
    return Left == N->Left && Right == N->Right
               ? N
               : inner(N->Key, N->Bit, std::move(Left), std::move(Right));
  }
  template <typename DoT> static void forEach(const Node *N, DoT &Do) {
    if (!N)
      return;
    if (!N->Bit)
      return Do(N->Key, *N->Value);
    forEach(N->Left.get(), Do);
    forEach(N->Right.get(), Do);
  }
  template <typename DoT> static Link transform(const Link &N, DoT &Do) {
    if (!N)
      return N;
    if (!N->Bit) {
      std::optional<T> New = Do(N->Key, *N->Value);
      return New ? leaf(N->Key, std::move(*New)) : N;
    }
    Link Left = transform(N->Left, Do), Right = transform(N->Right, Do);
    return Left == N->Left && Right == N->Right
               ? N
               : inner(N->Key, N->Bit, std::move(Left), std::move(Right));
  }
  template <typename IsT> static Link filter(const Link &N, IsT &Is) {
    if (!N)
      return N;
    if (!N->Bit)
      return Is(N->Key) ? N : nullptr;
    Link Left = filter(N->Left, Is), Right = filter(N->Right, Is);
    return Left == N->Left && Right == N->Right
               ? N
               : inner(N->Key, N->Bit, std::move(Left), std::move(Right));
  }
  template <typename IsT>
  static bool allOf(const Node *A, const Node *B, bool MayBeAlone, IsT &Is) {
    if (A == B || !B)
      return true;
    if (!A)
      return MayBeAlone;
    if (!A->Bit && !B->Bit && A->Key == B->Key)
      return Is(*A->Value, *B->Value);
    if (A->Bit && A->Bit == B->Bit && A->Key == B->Key)
      return allOf(A->Left.get(), B->Left.get(), MayBeAlone, Is) &&
             allOf(A->Right.get(), B->Right.get(), MayBeAlone, Is);
    if (A->Bit > B->Bit && fits(B->Key, *A))
      return allOf((B->Key & A->Bit ? A->Right : A->Left).get(), B, MayBeAlone,
                   Is);
    if (B->Bit > A->Bit && fits(A->Key, *B))
      return MayBeAlone &&
             allOf(A, (A->Key & B->Bit ? B->Right : B->Left).get(), MayBeAlone,
                   Is);
    return MayBeAlone;
  }
  template <typename JoinT>
  static Link join(const Link &A, const Link &B, Others Alone, JoinT &Join,
                   bool &HasMore) {
    if (A == B)
      return A;
    const bool Keeps = Alone == Others::Kept;
    if (!A || !B) {
      HasMore |= !A;
      return Keeps ? (A ? A : B) : nullptr;
    }
    if (!A->Bit && !B->Bit && A->Key == B->Key) {
      std::optional<T> New = Join(A->Key, *A->Value, *B->Value);
      return New ? leaf(A->Key, std::move(*New)) : A;
    }
    if (A->Bit && A->Bit == B->Bit && A->Key == B->Key) {
      Link Left = join(A->Left, B->Left, Alone, Join, HasMore);
      Link Right = join(A->Right, B->Right, Alone, Join, HasMore);
      return Left == A->Left && Right == A->Right
                 ? A
                 : inner(A->Key, A->Bit, std::move(Left), std::move(Right));
    }
    // One is where a part of the other is.
    if (A->Bit > B->Bit && fits(B->Key, *A)) {
      Link Left = B->Key & A->Bit ? (Keeps ? A->Left : nullptr)
                                  : join(A->Left, B, Alone, Join, HasMore);
      Link Right = B->Key & A->Bit ? join(A->Right, B, Alone, Join, HasMore)
                                   : (Keeps ? A->Right : nullptr);
      return Left == A->Left && Right == A->Right
                 ? A
                 : inner(A->Key, A->Bit, std::move(Left), std::move(Right));
    }
    HasMore = true;
    if (B->Bit > A->Bit && fits(A->Key, *B)) {
      Link Left = A->Key & B->Bit ? (Keeps ? B->Left : nullptr)
                                  : join(A, B->Left, Alone, Join, HasMore);
      Link Right = A->Key & B->Bit ? join(A, B->Right, Alone, Join, HasMore)
                                   : (Keeps ? B->Right : nullptr);
      return inner(B->Key, B->Bit, std::move(Left), std::move(Right));
    }
    return Keeps ? unite(A, B) : nullptr;
  }

  Link Root;
};

} // namespace sooth

#endif
