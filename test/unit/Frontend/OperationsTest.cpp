//===- OperationsTest.cpp - Operators on all small operands ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Expr/Evaluator.h"
#include "sooth/Frontend/LLVM/Encode/Encoder.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"

#include <gtest/gtest.h>

using namespace sooth;
using llvm::APInt;

namespace {

constexpr unsigned Width = 4;

struct Operation {
  const char *Name;
  /// Computes %r of %a and %b.
  const char *Code;
  APInt (*Meaning)(const APInt &A, const APInt &B);
};

APInt boolean(bool B) { return APInt(Width, B); }

const Operation Operations[] = {
    {"SaddSat", "%r = call i4 @llvm.sadd.sat.i4(i4 %a, i4 %b)",
     [](const APInt &A, const APInt &B) { return A.sadd_sat(B); }},
    {"UaddSat", "%r = call i4 @llvm.uadd.sat.i4(i4 %a, i4 %b)",
     [](const APInt &A, const APInt &B) { return A.uadd_sat(B); }},
    {"SsubSat", "%r = call i4 @llvm.ssub.sat.i4(i4 %a, i4 %b)",
     [](const APInt &A, const APInt &B) { return A.ssub_sat(B); }},
    {"UsubSat", "%r = call i4 @llvm.usub.sat.i4(i4 %a, i4 %b)",
     [](const APInt &A, const APInt &B) { return A.usub_sat(B); }},
    {"Fshl", "%r = call i4 @llvm.fshl.i4(i4 %a, i4 7, i4 %b)",
     [](const APInt &A, const APInt &B) {
       APInt By = (B.urem(APInt(Width, Width))).zext(2 * Width);
       return A.concat(APInt(Width, 7)).shl(By).extractBits(Width, Width);
     }},
    {"Fshr", "%r = call i4 @llvm.fshr.i4(i4 %a, i4 7, i4 %b)",
     [](const APInt &A, const APInt &B) {
       APInt By = (B.urem(APInt(Width, Width))).zext(2 * Width);
       return A.concat(APInt(Width, 7)).lshr(By).trunc(Width);
     }},
    {"Abs", "%r = call i4 @llvm.abs.i4(i4 %a, i1 false)",
     [](const APInt &A, const APInt &) { return A.abs(); }},
    {"Smax", "%r = call i4 @llvm.smax.i4(i4 %a, i4 %b)",
     [](const APInt &A, const APInt &B) { return A.sgt(B) ? A : B; }},
    {"Smin", "%r = call i4 @llvm.smin.i4(i4 %a, i4 %b)",
     [](const APInt &A, const APInt &B) { return A.slt(B) ? A : B; }},
    {"Umax", "%r = call i4 @llvm.umax.i4(i4 %a, i4 %b)",
     [](const APInt &A, const APInt &B) { return A.ugt(B) ? A : B; }},
    {"Umin", "%r = call i4 @llvm.umin.i4(i4 %a, i4 %b)",
     [](const APInt &A, const APInt &B) { return A.ult(B) ? A : B; }},
    {"Scmp", "%r = call i4 @llvm.scmp.i4.i4(i4 %a, i4 %b)",
     [](const APInt &A, const APInt &B) {
       return APInt(Width, A.slt(B) ? -1 : A != B, /*isSigned=*/true);
     }},
    {"Ucmp", "%r = call i4 @llvm.ucmp.i4.i4(i4 %a, i4 %b)",
     [](const APInt &A, const APInt &B) {
       return APInt(Width, A.ult(B) ? -1 : A != B, /*isSigned=*/true);
     }},
    {"Ctpop", "%r = call i4 @llvm.ctpop.i4(i4 %a)",
     [](const APInt &A, const APInt &) { return APInt(Width, A.popcount()); }},
    {"Ctlz", "%r = call i4 @llvm.ctlz.i4(i4 %a, i1 false)",
     [](const APInt &A, const APInt &) {
       return APInt(Width, A.countl_zero());
     }},
    {"Cttz", "%r = call i4 @llvm.cttz.i4(i4 %a, i1 false)",
     [](const APInt &A, const APInt &) {
       return APInt(Width, A.countr_zero());
     }},
    {"Bitreverse", "%r = call i4 @llvm.bitreverse.i4(i4 %a)",
     [](const APInt &A, const APInt &) { return A.reverseBits(); }},
    {"SaddOverflow",
     "%o = call {i4, i1} @llvm.sadd.with.overflow.i4(i4 %a, i4 %b)\n"
     "%f = extractvalue {i4, i1} %o, 1\n%r = zext i1 %f to i4",
     [](const APInt &A, const APInt &B) {
       bool O;
       (void)A.sadd_ov(B, O);
       return boolean(O);
     }},
    {"SsubOverflow",
     "%o = call {i4, i1} @llvm.ssub.with.overflow.i4(i4 %a, i4 %b)\n"
     "%f = extractvalue {i4, i1} %o, 1\n%r = zext i1 %f to i4",
     [](const APInt &A, const APInt &B) {
       bool O;
       (void)A.ssub_ov(B, O);
       return boolean(O);
     }},
    {"SmulOverflow",
     "%o = call {i4, i1} @llvm.smul.with.overflow.i4(i4 %a, i4 %b)\n"
     "%f = extractvalue {i4, i1} %o, 1\n%r = zext i1 %f to i4",
     [](const APInt &A, const APInt &B) {
       bool O;
       (void)A.smul_ov(B, O);
       return boolean(O);
     }},
    {"UmulOverflow",
     "%o = call {i4, i1} @llvm.umul.with.overflow.i4(i4 %a, i4 %b)\n"
     "%f = extractvalue {i4, i1} %o, 1\n%r = zext i1 %f to i4",
     [](const APInt &A, const APInt &B) {
       bool O;
       (void)A.umul_ov(B, O);
       return boolean(O);
     }},
};

class OperationsTest : public testing::TestWithParam<Operation> {
protected:
  /// The model of a program that asserts that %r is %c.
  std::unique_ptr<Cfa> encode(std::string Code) {
    std::string Text = "define void @main(i4 %a, i4 %b, i4 %c) {\n" + Code +
                       "\n%e = icmp eq i4 %r, %c\n"
                       "call void @sooth_assert(i1 %e)\nret void\n}\n"
                       "declare void @sooth_assert(i1)\n" +
                       declaration(Code);
    llvm::SMDiagnostic Problem;
    auto M = llvm::parseAssemblyString(Text, Problem, Context);
    if (!M) {
      ADD_FAILURE() << Problem.getMessage().str() << "\n" << Text;
      return nullptr;
    }
    auto Program = encodeCfa(Ctx, *M->getFunction("main"));
    if (!Program) {
      ADD_FAILURE() << llvm::toString(Program.takeError());
      return nullptr;
    }
    for (const Edge &E : Program->Model->edges())
      for (const Input &In : E.Inputs)
        EXPECT_NE(In.What, Input::Kind::Havoc) << Text;
    return std::move(Program->Model);
  }

  /// "declare T @llvm.x(types)" for the call in \p Code.
  static std::string declaration(llvm::StringRef Code) {
    llvm::StringRef Call = Code.split("call ").second;
    auto [Head, Rest] = Call.split('(');
    llvm::SmallVector<llvm::StringRef> Args;
    Rest.split(')').first.split(Args, ", ");
    std::string Types;
    for (llvm::StringRef Arg : Args)
      Types += (Types.empty() ? "" : ", ") + Arg.split(' ').first.str();
    return "declare " + Head.str() + "(" + Types + ")\n";
  }

  /// Whether the assertion fails, by the values of the arguments.
  static bool fails(const Cfa &Model,
                    const std::map<std::string, APInt> &Args) {
    for (const Edge &E : Model.edges()) {
      Valuation Vars;
      for (const Input &In : E.Inputs)
        Vars[In.Var] = sooth::Value(Args.at(In.Source));
      if (Model.isError(E.Target))
        return Evaluator(Vars, Evaluator::Missing::IsError).isTrue(E.Guard);
    }
    ADD_FAILURE() << "no error in the model";
    return false;
  }

  llvm::LLVMContext Context;
  ExprContext Ctx;
};

void forAllPairs(llvm::function_ref<void(const APInt &, const APInt &)> Try) {
  for (unsigned A = 0; A < 1u << Width; ++A)
    for (unsigned B = 0; B < 1u << Width; ++B)
      Try(APInt(Width, A), APInt(Width, B));
}

TEST_P(OperationsTest, MeansWhatLlvmSays) {
  std::unique_ptr<Cfa> Model = encode(GetParam().Code);
  ASSERT_TRUE(Model);
  forAllPairs([&](const APInt &A, const APInt &B) {
    APInt R = GetParam().Meaning(A, B);
    EXPECT_FALSE(fails(*Model, {{"a", A}, {"b", B}, {"c", R}}))
        << A.getZExtValue() << ", " << B.getZExtValue();
    EXPECT_TRUE(fails(*Model, {{"a", A}, {"b", B}, {"c", R + 1}}))
        << A.getZExtValue() << ", " << B.getZExtValue();
  });
}

/// Operators simplify where an operand is a constant.
TEST_P(OperationsTest, MeansTheSameForConstants) {
  forAllPairs([&](const APInt &A, const APInt &B) {
    for (const auto &[Name, V] : {std::pair("%a", A), std::pair("%b", B)}) {
      std::string Code = GetParam().Code;
      for (size_t At; (At = Code.find(Name)) != std::string::npos;)
        Code.replace(At, 2, std::to_string(V.getZExtValue()));
      std::unique_ptr<Cfa> Model = encode(Code);
      ASSERT_TRUE(Model);
      APInt R = GetParam().Meaning(A, B);
      EXPECT_FALSE(fails(*Model, {{"a", A}, {"b", B}, {"c", R}})) << Code;
      EXPECT_TRUE(fails(*Model, {{"a", A}, {"b", B}, {"c", R - 1}})) << Code;
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Intrinsics, OperationsTest,
                         testing::ValuesIn(Operations), [](const auto &Info) {
                           return std::string(Info.param.Name);
                         });

} // namespace
