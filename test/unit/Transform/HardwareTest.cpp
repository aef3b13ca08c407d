//===- HardwareTest.cpp - Hardware formats and what they mean -------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Check/AigerSimulator.h"
#include "sooth/Check/Btor2Simulator.h"
#include "sooth/Expr/Evaluator.h"
#include "sooth/Transform/Bits/AigerToTs.h"
#include "sooth/Transform/Bits/BitLevelSystem.h"
#include "sooth/Transform/Bits/Btor2ToTs.h"
#include "sooth/Transform/Bits/FunctionalSystem.h"

#include "llvm/Support/raw_ostream.h"

#include "gtest/gtest.h"

using namespace sooth;
using llvm::APInt;

static llvm::MemoryBufferRef bufferOf(const std::string &Text) {
  return llvm::MemoryBufferRef(Text, "model");
}

namespace {
/// A model of one state that is bad or not as its inputs say. All ways from the
/// text to an answer must agree, for all inputs.
class OneState {
public:
  explicit OneState(const std::string &Text)
      : M(llvm::cantFail(readBtor2(bufferOf(Text)))), System(Ctx, M),
        Functional(makeFunctional(System.system())),
        Bits(llvm::cantFail(toBits(Functional.Model))),
        Again(llvm::cantFail(readBtor2(bufferOf(written())))),
        SystemAgain(OtherCtx, Again) {}

  void compare() {
    unsigned Width = 0;
    for (const Btor2Model::Input &I : M.Inputs)
      Width += M.Nodes[I.Node].Sort.Width;
    ASSERT_LE(Width, 12u);
    for (uint64_t Case = 0; Case < 1u << Width; ++Case)
      compare(Case);
  }

private:
  void compare(uint64_t Case) {
    const TsTrace T = run(System.system(), Case);
    const bool Simulated = simulate(M, 0, System.run(T)).Checked.isConfirmed();
    const Property &P = System.system().properties().front();
    EXPECT_EQ(Evaluator(T.States.front()).isTrue(P.Bad), Simulated) << Case;
    EXPECT_EQ(onBits(Case), Simulated) << Case;
    const TransitionSystem &Other = SystemAgain.system();
    EXPECT_EQ(Evaluator(run(Other, Case).States.front())
                  .isTrue(Other.properties().front().Bad),
              Simulated)
        << Case;
  }

  /// The bits of \p Case are those of the inputs, in their order.
  TsTrace run(const TransitionSystem &TS, uint64_t Case) const {
    TsTrace T;
    T.States.emplace_back();
    for (const Btor2Model::Input &I : M.Inputs) {
      const unsigned Width = M.Nodes[I.Node].Sort.Width;
      const APInt Bits(Width, Case & ((1u << Width) - 1));
      Case >>= Width;
      for (const TsVariable &V : TS.variables())
        if (V.Cur.name() == I.Symbol)
          T.States[0][V.Cur] =
              V.Cur.isBool() ? Value(!Bits.isZero()) : Value(Bits);
    }
    return T;
  }

  bool onBits(uint64_t Case) const {
    const TsTrace T = run(System.system(), Case);
    AigerRun R;
    for (const BitLevelSystem::Bit &B : Bits.Latches) {
      const Value V = T.States[0].contains(B.Var)
                          ? T.States[0].find(B.Var)->second
                          : Value(true);
      R.Latches.push_back(V.isBool() ? V.boolean() : V.bits()[B.Position]);
    }
    R.Inputs.emplace_back(Bits.Inputs.size());
    return simulate(Bits.Model, 0, R).isConfirmed();
  }

  std::string written() const {
    std::string Text;
    llvm::raw_string_ostream OS(Text);
    llvm::cantFail(writeBtor2(OS, Functional.Model));
    return Text;
  }

  ExprContext Ctx, OtherCtx;
  Btor2Model M;
  Btor2System System;
  FunctionalSystem Functional;
  BitLevelSystem Bits;
  Btor2Model Again;
  Btor2System SystemAgain;
};
} // namespace

/// Operands a and b of \p Width bits; r, of the result's sort, is compared.
static std::string modelOf(const std::string &Node, unsigned Width,
                           unsigned ResultWidth) {
  return "1 sort bitvec 1\n2 sort bitvec " + std::to_string(Width) +
         "\n3 sort bitvec " + std::to_string(ResultWidth) +
         "\n4 input 2 a\n5 input 2 b\n6 input 3 r\n7 " + Node +
         "\n8 eq 1 6 7\n9 bad 8\n";
}

TEST(HardwareTest, BinaryOperators) {
  for (const char *Op :
       {"and", "nand", "nor", "or", "xnor", "xor", "rol", "ror", "sll", "sra",
        "srl", "add", "mul", "sdiv", "udiv", "smod", "srem", "urem", "sub"})
    for (unsigned Width : {1, 2, 3, 4}) {
      SCOPED_TRACE(Op + std::to_string(Width));
      OneState(modelOf(std::string(Op) + " 3 4 5", Width, Width)).compare();
    }
}

TEST(HardwareTest, Comparisons) {
  for (const char *Op :
       {"eq", "neq", "sgt", "ugt", "sgte", "ugte", "slt", "ult", "slte", "ulte",
        "saddo", "uaddo", "sdivo", "udivo", "smulo", "umulo", "ssubo", "usubo"})
    for (unsigned Width : {1, 2, 3, 4}) {
      SCOPED_TRACE(Op + std::to_string(Width));
      OneState(modelOf(std::string(Op) + " 3 4 5", Width, 1)).compare();
    }
}

TEST(HardwareTest, OperatorsOnOneVector) {
  for (const char *Op : {"not", "inc", "dec", "neg"})
    for (unsigned Width : {1, 3}) {
      SCOPED_TRACE(Op + std::to_string(Width));
      OneState(modelOf(std::string(Op) + " 3 4", Width, Width)).compare();
    }
  for (const char *Op : {"redand", "redor", "redxor"})
    for (unsigned Width : {1, 3}) {
      SCOPED_TRACE(Op + std::to_string(Width));
      OneState(modelOf(std::string(Op) + " 3 4", Width, 1)).compare();
    }
}

TEST(HardwareTest, OtherOperators) {
  for (const char *Op : {"iff", "implies"})
    OneState(modelOf(std::string(Op) + " 3 4 5", 1, 1)).compare();
  OneState(modelOf("concat 3 4 5", 2, 4)).compare();
  OneState(modelOf("concat 3 4 -5", 1, 2)).compare();
  for (const char *Op : {"sext", "uext"}) {
    OneState(modelOf(std::string(Op) + " 3 4 2", 2, 4)).compare();
    OneState(modelOf(std::string(Op) + " 3 4 0", 2, 2)).compare();
    OneState(modelOf(std::string(Op) + " 3 -4 2", 1, 3)).compare();
  }
  OneState(modelOf("slice 3 4 2 1", 4, 2)).compare();
  OneState(modelOf("slice 3 4 1 1", 3, 1)).compare();
  OneState(modelOf("ite 3 4 -5 5", 1, 1)).compare();
  for (const char *Constant : {"const 3 101", "constd 3 -3", "consth 3 5",
                               "zero 3", "one 3", "ones 3"})
    OneState(modelOf(Constant, 1, 3)).compare();
}

// An array is filled by its initial value; what is written is read again.
TEST(HardwareTest, Arrays) {
  ExprContext Ctx;
  const std::string Text =
      "1 sort bitvec 1\n2 sort bitvec 2\n3 sort array 2 2\n"
      "4 constd 2 2\n5 state 3 memory\n6 init 3 5 4\n"
      "7 input 2 at\n8 one 2\n9 write 3 5 7 8\n"
      "10 next 3 5 9\n11 zero 2\n12 read 2 5 11\n"
      "13 eq 1 12 8\n14 bad 13\n";
  Btor2Model M = llvm::cantFail(readBtor2(bufferOf(Text)));
  Btor2System System(Ctx, M);
  auto Word = [](unsigned V) { return Value(APInt(2, V)); };
  TsTrace T;
  T.States.resize(2);
  T.Inputs.resize(1);
  Btor2Run R = System.run(T);
  EXPECT_TRUE(simulate(M, 0, R).Checked.isConfirmed());
  R.Steps[0].Inputs[0] = Word(1);
  EXPECT_TRUE(simulate(M, 0, R).Checked.isRefuted());
  R.Steps.resize(1);
  EXPECT_TRUE(simulate(M, 0, R).Checked.isRefuted());
}

// Latches 0, 1 and any; the constraint holds in the last state, too.
TEST(HardwareTest, AigerLatchesAndConstraints) {
  const std::string Text = "aag 5 1 3 0 1 1 1\n2\n4 2\n6 4 1\n8 8 8\n10\n9\n"
                           "10 4 7\n";
  AigerModel M = llvm::cantFail(readAiger(bufferOf(Text)));
  auto Check = [&](std::vector<bool> Latches,
                   std::vector<std::vector<bool>> Inputs) {
    return simulate(M, 0, {std::move(Latches), std::move(Inputs)})
        .isConfirmed();
  };
  EXPECT_TRUE(Check({false, true, false}, {{true}, {false}}));
  EXPECT_FALSE(Check({false, true, false}, {{false}, {false}}));
  EXPECT_FALSE(Check({false, true, true}, {{true}, {false}}));
  EXPECT_FALSE(Check({true, false, false}, {{true}}));
}

// Gates may stand in any order, with any numbers.
TEST(HardwareTest, AigerGatesAreOrdered) {
  const std::string Text = "aag 9 2 0 1 3\n18\n4\n6\n6 8 10\n10 4 19\n8 18 4\n";
  AigerModel M = llvm::cantFail(readAiger(bufferOf(Text)));
  ASSERT_EQ(M.Gates.size(), 3u);
  for (unsigned G = 0; G < 3; ++G) {
    EXPECT_LT(M.Gates[G].A / 2, M.firstGate() + G);
    EXPECT_LT(M.Gates[G].B / 2, M.firstGate() + G);
  }
  for (unsigned Case = 0; Case < 4; ++Case)
    EXPECT_FALSE(
        simulate(M, 0, {{}, {{bool(Case & 1), bool(Case & 2)}}}).isConfirmed());
}
