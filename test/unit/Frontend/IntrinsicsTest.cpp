//===- IntrinsicsTest.cpp - Every intrinsic of LLVM's has a meaning -------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Those that are computed are compared with what LLVM folds them to, for special
// and for random operands.
//
//===----------------------------------------------------------------------===//

#include "Encode/Operations.h"

#include "sooth/Expr/Evaluator.h"
#include "sooth/Frontend/LLVM/Base/IntrinsicMeaning.h"

#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

#include <gtest/gtest.h>
#include <random>

using namespace sooth;
using llvm::APFloat;
using llvm::APInt;
using llvm::Intrinsic::ID;

static std::string nameOf(ID Id) {
  return llvm::Intrinsic::getBaseName(Id).str();
}

/// Intrinsics that are not for one kind of machine have the smallest numbers.
static std::vector<ID> genericIntrinsics() {
  std::vector<ID> Result;
  for (ID Id = 1; Id < llvm::Intrinsic::num_intrinsics; ++Id)
    if (!llvm::Function::isTargetIntrinsic(Id))
      Result.push_back(Id);
  return Result;
}

TEST(Intrinsics, EachIsListed) {
  EXPECT_GT(genericIntrinsics().size(), 400u);
  for (ID Id : genericIntrinsics())
    EXPECT_TRUE(listedMeaning(Id)) << nameOf(Id);
}

TEST(Intrinsics, OfOneMachineHaveOneRule) {
  llvm::LLVMContext Context;
  llvm::Module M("", Context);
  auto Meaning = [&](ID Id) {
    return intrinsicMeaning(*llvm::Intrinsic::getDeclaration(&M, Id));
  };
  using enum IntrinsicMeaning;
  EXPECT_EQ(Meaning(llvm::Intrinsic::x86_sse_rcp_ss), Result);
  EXPECT_EQ(Meaning(llvm::Intrinsic::x86_sse2_maskmov_dqu), Refused);
  EXPECT_EQ(Meaning(llvm::Intrinsic::x86_sse_ldmxcsr), Refused);
  EXPECT_EQ(Meaning(llvm::Intrinsic::x86_int), Refused);
  EXPECT_EQ(Meaning(llvm::Intrinsic::x86_rdtsc), Result);
  EXPECT_EQ(Meaning(llvm::Intrinsic::x86_sse2_pause), Ignored);
}

namespace {

/// Applies an intrinsic to operands in both ways.
class Application {
public:
  Application(ID Id, llvm::Type *T);
  llvm::Type *type(unsigned Operand) const { return types()[Operand]; }
  /// The arguments that are not to be chosen at random have their values.
  void compare(llvm::ArrayRef<llvm::Constant *> Operands);
  std::vector<llvm::Constant *> operands(std::mt19937 &Rng) const;
  unsigned compared() const { return Compared; }

private:
  llvm::ArrayRef<llvm::Type *> types() const {
    return Call->getFunctionType()->params();
  }
  bool isImmediate(unsigned I) const {
    return Call->getCalledFunction()->hasParamAttribute(
        I, llvm::Attribute::ImmArg);
  }
  void expectEqual(llvm::Constant &Expected, llvm::ArrayRef<Expr> Computed,
                   const Valuation &Vars);

  llvm::Module M;
  ExprContext Ctx;
  llvm::CallInst *Call;
  unsigned Compared = 0;
};

} // namespace

/// Values of the immediate operands.
static uint64_t immediate(ID Id, std::mt19937 &Rng) {
  return Id == llvm::Intrinsic::is_fpclass ? Rng() % (llvm::fcAllFlags + 1) : 0;
}

Application::Application(ID Id, llvm::Type *T) : M("", T->getContext()) {
  llvm::SmallVector<llvm::Type *> Overloads{T};
  if (Id == llvm::Intrinsic::scmp || Id == llvm::Intrinsic::ucmp)
    Overloads.push_back(T);
  llvm::Function *F = llvm::Intrinsic::getDeclaration(&M, Id, Overloads);
  llvm::FunctionType *Signature = F->getFunctionType();
  auto *Host = llvm::Function::Create(
      llvm::FunctionType::get(llvm::Type::getVoidTy(T->getContext()),
                              Signature->params(), false),
      llvm::Function::ExternalLinkage, "host", M);
  // LLVM folds llvm.fmuladd to one operation.
  Host->addFnAttr("target-features", "+fma");
  llvm::IRBuilder<> Build(
      llvm::BasicBlock::Create(T->getContext(), "", Host));
  llvm::SmallVector<llvm::Value *> Arguments;
  for (llvm::Argument &A : Host->args())
    Arguments.push_back(F->hasParamAttribute(A.getArgNo(),
                                             llvm::Attribute::ImmArg)
                            ? llvm::Constant::getNullValue(A.getType())
                            : static_cast<llvm::Value *>(&A));
  Call = Build.CreateCall(F, Arguments);
  Build.CreateRetVoid();
}

std::vector<llvm::Constant *> Application::operands(std::mt19937 &Rng) const {
  std::vector<llvm::Constant *> Result;
  for (auto [I, T] : llvm::enumerate(types())) {
    if (isImmediate(I)) {
      Result.push_back(llvm::ConstantInt::get(
          T, immediate(Call->getIntrinsicID(), Rng)));
      continue;
    }
    unsigned Width = T->getPrimitiveSizeInBits();
    APInt Bits(Width, {uint64_t(Rng()) << 32 | Rng(), Rng()});
    switch (Rng() % 4) {
    case 0: // small, of either sign
      Bits = APInt(Width, int64_t(Rng() % 9) - 4, /*isSigned=*/true);
      break;
    case 1:
      Bits = APInt::getSignedMinValue(Width) - Rng() % 3;
      break;
    default:
      break;
    }
    if (T->isIntegerTy()) {
      Result.push_back(llvm::ConstantInt::get(T, Bits));
      continue;
    }
    APFloat X(T->getFltSemantics(), Bits);
    if (Rng() % 2) { // near an integer, for those that round
      X = APFloat(double(int(Rng() % 41) - 20) / 4);
      bool Inexact;
      X.convert(T->getFltSemantics(), APFloat::rmNearestTiesToEven, &Inexact);
    }
    Result.push_back(llvm::ConstantFP::get(T, X));
  }
  return Result;
}

void Application::expectEqual(llvm::Constant &Expected,
                              llvm::ArrayRef<Expr> Computed,
                              const Valuation &Vars) {
  for (unsigned I = 0; I < Computed.size(); ++I) {
    llvm::Constant *Part = Expected.getType()->isStructTy()
                               ? Expected.getAggregateElement(I)
                               : &Expected;
    if (auto *Float = llvm::dyn_cast<llvm::ConstantFP>(Part);
        Float && Float->isNaN())
      continue; // whose bits are open
    Value Is = Evaluator(Vars, Evaluator::Missing::IsError)(Computed[I]);
    APInt Bits = Computed[I].isBool() ? APInt(1, Is.boolean()) : Is.bits();
    std::optional<APInt> Wanted = constantBits(Part);
    ASSERT_TRUE(Wanted);
    EXPECT_EQ(Bits, *Wanted);
  }
}

void Application::compare(llvm::ArrayRef<llvm::Constant *> Operands) {
  for (auto [I, Operand] : llvm::enumerate(Operands))
    if (isImmediate(I))
      Call->setArgOperand(I, Operand);
  ASSERT_TRUE(isOperation(*Call));
  bool IsHint = nameOf(Call->getIntrinsicID()).starts_with("llvm.expect");
  llvm::Constant *Expected =
      IsHint ? Operands[0]
             : llvm::ConstantFoldCall(Call, Call->getCalledFunction(), Operands);
  if (!Expected || llvm::isa<llvm::UndefValue>(Expected))
    return;
  ++Compared;
  // With variables, and with constants, for which operators simplify.
  Valuation Vars;
  auto Constant = [&](const llvm::Value *V) -> Scalars {
    if (auto *A = llvm::dyn_cast<llvm::Argument>(V))
      V = Operands[A->getArgNo()];
    return constantScalars(Ctx, llvm::cast<llvm::Constant>(V), nullptr);
  };
  auto Variable = [&](const llvm::Value *V) -> Scalars {
    auto *A = llvm::dyn_cast<llvm::Argument>(V);
    if (!A)
      return Constant(V);
    Expr Known = Constant(V)[0];
    Expr Var = Ctx.var("a" + std::to_string(A->getArgNo()), Known.sort());
    Vars[Var] = Known.value();
    return {Var};
  };
  auto &I = llvm::cast<llvm::IntrinsicInst>(*Call);
  for (auto &How : {OperandScalars(Constant), OperandScalars(Variable)}) {
    Scalars Computed = applyOperation(Ctx, I, How);
    expectEqual(*Expected, Computed, Vars);
  }
  if (testing::Test::HasFailure()) {
    std::string Text;
    llvm::raw_string_ostream OS(Text);
    OS << *Call << " for";
    for (llvm::Constant *C : Operands)
      OS << " " << *C;
    FAIL() << Text;
  }
}

static bool isOnFloats(ID Id) {
  switch (Id) {
  case llvm::Intrinsic::ceil:
  case llvm::Intrinsic::copysign:
  case llvm::Intrinsic::fabs:
  case llvm::Intrinsic::floor:
  case llvm::Intrinsic::fma:
  case llvm::Intrinsic::fmuladd:
  case llvm::Intrinsic::is_fpclass:
  case llvm::Intrinsic::nearbyint:
  case llvm::Intrinsic::rint:
  case llvm::Intrinsic::round:
  case llvm::Intrinsic::roundeven:
  case llvm::Intrinsic::sqrt:
  case llvm::Intrinsic::trunc:
    return true;
  default:
    return false;
  }
}

TEST(Intrinsics, OperationsAreWhatLlvmFoldsThemTo) {
  std::mt19937 Rng(1);
  llvm::LLVMContext Context;
  llvm::SmallVector<llvm::Type *> Integers, Floats{
      llvm::Type::getFloatTy(Context), llvm::Type::getDoubleTy(Context)};
  for (unsigned Width : {16, 32, 64})
    Integers.push_back(llvm::IntegerType::get(Context, Width));
  for (ID Id : genericIntrinsics()) {
    // Of the size of objects, see test/regression.
    if (listedMeaning(Id) != IntrinsicMeaning::Operation ||
        Id == llvm::Intrinsic::objectsize)
      continue;
    unsigned Compared = 0;
    for (llvm::Type *T : isOnFloats(Id) ? Floats : Integers) {
      Application Apply(Id, T);
      for (unsigned Round = 0; Round < 200 && !HasFailure(); ++Round)
        Apply.compare(Apply.operands(Rng));
      Compared += Apply.compared();
    }
    EXPECT_GE(Compared, 100u) << nameOf(Id);
  }
}
