//===- PagedArray.h - Arrays of compiled runs ----------------- -*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The arrays of a model have any number of cells, of which a run touches some.
// Those are kept in pages.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_RUN_PAGEDARRAY_H
#define SOOTH_LIB_ENGINE_RUN_PAGEDARRAY_H

#include "llvm/ADT/DenseMap.h"

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

namespace sooth::run {

/// Memory for pages, which is used again by the next run.
class PagePool {
public:
  static constexpr unsigned Bits = 7;
  /// Of its cells; after them come bits that say which of them were written.
  static constexpr uint64_t Size = uint64_t(1) << Bits;
  static constexpr uint64_t Words = Size + Size / 64;

  /// Once there are too many, all further ones are the same page: the run
  /// counts for nothing any more.
  uint64_t *get();
  void giveBack(uint64_t *Page);
  bool isExhausted() const { return IsExhausted; }
  void reset() { IsExhausted = false; }
  void exhaust() { IsExhausted = true; }

private:
  static constexpr size_t MaxPages = size_t(1) << 17;

  std::vector<std::unique_ptr<uint64_t[]>> All;
  std::vector<uint64_t *> Free;
  std::unique_ptr<uint64_t[]> Last;
  bool IsExhausted = false;
};

/// Cells are numbered. Where an index has more than a word (an object, say, and
/// an offset in it), it gets a number, and no other index the same.
class IndexNumbers {
public:
  static constexpr unsigned MaxBits = 128;

  /// With a \p Pool that is exhausted once there are too many.
  explicit IndexNumbers(PagePool &Pool) : Pool(Pool) {}
  uint64_t of(uint64_t Low, uint64_t High) {
    return Low >> LowBits == 0 && High < Unusual ? High << LowBits | Low
                                                 : ofUnusual(Low, High);
  }
  /// The two words of what has \p Number.
  std::pair<uint64_t, uint64_t> wordsOf(uint64_t Number) const;

private:
  /// Objects are few, and offsets small.
  static constexpr unsigned LowBits = 40;
  static constexpr uint64_t Unusual = (uint64_t(1) << (64 - LowBits)) - 1;

  uint64_t ofUnusual(uint64_t Low, uint64_t High);

  PagePool &Pool;
  std::map<std::pair<uint64_t, uint64_t>, uint64_t> Others;
};

/// What an array holds that is given from outside.
class GivenCells {
public:
  virtual ~GivenCells() = default;
  /// The same each time.
  virtual uint64_t read(uint64_t Index) = 0;
};

/// Cells of a word each.
class PagedArray {
public:
  explicit PagedArray(PagePool &Pool) : Pool(&Pool) {}
  PagedArray(PagedArray &&) = default;

  uint64_t read(uint64_t Index) {
    return (Index >> PagePool::Bits) == LastPage &&
                   isSet(Index % PagePool::Size)
               ? LastCells[Index % PagePool::Size]
               : readElsewhere(Index);
  }
  void write(uint64_t Index, uint64_t Element) {
    if ((Index >> PagePool::Bits) != LastPage)
      moveTo(Index >> PagePool::Bits);
    LastCells[Index % PagePool::Size] = Element;
    set(Index % PagePool::Size);
  }
  /// All cells are \p Element from now on.
  void fill(uint64_t Element);
  /// All cells are what \p Cells says, which has to outlive that.
  void fillFrom(GivenCells &Cells);
  void copy(const PagedArray &From);
  void swap(PagedArray &Other);

  /// Whether a cell was written since the array was filled, if with what is
  /// given; and the opposite of writing one.
  bool isWritten(uint64_t Index);
  void forget(uint64_t Index);

private:
  static constexpr uint64_t NoPage = ~uint64_t(0);

  bool isSet(uint64_t InPage) const {
    return LastCells[PagePool::Size + InPage / 64] >> (InPage % 64) & 1;
  }
  void set(uint64_t InPage) {
    LastCells[PagePool::Size + InPage / 64] |= uint64_t(1) << (InPage % 64);
  }
  bool isIn(uint64_t Page);
  uint64_t readElsewhere(uint64_t Index);
  void moveTo(uint64_t Page);

  uint64_t LastPage = NoPage;
  uint64_t *LastCells = nullptr;
  /// Of the cells that were not written.
  uint64_t Default = 0;
  /// The same if it is not null.
  GivenCells *Given = nullptr;
  /// Page numbers have too few bits to be keys that the map reserves.
  llvm::DenseMap<uint64_t, uint64_t *> Pages;
  PagePool *Pool;
};

} // namespace sooth::run

#endif
