//===- ModelTest.cpp - Models against an interpreter
//--------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Models of random programs do in each cycle what the interpreter does. The
// number of programs is in SOOTH_SEEDS if that is set.
//
//===----------------------------------------------------------------------===//

#include "Generator.h"
#include "Interpreter.h"

#include "sooth/Expr/Evaluator.h"
#include "sooth/Frontend/StructuredText/Encode.h"
#include "sooth/Frontend/StructuredText/Reader.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include "gtest/gtest.h"

#include <cstdlib>
#include <random>

using namespace sooth;
using llvm::APInt;

namespace {
/// A model that runs cycle by cycle.
class ModelRun {
public:
  explicit ModelRun(const st::CycleModel &M) : M(M), C(*M.Program) {
    applyEquations(C.init(), State);
  }
  /// Whether the cycle comes to its end. Inputs are by name.
  bool cycle(const std::map<std::string, APInt> &Inputs);

  std::set<std::string> Failures;
  std::vector<Value> Row;

private:
  const st::CycleModel &M;
  const Cfa &C;
  Valuation State;
};
} // namespace

bool ModelRun::cycle(const std::map<std::string, APInt> &Inputs) {
  Failures.clear();
  LocationId Now = C.entry();
  for (unsigned Step = 0; Step < 100'000; ++Step) {
    std::optional<EdgeId> Taken;
    Valuation Before = State;
    for (EdgeId E : C.outgoing(Now))
      for (const Input &In : C.edge(E).Inputs)
        if (auto Found = Inputs.find(In.Source);
            Found != Inputs.end() && In.What == Input::Kind::Nondet)
          Before[In.Var] = In.Var.isBool() ? Value(!Found->second.isZero())
                                           : Value(Found->second);
    Evaluator Eval(Before);
    for (EdgeId E : C.outgoing(Now)) {
      const Edge &Way = C.edge(E);
      if (!Eval.isTrue(Way.Guard))
        continue;
      if (C.isError(Way.Target)) {
        for (const ErrorLocation &L : C.errors())
          if (L.Loc == Way.Target)
            Failures.insert(L.Check == "assert" ? L.What.Subject : L.Check);
        continue;
      }
      EXPECT_FALSE(Taken) << "two edges can be taken";
      Taken = E;
    }
    if (!Taken)
      return false;
    if (auto Found = M.Rows.find(*Taken); Found != M.Rows.end()) {
      Row.clear();
      for (Expr E : Found->second)
        Row.push_back(Eval(E));
    }
    for (const Update &U : C.edge(*Taken).Updates)
      State[U.Var] = Eval(U.Val);
    Now = C.edge(*Taken).Target;
    if (Now == C.entry())
      return true;
  }
  ADD_FAILURE() << "a cycle that does not end";
  return false;
}

static APInt randomValue(const st::Type *T, std::mt19937_64 &Random) {
  if (T->is(st::Type::Kind::Enumeration))
    return T->Enumerators[Random() % T->Enumerators.size()].Value;
  if (T->is(st::Type::Kind::Real)) {
    const float F = float(int(Random() % 4000) - 2000) / 8;
    return APInt(32, llvm::bit_cast<uint32_t>(F));
  }
  const uint64_t Small = Random() % 10;
  return APInt(T->Width, Random() % 4 ? Small : uint64_t(Random()),
               /*isSigned=*/false);
}

static std::string text(const std::set<std::string> &Names) {
  return llvm::join(Names, " ");
}

namespace {
/// What was compared: to know that it was not nothing.
struct Compared {
  unsigned Cycles = 0, Values = 0, Failures = 0, Loops = 0;
};
} // namespace

static void compare(uint64_t Seed, Compared &Count) {
  const std::string Text = st::randomProgram(Seed);
  auto File = st::readStructuredText({Text, "random.st"});
  if (!File) {
    ADD_FAILURE() << llvm::toString(File.takeError()) << "\n" << Text;
    return;
  }
  auto Entry = st::entryOf(**File, "");
  ASSERT_TRUE(bool(Entry));
  ExprContext Ctx;
  st::CycleEncoding How;
  How.AfterFailure = st::CycleEncoding::Failing::GoesOn;
  auto M = st::encode(Ctx, **File, **Entry, How);
  ASSERT_TRUE(bool(M));
  ModelRun Model(*M);
  st::Interpreter Runs(**File, **Entry);
  std::mt19937_64 Random(Seed);
  Count.Loops += (*Entry)->HasLoop;
  for (unsigned Cycle = 0; Cycle < 6; ++Cycle) {
    std::map<std::string, APInt> Inputs;
    for (const auto &V : (*Entry)->Variables)
      if (V->Where == st::Variable::Section::Input) {
        Inputs[V->Name] = randomValue(V->Ty, Random);
        Runs.valueOf(*V) = {Inputs[V->Name]};
      }
    const uint64_t Time = Random() % 1500;
    Inputs["cycle time"] = APInt(32, Time);
    Runs.cycle(int64_t(Time));
    const bool GoesOn = Model.cycle(Inputs);
    ASSERT_EQ(GoesOn, !Runs.hasEnded()) << Text;
    ASSERT_EQ(text(Model.Failures), text(Runs.failures()))
        << "cycle " << Cycle << "\n"
        << Text;
    Count.Failures += Runs.failures().size();
    if (!GoesOn)
      return;
    ++Count.Cycles;
    for (size_t I = 0; I < M->Columns.size(); ++I)
      for (const auto &V : (*Entry)->Variables)
        if (V->Name == M->Columns[I].Name && V->Ty->isElementary()) {
          ++Count.Values;
          const APInt Expected = Runs.valueOf(*V)[0];
          const APInt Got = Model.Row[I].isBool()
                                ? APInt(1, Model.Row[I].boolean())
                                : Model.Row[I].bits();
          ASSERT_EQ(llvm::toString(Got, 16, false),
                    llvm::toString(Expected, 16, false))
              << V->Name << " in cycle " << Cycle << ", seed " << Seed << "\n"
              << Text;
        }
  }
}

TEST(StructuredText, ModelsDoWhatProgramsDo) {
  unsigned Seeds = 300;
  Compared Count;
  if (const char *Text = std::getenv("SOOTH_SEEDS"))
    Seeds = unsigned(std::atoi(Text));
  for (unsigned Seed = 0; Seed < Seeds && !HasFailure(); ++Seed)
    compare(Seed, Count);
  EXPECT_GT(Count.Cycles, 2 * Seeds);
  EXPECT_GT(Count.Values, 50 * Seeds);
  EXPECT_GT(Count.Failures, Seeds / 2);
  EXPECT_GT(Count.Loops, Seeds / 4);
}

/// Whatever is cut off or changed, there is an answer or an error at a place.
TEST(StructuredText, MutatedFilesAreNoTrouble) {
  std::mt19937_64 Random(1);
  unsigned Errors = 0;
  for (unsigned Round = 0; Round < 600; ++Round) {
    std::string Text = st::randomProgram(Round % 20);
    static const std::string Parts[] = {
        "END_IF", "(", ")",   ";",   ":=",  "[",    "(*", "//#ASSERT", "INT",
        "..",     "#", "FOR", "16#", "VAR", "\x80", "'",  "CASE"};
    if (Round % 3 == 0)
      Text.resize(Random() % Text.size());
    for (unsigned Changes = Random() % 3; Changes > 0; --Changes) {
      const size_t At = Random() % (Text.size() + 1);
      if (Random() % 2)
        Text.insert(At, Parts[Random() % std::size(Parts)]);
      else
        Text.erase(At, Random() % 6);
    }
    auto File = st::readStructuredText({Text, "mutated.st"});
    if (File) {
      auto Entry = st::entryOf(**File, "");
      ExprContext Ctx;
      if (!Entry)
        llvm::consumeError(Entry.takeError());
      else if (auto M = st::encode(Ctx, **File, **Entry, {}); !M)
        llvm::consumeError(M.takeError());
      continue;
    }
    ++Errors;
    const std::string Message = llvm::toString(File.takeError());
    EXPECT_TRUE(llvm::StringRef(Message).starts_with("mutated.st:")) << Message;
    EXPECT_NE(Message.find(": error: "), std::string::npos) << Message;
  }
  EXPECT_GT(Errors, 100u);
}

TEST(StructuredText, DeepAndLongFilesAreNoTrouble) {
  const std::string Head = "PROGRAM P VAR x : INT; b : BOOL; END_VAR ",
                    Tail = " END_PROGRAM";
  auto Repeat = [](const char *Part, unsigned Count) {
    std::string Text;
    for (unsigned I = 0; I < Count; ++I)
      Text += Part;
    return Text;
  };
  const unsigned Many = 50'000;
  for (const std::string &Body :
       {"x := " + Repeat("(", Many), "x := " + Repeat("-", Many),
        "b := " + Repeat("NOT ", Many), "x := 1" + Repeat(" + x", Many) + ";",
        Repeat("IF b THEN ", Many), "x" + Repeat("[1]", Many),
        "x" + Repeat(".y", Many), Repeat("(*", Many),
        "x := ABS" + Repeat("(ABS", Many),
        "IF b THEN x := 1;" + Repeat(" ELSIF b THEN x := 2;", 2000) +
            " END_IF;",
        Repeat("IF b THEN RETURN; END_IF;", 2000),
        Repeat("x := x + 1;", Many)}) {
    auto File = st::readStructuredText({Head + Body + Tail, "long.st"});
    if (!File) {
      llvm::consumeError(File.takeError());
      continue;
    }
    ExprContext Ctx;
    auto M = st::encode(Ctx, **File, *(*File)->Units.front(), {});
    if (!M)
      llvm::consumeError(M.takeError());
  }
}
