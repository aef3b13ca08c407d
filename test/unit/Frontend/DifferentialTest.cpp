//===- DifferentialTest.cpp - The model does what the machine does --------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each program of Inputs/ is compiled twice: to a binary, and to a Cfa. Both
// are run on the same inputs and must end in the same way, having observed the
// same values.
//
//===----------------------------------------------------------------------===//

#include "CfaRunner.h"

#include "sooth/Frontend/LLVM/Compile/Compile.h"
#include "sooth/Frontend/LLVM/Encode/Encoder.h"
#include "sooth/Frontend/LLVM/Passes/Prepare.h"
#include "sooth/Model/SourceTable.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

#include <gtest/gtest.h>
#include <random>

using namespace sooth;
using namespace sooth::test;
using llvm::StringRef;

namespace {

constexpr unsigned Runs = 60, InputsPerRun = 32, MaxSteps = 100000;

/// As the program stands; or with checks, and sliced.
enum class Checks { Off, On };
struct Program {
  std::string Name;
  Checks Checked;
  ProcedureEncoding Procedures = ProcedureEncoding::Inline;
};

std::string printed(const Program &P) {
  return P.Name + (P.Checked == Checks::On ? "Checked" : "") +
         (P.Procedures == ProcedureEncoding::Wait ? "Wait" : "");
}

/// Small numbers, and those around which machines change their mind.
int64_t randomInput(std::mt19937_64 &Random) {
  static const int64_t Special[] = {
      0,         1,         -1,        2,         3,         7,     8,
      31,        32,        33,        63,        64,        100,   127,
      128,       -128,      255,       256,       32767,     32768, -32768,
      INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN, UINT32_MAX};
  switch (Random() % 4) {
  case 0:
    return Special[Random() % std::size(Special)];
  case 1:
    return static_cast<int64_t>(Random() % 21) - 10;
  case 2:
    return static_cast<int64_t>(Random() % 512) - 256;
  default:
    return static_cast<int64_t>(Random());
  }
}

/// What the binary did: observed values, and how the run ended.
struct NativeRun {
  std::vector<int64_t> Observed;
  std::string End;
};

NativeRun parseRun(StringRef Line) {
  NativeRun Run;
  int64_t V;
  while (!Line.consumeInteger(10, V)) {
    Run.Observed.push_back(V);
    Line.consume_front(" ");
  }
  Run.End = Line.str();
  return Run;
}

class DifferentialTest : public testing::TestWithParam<Program> {
protected:
  void SetUp() override {
    std::error_code E =
        llvm::sys::fs::createUniqueDirectory("sooth-test", Directory);
    ASSERT_FALSE(E) << E.message();
    std::mt19937_64 Random(std::hash<std::string>()(GetParam().Name));
    for (unsigned I = 0; I < Runs; ++I) {
      Inputs.emplace_back();
      for (unsigned K = 0; K < InputsPerRun; ++K)
        Inputs.back().push_back(randomInput(Random));
    }
  }
  void TearDown() override { llvm::sys::fs::remove_directories(Directory); }

  std::string source() const {
    return std::string(SOOTH_TEST_INPUTS) + "/" + GetParam().Name + ".c";
  }
  std::string file(StringRef Name) const {
    return (Directory + "/" + Name).str();
  }

  void compileNative();
  std::vector<NativeRun> runNative();
  void encode();
  void compare(const NativeRun &Native, const std::vector<int64_t> &Inputs);

  llvm::SmallString<64> Directory;
  std::vector<std::vector<int64_t>> Inputs;
  ExprContext Ctx;
  EncodedProgram Encoded;
};

void DifferentialTest::compileNative() {
  std::string Binary = file("program");
  std::vector<StringRef> Args{SOOTH_CLANG,
                              "-O0",
                              "-w",
                              "-DNATIVE",
                              "-Wno-error=implicit-function-declaration",
                              "-Wno-error=implicit-int",
                              "-Wno-error=int-conversion",
                              "-Dmain=program_main",
                              "-Dexit=native_exit",
                              "-c"};
  if (GetParam().Checked == Checks::On)
    llvm::append_values(
        Args, "-fsanitize=signed-integer-overflow,integer-divide-by-zero,shift",
        "-fsanitize-trap=all");
  std::string Source = source(), Object = file("program.o");
  llvm::append_values(Args, StringRef(Source), "-o", StringRef(Object));
  ASSERT_EQ(llvm::sys::ExecuteAndWait(SOOTH_CLANG, Args), 0);
  ASSERT_EQ(llvm::sys::ExecuteAndWait(
                SOOTH_CLANG, {SOOTH_CLANG, "-O0", "-w", Object,
                              SOOTH_TEST_INPUTS "/harness.c", "-o", Binary}),
            0);
}

std::vector<NativeRun> DifferentialTest::runNative() {
  std::string Feed = file("inputs"), Output = file("output");
  std::error_code E;
  llvm::raw_fd_ostream OS(Feed, E);
  for (const std::vector<int64_t> &Line : Inputs) {
    for (int64_t V : Line)
      OS << V << ' ';
    OS << '\n';
  }
  OS.close();
  std::optional<StringRef> Redirects[] = {StringRef(Feed), StringRef(Output),
                                          std::nullopt};
  std::string Binary = file("program");
  EXPECT_EQ(
      llvm::sys::ExecuteAndWait(Binary, {Binary}, std::nullopt, Redirects, 60),
      0);
  auto Text = llvm::MemoryBuffer::getFile(Output);
  std::vector<NativeRun> Result;
  llvm::SmallVector<StringRef> Lines;
  if (Text)
    (*Text)->getBuffer().split(Lines, '\n', -1, /*KeepEmpty=*/false);
  for (StringRef Line : Lines)
    Result.push_back(parseRun(Line));
  return Result;
}

void DifferentialTest::encode() {
  llvm::LLVMContext Context;
  CompileOptions Options;
  if (GetParam().Checked == Checks::On)
    Options.Checks = {RuntimeCheck::SignedOverflow, RuntimeCheck::Division,
                      RuntimeCheck::Shift};
  auto M = compileProgram({source()}, Options, Context);
  ASSERT_TRUE(bool(M)) << llvm::toString(M.takeError());
  PrepareOptions Preparation;
  Preparation.Inputs = PrepareOptions::Inputs::All;
  Preparation.Inline.Procedures = GetParam().Procedures;
  if (GetParam().Checked == Checks::Off)
    Preparation.Slice = PrepareOptions::Slice::Off;
  llvm::Error E = prepareModule(**M, Preparation);
  ASSERT_FALSE(bool(E)) << llvm::toString(std::move(E));
  auto Program = encodeCfa(Ctx, *(*M)->getFunction("main"));
  ASSERT_TRUE(bool(Program)) << llvm::toString(Program.takeError());
  Encoded = std::move(*Program);
  const Cfa &C = *Encoded.Model;
  for (EdgeId Id = 0; Id < C.edges().size(); ++Id)
    for (const Input &In : C.edge(Id).Inputs)
      if (In.What == Input::Kind::Havoc)
        ADD_FAILURE() << In.Where.str() << ": "
                      << message(*C.source().at(Id).whyUnknown(In));
}

std::string text(const Outcome &O) {
  switch (O.How) {
  case Outcome::Kind::Error:
    return O.Where.find("()") != std::string::npos ||
                   StringRef(O.Where).starts_with("assertion")
               ? O.Where
               : "check";
  case Outcome::Kind::End:
    return "end";
  case Outcome::Kind::Stuck:
    return "stuck";
  case Outcome::Kind::OutOfInputs:
    return "exhausted";
  case Outcome::Kind::OutOfSteps:
    return "timeout";
  case Outcome::Kind::Ambiguous:
    return "several edges at " + O.Where;
  }
  llvm_unreachable("an outcome without a name");
}

/// Slicing does not keep how a run ends that meets no error.
std::string afterSlicing(std::string End, Checks Checked) {
  return End == "stuck" && Checked == Checks::On ? "end" : End;
}

void DifferentialTest::compare(const NativeRun &Native,
                               const std::vector<int64_t> &Inputs) {
  InputQueues Queues{{"", Inputs},
                     {"__VERIFIER_nondet_longlong", Native.Observed}};
  auto Described = [&] {
    auto Texts = [](const std::vector<int64_t> &Values) {
      return llvm::join(
          llvm::map_range(Values, [](int64_t V) { return std::to_string(V); }),
          " ");
    };
    return "inputs " + Texts(Inputs) + "\nobserved " + Texts(Native.Observed);
  };
  ASSERT_NE(Native.End, "exhausted");
  Checks Checked = GetParam().Checked;
  ASSERT_EQ(
      afterSlicing(text(runCfa(*Encoded.Model, Queues, MaxSteps)), Checked),
      afterSlicing(Native.End, Checked))
      << Described();
  if (Native.Observed.empty())
    return;
  // Any other value is noticed.
  ++Queues["__VERIFIER_nondet_longlong"].back();
  EXPECT_EQ(text(runCfa(*Encoded.Model, Queues, MaxSteps)),
            "__VERIFIER_error() is reached")
      << Described();
}

TEST_P(DifferentialTest, ModelAndMachineAgree) {
  compileNative();
  encode();
  if (HasFailure())
    return;
  std::vector<NativeRun> Native = runNative();
  ASSERT_EQ(Native.size(), Inputs.size());
  for (unsigned I = 0; I < Inputs.size() && !HasFailure(); ++I)
    compare(Native[I], Inputs[I]);
}

std::vector<Program> programs() {
  std::vector<Program> Result;
  std::error_code E;
  for (llvm::sys::fs::directory_iterator It(SOOTH_TEST_INPUTS, E), End;
       It != End && !E; It.increment(E)) {
    StringRef Name = llvm::sys::path::filename(It->path());
    if (!Name.consume_back(".c") || Name == "harness")
      continue;
    Result.push_back({Name.str(), Checks::Off});
    Result.push_back({Name.str(), Checks::On});
    Result.push_back({Name.str(), Checks::Off, ProcedureEncoding::Wait});
    Result.push_back({Name.str(), Checks::On, ProcedureEncoding::Wait});
  }
  llvm::sort(Result, [](const Program &A, const Program &B) {
    return printed(A) < printed(B);
  });
  return Result;
}

INSTANTIATE_TEST_SUITE_P(Programs, DifferentialTest,
                         testing::ValuesIn(programs()),
                         [](const auto &Info) { return printed(Info.param); });

/// There is no machine to compare with here, but the program knows its numbers.
TEST(DataModelTest, LongIsNarrowInIlp32) {
  for (DataModel Model : {DataModel::Bits32, DataModel::Bits64}) {
    llvm::LLVMContext Context;
    CompileOptions Options;
    Options.Model = Model;
    auto M = compileProgram({SOOTH_TEST_INPUTS "/ilp32.c"}, Options, Context);
    ASSERT_TRUE(bool(M)) << llvm::toString(M.takeError());
    llvm::Error E = prepareModule(**M);
    ASSERT_FALSE(bool(E)) << llvm::toString(std::move(E));
    ExprContext Ctx;
    auto Program = encodeCfa(Ctx, *(*M)->getFunction("main"));
    ASSERT_TRUE(bool(Program)) << llvm::toString(Program.takeError());
    for (int64_t V : {int64_t(0), int64_t(-2), INT64_MAX, int64_t(1) << 31})
      EXPECT_EQ(runCfa(*Program->Model, {{"", {V}}}, MaxSteps).How,
                Model == DataModel::Bits32 ? Outcome::Kind::End
                                           : Outcome::Kind::Error);
  }
}

} // namespace
