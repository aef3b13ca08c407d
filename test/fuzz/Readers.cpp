//===- Readers.cpp - Readers of texts, for libFuzzer ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// fuzz-readers --reader=NAME [libFuzzer's options] [FOLDER | FILE...]
//
// Whatever the text is, a reader gives a model or an error. What can be written
// is written, and must be read again.
//
//===----------------------------------------------------------------------===//

#include "Processes/ResultCodec.h"
#include "Readers.h"

#include "sooth/Driver/Options/KnownOptions.h"
#include "sooth/Driver/Witness/WitnessFile.h"
#include "sooth/Expr/SmtPrinter.h"
#include "sooth/Frontend/StructuredText/Encode.h"
#include "sooth/Frontend/StructuredText/Reader.h"
#include "sooth/Model/Aiger.h"
#include "sooth/Model/Btor2.h"
#include "sooth/Model/Horn.h"
#include "sooth/Model/PetriQuestions.h"
#include "sooth/Model/Pnml.h"
#include "sooth/Model/SmtParser.h"
#include "sooth/Model/SystemText.h"
#include "sooth/Model/Vmt.h"
#include "sooth/Transform/Bits/AigerToTs.h"
#include "sooth/Transform/Bits/Btor2ToTs.h"

#include "llvm/Support/raw_ostream.h"

#include <cstdlib>
#include <sys/mman.h>
#include <unistd.h>

using namespace sooth;
using llvm::MemoryBufferRef;
using llvm::StringRef;

UnnamedFile::UnnamedFile(StringRef Text)
    : Descriptor(memfd_create("fuzz", 0)) {
  if (Descriptor < 0 ||
      write(Descriptor, Text.data(), Text.size()) != ssize_t(Text.size()))
    fail("no file in memory", "");
}

UnnamedFile::~UnnamedFile() { close(Descriptor); }

static void readsVmt(StringRef Text) {
  ExprContext Ctx;
  auto M = valueOf(readVmt(Ctx, {Text, "input"}));
  if (!M)
    return;
  std::string Written;
  llvm::raw_string_ostream OS(Written);
  writeVmt(OS, **M);
  ExprContext Other;
  readAgain(readVmt(Other, {Written, "written"}), Written);
}

static void readsSmt(StringRef Text) {
  ExprContext Ctx;
  auto Script = valueOf(readSmtScript(Ctx, {Text, "input"}));
  if (!Script)
    return;
  for (const SmtAssertion &A : Script->Assertions) {
    const std::string Written = toSmt(A.Term);
    readAgain(parseTerm(Ctx, Written), Written);
  }
}

static void readsTerm(StringRef Text) {
  ExprContext Ctx;
  Ctx.var("b", Ctx.boolSort());
  Ctx.var("x", Ctx.bitVecSort(8));
  Ctx.var("y", Ctx.bitVecSort(8));
  valueOf(parseTerm(Ctx, Text));
}

static void readsHorn(StringRef Text) {
  ExprContext Ctx;
  valueOf(readHorn(Ctx, {Text, "input"}));
}

static void readsSystem(StringRef Text) {
  ExprContext Ctx;
  auto M = valueOf(readSystemText(Ctx, {Text, "input"}));
  if (!M)
    return;
  std::string Written;
  llvm::raw_string_ostream OS(Written);
  if (llvm::Error E = writeSystemText(OS, **M)) {
    llvm::consumeError(std::move(E));
    return;
  }
  ExprContext Other;
  readAgain(readSystemText(Other, {Written, "written"}), Written);
}

static void readsPnml(StringRef Text) {
  auto N = valueOf(readPnml({Text, "input"}));
  if (!N)
    return;
  std::string Written;
  llvm::raw_string_ostream OS(Written);
  writePnml(OS, *N);
  const PetriNet Again = readAgain(readPnml({Written, "written"}), Written);
  if (Again.places().size() != N->places().size() ||
      Again.transitions().size() != N->transitions().size())
    abort();
}

static PetriNet smallNet() {
  return llvm::cantFail(readPnml(
      {"<pnml><net id=\"n\" type=\"http://www.pnml.org/version-2009/"
       "grammar/ptnet\"><page id=\"g\"><place id=\"p0\"><initialMarking><text>2"
       "</text></initialMarking></place><place id=\"p1\"/><transition "
       "id=\"t0\"/><arc id=\"a\" source=\"p0\" target=\"t0\"/><arc id=\"b\" "
       "source=\"t0\" target=\"p1\"/></page></net></pnml>",
       "net"}));
}

static void readsContest(StringRef Text) {
  static const PetriNet Net = smallNet();
  valueOf(readMccProperties(Net, {Text, "input"}));
}

static void readsFormula(StringRef Text) {
  static const PetriNet Net = smallNet();
  if (auto F = valueOf(parsePetriFormula(Net, {Text, "input"}))) {
    const std::string Written = str(*F, Net);
    readAgain(parsePetriFormula(Net, {Written, "written"}), Written);
  }
  valueOf(parseMarking(Net, {Text, "input"}, OtherPlaces::Empty));
}

static void readsBtor2(StringRef Text) {
  auto M = valueOf(readBtor2({Text, "input"}));
  if (!M)
    return;
  ExprContext Ctx;
  const Btor2System System(Ctx, *M);
  std::string Written;
  llvm::raw_string_ostream OS(Written);
  if (llvm::Error E = writeBtor2(OS, System.system())) {
    llvm::consumeError(std::move(E));
    return;
  }
  readAgain(readBtor2({Written, "written"}), Written);
}

static void readsAiger(StringRef Text) {
  auto M = valueOf(readAiger({Text, "input"}));
  if (!M)
    return;
  ExprContext Ctx;
  const AigerSystem System(Ctx, *M);
  for (AigerFormat F : {AigerFormat::Ascii, AigerFormat::Binary}) {
    std::string Written;
    llvm::raw_string_ostream OS(Written);
    writeAiger(OS, *M, F);
    readAgain(readAiger({Written, "written"}), Written);
  }
}

static void readsStructuredText(StringRef Text) {
  auto F = valueOf(st::readStructuredText({Text, "input"}));
  if (!F)
    return;
  auto Entry = valueOf(st::entryOf(**F, ""));
  if (!Entry)
    return;
  ExprContext Ctx;
  valueOf(st::encode(Ctx, **F, **Entry,
                     {.ChecksDivision = true, .ChecksOverflow = true}));
}

static void readsResult(StringRef Text) {
  ExprContext Ctx;
  Cfa Program(Ctx);
  const Sort Bits = Ctx.bitVecSort(4), Truth = Ctx.boolSort();
  const Expr X = Ctx.var("x", Bits), B = Ctx.var("b", Truth);
  TransitionSystem M(Ctx);
  M.addVariable({X, Ctx.var("x'", Bits), X});
  M.addVariable({B, Ctx.var("b'", Truth), B});
  const Property P{"p", B, {}};
  const Question Q{M, P};
  auto Json = llvm::json::parse(Text);
  if (!Json)
    return llvm::consumeError(Json.takeError());
  auto R = valueOf(decodeResult(Q, *Json));
  if (!R)
    return;
  const llvm::json::Value Written = encodeResult(Q, *R);
  std::string Again;
  llvm::raw_string_ostream(Again) << Written;
  readAgain(decodeResult(Q, llvm::cantFail(llvm::json::parse(Again))), Again);
}

static void readsOption(StringRef Text) {
  for (OptionAudience For : {DefaultOption, ClangOption, OptOption})
    checkOption(Text, For);
}

static void readsWitness(StringRef Text) {
  const UnnamedFile File(Text);
  valueOf(readWitness(File.path()));
}

static constexpr struct {
  StringRef Name;
  void (*Read)(StringRef Text);
} Readers[] = {
    {"aiger", readsAiger},
    {"btor2", readsBtor2},
    {"contest", readsContest},
    {"formula", readsFormula},
    {"horn", readsHorn},
    {"messages", readsMessages},
    {"option", readsOption},
    {"pnml", readsPnml},
    {"report", writesReport},
    {"report-json", readsReport},
    {"result", readsResult},
    {"smt", readsSmt},
    {"st", readsStructuredText},
    {"system", readsSystem},
    {"term", readsTerm},
    {"text", editsText},
    {"vmt", readsVmt},
    {"witness", readsWitness},
    {"witness-file", writesWitness},
};

static void (*Chosen)(StringRef) = nullptr;

extern "C" int LLVMFuzzerInitialize(int *Argc, char ***Argv) {
  StringRef Name = *Argc > 1 ? (*Argv)[1] : "";
  if (Name.consume_front("--reader="))
    for (const auto &R : Readers)
      if (R.Name == Name)
        Chosen = R.Read;
  if (Chosen) {
    // libFuzzer is not to see it.
    (*Argv)[1] = (*Argv)[0];
    ++*Argv;
    --*Argc;
    return 0;
  }
  llvm::errs() << "fuzz-readers: error: the first argument is --reader= and "
                  "one of";
  for (const auto &R : Readers)
    llvm::errs() << ' ' << R.Name;
  llvm::errs() << '\n';
  exit(3);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  Chosen({reinterpret_cast<const char *>(Data), Size});
  return 0;
}
