//===- LargePagesTest.cpp - Large pages for the heap ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Support/LargePages.h"

#include "sooth/Support/WorkerPool.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

#include <cstring>
#include <vector>

using namespace sooth;

static std::string contentsOf(llvm::StringRef Path) {
  auto File = llvm::MemoryBuffer::getFileAsStream(Path);
  return File ? (*File)->getBuffer().str() : "";
}

/// The flags of the mapping that holds \p Place, from /proc/self/smaps.
static std::string flagsOf(const void *Place) {
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
    if (Inside && Line.consume_front("VmFlags:"))
      return Line.str();
  }
  return "";
}

// What begins in the part of the heap that is asked for has large pages.
TEST(LargePages, HeapHasThem) {
  std::string Enabled =
      contentsOf("/sys/kernel/mm/transparent_hugepage/enabled");
  if (Enabled.empty() || llvm::StringRef(Enabled).contains("[never]"))
    GTEST_SKIP() << "the system has no large pages";
  std::vector<std::string> Lines;
  Budget B = Budget::seconds(60);
  WorkerPool Pool(B, {.Line = [&](auto, llvm::StringRef Line) {
    Lines.push_back(Line.str());
  }});
  Pool.start({}, [](LineWriter &Out) {
    useLargePages();
    void *Table = malloc(8 << 20);
    memset(Table, 1, 8 << 20);
    Out.send(flagsOf(static_cast<char *>(Table) + (4 << 20)));
    free(Table);
  });
  while (Pool.anyRunning())
    Pool.listen();
  ASSERT_EQ(Lines.size(), 1u);
  EXPECT_TRUE(llvm::StringRef(Lines[0] + " ").contains(" hg ")) << Lines[0];
}
