//===- PassListTest.cpp - Lists of passes ---------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Passes/PassList.h"

#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "sooth/Support/Statistics.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <gtest/gtest.h>

using namespace llvm;
using namespace sooth;

namespace {
class PassListTest : public testing::Test {
protected:
  PassListTest() {
    SMDiagnostic Why;
    M = parseAssemblyString(R"(
      declare void @outside()
      define i32 @first() { ret i32 1 }
      define i32 @second() { ret i32 2 }
    )",
                            Why, Context);
    Options.Entry = "first";
    Options.OnStep = [this](StringRef Name, const Module &) {
      Ran += (Ran.empty() ? "" : " ") + Name.str();
    };
  }

  /// The names of the passes that \p List runs, in their order; what stops it
  /// comes last.
  std::string run(UnitPass<Module> List) {
    Ran.clear();
    Preparation P(*M, Options);
    if (auto Changed = List.Run(*M, P))
      HasChanged = *Changed;
    else
      Ran += " error: " + toString(Changed.takeError());
    return Ran;
  }

  /// Says that it changes something if \p Does.
  static UnitPass<Module> changes(StringLiteral Name, bool Does) {
    return onModule(Name, "", [Does](Module &) { return Does; });
  }

  LLVMContext Context;
  std::unique_ptr<Module> M;
  PrepareOptions Options;
  std::string Ran;
  bool HasChanged = false;
};
} // namespace

static const auto Nothing = [](Module &) {};
static const auto NothingInFunctions = [](Function &) {};

TEST_F(PassListTest, OneAfterTheOther) {
  EXPECT_EQ(
      run(group("all", "",
                {onModule("a", "", Nothing), onModule("b", "", Nothing)})),
      "a b");
  EXPECT_FALSE(HasChanged);
  EXPECT_EQ(run(group("all", "", {changes("a", true), changes("b", false)})),
            "a b");
  EXPECT_TRUE(HasChanged);
}

TEST_F(PassListTest, EachFunctionGoesThroughAll) {
  const FunctionPasses Passes{onFunction("a", "", NothingInFunctions),
                              onFunction("b", "", NothingInFunctions)};
  EXPECT_EQ(run(eachFunction(Passes)), "a b a b");
  M->getFunction("second")->addFnAttr(SummarizedName);
  EXPECT_EQ(run(eachFunction(Passes)), "a b a b");
  EXPECT_EQ(run(eachFunction(Passes, FunctionsWithBodies::Followed)), "a b");
}

TEST_F(PassListTest, AnErrorStopsTheList) {
  auto Fails = [](Module &) { return createStringError("no"); };
  EXPECT_EQ(run(group("all", "",
                      {rounds(3, {onModule("a", "", Nothing),
                                  onModule("b", "", Fails)}),
                       onModule("c", "", Nothing)})),
            "a error: no");
}

TEST_F(PassListTest, Conditions) {
  auto Is = [](bool Value) {
    return [Value](const Preparation &) { return Value; };
  };
  EXPECT_EQ(
      run(group("all", "",
                {when("it is so", Is(true), {onModule("a", "", Nothing)}),
                 when("it is not", Is(false), {onModule("b", "", Nothing)})})),
      "a");
  EXPECT_EQ(run(ifChanged({changes("a", false)}, {changes("b", true)})), "a");
  EXPECT_EQ(run(ifChanged({changes("a", true)}, {changes("b", false)})), "a b");
  // What does not say that it has changed something is no reason.
  EXPECT_EQ(run(ifChanged({onModule("a", "", Nothing)}, {changes("b", false)})),
            "a");
}

TEST_F(PassListTest, RoundsEndWhenNothingChanges) {
  int Left = 2;
  auto Falls = onModule("a", "", [&Left](Module &) { return Left-- > 0; });
  EXPECT_EQ(run(rounds(9, {Falls}, {onModule("b", "", Nothing)})), "a b a b a");
  EXPECT_TRUE(HasChanged);
  EXPECT_EQ(run(rounds(2, {changes("a", true)}, {onModule("b", "", Nothing)})),
            "a b a b");
  EXPECT_EQ(
      run(rounds(9, {uncounted(changes("a", true)), changes("b", false)})),
      "a b");
  unsigned Measure = 0;
  EXPECT_EQ(run(rounds(9, {measured(
                              [&](const Module &) {
                                return Measure < 3 ? Measure++ : Measure;
                              },
                              onModule("a", "", Nothing))})),
            "a a a");
}

TEST_F(PassListTest, AgainWhileSomethingIsLeftAndFalls) {
  for (auto [Numbers, Times] :
       {std::pair<std::vector<unsigned>, unsigned>{{0}, 1},
        {{2, 1, 0}, 3},
        {{2, 2, 1}, 2},
        {{1, 3, 0}, 2}}) {
    size_t At = 0;
    auto Pass = onFunction("a", "", [&](Function &F, Preparation &P) {
      if (F.getName() == "first")
        P.WaitingLocals = Numbers[At++];
      else
        P.WaitingLocals = 0;
    });
    run(eachFunction(
        {untilNoneIsLeft("", &Preparation::WaitingLocals, {Pass})}));
    EXPECT_EQ(At, Times);
  }
}

TEST_F(PassListTest, AnalysesAreForgottenOfWhatHasChanged) {
  Options.OnStep = nullptr;
  Preparation P(*M, Options);
  Function &F = *M->getFunction("first");
  auto IsKnown = [&] {
    return P.analyses(F).getCachedResult<DominatorTreeAnalysis>(F) != nullptr;
  };
  auto Run = [&](const UnitPass<Function> &Pass) {
    P.analyses(F).getResult<DominatorTreeAnalysis>(F);
    cantFail(Pass.Run(F, P));
    return IsKnown();
  };
  EXPECT_TRUE(Run(onFunction("a", "", [](Function &) { return false; })));
  EXPECT_FALSE(Run(onFunction("a", "", [](Function &) { return true; })));
  EXPECT_FALSE(Run(onFunction("a", "", NothingInFunctions)));
  P.analyses(F).getResult<DominatorTreeAnalysis>(F);
  cantFail(onModule("a", "", Nothing).Run(*M, P));
  EXPECT_FALSE(IsKnown());
}

TEST_F(PassListTest, TimesAndChangesAreFigures) {
  Statistics Figures;
  Options.Figures = &Figures;
  run(group("all", "",
            {changes("a", true), changes("a", true), changes("b", false)}));
  EXPECT_EQ(Figures.get("prepare.a.changes"), 2);
  EXPECT_EQ(Figures.values().count("prepare.a.seconds"), 1u);
  EXPECT_EQ(Figures.values().count("prepare.b.seconds"), 1u);
  EXPECT_EQ(Figures.values().count("prepare.all.seconds"), 0u);
}

TEST_F(PassListTest, ListsArePrintedOnce) {
  auto Part =
      group("part", "does more", {changes("a", true), changes("b", true)});
  std::string Text;
  raw_string_ostream OS(Text);
  print(
      group("", "",
            {when("it is so", [](const Preparation &) { return true; }, {Part}),
             Part, changes("c", false)})
          .Text,
      OS);
  std::string Words;
  for (StringRef Rest = Text; !Rest.empty();) {
    auto [Line, Next] = Rest.split('\n');
    Words += Line.rtrim().str() + "\n";
    Rest = Next;
  }
  EXPECT_EQ(Words, "if it is so:\n"
                   "  part                              does more\n"
                   "    a\n"
                   "    b\n"
                   "part                                as above\n"
                   "c\n");
}
