//===- main.cpp - Horn clauses as transition systems ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Model/Horn.h"
#include "sooth/Model/Vmt.h"
#include "sooth/Support/OutputFile.h"
#include "sooth/Transform/Horn/HornToTs.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace sooth;
namespace cl = llvm::cl;

static cl::OptionCategory Category("horn2vmt options");

static cl::opt<std::string> InputPath(cl::Positional, cl::desc("<clauses>"),
                                      cl::init("-"), cl::cat(Category));
static cl::opt<std::string> OutputPath("o", cl::desc("Where to write to"),
                                       cl::value_desc("file"), cl::init("-"),
                                       cl::cat(Category));
static cl::opt<HornEncoding>
    Encoding("encoding", cl::desc("The transition relation"),
             cl::init(HornEncoding::Functional),
             cl::values(clEnumValN(HornEncoding::Functional, "functional",
                                   "an update for every variable (default)"),
                        clEnumValN(HornEncoding::Relational, "relational",
                                   "a disjunction of the clauses")),
             cl::cat(Category));

static constexpr int BadInput = 3;

static int fail(const llvm::Twine &Message) {
  llvm::errs() << "horn2vmt: error: " << Message << '\n';
  return BadInput;
}

int main(int Argc, char **Argv) {
  guardStandardOutput("horn2vmt");
  cl::HideUnrelatedOptions(Category);
  cl::ParseCommandLineOptions(
      Argc, Argv,
      "Linear Horn clauses, in SMT-LIB's logic HORN or z3's format of rules\n"
      "and queries, as a VMT-LIB transition system: its property is violated\n"
      "if and only if a query can be derived.\n");
  auto Text = llvm::MemoryBuffer::getFileOrSTDIN(InputPath);
  if (!Text)
    return fail("cannot read '" + InputPath +
                "': " + Text.getError().message());
  ExprContext Ctx;
  auto System = readHorn(Ctx, (*Text)->getMemBufferRef());
  if (!System) {
    llvm::errs() << llvm::toString(System.takeError()) << '\n';
    return BadInput;
  }
  if (!System->ZeroDivisions.empty())
    return fail("what division by zero yields matters in '" + InputPath +
                "', which VMT cannot say");
  TransitionSystem TS = toTransitionSystem(*System, Encoding);
  if (llvm::Error E =
          writeOutput(OutputPath, [&](auto &OS) { writeVmt(OS, TS); }))
    return fail(llvm::toString(std::move(E)));
  return 0;
}
