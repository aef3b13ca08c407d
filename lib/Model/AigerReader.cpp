//===- AigerReader.cpp - Reading AIGER ------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Model/Aiger.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

using namespace sooth;
using llvm::Error;
using llvm::StringRef;
using llvm::Twine;

namespace {
class AigerReader {
public:
  explicit AigerReader(llvm::MemoryBufferRef Text)
      : Name(Text.getBufferIdentifier()), Rest(Text.getBuffer()) {}
  llvm::Expected<AigerModel> read();

private:
  /// Of the header.
  struct Counts {
    uint64_t Max = 0, Inputs = 0, Latches = 0, Outputs = 0, Gates = 0, Bads = 0,
             Constraints = 0, Justices = 0, Fairness = 0;
  };
  /// As the file has it: variables have any numbers.
  struct FileGate {
    AigLiteral Lhs, A, B;
    unsigned Line;
  };

  Error fail(const Twine &Message) const {
    return llvm::make_error<Diagnostic>(here(), Message.str());
  }
  SourceLocation here() const { return {Name.str(), Line, 0}; }
  Error nextLine(const Twine &What);
  Error numbers(const Twine &What, unsigned Least, unsigned Most);
  Error literal(uint64_t Number, AigLiteral &To) const;
  Error newVariable(uint64_t Literal, unsigned Number);

  Error readHeader();
  Error readInputs();
  Error readLatches();
  Error readLatch(unsigned Number, AigLiteral Lhs);
  Error readConditions();
  Error readCondition(std::vector<std::pair<AigLiteral, unsigned>> &To,
                      const Twine &What);
  Error readGates() { return IsBinary ? readBinaryGates() : readAsciiGates(); }
  Error readAsciiGates();
  Error readBinaryGates();
  Error readDelta(uint64_t &To);
  Error readSymbols();
  Error readSymbol(StringRef Text);
  Error orderGates();
  Error renumber();

  StringRef Name, Rest;
  unsigned Line = 0;
  StringRef Current; // line
  std::vector<uint64_t> Words;
  Counts Count;
  bool IsBinary = false;
  AigerModel M;
  /// By variable of the file: its number in the model; or what it is.
  static constexpr unsigned Undefined = ~0u, GateBase = 1u << 31;
  std::vector<unsigned> NumberOf;
  std::vector<FileGate> Gates;
  std::vector<std::pair<AigLiteral, unsigned>> Outputs, Bads, Constraints;
  std::vector<std::string> OutputSymbols, BadSymbols;
};
} // namespace

//===----------------------------------------------------------------------===//
// Lines and numbers
//===----------------------------------------------------------------------===//

Error AigerReader::nextLine(const Twine &What) {
  ++Line;
  if (Rest.empty())
    return fail("the file ends where " + What + " is expected");
  std::tie(Current, Rest) = Rest.split('\n');
  Current = Current.rtrim('\r');
  return Error::success();
}

/// Reads a line of numbers into Words.
Error AigerReader::numbers(const Twine &What, unsigned Least, unsigned Most) {
  if (Error E = nextLine(What))
    return E;
  Words.clear();
  StringRef Text = Current;
  while (!Text.empty()) {
    StringRef Word;
    std::tie(Word, Text) = Text.split(' ');
    uint64_t Number;
    if (Words.size() == Most || !llvm::to_integer(Word, Number, 10))
      return fail("'" + Current.take_front(40) + "' is not " + What);
    Words.push_back(Number);
  }
  if (Words.size() < Least)
    return fail("'" + Current.take_front(40) + "' is not " + What);
  return Error::success();
}

Error AigerReader::literal(uint64_t Number, AigLiteral &To) const {
  if (Number / 2 > Count.Max)
    return fail("literal " + Twine(Number) +
                " is beyond the largest variable " + Twine(Count.Max));
  To = Number;
  return Error::success();
}

Error AigerReader::newVariable(uint64_t Literal, unsigned Number) {
  AigLiteral L;
  if (Error E = literal(Literal, L))
    return E;
  if (L < 2 || L % 2)
    return fail("literal " + Twine(L) + " cannot be defined");
  if (NumberOf[L / 2] != Undefined)
    return fail("literal " + Twine(L) + " is defined twice");
  NumberOf[L / 2] = Number;
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Header and definitions
//===----------------------------------------------------------------------===//

Error AigerReader::readHeader() {
  if (Error E = nextLine("the header"))
    return E;
  StringRef Format, Text;
  std::tie(Format, Text) = Current.split(' ');
  if (Format != "aag" && Format != "aig")
    return fail("an AIGER file begins with 'aag' or 'aig'");
  IsBinary = Format == "aig";
  uint64_t *const Fields[] = {
      &Count.Max,         &Count.Inputs,   &Count.Latches,
      &Count.Outputs,     &Count.Gates,    &Count.Bads,
      &Count.Constraints, &Count.Justices, &Count.Fairness};
  unsigned Given = 0;
  for (; !Text.empty(); ++Given) {
    StringRef Word;
    std::tie(Word, Text) = Text.split(' ');
    if (Given == std::size(Fields) ||
        !llvm::to_integer(Word, *Fields[Given], 10))
      return fail("'" + Current.take_front(40) + "' is no header");
  }
  if (Given < 5)
    return fail("the header has fewer than five numbers");
  constexpr uint64_t Limit = GateBase / 2 - 2;
  for (uint64_t *Field : Fields)
    if (*Field > Limit)
      return fail("the header has a number beyond " + Twine(Limit));
  if (Count.Justices)
    return fail("justice properties are not supported");
  uint64_t Defined = Count.Inputs + Count.Latches + Count.Gates;
  if (Defined > Count.Max || (IsBinary && Defined != Count.Max))
    return fail("the header counts " + Twine(Defined) +
                " inputs, latches and gates, but " + Twine(Count.Max) +
                " variables");
  // Each definition takes two bytes or more, but for inputs of binary files.
  const uint64_t Least =
      2 * (Count.Latches + Count.Gates) + (IsBinary ? 0 : 2 * Count.Inputs);
  if (Least > Rest.size() || Count.Max / 64 > Rest.size() + 16384)
    return fail("the file is shorter than its header says");
  NumberOf.assign(Count.Max + 1, Undefined);
  NumberOf[0] = 0;
  return Error::success();
}

Error AigerReader::readInputs() {
  M.Inputs.resize(Count.Inputs);
  for (unsigned I = 0; I < Count.Inputs; ++I) {
    if (IsBinary)
      Words = {2 * (I + 1)};
    else if (Error E = numbers("an input", 1, 1))
      return E;
    if (Error E = newVariable(Words[0], 1 + I))
      return E;
  }
  return Error::success();
}

/// Words are the next value and, perhaps, the initial one.
Error AigerReader::readLatch(unsigned Number, AigLiteral Lhs) {
  if (Error E = newVariable(Lhs, M.firstLatch() + Number))
    return E;
  AigerModel::Latch &L = M.Latches[Number];
  if (Error E = literal(Words[0], L.Next))
    return E;
  using Start = AigerModel::Latch::Start;
  const uint64_t Reset = Words.size() > 1 ? Words[1] : 0;
  if (Reset > 1 && Reset != Lhs)
    return fail(
        "latches start as 0, 1, or any value, which is the latch itself");
  L.Reset = Reset == 0 ? Start::Zero : Reset == 1 ? Start::One : Start::Any;
  return Error::success();
}

Error AigerReader::readLatches() {
  M.Latches.resize(Count.Latches);
  for (unsigned I = 0; I < Count.Latches; ++I) {
    const unsigned Known = IsBinary ? 0 : 1;
    if (Error E = numbers("a latch", 1 + Known, 2 + Known))
      return E;
    uint64_t Lhs = 2 * (1 + Count.Inputs + I);
    if (!IsBinary) {
      Lhs = Words.front();
      Words.erase(Words.begin());
      AigLiteral Checked;
      if (Error E = literal(Lhs, Checked))
        return E;
    }
    if (Error E = readLatch(I, Lhs))
      return E;
  }
  return Error::success();
}

Error AigerReader::readCondition(
    std::vector<std::pair<AigLiteral, unsigned>> &To, const Twine &What) {
  if (Error E = numbers(What, 1, 1))
    return E;
  AigLiteral L;
  if (Error E = literal(Words[0], L))
    return E;
  To.push_back({L, Line});
  return Error::success();
}

/// Fairness is for liveness properties alone.
Error AigerReader::readConditions() {
  std::vector<std::pair<AigLiteral, unsigned>> Fairness;
  auto Read = [&](uint64_t Number, auto &To, const char *What) -> Error {
    for (uint64_t I = 0; I < Number; ++I)
      if (Error E = readCondition(To, What))
        return E;
    return Error::success();
  };
  if (Error E = Read(Count.Outputs, Outputs, "an output"))
    return E;
  if (Error E = Read(Count.Bads, Bads, "a bad state"))
    return E;
  if (Error E = Read(Count.Constraints, Constraints, "a constraint"))
    return E;
  return Read(Count.Fairness, Fairness, "a fairness constraint");
}

//===----------------------------------------------------------------------===//
// Gates
//===----------------------------------------------------------------------===//

Error AigerReader::readAsciiGates() {
  for (uint64_t I = 0; I < Count.Gates; ++I) {
    if (Error E = numbers("a gate", 3, 3))
      return E;
    FileGate G;
    G.Line = Line;
    if (Error E = newVariable(Words[0], GateBase + I))
      return E;
    G.Lhs = Words[0];
    if (Error E = literal(Words[1], G.A))
      return E;
    if (Error E = literal(Words[2], G.B))
      return E;
    Gates.push_back(G);
  }
  return Error::success();
}

Error AigerReader::readDelta(uint64_t &To) {
  To = 0;
  for (unsigned Shift = 0; Shift < 35; Shift += 7) {
    if (Rest.empty())
      return fail("the file ends inside of a gate");
    const uint64_t Byte = uint8_t(Rest.front());
    Rest = Rest.drop_front();
    To |= (Byte & 127) << Shift;
    if (Byte < 128)
      return Error::success();
  }
  return fail("a gate's difference is too large");
}

Error AigerReader::readBinaryGates() {
  for (uint64_t I = 0; I < Count.Gates; ++I) {
    const uint64_t Lhs = 2 * (1 + Count.Inputs + Count.Latches + I);
    uint64_t First, Second;
    if (Error E = readDelta(First))
      return E;
    if (Error E = readDelta(Second))
      return E;
    if (First == 0 || First > Lhs || Second > Lhs - First)
      return fail("gate " + Twine(Lhs) + " reads what comes after it");
    if (Error E = newVariable(Lhs, GateBase + I))
      return E;
    Gates.push_back({AigLiteral(Lhs), AigLiteral(Lhs - First),
                     AigLiteral(Lhs - First - Second), Line});
  }
  return Error::success();
}

/// Gives gates numbers after those that they read.
Error AigerReader::orderGates() {
  enum class Visit : uint8_t { None, Open, Done };
  std::vector<Visit> Visits(Gates.size(), Visit::None);
  unsigned Next = M.firstGate();
  std::vector<unsigned> Stack, Order;
  auto GateOf = [&](AigLiteral L) -> std::optional<unsigned> {
    unsigned Number = NumberOf[L / 2];
    if (Number == Undefined || Number < GateBase)
      return std::nullopt;
    return Number - GateBase;
  };
  for (unsigned Root = 0; Root < Gates.size(); ++Root) {
    if (Visits[Root] == Visit::None)
      Stack.push_back(Root);
    while (!Stack.empty()) {
      const unsigned G = Stack.back();
      if (Visits[G] == Visit::None) {
        Visits[G] = Visit::Open;
        for (AigLiteral L : {Gates[G].A, Gates[G].B}) {
          auto Operand = GateOf(L);
          if (!Operand || Visits[*Operand] == Visit::Done)
            continue;
          if (Visits[*Operand] == Visit::Open) {
            Line = Gates[G].Line;
            return fail("gate " + Twine(Gates[G].Lhs) + " depends on itself");
          }
          Stack.push_back(*Operand);
        }
        continue;
      }
      Stack.pop_back();
      if (std::exchange(Visits[G], Visit::Done) == Visit::Open)
        Order.push_back(G);
    }
  }
  for (unsigned G : Order)
    NumberOf[Gates[G].Lhs / 2] = Next++;
  for (unsigned G : Order)
    M.Gates.push_back({Gates[G].A, Gates[G].B});
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Symbols, and the model
//===----------------------------------------------------------------------===//

Error AigerReader::readSymbol(StringRef Text) {
  auto [Place, Symbol] = Text.split(' ');
  unsigned Number;
  if (Place.empty() || Symbol.empty() ||
      !llvm::to_integer(Place.drop_front(), Number, 10))
    return fail("'" + Text.take_front(40) + "' is no symbol");
  auto Set = [&](auto &In, auto Member) -> Error {
    if (Number >= In.size())
      return fail("there is no '" + Place + "'");
    Member(In[Number]) = Symbol.str();
    return Error::success();
  };
  auto Itself = [](std::string &S) -> std::string & { return S; };
  switch (Place.front()) {
  case 'i':
    return Set(M.Inputs, Itself);
  case 'l':
    return Set(M.Latches,
               [](AigerModel::Latch &L) -> std::string & { return L.Symbol; });
  case 'o':
    return Set(OutputSymbols, Itself);
  case 'b':
    return Set(BadSymbols, Itself);
  case 'c':
  case 'j':
  case 'f':
    return Error::success();
  default:
    return fail("'" + Text.take_front(40) + "' is no symbol");
  }
}

Error AigerReader::readSymbols() {
  OutputSymbols.resize(Outputs.size());
  BadSymbols.resize(Bads.size());
  while (!Rest.empty()) {
    if (Error E = nextLine("a symbol"))
      return E;
    if (Current == "c") // comments follow
      return Error::success();
    if (Current.empty())
      continue;
    if (Error E = readSymbol(Current))
      return E;
  }
  return Error::success();
}

Error AigerReader::renumber() {
  Error Failed = Error::success();
  auto Change = [&](AigLiteral &L) {
    const unsigned Number = NumberOf[L / 2];
    if (Number == Undefined && !Failed)
      Failed = fail("literal " + Twine(L) + " is read but not defined");
    L = 2 * Number + L % 2;
  };
  Line = 0;
  for (AigerModel::Latch &L : M.Latches)
    Change(L.Next);
  for (AigerModel::Gate &G : M.Gates)
    Change(G.A), Change(G.B);
  const bool IsOld = Bads.empty();
  const auto &Conditions = IsOld ? Outputs : Bads;
  const auto &Symbols = IsOld ? OutputSymbols : BadSymbols;
  for (size_t I = 0; I < Conditions.size(); ++I) {
    auto [Cond, At] = Conditions[I];
    Change(Cond);
    M.Bads.push_back({Cond, Symbols[I], {Name.str(), At, 0}});
  }
  for (auto [Cond, At] : Constraints) {
    Change(Cond);
    M.Constraints.push_back(Cond);
  }
  return Failed;
}

llvm::Expected<AigerModel> AigerReader::read() {
  using Part = Error (AigerReader::*)();
  for (Part Read : {&AigerReader::readHeader, &AigerReader::readInputs,
                    &AigerReader::readLatches, &AigerReader::readConditions,
                    &AigerReader::readGates, &AigerReader::readSymbols,
                    &AigerReader::orderGates, &AigerReader::renumber})
    if (Error E = (this->*Read)())
      return std::move(E);
  if (M.Bads.empty()) {
    Line = 0;
    return fail("neither bad states nor outputs");
  }
  return std::move(M);
}

llvm::Expected<AigerModel> sooth::readAiger(llvm::MemoryBufferRef Text) {
  return AigerReader(Text).read();
}
