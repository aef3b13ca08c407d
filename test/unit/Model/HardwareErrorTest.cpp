//===- HardwareErrorTest.cpp - Malformed hardware models ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Model/Aiger.h"
#include "sooth/Model/Btor2.h"

#include "llvm/Support/raw_ostream.h"

#include "gtest/gtest.h"

#include <random>

using namespace sooth;

template <class T> static std::string errorOf(llvm::Expected<T> Read) {
  return Read ? "" : llvm::toString(Read.takeError());
}

static std::string btor2(const std::string &Text) {
  return errorOf(readBtor2(llvm::MemoryBufferRef(Text, "f")));
}

static std::string aiger(const std::string &Text) {
  return errorOf(readAiger(llvm::MemoryBufferRef(Text, "f")));
}

static const char *const Counter = "1 sort bitvec 1\n2 sort bitvec 8 ; word\n"
                                   "\n; a comment\n3 zero 2\n4 state 2 count\n"
                                   "5 init 2 4 3\n6 input 1 go\n7 one 2\n"
                                   "8 add 2 4 7\n9 ite 2 6 8 4\n10 next 2 4 9\n"
                                   "11 constd 2 200\n12 eq 1 4 11\n13 bad 12\n";

TEST(HardwareErrorTest, Btor2) {
  EXPECT_EQ(btor2(Counter), "");
  const std::string Sorts = "1 sort bitvec 1\n2 sort bitvec 8\n3 input 2 x\n"
                            "4 sort array 2 2\n5 state 4\n6 state 2\n";
  auto After = [&](const std::string &Line) { return btor2(Sorts + Line); };
  EXPECT_EQ(btor2(""), "f: error: no bad-state property");
  EXPECT_EQ(After("x bad 3"), "f:7: error: 'x' is not the number of the line");
  EXPECT_EQ(After("3 bad 3"), "f:7: error: there is a line 3 already");
  EXPECT_EQ(After("7"),
            "f:7: error: the line ends where an operator is expected");
  EXPECT_EQ(After("7 nonsense 2 3"), "f:7: error: 'nonsense' is no operator");
  EXPECT_EQ(After("7 justice 1 3"),
            "f:7: error: justice properties are not supported");
  EXPECT_EQ(After("7 sort bitvec 0"),
            "f:7: error: widths are between 1 and 1048576");
  EXPECT_EQ(After("7 sort array 4 2"),
            "f:7: error: arrays in arrays are not supported");
  EXPECT_EQ(After("7 sort real"), "f:7: error: 'real' is no kind of sort");
  EXPECT_EQ(After("7 not 9 3"), "f:7: error: 9 is no sort defined before");
  EXPECT_EQ(After("7 not 2 8"), "f:7: error: 8 is no node defined before");
  EXPECT_EQ(After("7 not 2 1"), "f:7: error: 1 is no node defined before");
  EXPECT_EQ(After("7 not 2"),
            "f:7: error: the line ends where a node is expected");
  EXPECT_EQ(After("7 not 2 -5"), "f:7: error: an array has no complement");
  EXPECT_EQ(After("7 not 1 3"),
            "f:7: error: the node is of sort bitvec 1, not bitvec 8");
  EXPECT_EQ(After("7 add 2 3 5"),
            "f:7: error: operand 2 is of sort array of bitvec 8 to bitvec 8, "
            "not bitvec 8");
  EXPECT_EQ(After("7 add 2 5 3"), "f:7: error: operand 1 is an array");
  EXPECT_EQ(After("7 read 2 3 3"), "f:7: error: operand 1 is no array");
  EXPECT_EQ(After("7 slice 1 3 8 8"),
            "f:7: error: there are no bits 8 to 8 in bitvec 8");
  EXPECT_EQ(After("7 const 2 012"),
            "f:7: error: '012' is no number of 'const' with 8 bits");
  EXPECT_EQ(After("7 consth 2 1ff"),
            "f:7: error: '1ff' is no number of 'consth' with 8 bits");
  EXPECT_EQ(After("7 constd 2 256"),
            "f:7: error: '256' is no number of 'constd' with 8 bits");
  EXPECT_EQ(After("7 constd 2 -129"),
            "f:7: error: '-129' is no number of 'constd' with 8 bits");
  EXPECT_EQ(After("7 next 2 3 3"), "f:7: error: 'next' needs a state");
  EXPECT_EQ(After("7 next 2 6 6\n8 next 2 6 6"),
            "f:8: error: the state has a next value already");
  EXPECT_EQ(After("7 zero 2\n8 init 2 6 7"),
            "f:8: error: the initial value has to be defined before the state");
  EXPECT_EQ(After("7 bad 3"),
            "f:7: error: 'bad' needs a node of sort bitvec 1");
}

TEST(HardwareErrorTest, Aiger) {
  EXPECT_EQ(aiger("aag 1 1 0 1 0\n2\n3\n"), "");
  EXPECT_EQ(aiger(""),
            "f:1: error: the file ends where the header is expected");
  EXPECT_EQ(aiger("agg 1 1 0 1 0\n"),
            "f:1: error: an AIGER file begins with 'aag' or 'aig'");
  EXPECT_EQ(aiger("aag 1 1\n"),
            "f:1: error: the header has fewer than five numbers");
  EXPECT_EQ(aiger("aag 1 1 0 x 0\n"),
            "f:1: error: 'aag 1 1 0 x 0' is no header");
  EXPECT_EQ(aiger("aag 1 2 0 1 0\n2\n4\n2\n"),
            "f:1: error: the header counts 2 inputs, latches and gates, but 1 "
            "variables");
  EXPECT_EQ(aiger("aag 1000000 1000000 0 1 0\n"),
            "f:1: error: the file is shorter than its header says");
  EXPECT_EQ(aiger("aag 1 1 0 1 0 0 0 1\n2\n2\n"),
            "f:1: error: justice properties are not supported");
  EXPECT_EQ(aiger("aag 1 1 0 0 0\n2\n"),
            "f: error: neither bad states nor outputs");
  EXPECT_EQ(aiger("aag 1 1 0 1 0\n2\n"),
            "f:3: error: the file ends where an output is expected");
  EXPECT_EQ(aiger("aag 1 1 0 1 0\n2 3\n2\n"),
            "f:2: error: '2 3' is not an input");
  EXPECT_EQ(aiger("aag 1 1 0 1 0\n3\n2\n"),
            "f:2: error: literal 3 cannot be defined");
  EXPECT_EQ(aiger("aag 1 1 0 1 0\n2\n4\n"),
            "f:3: error: literal 4 is beyond the largest variable 1");
  EXPECT_EQ(aiger("aag 2 1 0 1 0\n2\n4\n"),
            "f: error: literal 4 is read but not defined");
  EXPECT_EQ(aiger("aag 2 1 1 1 0\n2\n2 2\n4\n"),
            "f:3: error: literal 2 is defined twice");
  EXPECT_EQ(aiger("aag 2 1 1 1 0\n2\n4 2 7\n4\n"),
            "f:3: error: latches start as 0, 1, or any value, which is the "
            "latch itself");
  EXPECT_EQ(aiger("aag 3 1 0 1 2\n2\n4\n4 6 2\n6 4 2\n"),
            "f:5: error: gate 6 depends on itself");
  EXPECT_EQ(aiger("aag 1 1 0 1 0\n2\n3\nx0 name\n"),
            "f:4: error: 'x0 name' is no symbol");
  EXPECT_EQ(aiger("aag 1 1 0 1 0\n2\n3\n name\n"),
            "f:4: error: ' name' is no symbol");
  EXPECT_EQ(aiger("aag 1 1 0 1 0\n2\n3\ni1 name\n"),
            "f:4: error: there is no 'i1'");
  EXPECT_EQ(aiger("aig 9 1 0 1 8\n4\n"),
            "f:1: error: the file is shorter than its header says");
  EXPECT_EQ(aiger("aig 2 1 0 1 1\n4\n\xff\xff"),
            "f:2: error: the file ends inside of a gate");
}

/// Whatever is done to a text, there is a model or an error.
template <class ReadT> static void mutate(const std::string &Text, ReadT Read) {
  std::mt19937 R(1);
  for (unsigned Round = 0; Round < 20000; ++Round) {
    std::string Changed = Text;
    for (unsigned I = 0; I <= R() % 3; ++I) {
      const size_t At = R() % Changed.size();
      if (R() % 4 == 0)
        Changed.resize(At + 1);
      else if (R() % 3 == 0)
        Changed.insert(At, 1, Text[R() % Text.size()]);
      else
        Changed[At] = R() % 4 ? Text[R() % Text.size()] : char(R());
    }
    (void)Read(Changed);
  }
}

TEST(HardwareErrorTest, MutatedFiles) {
  mutate(Counter, btor2);
  mutate("aag 6 2 1 1 3 1 1\n2\n4\n6 8 1\n12\n12\n5\n8 2 4\n10 3 5\n12 9 11\n"
         "i0 x\nl0 y\nb0 z\nc\n",
         aiger);
  mutate("aig 5 2 1 1 2 1\n8 1\n10\n8\n\x02\x02\x02\x04i0 x\nb0 z\nc\n", aiger);
}
