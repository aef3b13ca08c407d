//===- ConditionText.cpp - Conditions as the source has them --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConditionText.h"
#include "ConditionPlaces.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MD5.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <array>
#include <mutex>

using namespace sooth;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// What is longer is not told.
static constexpr size_t MaxLength = 60;

/// The comparison that \p Text begins with; empty if there is none.
static StringRef comparisonAt(StringRef Text) {
  for (StringRef Operator : {"==", "!=", "<=", ">="})
    if (Text.starts_with(Operator))
      return Operator;
  bool IsLess = Text.starts_with("<") && !Text.starts_with("<<");
  bool IsMore = Text.starts_with(">") && !Text.starts_with(">>");
  return IsLess ? "<" : IsMore ? ">" : "";
}

namespace {
/// What is not inside of parentheses, strings and characters.
struct Token {
  size_t At;
  StringRef Text; ///< of a parenthesis: up to the one that closes it
};
} // namespace

/// Where the string or character that begins at \p From ends; npos if it does
/// not.
static size_t endOfLiteral(StringRef Text, size_t From) {
  for (size_t I = From + 1; I < Text.size() && Text[I] != '\n'; ++I) {
    if (Text[I] == Text[From])
      return I + 1;
    I += Text[I] == '\\';
  }
  return StringRef::npos;
}

/// Where the parenthesis at \p From is closed; npos if it is not.
static size_t endOfParenthesis(StringRef Text, size_t From) {
  unsigned Depth = 0;
  for (size_t I = From; I < Text.size();) {
    if (Text[I] == '"' || Text[I] == '\'') {
      I = endOfLiteral(Text, I);
      continue;
    }
    Depth += Text[I] == '(' || Text[I] == '[';
    Depth -= Text[I] == ')' || Text[I] == ']';
    ++I;
    if (Depth == 0)
      return I;
  }
  return StringRef::npos;
}

static bool isWordCharacter(char C) { return isAlnum(C) || C == '_'; }

static size_t endOfToken(StringRef Text, size_t At) {
  char C = Text[At];
  if (C == '"' || C == '\'')
    return endOfLiteral(Text, At);
  if (C == '(' || C == '[')
    return endOfParenthesis(Text, At);
  if (isWordCharacter(C)) {
    size_t End = At;
    while (End < Text.size() && isWordCharacter(Text[End]))
      ++End;
    return End;
  }
  for (StringRef Long : {"<<=", ">>=", "->", "++", "--", "<<", ">>", "<=",
                         ">=",  "==",  "!=", "&&", "||", "+=", "-=", "*=",
                         "/=",  "%=",  "&=", "|=", "^=", "//", "/*", "*/"})
    if (Text.substr(At).starts_with(Long))
      return At + Long.size();
  return At + 1;
}

/// Whether nothing of a condition is beyond \p T.
static bool isBoundary(const Token &T) {
  return is_contained({";",  ",",  "{",   "}",      "?",    ":",    "&&",
                       "||", ")",  "]",   "return", "case", "else", "do",
                       "=",  "+=", "-=",  "*=",     "/=",   "%=",   "&=",
                       "|=", "^=", "<<=", ">>="},
                      T.Text);
}

static bool isOfComment(const Token &T) {
  return T.Text == "//" || T.Text == "/*" || T.Text == "*/" || T.Text == "#";
}

/// The tokens of \p Text from \p From up to \p End, or to a parenthesis that is
/// not closed there; nothing if there is a comment, or another thing that is
/// more than one can tell.
static std::optional<SmallVector<Token>> tokens(StringRef Text, size_t From,
                                                size_t End) {
  SmallVector<Token> Found;
  for (size_t At = From; At < End;) {
    if (isSpace(Text[At])) {
      ++At;
      continue;
    }
    size_t Next = endOfToken(Text, At);
    if (Next == StringRef::npos)
      return std::nullopt;
    Found.push_back({At, Text.slice(At, Next)});
    if (isOfComment(Found.back()))
      return std::nullopt;
    At = Next;
  }
  return Found;
}

/// Where the expression around \p At ends.
static std::optional<size_t> endOfExpression(StringRef Text, size_t At) {
  while (At < Text.size()) {
    if (isSpace(Text[At])) {
      ++At;
      continue;
    }
    size_t Next = endOfToken(Text, At);
    if (Next == StringRef::npos)
      return std::nullopt;
    Token T{At, Text.slice(At, Next)};
    if (isOfComment(T))
      return std::nullopt;
    if (isBoundary(T))
      return At;
    At = Next;
  }
  return std::nullopt;
}

/// Where the statement, or the rest of it inside of parentheses, begins that
/// has something at \p At.
static size_t beginOfSurroundings(StringRef Text, size_t At) {
  // Not further than conditions go.
  constexpr size_t MaxDistance = 4 * MaxLength;
  unsigned Depth = 0;
  size_t I = At;
  for (; I > 0 && At - I < MaxDistance; --I) {
    char C = Text[I - 1];
    if (C == ';' || C == '{' || C == '}')
      break;
    Depth += C == ')' || C == ']';
    if (C == '(' || C == '[') {
      if (Depth == 0)
        break;
      --Depth;
    }
  }
  return I;
}

/// Where the expression around \p At begins.
static std::optional<size_t> beginOfExpression(StringRef Text, size_t At) {
  size_t Begin = beginOfSurroundings(Text, At);
  auto Before = tokens(Text, Begin, At);
  if (!Before)
    return std::nullopt;
  for (const Token &T : *Before)
    if (isBoundary(T))
      Begin = T.At + T.Text.size();
  return Begin;
}

/// With single spaces; nothing if that is too much to tell.
static std::optional<std::string> tidied(StringRef Text) {
  std::string Tidy;
  for (char C : Text.trim())
    if (!isSpace(C))
      Tidy += C;
    else if (!Tidy.empty() && Tidy.back() != ' ')
      Tidy += ' ';
  if (Tidy.empty() || Tidy.size() > MaxLength)
    return std::nullopt;
  return Tidy;
}

static bool comparesOrNegates(ArrayRef<Token> Tokens) {
  return any_of(Tokens, [](const Token &T) {
    return T.Text == "!" || comparisonAt(T.Text) == T.Text;
  });
}

static bool compares(ArrayRef<Token> Tokens) {
  return any_of(Tokens, [](const Token &T) {
    return !T.Text.empty() && comparisonAt(T.Text) == T.Text;
  });
}

/// The comparison of what is around the operator at \p At.
static std::optional<ConditionText> comparison(StringRef Text, size_t Begin,
                                               size_t At, size_t End,
                                               StringRef Operator) {
  const size_t After = At + Operator.size();
  auto Before = tokens(Text, Begin, At), Behind = tokens(Text, After, End);
  if (!Before || !Behind || compares(*Before) || compares(*Behind))
    return std::nullopt;
  auto Left = tidied(Text.slice(Begin, At));
  auto Right = tidied(Text.slice(After, End));
  if (!Left || !Right)
    return std::nullopt;
  return ConditionText{*Left, Operator.str(), *Right};
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

static StringRef wordAt(StringRef Text, size_t At) {
  return Text.substr(At).take_while(isWordCharacter);
}

/// A macro that tests something may negate it.
static bool mayBeMacro(StringRef Word, bool IsCalled,
                       const StringSet<> &Functions) {
  if (IsCalled)
    return !Functions.contains(Word);
  return !Word.empty() && !isDigit(Word[0]) &&
         none_of(Word, [](char C) { return isLower(C); });
}

/// What is tested for being true at \p At.
static std::optional<ConditionText> test(StringRef Text, size_t At,
                                         const StringSet<> &Functions) {
  StringRef Word = wordAt(Text, At);
  bool IsCalled = Text.substr(At + Word.size()).ltrim().starts_with("(");
  if (mayBeMacro(Word, IsCalled && !Word.empty(), Functions))
    return std::nullopt;
  auto Begin = beginOfExpression(Text, At);
  auto End = endOfExpression(Text, At);
  if (!Begin || !End || *End <= At)
    return std::nullopt;
  StringRef Before = Text.slice(*Begin, At).trim();
  auto Rest = tokens(Text, At, *End);
  if (!Rest || comparesOrNegates(*Rest))
    return std::nullopt;
  if (Before == "!")
    *Begin = At;
  auto Whole = tokens(Text, *Begin, At);
  if (!Whole || comparesOrNegates(*Whole))
    return std::nullopt;
  auto Tidy = tidied(Text.slice(*Begin, *End));
  return Tidy ? std::optional(ConditionText{*Tidy, "", ""}) : std::nullopt;
}

std::optional<ConditionText> sooth::conditionAt(StringRef Text, size_t At,
                                                StringRef Operator,
                                                bool MayTest,
                                                const StringSet<> &Functions) {
  if (At >= Text.size())
    return std::nullopt;
  StringRef There = comparisonAt(Text.substr(At));
  if (There.empty())
    return MayTest ? test(Text, At, Functions) : std::nullopt;
  auto Begin = beginOfExpression(Text, At);
  auto End = endOfExpression(Text, At + There.size());
  return Begin && End && There == Operator
             ? comparison(Text, *Begin, At, *End, Operator)
             : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

/// The file that was compiled; empty if it is not there, or another one by now.
static std::string readSource(const DIFile &File) {
  auto Checksum = File.getChecksum();
  if (!Checksum || Checksum->Kind != DIFile::CSK_MD5)
    return "";
  SmallString<128> Path(File.getFilename());
  sys::fs::make_absolute(File.getDirectory(), Path);
  auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return "";
  StringRef Text = (*Buffer)->getBuffer();
  auto Sum = MD5::hash(arrayRefFromStringRef(Text));
  return Sum.digest() == Checksum->Value ? Text.str() : "";
}

SourceFiles::File::File(const DIFile &Source)
    : Text(readSource(Source)), Lines{0} {
  for (auto [At, C] : enumerate(Text))
    if (C == '\n')
      Lines.push_back(At + 1);
}

const SourceFiles::File &SourceFiles::find(const DIFile &Source) {
  auto [It, IsNew] = Files.try_emplace(&Source);
  if (!IsNew)
    return *It->second;
  // Where the functions of a large file are verified one after the other, it is
  // read once. What has changed has another checksum.
  static std::mutex Guard;
  static std::map<std::array<std::string, 3>, std::shared_ptr<const File>> All;
  std::lock_guard<std::mutex> Lock(Guard);
  auto Checksum = Source.getChecksum();
  auto &Known =
      All[{Source.getDirectory().str(), Source.getFilename().str(),
           Checksum ? Checksum->Value.str() : ""}];
  if (!Known || Known->Text.empty())
    Known = std::make_shared<const File>(Source);
  It->second = Known;
  return *Known;
}

/// Where \p L is; npos if it is not there.
static size_t offsetOf(const SourceFiles::File &Source, const DILocation &L) {
  const unsigned Line = L.getLine(), Column = L.getColumn();
  if (Line == 0 || Column == 0 || Line > Source.Lines.size())
    return StringRef::npos;
  return Source.Lines[Line - 1] + Column - 1;
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

ConditionTexts::ConditionTexts(const Module &M) {
  SmallPtrSet<const DILocation *, 16> Inlined;
  for (const Function &F : M) {
    Functions.insert(F.getName());
    if (const DISubprogram *Source = F.getSubprogram())
      Functions.insert(Source->getName());
    for (const Instruction &I : instructions(F))
      for (const DILocation *L = I.getDebugLoc(); L && L->getInlinedAt();
           L = L->getInlinedAt())
        if (Inlined.insert(L->getInlinedAt()).second)
          Functions.insert(L->getScope()->getSubprogram()->getName());
  }
}

static StringRef operatorOf(CmpInst::Predicate P) {
  if (P == CmpInst::FCMP_UNE)
    return "!=";
  if (CmpInst::isFPPredicate(P))
    P = P == CmpInst::FCMP_OEQ   ? CmpInst::ICMP_EQ
        : P == CmpInst::FCMP_OLT ? CmpInst::ICMP_SLT
        : P == CmpInst::FCMP_OLE ? CmpInst::ICMP_SLE
        : P == CmpInst::FCMP_OGT ? CmpInst::ICMP_SGT
        : P == CmpInst::FCMP_OGE ? CmpInst::ICMP_SGE
                                 : CmpInst::BAD_ICMP_PREDICATE;
  switch (P) {
  case CmpInst::ICMP_EQ:
    return "==";
  case CmpInst::ICMP_NE:
    return "!=";
  case CmpInst::ICMP_SLT:
  case CmpInst::ICMP_ULT:
    return "<";
  case CmpInst::ICMP_SLE:
  case CmpInst::ICMP_ULE:
    return "<=";
  case CmpInst::ICMP_SGT:
  case CmpInst::ICMP_UGT:
    return ">";
  case CmpInst::ICMP_SGE:
  case CmpInst::ICMP_UGE:
    return ">=";
  default:
    return "?";
  }
}

/// Whether \p Test may be what is told as "x", and not as "x != 0".
static bool mayTest(const Instruction &Test) {
  auto *Compare = dyn_cast<CmpInst>(&Test);
  if (!Compare)
    return true;
  auto *Zero = dyn_cast<Constant>(Compare->getOperand(1));
  return operatorOf(Compare->getPredicate()) == "!=" && Zero &&
         Zero->isZeroValue();
}

static StringRef operatorOf(const Instruction &Test) {
  auto *Compare = dyn_cast<CmpInst>(&Test);
  return Compare ? operatorOf(Compare->getPredicate()) : StringRef();
}

ConditionTexts::Condition ConditionTexts::read(const llvm::Value *V) {
  auto *Test = dyn_cast<Instruction>(V);
  const DILocation *Where = Test ? Test->getDebugLoc().get() : nullptr;
  if (!Where || !Where->getFile() || !isa<CmpInst, TruncInst>(Test))
    return {};
  const SourceFiles::File &Source = Files.find(*Where->getFile());
  auto Text = conditionAt(Source.Text, offsetOf(Source, *Where),
                          operatorOf(*Test), mayTest(*Test), Functions);
  if (!Text)
    return {};
  Condition Found;
  if (isa<CmpInst>(Test))
    Found.Left = Test->getOperand(0);
  if (!Text->Operator.empty())
    Found.Right = Test->getOperand(1);
  Found.Text = std::make_shared<const ConditionText>(std::move(*Text));
  return Found;
}

const ConditionTexts::Condition &ConditionTexts::find(const llvm::Value *V) {
  auto [It, IsNew] = Known.try_emplace(V);
  if (IsNew)
    It->second = read(V);
  return It->second;
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

/// Where the conditions from \p Begin to \p End are that `&&`, `||` and `!`
/// combine: their operators, or where they begin.
static void addConditions(StringRef Text, size_t Begin, size_t End,
                          SmallVectorImpl<size_t> &Found) {
  auto Tokens = tokens(Text, Begin, End);
  if (!Tokens || Tokens->empty())
    return;
  bool IsSplit = false;
  for (const Token &T : *Tokens)
    if (T.Text == "&&" || T.Text == "||") {
      addConditions(Text, Begin, T.At, Found);
      Begin = T.At + T.Text.size();
      IsSplit = true;
    }
  if (IsSplit)
    return addConditions(Text, Begin, End, Found);
  const Token &First = Tokens->front();
  if (First.Text == "!" && !compares(*Tokens))
    return addConditions(Text, First.At + 1, End, Found);
  if (Tokens->size() == 1 && First.Text.starts_with("("))
    return addConditions(Text, First.At + 1, First.At + First.Text.size() - 1,
                         Found);
  const Token *Compared = find_if(*Tokens, [](const Token &T) {
    return !comparisonAt(T.Text).empty() && comparisonAt(T.Text) == T.Text;
  });
  Found.push_back(Compared == Tokens->end() ? First.At : Compared->At);
}

/// Where the conditions are that belong to the word at \p At.
static SmallVector<size_t> conditionsOf(StringRef Text, size_t At) {
  SmallVector<size_t> Found;
  StringRef Word = At < Text.size() ? wordAt(Text, At) : "";
  if (Word != "assert" && Word != "while")
    return Found;
  size_t Begin = Text.find_first_not_of(" \t", At + Word.size());
  size_t End = Begin != StringRef::npos && Text[Begin] == '('
                   ? endOfParenthesis(Text, Begin)
                   : StringRef::npos;
  if (End != StringRef::npos)
    addConditions(Text, Begin + 1, End - 1, Found);
  return Found;
}

static void moveTo(Instruction &Test, const SourceFiles::File &Source,
                   size_t At) {
  const DILocation &Old = *Test.getDebugLoc();
  const size_t Line = upper_bound(Source.Lines, At) - Source.Lines.begin();
  Test.setDebugLoc(DILocation::get(Test.getContext(), Line,
                                   At - Source.Lines[Line - 1] + 1,
                                   Old.getScope(), Old.getInlinedAt()));
}

static void locateConditions(Function &F, SourceFiles &Files) {
  // By place, in the order of the source.
  std::map<std::pair<const DIFile *, size_t>, SmallVector<Instruction *>> Tests;
  for (BasicBlock &B : F) {
    auto *Branch = dyn_cast<BranchInst>(B.getTerminator());
    auto *Test = Branch && Branch->isConditional()
                     ? dyn_cast<Instruction>(Branch->getCondition())
                     : nullptr;
    const DILocation *Where = Test ? Test->getDebugLoc().get() : nullptr;
    if (Where && isa<CmpInst, TruncInst>(Test))
      Tests[{Where->getFile(), offsetOf(Files.find(*Where->getFile()), *Where)}]
          .push_back(Test);
  }
  for (auto &[Where, Here] : Tests) {
    const SourceFiles::File &Source = Files.find(*Where.first);
    SmallVector<size_t> Places = conditionsOf(Source.Text, Where.second);
    auto Fits = [&](auto Pair) {
      auto &[Test, At] = Pair;
      StringRef There = comparisonAt(StringRef(Source.Text).substr(At));
      return There.empty() ? mayTest(*Test) : There == operatorOf(*Test);
    };
    if (Places.size() != Here.size() || !all_of(zip(Here, Places), Fits))
      continue;
    for (auto [Test, At] : zip(Here, Places))
      moveTo(*Test, Source, At);
  }
}

void sooth::locateConditions(Module &M) {
  SourceFiles Files;
  for (Function &F : M)
    if (F.getSubprogram())
      ::locateConditions(F, Files);
}
