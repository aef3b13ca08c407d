//===- Harness.cpp - C programs that replay a trace -----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions are defined under names of our own with the real one as
// assembler name, and without prototypes: so the C file needs no header, and
// does not mind what the compiler knows about a function of that name.
//
//===----------------------------------------------------------------------===//

#include "sooth/Driver/Replay/Harness.h"

#include "CText.h"
#include "CallersCode.h"
#include "ProgramArguments.h"
#include "sooth/Frontend/LLVM/Base/CallChoices.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "sooth/Model/LibraryInputs.h"
#include "sooth/Support/Version.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

using namespace sooth;
using llvm::raw_ostream;
using llvm::StringRef;
using Shape = OpenProgram::Shape;

static constexpr char Runtime[] = {
#include "replay.inc"
};
static constexpr char MemoryRuntime[] = {
#include "replay-memory.inc"
};
static constexpr char LibraryRuntime[] = {
#include "replay-library.inc"
};
static constexpr char WideRuntime[] = {
#include "replay-wide.inc"
};

namespace {
class HarnessWriter {
public:
  HarnessWriter(raw_ostream &OS, const OpenProgram &Program, const Cfa &C,
                const RecordedRun &Run, const ReplayPlan &Plan,
                const AssertionReport &Violated);
  StringRef obstacle() const { return Callers->obstacle(); }
  void write();

private:
  void writeHead();
  void writeGlobals();
  void writeAllocations();
  void writeLibrary();
  void writeOwn(llvm::StringRef Name, llvm::StringRef By);
  void writePainting();
  void writeWatch();
  bool isLibraryOpen() const;
  std::vector<std::pair<uint64_t, uint64_t>>
  resultsOf(const OpenProgram::Function &F) const;
  void writeValues(const OpenProgram::Function &F, unsigned Number);
  void writeFunction(const OpenProgram::Function &F, unsigned Number);
  void writeMain();
  void writeEntry();
  std::string callText(size_t Number, unsigned &Given);
  void writeCalls();
  std::string entryText() const;
  std::string argumentText(const OpenProgram::Parameter &P) const;
  void writeCallersMemory();
  bool isNeeded(const OpenProgram::Function &F) const;

  raw_ostream &OS;
  const OpenProgram &Program;
  const AssertionReport &Violated;
  std::map<std::string, std::vector<Value>> Results, Arguments;
  std::vector<RecordedMemory> Heap, Globals;
  std::optional<CallersCode> Callers;
  const ReplayPlan &Plan;
  /// What argv points to, if main is given that.
  std::string Strings;
  /// How many variables the environment has, if main is given that.
  std::optional<uint64_t> Environment;
  unsigned Owned = 0;
};
} // namespace

HarnessWriter::HarnessWriter(raw_ostream &OS, const OpenProgram &Program,
                             const Cfa &C, const RecordedRun &Run,
                             const ReplayPlan &Plan,
                             const AssertionReport &Violated)
    : OS(OS), Program(Program), Violated(Violated), Plan(Plan) {
  for (const RecordedInput &In : Run.Inputs) {
    if (In.What == Input::Kind::Nondet || In.What == Input::Kind::Extern)
      Results[In.Source].push_back(In.Val);
    else if (In.What == Input::Kind::Argument)
      Arguments[In.Source].push_back(In.Val);
    if (In.Source == EnvironmentCountName)
      Environment = halves(In.Val).first;
  }
  for (const RecordedMemory &M : Run.Memory) {
    // What asprintf allocates the library allocates itself.
    if (M.What == FoundMemory::Kind::Heap &&
        !StringRef(M.Where.File).ends_with("print.c"))
      Heap.push_back(M);
    else if (M.What == FoundMemory::Kind::Global)
      Globals.push_back(M);
  }
  auto Count = Program.Parameters.empty()
                   ? Arguments.end()
                   : Arguments.find(Program.Parameters[0].Name);
  if (Program.Entry == "main" && Count != Arguments.end())
    Strings = argumentsInC(Run.Inputs, halves(Count->second.front()).first);
  Callers.emplace(Program, C, Run, Arguments, Results);
}

bool HarnessWriter::isLibraryOpen() const {
  return llvm::any_of(Results, [](const auto &Entry) {
    return StringRef(Entry.first).starts_with(OpenLibraryPrefix);
  });
}

void HarnessWriter::writeHead() {
  std::string Place = Violated.Where.str();
  OS << "/* Replays a run of a program in which this happens:\n"
     << " *   " << comment(Place + ": " + message(Violated.What)) << "\n"
     << " * Written by sooth " << versionText()
     << ". Compile it together with the program and run that.\n";
  if (!Plan.Obstacle.empty())
    OS << " * The run cannot be replayed: " << comment(Plan.Obstacle) << ".\n";
  OS << " */\n\n"
     << StringRef(Runtime, sizeof(Runtime)) << '\n'
     << "const char sooth_violation[] = "
     << literal(Place + ": " + message(Violated.What)) << ";\n\n";
}

/// What the function returns each time, in halves.
std::vector<std::pair<uint64_t, uint64_t>>
HarnessWriter::resultsOf(const OpenProgram::Function &F) const {
  std::vector<std::pair<uint64_t, uint64_t>> Pairs;
  const std::vector<Value> &Values = Results.at(F.Name);
  bool InTwo = F.Result.In == OpenProgram::Type::Registers::Two;
  for (size_t I = 0; I < Values.size(); ++I) {
    Pairs.push_back(halves(Values[I]));
    if (InTwo && I + 1 < Values.size())
      Pairs.back().second = halves(Values[++I]).first;
  }
  return Pairs;
}

void HarnessWriter::writeValues(const OpenProgram::Function &F,
                                unsigned Number) {
  auto Pairs = resultsOf(F);
  OS << "static const struct sooth_value sooth_values_" << Number << "[] = {\n";
  for (auto [Low, High] : Pairs)
    OS << llvm::formatv("    {{{0}u, {1}u},\n", Low, High);
  OS << "};\nstatic struct sooth_input sooth_input_" << Number << " = {"
     << literal(F.Name) << ", sooth_values_" << Number << ", " << Pairs.size()
     << ", 0};\n";
}

static std::string integerType(const OpenProgram::Type &T) {
  bool IsSigned = T.Extend == OpenProgram::Type::Extension::Sign;
  std::string Sign = IsSigned ? "signed " : "unsigned ";
  if (T.Bits == 1)
    return "_Bool";
  if (T.Bits <= 8)
    return Sign + "char";
  if (T.Bits <= 16)
    return Sign + "short";
  if (T.Bits <= 32)
    return Sign + "int";
  if (T.Bits <= 64)
    return Sign + "long long";
  return Sign + "__int128";
}

static std::string typeName(const OpenProgram::Type &T) {
  switch (T.What) {
  case Shape::Nothing:
  case Shape::Structure:
  case Shape::Other:
    return "void";
  case Shape::Integer:
    return integerType(T);
  case Shape::Pointer:
    return "void *";
  case Shape::Float:
    return "float";
  case Shape::Double:
    return "double";
  case Shape::LongDouble:
    return "long double";
  case Shape::FloatPair:
    return "sooth_float_pair";
  }
  llvm_unreachable("a type without C name");
}

static bool isNumber(const OpenProgram::Type &T) {
  return T.What == Shape::Integer || T.What == Shape::Float ||
         T.What == Shape::Double || T.What == Shape::LongDouble;
}

void HarnessWriter::writeFunction(const OpenProgram::Function &F,
                                  unsigned Number) {
  std::string Own = "sooth_replay_" + std::to_string(Number);
  // Nobody asks for a structure that the model has no value of.
  std::string Type =
      F.Result.What == Shape::FloatPair ? "void" : typeName(F.Result);
  bool HasValues = isNumber(F.Result) && Results.contains(F.Name);
  if (HasValues)
    writeValues(F, Number);
  // Unprototyped on purpose: whatever arguments are passed are ignored.
  OS << Type << " " << Own << "() __asm__(" << literal(F.Name) << ");\n"
     << Type << " " << Own << "() {";
  if (HasValues) {
    if (StringRef(F.Name).starts_with(OpenLibraryPrefix))
      OS << "\n  if (sooth_input_" << Number << ".used == sooth_input_"
         << Number << ".count)\n    return 0;";
    OS << "\n  const struct sooth_value *v = sooth_next(&sooth_input_" << Number
       << ");\n";
    if (F.Result.What != Shape::Integer)
      OS << "  " << Type
         << " x;\n  __builtin_memcpy(&x, v, sizeof x < sizeof *v"
         << " ? sizeof x : sizeof *v);\n  return x;\n";
    else if (F.Result.Bits > 64)
      OS << "  return (" << Type << ")v->high << 64 | v->low;\n";
    else
      OS << "  return (" << Type << ")v->low;\n";
    OS << "}\n\n";
    return;
  }
  OS << (Type == "void" ? "}\n\n" : " return 0; }\n\n");
}

/// What the library defines it does itself, unless the run depends on it.
bool HarnessWriter::isNeeded(const OpenProgram::Function &F) const {
  return F.From == OpenProgram::Function::Origin::Program ||
         (F.Result.What != Shape::Other && Results.contains(F.Name));
}

/// The bits of a floating-point number, or of two.
static std::string floatText(const OpenProgram::Type &T,
                             const std::vector<Value> &Values) {
  auto [Low, High] = halves(Values.front());
  if (T.What == Shape::FloatPair && Values.size() > 1)
    Low |= halves(Values[1]).first << 32;
  return llvm::formatv("((union {{ unsigned long long n[2]; {0} x; }){{ {{ "
                       "{1}ull, {2}ull } }).x",
                       typeName(T), Low, High);
}

std::string HarnessWriter::argumentText(const OpenProgram::Parameter &P) const {
  if (P.Kind.What == Shape::Pointer || P.Kind.What == Shape::Structure)
    return Callers->argument(P);
  auto It = Arguments.find(P.Name);
  if (It == Arguments.end())
    return P.Kind.What == Shape::FloatPair ? "(sooth_float_pair){0, 0}" : "0";
  if (P.Kind.What != Shape::Integer)
    return floatText(P.Kind, It->second);
  auto [Low, High] = halves(It->second.front());
  std::string Type = integerType(P.Kind);
  if (P.Kind.Bits <= 64)
    return llvm::formatv("({0}){1}ull", Type, Low);
  return llvm::formatv("(({0}){1}ull << 64 | {2}ull)", Type, High, Low);
}

/// As a parameter is declared.
static std::string typeOf(const OpenProgram::Parameter &P) {
  return P.Kind.What == Shape::Structure ? structureName(P) : typeName(P.Kind);
}

/// The types of the parameters, without which a float would be passed as a
/// double; nothing if one has no name.
static std::optional<std::string> prototype(const OpenProgram &Program) {
  std::vector<std::string> Types;
  for (const OpenProgram::Parameter &P : Program.Parameters) {
    if (P.Kind.What == Shape::Other ||
        P.Kind.In == OpenProgram::Type::Registers::Two)
      return std::nullopt;
    Types.push_back(typeOf(P));
  }
  if (Program.IsVariadic && !Types.empty())
    Types.push_back("...");
  return llvm::join(Types, ", ");
}

/// Calls main deeper in the stack than what comes after it: a pointer that it
/// left there would hide a leak.
void HarnessWriter::writeMain() {
  if (Heap.empty())
    return;
  OS << "extern int sooth_replay_main(int, char **, char **) "
        "__asm__(\"main\");\n"
        "__attribute__((constructor)) static void sooth_replay_run(\n"
        "    int argc, char **argv, char **envp) {\n"
        "  volatile char gap[4096];\n"
        "  gap[0] = 0;\n"
        "  exit(sooth_replay_main(argc, argv, envp));\n}\n";
}

/// How the harness calls the entry.
std::string HarnessWriter::entryText() const {
  const std::optional<std::string> Found = Callers->ownName(Program.Entry);
  return Found ? "((int (*)(" + prototype(Program).value_or("") + "))" +
                     *Found + ")"
               : "sooth_replay_entry";
}

/// Calls the entry with the recorded arguments, before main if there is one.
void HarnessWriter::writeEntry() {
  bool HasMain = Program.HasMain == OpenProgram::Main::Defined;
  if (Program.Entry == "main" && Arguments.empty())
    return writeMain();
  std::vector<std::string> Texts;
  for (const OpenProgram::Parameter &P : Program.Parameters)
    Texts.push_back(argumentText(P));
  if (!Strings.empty() && Texts.size() > 1)
    Texts[1] = "sooth_argv";
  if (Environment && Texts.size() > 2)
    Texts[2] = "sooth_environment(" + std::to_string(*Environment) + ")";
  const std::string Entry = entryText();
  OS << Strings;
  if (Program.Called)
    writeCalls();
  else if (Entry == "sooth_replay_entry")
    OS << "int sooth_replay_entry(" << prototype(Program).value_or("")
       << ") __asm__(" << literal(Program.Entry) << ");\n";
  OS << (Callers->isEmpty() ? "" : "SOOTH_OF_ANY_TYPE ")
     << "static void sooth_replay_call(void) {\n"
     << "  " << Entry << "(" << llvm::join(Texts, ", ") << ");\n}\n"
     << (HasMain ? "__attribute__((constructor)) static void "
                   "sooth_replay_run(void) {\n"
                 : "int main(void) {\n")
     << (Strings.empty() ? "" : "  sooth_set_arguments();\n")
     << (Callers->isEmpty() ? "" : "  sooth_make_memory();\n")
     << "  sooth_replay_call();\n  exit(0);\n}\n";
}

/// Of the program, which only the harness calls so.
static void writeChoice(raw_ostream &OS, const std::string &Type,
                        const std::string &Own, StringRef What) {
  OS << Type << ' ' << Own << "(void) __asm__("
     << literal((CallChoicePrefix + What).str()) << ");\n";
}

/// Declares function \p Number of those that are called, and what chooses its
/// arguments. Returns the statements that call it with these; \p Given are
/// those that it gets from the entry.
std::string HarnessWriter::callText(size_t Number, unsigned &Given) {
  const OpenProgram::Callee &To = Program.Called->Callees[Number];
  const std::string Own = "sooth_call_" + std::to_string(Number);
  std::vector<std::string> Types, Texts;
  std::string Before;
  for (auto [I, P] : llvm::enumerate(To.Parameters)) {
    Types.push_back(typeOf(P));
    if (I == 0 && To.ResultSize) {
      Before = "static char result[" + std::to_string(*To.ResultSize) +
               "] __attribute__((aligned(16))); ";
      Texts.push_back("result");
    } else if (P.Kind.What != Shape::Pointer &&
               P.Kind.What != Shape::Structure) {
      Texts.push_back(Own + "_" + std::to_string(I) + "()");
      writeChoice(OS, Types.back(), Own + "_" + std::to_string(I),
                  To.Name + "." + std::to_string(I));
    } else {
      const unsigned Count = To.GetsNew ? Program.Called->CountOfNew : 1;
      std::string Chosen = "p" + std::to_string(Given + Count - 1);
      for (unsigned N = Count - 1; N-- > 0;)
        Chosen = "number == " + std::to_string(N) + " ? p" +
                 std::to_string(Given + N) + " : " + Chosen;
      Given += Count;
      Texts.push_back(Chosen);
    }
  }
  OS << "int " << Own << "("
     << (Types.empty() ? "void" : llvm::join(Types, ", ")) << ") __asm__("
     << literal(To.Name) << ");\n";
  const std::string Call = Before + Own + "(" + llvm::join(Texts, ", ") + ");";
  return To.GetsNew
             ? "static unsigned calls; if (calls < " +
                   std::to_string(Program.Called->CountOfNew) +
                   ") { unsigned number = calls++; (void)number; " + Call + " }"
             : Call;
}

/// The entry that calls others, as the run does.
void HarnessWriter::writeCalls() {
  const bool AreBursts = Program.Called->AreBursts;
  unsigned Given = 0;
  std::string Cases;
  for (size_t I = 0; I < Program.Called->Callees.size(); ++I)
    Cases += "      case " + std::to_string(I) + ": { " + callText(I, Given) +
             " break; }\n";
  for (const char *What : {"function", "choices", "repetitions"})
    if (AreBursts || StringRef(What) == "function")
      writeChoice(OS, "unsigned", std::string("sooth_choose_") + What, What);
  if (!AreBursts)
    writeChoice(OS, "_Bool", "sooth_choose_another", "another");
  OS << "static int sooth_replay_entry(";
  for (auto [I, P] : llvm::enumerate(Program.Parameters))
    OS << (I ? ", " : "") << typeOf(P) << " p" << I;
  OS << (Program.Parameters.empty() ? "void" : "") << ") {\n";
  if (AreBursts)
    OS << "  unsigned choices = sooth_choose_choices() % " << MostChoices
       << ";\n  for (unsigned i = 0; i < choices; i++) {\n"
          "    unsigned which = sooth_choose_function();\n"
          "    unsigned times = sooth_choose_repetitions() % "
       << MostRepetitions
       << " + 1;\n    for (unsigned j = 0; j < times; j++)\n";
  else
    OS << "  while (sooth_choose_another()) {\n"
          "    unsigned which = sooth_choose_function();\n";
  OS << "    switch (which % " << Program.Called->Callees.size() << ") {\n"
     << Cases << "    }\n  }\n  return 0;\n}\n";
}

/// The program's variables that are defined elsewhere.
void HarnessWriter::writeGlobals() {
  unsigned Number = 0;
  for (const OpenProgram::Global &G : Program.MissingGlobals) {
    std::vector<uint8_t> Bytes;
    for (const RecordedMemory &M : Globals)
      if (M.Name == G.Name)
        Bytes = M.Bytes;
    Bytes.resize(std::max<size_t>(1, Bytes.size()));
    while (Bytes.size() > 1 && Bytes.back() == 0)
      Bytes.pop_back();
    OS << "SOOTH_WEAK unsigned char sooth_global_" << Number++ << "["
       << std::max<uint64_t>(G.Size, Bytes.size()) << "] __asm__("
       << literal(G.Name) << ")\n    __attribute__((aligned(" << G.Alignment
       << "))) = ";
    writeBytes(OS, Bytes);
    OS << ";\n";
  }
}

/// The run's allocations in their order, and what allocates.
void HarnessWriter::writeAllocations() {
  if (Heap.empty())
    return;
  for (RecordedMemory &M : Heap)
    while (!M.Bytes.empty() && M.Bytes.back() == 0)
      M.Bytes.pop_back();
  for (auto [I, M] : llvm::enumerate(Heap)) {
    if (M.Bytes.empty())
      continue;
    OS << "static const unsigned char sooth_bytes_" << I << "[] = ";
    writeBytes(OS, M.Bytes);
    OS << ";\n";
  }
  OS << "/* size, fails, content */\n"
     << "static struct sooth_allocation sooth_allocations[] = {\n";
  for (auto [I, M] : llvm::enumerate(Heap)) {
    bool Fails = M.Ends == RecordedMemory::Allocation::Fails;
    OS << "    {" << M.Size << "u, " << Fails << ", "
       << (M.Bytes.empty() ? "0" : "sooth_bytes_" + std::to_string(I)) << ", "
       << M.Bytes.size() << ", 0}, /* '" << M.Name << "' in line "
       << M.Where.Line << " */\n";
  }
  OS << "};\nstatic unsigned long sooth_allocation, sooth_allocation_count = "
     << Heap.size() << ";\n"
     << StringRef(MemoryRuntime, sizeof(MemoryRuntime)) << '\n';
  for (StringRef Name : {"malloc", "calloc", "memalign", "aligned_alloc",
                         "realloc", "strdup", "strndup"})
    writeOwn(Name, Name);
  OS << '\n';
}

/// Makes the program call the harness's function \p By for the library's.
void HarnessWriter::writeOwn(StringRef Name, StringRef By) {
  OS << llvm::formatv("__typeof__(sooth_own_{1}) sooth_for_{2} "
                      "__asm__(\"{0}\")\n    __attribute__((alias("
                      "\"sooth_own_{1}\")));\n",
                      Name, By, Owned++);
}

void HarnessWriter::writeLibrary() {
  if (!Program.Wide.empty())
    OS << StringRef(WideRuntime, sizeof(WideRuntime)) << '\n';
  for (const std::string &Name : Program.Wide)
    writeOwn(Name, Name);
  if (!isLibraryOpen())
    return;
  OS << "#define SOOTH_IO_MAY_FAIL " << int(Program.PrintingMayFail) << '\n'
     << StringRef(LibraryRuntime, sizeof(LibraryRuntime)) << '\n';
  for (const auto &[Name, By] : Program.Open)
    writeOwn(Name, By);
  OS << '\n';
}

void HarnessWriter::writePainting() {
  if (Plan.How != ReplayPlan::Unset::Painted)
    return;
  OS << "SOOTH_PAINTED const unsigned char sooth_stack[16] = ";
  writeBytes(OS, Plan.Pattern);
  OS << ";\n" << "SOOTH_PAINT\n\n";
}

static bool isDefinedByRuntime(StringRef Error) {
  return Error == "reach_error" || Error == "__VERIFIER_error" ||
         Error == "sooth_error" || Error == "__assert_fail";
}

/// Compiled with the option that the command names, each function of the
/// program says when it begins.
void HarnessWriter::writeWatch() {
  if (Program.WatchedErrors.empty())
    return;
  std::vector<std::string> Tests;
  for (auto [I, Name] : llvm::enumerate(Program.WatchedErrors)) {
    std::string Own = Name;
    if (!isDefinedByRuntime(Name)) {
      Own = "sooth_error_" + std::to_string(I);
      OS << "SOOTH_WEAK void " << Own << "(void) __asm__(" << literal(Name)
         << ");\nvoid " << Own << "(void) {}\n";
    }
    Tests.push_back("function == (void *)" + Own);
  }
  OS << "SOOTH_UNWATCHED void __cyg_profile_func_enter(void *function, void "
        "*from) {\n  if ("
     << llvm::join(Tests, " || ")
     << ")\n    sooth_reached(from);\n}\n"
        "SOOTH_UNWATCHED void __cyg_profile_func_exit(void *function, void "
        "*from) {\n  (void)function, (void)from;\n}\n\n";
}

/// What is passed by value, and memory that callers make.
void HarnessWriter::writeCallersMemory() {
  std::set<std::string> Types;
  for (const OpenProgram::Parameter &P : Program.Parameters)
    if (P.Kind.What == Shape::FloatPair &&
        Types.insert("sooth_float_pair").second)
      OS << "typedef float sooth_float_pair __attribute__((vector_size(8)));\n";
    else if (P.Kind.What == Shape::Structure &&
             Types.insert(structureName(P)).second)
      OS << structureName(P) << " {\n  char bytes[" << P.Size
         << "] __attribute__((aligned(" << P.Alignment << ")));\n};\n";
  if (!Callers->isEmpty())
    Callers->write(OS, Heap.empty() ? "calloc" : "sooth_real_calloc");
}

void HarnessWriter::write() {
  writeHead();
  writeGlobals();
  writePainting();
  writeWatch();
  writeAllocations();
  writeLibrary();
  unsigned Number = 0;
  for (const OpenProgram::Function &F : Program.Missing)
    if (isNeeded(F))
      writeFunction(F, Number++);
  writeCallersMemory();
  writeEntry();
}

std::string sooth::writeHarness(const OpenProgram &Program, const Cfa &C,
                                const RecordedRun &Run, ReplayPlan &Plan,
                                const AssertionReport &Violated) {
  if (!prototype(Program) && Plan.Obstacle.empty())
    Plan.Obstacle = "'" + Program.Entry +
                    "' has a parameter of a type that a harness cannot pass";
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  HarnessWriter Writer(OS, Program, C, Run, Plan, Violated);
  if (Plan.Obstacle.empty())
    Plan.Obstacle = Writer.obstacle();
  Writer.write();
  return Text;
}
