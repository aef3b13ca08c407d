//===- PagedArray.cpp - Arrays of compiled runs ---------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PagedArray.h"

#include <algorithm>

using namespace sooth::run;

uint64_t *PagePool::get() {
  if (!Free.empty()) {
    uint64_t *Page = Free.back();
    Free.pop_back();
    return Page;
  }
  if (All.size() < MaxPages) {
    All.push_back(std::make_unique<uint64_t[]>(Words));
    return All.back().get();
  }
  IsExhausted = true;
  if (!Last)
    Last = std::make_unique<uint64_t[]>(Words);
  return Last.get();
}

void PagePool::giveBack(uint64_t *Page) {
  if (Page != Last.get())
    Free.push_back(Page);
}

uint64_t IndexNumbers::ofUnusual(uint64_t Low, uint64_t High) {
  constexpr size_t Most = size_t(1) << 20;
  constexpr uint64_t First = Unusual << LowBits;
  auto It = Others.find({Low, High});
  if (It != Others.end())
    return It->second;
  if (Others.size() == Most) {
    Pool.exhaust(); // the run counts for nothing any more
    return First + Most;
  }
  return Others[{Low, High}] = First + Others.size();
}

std::pair<uint64_t, uint64_t> IndexNumbers::wordsOf(uint64_t Number) const {
  if (Number >> LowBits != Unusual)
    return {Number & ((uint64_t(1) << LowBits) - 1), Number >> LowBits};
  for (auto &[Words, Known] : Others)
    if (Known == Number)
      return Words;
  return {0, 0};
}

/// Goes to the page if there is one.
bool PagedArray::isIn(uint64_t Page) {
  auto It = Pages.find(Page);
  if (It == Pages.end())
    return false;
  LastPage = Page;
  LastCells = It->second;
  return true;
}

bool PagedArray::isWritten(uint64_t Index) {
  return isIn(Index >> PagePool::Bits) && isSet(Index % PagePool::Size);
}

void PagedArray::forget(uint64_t Index) {
  const uint64_t InPage = Index % PagePool::Size;
  if (isWritten(Index))
    LastCells[PagePool::Size + InPage / 64] &= ~(uint64_t(1) << (InPage % 64));
}

uint64_t PagedArray::readElsewhere(uint64_t Index) {
  if (isWritten(Index))
    return LastCells[Index % PagePool::Size];
  return Given ? Given->read(Index) : Default;
}

void PagedArray::moveTo(uint64_t Page) {
  auto [It, IsNew] = Pages.try_emplace(Page, nullptr);
  if (IsNew) {
    It->second = Pool->get();
    std::fill_n(It->second, PagePool::Size, Default);
    std::fill_n(It->second + PagePool::Size, PagePool::Words - PagePool::Size,
                Given ? 0 : ~uint64_t(0));
  }
  LastPage = Page;
  LastCells = It->second;
}

void PagedArray::fill(uint64_t Element) {
  for (auto [Number, Page] : Pages)
    Pool->giveBack(Page);
  Pages.clear();
  LastPage = NoPage;
  Default = Element;
  Given = nullptr;
}

void PagedArray::fillFrom(GivenCells &Cells) {
  fill(0);
  Given = &Cells;
}

void PagedArray::copy(const PagedArray &From) {
  if (this == &From)
    return;
  fill(From.Default);
  Given = From.Given;
  for (auto [Number, Page] : From.Pages) {
    moveTo(Number);
    std::copy_n(Page, PagePool::Words, LastCells);
  }
}

void PagedArray::swap(PagedArray &Other) {
  std::swap(LastPage, Other.LastPage);
  std::swap(LastCells, Other.LastCells);
  std::swap(Default, Other.Default);
  std::swap(Given, Other.Given);
  std::swap(Pages, Other.Pages);
}
