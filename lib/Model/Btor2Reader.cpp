//===- Btor2Reader.cpp - Reading BTOR2
//--------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Model/Btor2.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/Twine.h"

using namespace sooth;
using llvm::Error;
using llvm::StringRef;
using llvm::Twine;

namespace {
/// What operands and result of an operator look like.
enum class Btor2Shape {
  Unary,         ///< one bit-vector, of the result's sort
  Reduction,     ///< a bit-vector to a bit
  Logical,       ///< two bits to a bit
  Equality,      ///< two of one sort to a bit
  Comparison,    ///< two bit-vectors of one sort to a bit
  Binary,        ///< two bit-vectors of the result's sort
  Concatenation, ///< bit-vectors whose widths add up
  ArrayRead,     ///< array, index
  ArrayWrite,    ///< array, index, element
  Choice,        ///< a bit, and two of the result's sort
  Extension,     ///< a bit-vector and a number of bits
  Part,          ///< a bit-vector and two positions
  Leaf
};

struct Btor2Operator {
  Btor2Op Op;
  Btor2Shape Shape;
};

class Btor2Reader {
public:
  explicit Btor2Reader(llvm::MemoryBufferRef Text) : Text(Text) {}
  llvm::Expected<Btor2Model> read();

private:
  Error readLine(StringRef Line);
  Error readStatement(StringRef Keyword);
  Error readSort();
  Error readOperator(Btor2Operator O);
  Error readLeaf(Btor2Op Op);
  Error readConstant(StringRef Keyword);
  Error readBits(StringRef Keyword, llvm::APInt &Bits);
  Error readInit();
  Error readNext();
  Error readCondition(StringRef Keyword);

  Error fail(const Twine &Message) const {
    return llvm::make_error<Diagnostic>(here(), Message.str());
  }
  SourceLocation here() const {
    return {Text.getBufferIdentifier().str(), LineNumber, 0};
  }
  StringRef token();
  Error number(uint64_t &To, const Twine &What);
  Error sort(Btor2Sort &To);
  Error ref(Btor2Ref &To);
  Error stateAndValue(StringRef Keyword, Btor2Sort &S, unsigned &State,
                      Btor2Ref &Value);
  Error checkArguments(Btor2Shape Shape, const Btor2Node &N) const;
  Error define(Btor2Node N);
  const Btor2Sort &sortOf(Btor2Ref R) const { return M.Nodes[R.Node].Sort; }

  static constexpr uint64_t MaxWidth = 1u << 20;
  static constexpr uint64_t MaxId = ~uint64_t(0) >> 2;

  llvm::MemoryBufferRef Text;
  Btor2Model M;
  unsigned LineNumber = 0;
  StringRef Rest; // of the line
  uint64_t Id = 0;
  enum class Meaning { Sort, Node, Other };
  struct Defined {
    Meaning What;
    unsigned Index;
  };
  llvm::DenseMap<uint64_t, Defined> Ids;
  std::vector<Btor2Sort> Sorts;
};
} // namespace

static std::optional<Btor2Operator> operatorOf(StringRef Spelling) {
  static const llvm::StringMap<Btor2Operator> Table = [] {
    llvm::StringMap<Btor2Operator> T;
#define BTOR2_OPERATOR(NAME, SPELLING, SHAPE)                                  \
  T[SPELLING] = {Btor2Op::NAME, Btor2Shape::SHAPE};
#include "sooth/Model/Btor2Operators.def"
    return T;
  }();
  auto It = Table.find(Spelling);
  if (It == Table.end())
    return std::nullopt;
  return It->second;
}

static std::string describe(const Btor2Sort &S) {
  if (!S.isArray())
    return "bitvec " + std::to_string(S.Width);
  return "array of bitvec " + std::to_string(S.IndexWidth) + " to bitvec " +
         std::to_string(S.Width);
}

//===----------------------------------------------------------------------===//
// Words of a line
//===----------------------------------------------------------------------===//

/// The next word; empty at the end of the line.
StringRef Btor2Reader::token() {
  Rest = Rest.ltrim(" \t\r");
  if (Rest.starts_with(";"))
    Rest = "";
  StringRef Word = Rest.take_until(
      [](char C) { return C == ' ' || C == '\t' || C == '\r'; });
  Rest = Rest.drop_front(Word.size());
  return Word;
}

Error Btor2Reader::number(uint64_t &To, const Twine &What) {
  StringRef Word = token();
  if (Word.empty())
    return fail("the line ends where " + What + " is expected");
  if (!llvm::to_integer(Word, To, 10) || To > MaxId)
    return fail("'" + Word + "' is not " + What);
  return Error::success();
}

Error Btor2Reader::sort(Btor2Sort &To) {
  uint64_t Sort;
  if (Error E = number(Sort, "a sort"))
    return E;
  auto It = Ids.find(Sort);
  if (It == Ids.end() || It->second.What != Meaning::Sort)
    return fail(Twine(Sort) + " is no sort defined before");
  To = Sorts[It->second.Index];
  return Error::success();
}

Error Btor2Reader::ref(Btor2Ref &To) {
  Rest = Rest.ltrim(" \t\r");
  To.Negated = Rest.consume_front("-");
  uint64_t Node;
  if (Error E = number(Node, "a node"))
    return E;
  auto It = Ids.find(Node);
  if (It == Ids.end() || It->second.What != Meaning::Node)
    return fail(Twine(Node) + " is no node defined before");
  To.Node = It->second.Index;
  if (To.Negated && sortOf(To).isArray())
    return fail("an array has no complement");
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Sorts and constants
//===----------------------------------------------------------------------===//

Error Btor2Reader::readSort() {
  StringRef Kind = token();
  Btor2Sort S;
  if (Kind == "bitvec") {
    uint64_t Width;
    if (Error E = number(Width, "a width"))
      return E;
    if (Width == 0 || Width > MaxWidth)
      return fail("widths are between 1 and " + Twine(MaxWidth));
    S.Width = Width;
  } else if (Kind == "array") {
    Btor2Sort Index, Element;
    if (Error E = sort(Index))
      return E;
    if (Error E = sort(Element))
      return E;
    if (Index.isArray() || Element.isArray())
      return fail("arrays in arrays are not supported");
    S = {Element.Width, Index.Width};
  } else {
    return fail("'" + Kind + "' is no kind of sort");
  }
  Ids[Id] = {Meaning::Sort, unsigned(Sorts.size())};
  Sorts.push_back(S);
  return Error::success();
}

/// Binary or hexadecimal digits, in linear time.
static bool parsePowerOfTwo(StringRef Digits, unsigned BitsPerDigit,
                            llvm::APInt &Bits) {
  size_t Position = 0;
  for (char C : llvm::reverse(Digits)) {
    const unsigned Digit = llvm::hexDigitValue(C);
    if (Digit >= 1u << BitsPerDigit)
      return false;
    for (unsigned I = 0; I < BitsPerDigit; ++I)
      if (Digit & (1u << I)) {
        if (Position + I >= Bits.getBitWidth())
          return false;
        Bits.setBit(Position + I);
      }
    Position += BitsPerDigit;
  }
  return !Digits.empty();
}

/// With a sign, perhaps.
static bool parseDecimal(StringRef Digits, llvm::APInt &Bits) {
  // To read a decimal number takes quadratic time.
  constexpr size_t MaxDigits = 4096;
  const unsigned Width = Bits.getBitWidth();
  const bool Negative = Digits.consume_front("-");
  llvm::APInt Magnitude;
  if (Digits.empty() || Digits.size() > MaxDigits ||
      !llvm::all_of(Digits, llvm::isDigit) ||
      Digits.getAsInteger(10, Magnitude) || Magnitude.getActiveBits() > Width)
    return false;
  Bits = Magnitude.zextOrTrunc(Width);
  if (!Negative)
    return true;
  if (Bits.ugt(llvm::APInt::getSignedMinValue(Width)))
    return false;
  Bits.negate();
  return true;
}

Error Btor2Reader::readBits(StringRef Keyword, llvm::APInt &Bits) {
  unsigned Width = Bits.getBitWidth();
  if (Keyword == "zero" || Keyword == "one") {
    Bits = llvm::APInt(Width, Keyword == "one");
    return Error::success();
  }
  if (Keyword == "ones") {
    Bits = llvm::APInt::getAllOnes(Width);
    return Error::success();
  }
  StringRef Digits = token();
  const bool Fits =
      Keyword == "constd"
          ? parseDecimal(Digits, Bits)
          : parsePowerOfTwo(Digits, Keyword == "const" ? 1 : 4, Bits);
  if (!Fits)
    return fail("'" + Digits + "' is no number of '" + Keyword + "' with " +
                Twine(Width) + " bits");
  return Error::success();
}

Error Btor2Reader::readConstant(StringRef Keyword) {
  Btor2Node N;
  if (Error E = sort(N.Sort))
    return E;
  if (N.Sort.isArray())
    return fail("constants are bit-vectors");
  N.Bits = llvm::APInt(N.Sort.Width, 0);
  if (Error E = readBits(Keyword, N.Bits))
    return E;
  return define(std::move(N));
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

Error Btor2Reader::define(Btor2Node N) {
  Ids[Id] = {Meaning::Node, unsigned(M.Nodes.size())};
  M.Nodes.push_back(std::move(N));
  return Error::success();
}

Error Btor2Reader::readLeaf(Btor2Op Op) {
  Btor2Node N;
  N.Op = Op;
  if (Error E = sort(N.Sort))
    return E;
  const unsigned Node = M.Nodes.size();
  if (Op == Btor2Op::Input) {
    N.Number = M.Inputs.size();
    M.Inputs.push_back({Node, token().str()});
  } else {
    N.Number = M.States.size();
    M.States.push_back({Node, token().str(), {}, {}});
  }
  return define(std::move(N));
}

static unsigned argumentsOf(Btor2Shape S) {
  switch (S) {
  case Btor2Shape::Leaf:
    return 0;
  case Btor2Shape::Unary:
  case Btor2Shape::Reduction:
  case Btor2Shape::Extension:
  case Btor2Shape::Part:
    return 1;
  case Btor2Shape::Choice:
  case Btor2Shape::ArrayWrite:
    return 3;
  default:
    return 2;
  }
}

/// Whether the sorts fit.
Error Btor2Reader::checkArguments(Btor2Shape Shape, const Btor2Node &N) const {
  const Btor2Sort Bit{1};
  auto Arg = [&](unsigned I) { return sortOf(N.Args[I]); };
  auto Need = [&](const Btor2Sort &Has, const Btor2Sort &Wanted,
                  const Twine &What) -> Error {
    if (Has == Wanted)
      return Error::success();
    return fail(What + " is of sort " + describe(Has) + ", not " +
                describe(Wanted));
  };
  auto All = [&](std::initializer_list<Btor2Sort> Args,
                 Btor2Sort Result) -> Error {
    unsigned I = 0;
    for (const Btor2Sort &Wanted : Args) {
      if (Error E = Need(Arg(I), Wanted, "operand " + Twine(I + 1)))
        return E;
      ++I;
    }
    return Need(N.Sort, Result, "the node");
  };
  const Btor2Sort First = N.Args.empty() ? Btor2Sort() : Arg(0);
  const bool TakesArray =
      Shape == Btor2Shape::ArrayRead || Shape == Btor2Shape::ArrayWrite;
  if (TakesArray != First.isArray() && Shape != Btor2Shape::Equality)
    return fail(TakesArray ? "operand 1 is no array" : "operand 1 is an array");
  switch (Shape) {
  case Btor2Shape::Unary:
    return All({First}, First);
  case Btor2Shape::Reduction:
    return All({First}, Bit);
  case Btor2Shape::Logical:
    return All({Bit, Bit}, Bit);
  case Btor2Shape::Equality:
  case Btor2Shape::Comparison:
    return All({First, First}, Bit);
  case Btor2Shape::Binary:
    return All({First, First}, First);
  case Btor2Shape::Concatenation:
    if (Arg(1).isArray())
      return fail("operand 2 is an array");
    return Need(N.Sort, {First.Width + Arg(1).Width}, "the node");
  case Btor2Shape::ArrayRead:
    return All({First, {First.IndexWidth}}, {First.Width});
  case Btor2Shape::ArrayWrite:
    return All({First, {First.IndexWidth}, {First.Width}}, First);
  case Btor2Shape::Choice:
    return All({Bit, N.Sort, N.Sort}, N.Sort);
  case Btor2Shape::Extension:
    return Need(N.Sort, {First.Width + N.Param0}, "the node");
  case Btor2Shape::Part:
    if (N.Param0 >= First.Width || N.Param1 > N.Param0)
      return fail("there are no bits " + Twine(N.Param0) + " to " +
                  Twine(N.Param1) + " in " + describe(First));
    return Need(N.Sort, {N.Param0 - N.Param1 + 1}, "the node");
  case Btor2Shape::Leaf:
    break;
  }
  return Error::success();
}

Error Btor2Reader::readOperator(Btor2Operator O) {
  Btor2Node N;
  N.Op = O.Op;
  if (Error E = sort(N.Sort))
    return E;
  for (unsigned I = 0; I < argumentsOf(O.Shape); ++I)
    if (Error E = ref(N.Args.emplace_back()))
      return E;
  unsigned Params = O.Shape == Btor2Shape::Part        ? 2
                    : O.Shape == Btor2Shape::Extension ? 1
                                                       : 0;
  for (unsigned I = 0; I < Params; ++I) {
    uint64_t Number;
    if (Error E = number(Number, "a number of bits"))
      return E;
    if (Number > MaxWidth)
      return fail(Twine(Number) + " bits are too many");
    (I ? N.Param1 : N.Param0) = Number;
  }
  if (Error E = checkArguments(O.Shape, N))
    return E;
  return define(std::move(N));
}

//===----------------------------------------------------------------------===//
// What is said of nodes
//===----------------------------------------------------------------------===//

Error Btor2Reader::stateAndValue(StringRef Keyword, Btor2Sort &S,
                                 unsigned &State, Btor2Ref &Value) {
  if (Error E = sort(S))
    return E;
  Btor2Ref R;
  if (Error E = ref(R))
    return E;
  if (Error E = ref(Value))
    return E;
  const Btor2Node &N = M.Nodes[R.Node];
  if (N.Op != Btor2Op::State || R.Negated)
    return fail("'" + Keyword + "' needs a state");
  if (N.Sort != S)
    return fail("the state is of sort " + describe(N.Sort) + ", not " +
                describe(S));
  State = N.Number;
  return Error::success();
}

Error Btor2Reader::readInit() {
  Btor2Sort S;
  unsigned State;
  Btor2Ref Value;
  if (Error E = stateAndValue("init", S, State, Value))
    return E;
  const Btor2Sort &Given = sortOf(Value);
  if (Given != S && !(S.isArray() && Given == Btor2Sort{S.Width}))
    return fail("the value is of sort " + describe(Given) + ", not " +
                describe(S));
  if (M.States[State].Init)
    return fail("the state has an initial value already");
  if (Value.Node >= M.States[State].Node)
    return fail("the initial value has to be defined before the state");
  M.States[State].Init = Value;
  return Error::success();
}

Error Btor2Reader::readNext() {
  Btor2Sort S;
  unsigned State;
  Btor2Ref Value;
  if (Error E = stateAndValue("next", S, State, Value))
    return E;
  if (sortOf(Value) != S)
    return fail("the value is of sort " + describe(sortOf(Value)) + ", not " +
                describe(S));
  if (M.States[State].Next)
    return fail("the state has a next value already");
  M.States[State].Next = Value;
  return Error::success();
}

Error Btor2Reader::readCondition(StringRef Keyword) {
  Btor2Ref R;
  if (Error E = ref(R))
    return E;
  // Outputs have no meaning, and fairness is for liveness properties alone.
  if (Keyword == "output" || Keyword == "fair")
    return Error::success();
  if (sortOf(R) != Btor2Sort{1})
    return fail("'" + Keyword + "' needs a node of sort bitvec 1");
  if (Keyword == "constraint") {
    M.Constraints.push_back(R);
    return Error::success();
  }
  std::string Symbol = token().str();
  M.Bads.push_back({R, std::move(Symbol), here()});
  return Error::success();
}

Error Btor2Reader::readStatement(StringRef Keyword) {
  if (Keyword == "sort")
    return readSort();
  if (Keyword == "input" || Keyword == "state")
    return readLeaf(Keyword == "input" ? Btor2Op::Input : Btor2Op::State);
  if (llvm::is_contained({"const", "constd", "consth", "zero", "one", "ones"},
                         Keyword))
    return readConstant(Keyword);
  if (Keyword == "init")
    return readInit();
  if (Keyword == "next")
    return readNext();
  if (llvm::is_contained({"bad", "constraint", "output", "fair"}, Keyword))
    return readCondition(Keyword);
  if (Keyword == "justice")
    return fail("justice properties are not supported");
  if (auto O = operatorOf(Keyword))
    return readOperator(*O);
  if (Keyword.empty())
    return fail("the line ends where an operator is expected");
  return fail("'" + Keyword + "' is no operator");
}

Error Btor2Reader::readLine(StringRef Line) {
  Rest = Line;
  if (Rest.ltrim(" \t\r").empty() || Rest.ltrim(" \t\r").starts_with(";"))
    return Error::success();
  if (Error E = number(Id, "the number of the line"))
    return E;
  if (!Ids.try_emplace(Id, Defined{Meaning::Other, 0}).second)
    return fail("there is a line " + Twine(Id) + " already");
  return readStatement(token());
}

llvm::Expected<Btor2Model> Btor2Reader::read() {
  StringRef All = Text.getBuffer();
  while (!All.empty()) {
    StringRef Line;
    std::tie(Line, All) = All.split('\n');
    ++LineNumber;
    if (Error E = readLine(Line))
      return std::move(E);
  }
  if (M.Bads.empty()) {
    LineNumber = 0;
    return fail("no bad-state property");
  }
  return std::move(M);
}

llvm::Expected<Btor2Model> sooth::readBtor2(llvm::MemoryBufferRef Text) {
  return Btor2Reader(Text).read();
}
