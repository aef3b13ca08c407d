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

#include "sooth/Driver/Harness.h"

#include "sooth/Support/Version.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <map>

using namespace sooth;
using llvm::raw_ostream;
using llvm::StringRef;
using Shape = OpenProgram::Shape;

static constexpr char Runtime[] = {
#include "ReplayRuntime.inc"
};

namespace {
class HarnessWriter {
public:
  HarnessWriter(raw_ostream &OS, const OpenProgram &Program,
                llvm::ArrayRef<RecordedInput> Inputs,
                const AssertionReport &Violated);
  void write();

private:
  void writeHead();
  std::vector<std::pair<uint64_t, uint64_t>>
  resultsOf(const OpenProgram::Function &F) const;
  void writeValues(const OpenProgram::Function &F, unsigned Number);
  void writeFunction(const OpenProgram::Function &F, unsigned Number);
  void writeEntry();
  bool isNeeded(const OpenProgram::Function &F) const;

  raw_ostream &OS;
  const OpenProgram &Program;
  const AssertionReport &Violated;
  std::map<std::string, std::vector<Value>> Results;
  std::map<std::string, Value> Arguments;
};
} // namespace

HarnessWriter::HarnessWriter(raw_ostream &OS, const OpenProgram &Program,
                             llvm::ArrayRef<RecordedInput> Inputs,
                             const AssertionReport &Violated)
    : OS(OS), Program(Program), Violated(Violated) {
  for (const RecordedInput &In : Inputs) {
    if (In.What == Input::Kind::Nondet || In.What == Input::Kind::Extern)
      Results[In.Source].push_back(In.Val);
    else if (In.What == Input::Kind::Argument)
      Arguments.insert({In.Source, In.Val});
  }
}

/// \p Text in a C string literal.
static std::string literal(StringRef Text) {
  std::string Result = "\"";
  for (char C : Text) {
    if (C == '"' || C == '\\' || C == '?') // no trigraphs
      Result += '\\';
    if (llvm::isPrint(C))
      Result += C;
    else
      Result += llvm::formatv("\\{0:o3}", unsigned((unsigned char)C)).str();
  }
  return Result + "\"";
}

/// \p Text inside a C comment.
static std::string comment(StringRef Text) {
  std::string Result;
  for (char C : Text)
    Result += (C == '/' || C == '\\') && Result.ends_with("*") ? ' ' : C;
  std::ranges::replace(Result, '\n', ' ');
  return Result;
}

/// The lowest 128 bits of a number, the sign carried on.
static std::pair<uint64_t, uint64_t> halves(const Value &V) {
  if (V.isBool())
    return {V.boolean(), 0};
  llvm::APInt Bits =
      V.isBitVec() ? V.bits().zextOrTrunc(128) : llvm::APInt(128, 0);
  return {Bits.extractBitsAsZExtValue(64, 0),
          Bits.extractBitsAsZExtValue(64, 64)};
}

void HarnessWriter::writeHead() {
  std::string Place = Violated.Where.str();
  OS << "/* Replays a run of a program in which this happens:\n"
     << " *   " << comment(Place + ": " + Violated.Message) << "\n"
     << " * Written by sooth " << versionText()
     << ". Compile it together with the program and run that.\n"
     << " */\n\n"
     << StringRef(Runtime, sizeof(Runtime)) << '\n'
     << "const char sooth_violation[] = "
     << literal(Place + ": " + Violated.Message) << ";\n\n";
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
  case Shape::Other:
    break;
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
  std::string Type = typeName(F.Result);
  bool HasValues = isNumber(F.Result) && Results.contains(F.Name);
  if (HasValues)
    writeValues(F, Number);
  // Unprototyped on purpose: whatever arguments are passed are ignored.
  OS << Type << " " << Own << "() __asm__(" << literal(F.Name) << ");\n"
     << Type << " " << Own << "() {";
  if (HasValues) {
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
  OS << (F.Result.What == Shape::Nothing ? "}\n\n" : " return 0; }\n\n");
}

/// What the library defines it does itself, unless the run depends on it.
bool HarnessWriter::isNeeded(const OpenProgram::Function &F) const {
  return F.Result.What != Shape::Other &&
         (F.From == OpenProgram::Function::Origin::Program ||
          Results.contains(F.Name));
}

static std::string argumentText(const OpenProgram::Parameter &P,
                                const Value *V) {
  if (P.Kind.What != Shape::Integer && isNumber(P.Kind) && V) {
    auto [Low, High] = halves(*V);
    return llvm::formatv("((union {{ unsigned long long n[2]; {0} x; }){{ {{ "
                         "{1}ull, {2}ull } }).x",
                         typeName(P.Kind), Low, High);
  }
  if (P.Kind.What != Shape::Integer || !V)
    return P.Kind.What == Shape::Pointer ? "(void *)0" : "0";
  auto [Low, High] = halves(*V);
  std::string Type = integerType(P.Kind);
  if (P.Kind.Bits <= 64)
    return llvm::formatv("({0}){1}ull", Type, Low);
  return llvm::formatv("(({0}){1}ull << 64 | {2}ull)", Type, High, Low);
}

/// The types of the parameters, without which a float would be passed as a
/// double; nothing if one has no name.
static std::string
prototype(llvm::ArrayRef<OpenProgram::Parameter> Parameters) {
  std::vector<std::string> Types;
  for (const OpenProgram::Parameter &P : Parameters) {
    if (P.Kind.What == Shape::Other ||
        P.Kind.In == OpenProgram::Type::Registers::Two)
      return "";
    Types.push_back(typeName(P.Kind));
  }
  return llvm::join(Types, ", ");
}

/// Calls the entry with the recorded arguments, before main if there is one.
void HarnessWriter::writeEntry() {
  bool HasMain = Program.HasMain == OpenProgram::Main::Defined;
  if (Program.Entry == "main" && Arguments.empty())
    return;
  std::vector<std::string> Texts;
  for (const OpenProgram::Parameter &P : Program.Parameters) {
    auto It = Arguments.find(P.Name);
    Texts.push_back(
        argumentText(P, It == Arguments.end() ? nullptr : &It->second));
  }
  OS << "int sooth_replay_entry(" << prototype(Program.Parameters)
     << ") __asm__(" << literal(Program.Entry) << ");\n"
     << (HasMain ? "__attribute__((constructor)) static void "
                   "sooth_replay_run(void) {\n"
                 : "int main(void) {\n")
     << "  sooth_replay_entry(" << llvm::join(Texts, ", ") << ");\n"
     << "  exit(0);\n}\n";
}

void HarnessWriter::write() {
  writeHead();
  unsigned Number = 0;
  for (const OpenProgram::Function &F : Program.Missing)
    if (isNeeded(F))
      writeFunction(F, Number++);
  writeEntry();
}

std::string sooth::writeHarness(const OpenProgram &Program,
                                llvm::ArrayRef<RecordedInput> Inputs,
                                const AssertionReport &Violated) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  HarnessWriter(OS, Program, Inputs, Violated).write();
  return Text;
}
