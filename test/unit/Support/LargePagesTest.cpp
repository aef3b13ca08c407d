//===- LargePagesTest.cpp - Large pages for the heap ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Support/LargePages.h"

#include "sooth/Support/Budget.h"
#include "sooth/Support/WorkerPool.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

#include <cstdlib>
#include <cstring>
#include <string>
#include <unistd.h>
#include <vector>

using namespace sooth;

static std::string contentsOf(llvm::StringRef Path) {
  auto File = llvm::MemoryBuffer::getFileAsStream(Path);
  return File ? (*File)->getBuffer().str() : "";
}

/// What /proc/self/smaps calls \p Name of the mapping that holds \p Place.
static std::string factOf(const void *Place, llvm::StringRef Name) {
  std::string Text = contentsOf("/proc/self/smaps");
  llvm::StringRef Rest = Text;
  bool Inside = false;
  while (!Rest.empty()) {
    auto [Line, Next] = Rest.split('\n');
    Rest = Next;
    uintptr_t From, To;
    auto [Range, Others] = Line.split(' ');
    auto [First, Last] = Range.split('-');
    if (!First.getAsInteger(16, From) && !Last.getAsInteger(16, To))
      Inside = From <= uintptr_t(Place) && uintptr_t(Place) < To;
    if (Inside && Line.consume_front(Name))
      return Line.trim().str();
  }
  return "";
}

/// Whether the system has large pages, and the heap is that of the C library.
static bool canHaveThem() {
  if (LLVM_ADDRESS_SANITIZER_BUILD || LLVM_THREAD_SANITIZER_BUILD)
    return false; // they have their own
  std::string Enabled =
      contentsOf("/sys/kernel/mm/transparent_hugepage/enabled");
  return !Enabled.empty() && !llvm::StringRef(Enabled).contains("[never]");
}

/// The lines that a process of its own sends, which has large pages only then.
static std::vector<std::string>
linesOf(llvm::function_ref<void(LineWriter &)> Work) {
  std::vector<std::string> Lines;
  Budget B = Budget::seconds(60);
  WorkerPool Pool(B, {.Line = [&](auto, llvm::StringRef Line) {
    Lines.push_back(Line.str());
  }});
  Pool.start({}, Work);
  while (Pool.anyRunning())
    Pool.listen();
  return Lines;
}

static constexpr size_t TableSize = 8 << 20;

/// A table that compilers do not see through.
static char *makeTable() {
  void *volatile Table = malloc(TableSize);
  memset(Table, 1, TableSize);
  return static_cast<char *>(Table);
}

static void sendFlags(LineWriter &Out, const char *Table) {
  Out.send(factOf(Table + TableSize / 2, "VmFlags:"));
}

static bool asksForThem(llvm::StringRef Flags) {
  return (" " + Flags + " ").str().find(" hg ") != std::string::npos;
}

// What begins in the part of the heap that is asked for has large pages.
TEST(LargePages, HeapHasThem) {
  if (!canHaveThem())
    GTEST_SKIP() << "there are no large pages";
  std::vector<std::string> Lines = linesOf([](LineWriter &Out) {
    useLargePages();
    sendFlags(Out, makeTable());
  });
  ASSERT_EQ(Lines.size(), 1u);
  EXPECT_TRUE(asksForThem(Lines[0])) << Lines[0];
}

// Also after what was free has been given back, in the middle and at the end.
TEST(LargePages, RenewedHeapHasThem) {
  if (!canHaveThem())
    GTEST_SKIP() << "there are no large pages";
  std::vector<std::string> Lines = linesOf([](LineWriter &Out) {
    useLargePages();
    char *First = makeTable(), *Second = makeTable(), *Third = makeTable();
    free(First);
    free(Third);
    const uint64_t Before = currentMemoryBytes();
    renewLargePages();
    Out.send(currentMemoryBytes() + TableSize < Before ? "less" : "not less");
    Out.send(Second[0] == 1 && Second[TableSize - 1] == 1 ? "kept" : "lost");
    sendFlags(Out, makeTable());
    sendFlags(Out, makeTable());
  });
  ASSERT_EQ(Lines.size(), 4u);
  EXPECT_EQ(Lines[0], "less");
  EXPECT_EQ(Lines[1], "kept");
  EXPECT_TRUE(asksForThem(Lines[2])) << Lines[2];
  EXPECT_TRUE(asksForThem(Lines[3])) << Lines[3];
}

// Nothing is given back in programs that did not ask for large pages.
TEST(LargePages, OthersAreLeftAlone) {
  std::vector<std::string> Lines = linesOf([](LineWriter &Out) {
    const void *Before = sbrk(0);
    renewLargePages();
    copySharedHeap();
    Out.send(Before == sbrk(0) ? "same" : "changed");
  });
  EXPECT_EQ(Lines, std::vector<std::string>{"same"});
}

// A process has its own copy of the heap from the beginning.
TEST(LargePages, HeapIsCopied) {
  if (!canHaveThem())
    GTEST_SKIP() << "there are no large pages";
  std::vector<std::string> Lines = linesOf([](LineWriter &Out) {
    useLargePages();
    char *Table = makeTable();
    for (const std::string &Line : linesOf([&](LineWriter &Inner) {
           Inner.send(factOf(Table + TableSize / 2, "Shared_Dirty:"));
           Inner.send(Table[0] == 1 && Table[TableSize - 1] == 1 ? "kept"
                                                                 : "lost");
         }))
      Out.send(Line);
  });
  ASSERT_EQ(Lines.size(), 2u);
  llvm::StringRef Rest = Lines[0];
  unsigned Shared;
  ASSERT_FALSE(Rest.consumeInteger(10, Shared)) << Lines[0];
  EXPECT_LT(Shared, 100u) << "of 8192 kB";
  EXPECT_EQ(Lines[1], "kept");
}
