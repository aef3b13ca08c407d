//===- GrowthTest.cpp - Many verifications in one process -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Who uses the libraries verifies one thing after the other in a process that
// stays: a compiler, an editor. What one verification took from the heap is
// back when the next begins. 60 verifications each, or as many as the
// environment variable SOOTH_VERIFICATIONS says; then also of engines that do
// not answer each question, and whose work depends on the time that they get.
//
//===----------------------------------------------------------------------===//

#include "Programs/LoadedProgram.h"
#include "RandomCfa.h"

#include "sooth/Driver/Processes/Supervisor.h"
#include "sooth/Driver/Tasks/RunTask.h"
#include "sooth/Driver/Verify/Verifier.h"
#include "sooth/Engine/Engines.h"
#include "sooth/Solver/Prepare.h"
#include "sooth/Transform/Cfa/CfaToTs.h"
#include "sooth/Transform/Cfa/LargeBlock.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <malloc.h>

using namespace sooth;
using namespace sooth::test;

/// Bytes that were allocated and not freed. (The resident memory also depends
/// on how free memory is spread.)
static size_t bytesInUse() {
  const struct mallinfo2 Info = mallinfo2();
  return Info.uordblks + Info.hblkhd;
}

static const char *wanted() { return getenv("SOOTH_VERIFICATIONS"); }

static unsigned verifications() {
  return wanted() ? unsigned(atoi(wanted())) : 60;
}

/// Requires of \p Verify that it does the same for the same number, which is
/// below \p Different.
static void expectNoGrowth(llvm::StringRef Who, unsigned Different,
                           llvm::function_ref<void(unsigned)> Verify,
                           unsigned Count = verifications()) {
  if (!bytesInUse())
    GTEST_SKIP() << "a sanitizer's heap, which looks for leaks by itself";
  auto VerifyMany = [&](unsigned Times) {
    for (unsigned I = 0; I < Times; ++I)
      Verify(I % Different);
    releaseZ3();
    return bytesInUse();
  };
  // What is made once and kept, such as tables of names, is there by then; what
  // grows with use has twice as much of that afterwards.
  const size_t Before = VerifyMany(Count / 3);
  const unsigned Times = 2 * Count / 3;
  const int64_t Growth = int64_t(VerifyMany(Times) - Before);
  testing::Test::RecordProperty(Who.str(), std::to_string(Growth));
  // A table of names may have become larger, once.
  EXPECT_LT(Growth, 131072 + 16 * int64_t(Times)) << Who.str();
}

static RandomCfaOptions ofNumber(unsigned I) {
  RandomCfaOptions O;
  O.Seed = I + 1;
  return O;
}

/// Whether \p E answers.
static bool ask(const EngineFactory &E, unsigned I, double Seconds) {
  ExprContext Ctx;
  const Cfa Program = randomCfa(Ctx, ofNumber(I));
  const Budget B = Budget::seconds(Seconds);
  if (auto Engine = E.createOnCfa())
    return Engine->check(Program, B).isConclusive();
  const TransformedTs Ts = toTransitionSystem(Program);
  llvm::SmallVector<Expr, 8> Bad;
  for (const Property &P : Ts.Model.properties())
    Bad.push_back(P.Bad);
  return E.create()
      ->check(Ts.Model, {"errors", Ctx.mkOr(Bad), {}}, B)
      .isConclusive();
}

TEST(Growth, Engines) {
  for (const EngineInfo &E : allEngines()) {
    auto Factory = E.Configure();
    // Some go on for as long as they may. What others do is not to depend on
    // the time that they take.
    bool AnswersAll = true;
    for (unsigned I = 0; I < 5 && AnswersAll; ++I)
      AnswersAll = ask(*Factory, I, 0.5);
    if (!AnswersAll && !wanted())
      continue;
    const double Seconds = AnswersAll ? 60 : 0.02;
    expectNoGrowth(E.Name, 5, [&](unsigned I) { ask(*Factory, I, Seconds); });
  }
}

TEST(Growth, Automata) {
  expectNoGrowth("automata", 20, [](unsigned I) {
    ExprContext Ctx;
    VerifierOptions O;
    O.Engines.Engines = llvm::cantFail(chooseEngines("kind"));
    verifyProgram(randomCfa(Ctx, ofNumber(I)), Budget::seconds(2), O);
  });
}

/// Memory, a loop, and a call that is not known.
static std::string program(unsigned I) {
  return R"(
    target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
    target triple = "x86_64-pc-linux-gnu"
    declare i32 @__VERIFIER_nondet_int()
    declare void @reach_error()
    @table = global [4 x i32] zeroinitializer
    define i32 @main() {
      %x = alloca i32
      store i32 0, ptr %x
      br label %loop
    loop:
      %v = load i32, ptr %x
      %n = call i32 @__VERIFIER_nondet_int()
      %k = and i32 %v, 3
      %p = getelementptr [4 x i32], ptr @table, i32 0, i32 %k
      store i32 %n, ptr %p
      %w = add i32 %v, 1
      store i32 %w, ptr %x
      %c = icmp slt i32 %w, )" +
         std::to_string(I + 2) + R"(
      br i1 %c, label %loop, label %end
    end:
      %l = load i32, ptr %x
      %d = icmp eq i32 %l, )" +
         std::to_string(I % 2 ? I + 2 : 1) + R"(
      br i1 %d, label %good, label %bad
    bad:
      call void @reach_error()
      unreachable
    good:
      ret i32 0
    })";
}

TEST(Growth, Programs) {
  expectNoGrowth("programs", 10, [](unsigned I) {
    llvm::LLVMContext Context;
    llvm::SMDiagnostic Why;
    auto M = llvm::parseAssemblyString(program(I), Why, Context);
    ASSERT_TRUE(M) << Why.getMessage().str();
    ExprContext Ctx;
    auto Program = LoadedProgram::load(Ctx, *M, {});
    ASSERT_TRUE(bool(Program));
    VerifierOptions O;
    O.Engines.Engines = llvm::cantFail(chooseEngines("kind"));
    const Report R = Program->verify(Budget::seconds(60), O).Answer;
    EXPECT_EQ(R.Outcome, I % 2 ? Report::Status::Safe : Report::Status::Unsafe);
  });
}

TEST(Growth, Tasks) {
  llvm::SmallString<128> Path;
  int Descriptor;
  ASSERT_FALSE(
      llvm::sys::fs::createTemporaryFile("growth", "ll", Descriptor, Path));
  {
    llvm::raw_fd_ostream OS(Descriptor, /*shouldClose=*/true);
    OS << program(1);
  }
  expectNoGrowth(
      "tasks", 2,
      [&](unsigned I) {
        VerificationTask T;
        T.Files = {std::string(Path)};
        T.Verifier.Engines.Engines = llvm::cantFail(chooseEngines("kind"));
        if (I)
          T.Verifier.Until = VerifierOptions::Goal::EveryAssertion;
        const Budget B = Budget::seconds(20);
        EXPECT_TRUE(
            runSupervised(B, {}, [&] { return runTask(T, B); }).Errors.empty());
      },
      verifications() / 2); // each of them starts processes
  llvm::sys::fs::remove(Path);
}
