//===- SystemReader.cpp - Reading systems in the words of TTMC ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Model/RelationSplit.h"
#include "sooth/Model/SystemText.h"

#include "sooth/Expr/Traversal.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"

using namespace sooth;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

namespace {
/// Splits a text into words: names, numbers and symbols.
class Words {
public:
  explicit Words(llvm::MemoryBufferRef Text)
      : Name(Text.getBufferIdentifier()), All(Text.getBuffer()), Rest(All) {
    next();
  }
  StringRef word() const { return Word; }
  SourceLocation where() const { return {Name.str(), Line, Column}; }
  void next();
  bool isName() const {
    return !Word.empty() &&
           (llvm::isAlpha(Word.front()) || Word.front() == '_');
  }
  bool isNumber() const { return !Word.empty() && llvm::isDigit(Word.front()); }

private:
  void drop(size_t Count);
  bool dropBlanks();

  StringRef Name, All, Rest, Word;
  unsigned Line = 1, Column = 1, NextLine = 1, NextColumn = 1;
};
} // namespace

void Words::drop(size_t Count) {
  for (char C : Rest.take_front(Count)) {
    NextLine += C == '\n';
    NextColumn = C == '\n' ? 1 : NextColumn + 1;
  }
  Rest = Rest.drop_front(Count);
}

/// Blanks, or one comment.
bool Words::dropBlanks() {
  size_t Count = Rest.find_if_not([](char C) { return llvm::isSpace(C); });
  if (Count == 0 && Rest.starts_with("//"))
    Count = Rest.find('\n');
  else if (Count == 0 && Rest.starts_with("/*"))
    Count = Rest.find("*/") == StringRef::npos ? StringRef::npos
                                               : Rest.find("*/") + 2;
  drop(std::min(Count, Rest.size()));
  return Count != 0 && !Rest.empty();
}

void Words::next() {
  while (!Rest.empty() && dropBlanks())
    ;
  Line = NextLine;
  Column = NextColumn;
  auto IsInName = [](char C) {
    return llvm::isAlnum(C) || C == '_' || C == '.' || C == '$';
  };
  size_t Length = std::min<size_t>(1, Rest.size());
  if (!Rest.empty() && (IsInName(Rest.front()))) {
    Length = Rest.take_while(IsInName).size();
    if (Rest.drop_front(Length).starts_with("'") &&
        !llvm::isDigit(Rest.front()))
      ++Length;
  } else {
    for (StringRef Symbol : {"<=>", "<->", "<=", ">=", "/=", "!=", "=>", "->"})
      if (Rest.starts_with(Symbol)) {
        Length = Symbol.size();
        break;
      }
  }
  Word = Rest.take_front(Length);
  drop(Length);
}

//===----------------------------------------------------------------------===//
// Systems
//===----------------------------------------------------------------------===//

namespace {
class SystemReader {
public:
  SystemReader(ExprContext &Ctx, llvm::MemoryBufferRef Text)
      : Ctx(Ctx), In(Text), TS(std::make_unique<TransitionSystem>(Ctx)),
        Invariant(Ctx.trueExpr()), Init(Ctx.trueExpr()), Trans(Ctx.trueExpr()) {
  }
  Expected<std::unique_ptr<TransitionSystem>> read();

private:
  /// What a formula may speak of.
  enum class Scope { State, Step };

  Error fail(const Twine &Message) const {
    return llvm::make_error<Diagnostic>(In.where(), Message.str());
  }
  Error unexpected(const Twine &Wanted) const {
    return fail(In.word().empty()
                    ? "the file ends where " + Wanted + " is expected"
                    : Wanted + " is expected, not '" + In.word() + "'");
  }
  bool take(StringRef Word) {
    if (In.word() != Word)
      return false;
    In.next();
    return true;
  }
  Error need(StringRef Word) {
    return take(Word) ? Error::success() : unexpected("'" + Word + "'");
  }
  Expected<std::string> needName();

  Error readBlock();
  Error readLine();
  Error readVariable();
  Error readBound(llvm::DynamicAPInt &To);
  Error readModels(const std::string &Name, const SourceLocation &Where);
  Error addFormula(Expr &To, Scope In);

  Expected<Expr> formula(Scope In);
  Expected<Expr> term(unsigned Level);
  Expected<Expr> operand();
  Expected<Expr> choice();
  Expected<Expr> constant();
  Expected<Expr> apply(StringRef Op, const SourceLocation &Where, Expr A,
                       Expr B);
  void unify(Expr &A, Expr &B);
  void build();

  static constexpr unsigned MaxDepth = 2000;

  ExprContext &Ctx;
  Words In;
  std::unique_ptr<TransitionSystem> TS;
  std::vector<TsVariable> Vars;
  llvm::StringMap<Expr> Names; ///< of primed ones, too
  Expr Invariant, Init, Trans;
  Scope Now = Scope::State;
  unsigned Depth = 0;
};
} // namespace

static bool isKeyword(StringRef Word) {
  return llvm::StringSwitch<bool>(Word)
      .Cases("and", "or", "not", "if", "then", "else", "true", "false", true)
      .Cases("div", "mod", "local", "var", "invariant", "initial", true)
      .Cases("transition", "models", "property", "specification", true)
      .Default(false);
}

Expected<std::string> SystemReader::needName() {
  if (!In.isName() || isKeyword(In.word()) || In.word().ends_with("'"))
    return unexpected("a name");
  std::string Name = In.word().str();
  In.next();
  return Name;
}

Error SystemReader::readBound(llvm::DynamicAPInt &To) {
  const bool IsNegative = take("-");
  auto Number = parseInteger(In.word());
  if (!Number)
    return unexpected("a number");
  To = IsNegative ? -*Number : *Number;
  In.next();
  return Error::success();
}

/// "x : integer", or boolean, real, or a range "[0 : 5]".
Error SystemReader::readVariable() {
  const SourceLocation Where = In.where();
  auto Name = needName();
  if (!Name)
    return Name.takeError();
  if (Names.count(*Name))
    return llvm::make_error<Diagnostic>(Where,
                                        "'" + *Name + "' is declared twice");
  if (Error E = need(":"))
    return E;
  Sort S;
  std::optional<std::pair<llvm::DynamicAPInt, llvm::DynamicAPInt>> Range;
  if (take("integer"))
    S = Ctx.intSort();
  else if (take("boolean"))
    S = Ctx.boolSort();
  else if (take("real"))
    S = Ctx.realSort();
  else if (take("[")) {
    S = Ctx.intSort();
    Range.emplace();
    if (Error E = readBound(Range->first))
      return E;
    if (Error E = need(":"))
      return E;
    if (Error E = readBound(Range->second))
      return E;
    if (Error E = need("]"))
      return E;
  } else {
    return unexpected("boolean, integer, real or a range such as [0 : 5]");
  }
  TsVariable V{Ctx.var(*Name, S), Ctx.var(*Name + "'", S), Expr()};
  Vars.push_back(V);
  Names[*Name] = V.Cur;
  Names[*Name + "'"] = V.Next;
  if (Range)
    Invariant = Ctx.mkAnd(
        {Invariant, Ctx.make(Kind::Le, {Ctx.integer(Range->first), V.Cur}),
         Ctx.make(Kind::Le, {V.Cur, Ctx.integer(Range->second)})});
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Terms
//===----------------------------------------------------------------------===//

/// Where an integer is given in place of a real number it is taken as one.
void SystemReader::unify(Expr &A, Expr &B) {
  if (A.sort() == B.sort())
    return;
  for (Expr *E : {&A, &B})
    if (E->sort().isInt() && (A.sort().isReal() || B.sort().isReal()))
      *E = Ctx.make(Kind::ToReal, {*E});
}

Expected<Expr> SystemReader::apply(StringRef Op, const SourceLocation &Where,
                                   Expr A, Expr B) {
  unify(A, B);
  auto IllSorted = [&](const Twine &Needs) -> Expected<Expr> {
    return llvm::make_error<Diagnostic>(Where,
                                        ("'" + Op + "' needs " + Needs).str());
  };
  const bool OnBools = A.isBool() && B.isBool();
  if (Op == "and" || Op == "or" || Op == "=>" || Op == "->" || Op == "<=>" ||
      Op == "<->") {
    if (!OnBools)
      return IllSorted("formulas");
    return Op == "and"                ? Ctx.mkAnd(A, B)
           : Op == "or"               ? Ctx.mkOr(A, B)
           : Op == "=>" || Op == "->" ? Ctx.mkImplies(A, B)
                                      : Ctx.mkEq(A, B);
  }
  if (Op == "=" || Op == "/=" || Op == "!=") {
    if (A.sort() != B.sort())
      return IllSorted("operands of one kind");
    return Op == "=" ? Ctx.mkEq(A, B) : Ctx.mkNot(Ctx.mkEq(A, B));
  }
  if (A.sort() != B.sort() || !A.sort().isArith())
    return IllSorted("numbers");
  auto Make = [&](Kind K) { return Ctx.make(K, {A, B}); };
  if (Op == "<")
    return Make(Kind::Lt);
  if (Op == "<=")
    return Make(Kind::Le);
  if (Op == ">")
    return Ctx.make(Kind::Lt, {B, A});
  if (Op == ">=")
    return Ctx.make(Kind::Le, {B, A});
  if (Op == "+")
    return Make(Kind::Add);
  if (Op == "-")
    return Make(Kind::Sub);
  if (Op == "*")
    return Make(Kind::Mul);
  if (Op == "/") {
    if (A.sort().isInt()) {
      A = Ctx.make(Kind::ToReal, {A});
      B = Ctx.make(Kind::ToReal, {B});
    }
    return Make(Kind::RealDiv);
  }
  if (!A.sort().isInt())
    return IllSorted("integers");
  return Make(Op == "div" ? Kind::IntDiv : Kind::IntMod);
}

/// How tightly an operator binds; 0 for none.
static unsigned levelOf(StringRef Op) {
  return llvm::StringSwitch<unsigned>(Op)
      .Cases("<=>", "<->", 1)
      .Cases("=>", "->", 2)
      .Case("or", 3)
      .Case("and", 4)
      .Cases("=", "/=", "!=", "<", "<=", ">", ">=", 6)
      .Cases("+", "-", 7)
      .Cases("*", "/", "div", "mod", 8)
      .Default(0);
}
static constexpr unsigned LevelOfImplication = 2, LevelOfNot = 5,
                          LevelOfMinus = 9;

Expected<Expr> SystemReader::constant() {
  auto [Whole, Fraction] = In.word().split('.');
  auto Digits = parseInteger(Whole.str() + Fraction.str());
  if (!Digits || (Fraction.empty() && Whole.size() != In.word().size()))
    return unexpected("a number");
  const bool IsReal = !Fraction.empty();
  In.next();
  if (!IsReal)
    return Ctx.integer(*Digits);
  llvm::DynamicAPInt Power(1);
  for (size_t I = 0; I < Fraction.size(); ++I)
    Power *= llvm::DynamicAPInt(10);
  return Ctx.real(Rational(*Digits, Power));
}

/// "if A then B else C", which is one of both also for formulas.
Expected<Expr> SystemReader::choice() {
  // A chain of many is no deeper than one.
  std::vector<std::pair<Expr, Expr>> Cases;
  Expr Last;
  do {
    const SourceLocation Where = In.where();
    auto If = term(1);
    if (!If)
      return If;
    if (!If->isBool())
      return llvm::make_error<Diagnostic>(Where, "'if' needs a formula");
    if (Error E = need("then"))
      return std::move(E);
    auto Then = term(1);
    if (!Then)
      return Then;
    if (Error E = need("else"))
      return std::move(E);
    Cases.push_back({*If, *Then});
  } while (take("if"));
  const SourceLocation Where = In.where();
  auto Else = term(1);
  if (!Else)
    return Else;
  Last = *Else;
  for (auto &[If, Then] : llvm::reverse(Cases)) {
    unify(Then, Last);
    if (Then.sort() != Last.sort())
      return llvm::make_error<Diagnostic>(
          Where, "'then' and 'else' need operands of one kind");
    Last = Ctx.mkIte(If, Then, Last);
  }
  return Last;
}

Expected<Expr> SystemReader::operand() {
  const SourceLocation Where = In.where();
  if (take("not")) {
    auto A = term(LevelOfNot);
    if (A && !A->isBool())
      return llvm::make_error<Diagnostic>(Where, "'not' needs a formula");
    return A ? Ctx.mkNot(*A) : std::move(A);
  }
  if (take("-")) {
    auto A = term(LevelOfMinus);
    if (A && !A->sort().isArith())
      return llvm::make_error<Diagnostic>(Where, "'-' needs numbers");
    return A ? Ctx.make(Kind::Neg, {*A}) : std::move(A);
  }
  if (take("if"))
    return choice();
  if (take("(")) {
    auto A = term(1);
    if (!A)
      return A;
    if (Error E = need(")"))
      return std::move(E);
    return A;
  }
  if (take("true"))
    return Ctx.trueExpr();
  if (take("false"))
    return Ctx.falseExpr();
  if (In.isNumber())
    return constant();
  if (!In.isName() || isKeyword(In.word()))
    return unexpected("a term");
  Expr Var = Names.lookup(In.word());
  if (!Var)
    return fail("there is no variable '" + In.word() + "'");
  if (In.word().ends_with("'") && Now == Scope::State)
    return fail("'" + In.word() + "' is only known in transitions");
  In.next();
  return Var;
}

/// Operators that bind as \p Level or tighter. Implication is taken from the
/// right, the others from the left.
Expected<Expr> SystemReader::term(unsigned Level) {
  if (++Depth > MaxDepth)
    return fail("terms are nested too deeply");
  auto A = operand();
  while (A) {
    const std::string Op = In.word().str();
    const unsigned Own = levelOf(Op);
    if (Own == 0 || Own < Level)
      break;
    const SourceLocation Where = In.where();
    In.next();
    auto B = term(Own == LevelOfImplication ? Own : Own + 1);
    if (!B) {
      A = std::move(B);
      break;
    }
    A = apply(Op, Where, *A, *B);
  }
  --Depth;
  return A;
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

Expected<Expr> SystemReader::formula(Scope Of) {
  Now = Of;
  Depth = 0;
  const SourceLocation Where = In.where();
  auto F = term(1);
  if (F && !F->isBool())
    return llvm::make_error<Diagnostic>(Where, "a formula is expected");
  return F;
}

Error SystemReader::addFormula(Expr &To, Scope Of) {
  auto F = formula(Of);
  if (!F)
    return F.takeError();
  To = Ctx.mkAnd(To, *F);
  return Error::success();
}

Error SystemReader::readLine() {
  if (take("local") || In.word() == "var") {
    if (Error E = need("var"))
      return E;
    return readVariable();
  }
  if (take("invariant"))
    return addFormula(Invariant, Scope::State);
  if (take("initial"))
    return addFormula(Init, Scope::State);
  if (take("transition"))
    return addFormula(Trans, Scope::Step);
  return unexpected("'local var', 'invariant', 'initial', 'transition' or '}'");
}

Error SystemReader::readModels(const std::string &Name,
                               const SourceLocation &Where) {
  if (Error E = need("models"))
    return E;
  if (In.word() != "G")
    return fail("only properties G(…) are supported");
  In.next();
  if (Error E = need("("))
    return E;
  auto F = formula(Scope::State);
  if (!F)
    return F.takeError();
  TS->addProperty({Name, Ctx.mkNot(*F), Where});
  return need(")");
}

Error SystemReader::readBlock() {
  if (Error E = need("property"))
    return E;
  const SourceLocation Where = In.where();
  auto Name = needName();
  if (!Name)
    return Name.takeError();
  if (Error E = need(":"))
    return E;
  if (Error E = need("{"))
    return E;
  while (!take("}")) {
    if (Error E = readLine())
      return E;
    take(";");
  }
  return readModels(*Name, Where);
}

/// An invariant restricts all states: the first ones, and both of a step.
void SystemReader::build() {
  Substitution ToNext(Ctx);
  for (const TsVariable &V : Vars)
    ToNext.set(V.Cur, V.Next);
  Expr Rest = splitUpdates(Ctx, Vars, Trans);
  Substitution Known(Ctx);
  for (const TsVariable &V : Vars)
    if (V.Update)
      Known.set(V.Next, V.Update);
  TS->setInit(Ctx.mkAnd(Init, Invariant));
  TS->setConstraint(
      Ctx.mkAnd({Invariant, Known(Rest), Known(ToNext(Invariant))}));
  for (const TsVariable &V : Vars)
    TS->addVariable(V);
}

Expected<std::unique_ptr<TransitionSystem>> SystemReader::read() {
  if (Error E = need("specification"))
    return std::move(E);
  if (auto Name = needName(); !Name)
    return Name.takeError();
  if (Error E = need("{"))
    return std::move(E);
  if (Error E = readBlock())
    return std::move(E);
  if (In.word() == "property")
    return fail("a file has one property");
  if (Error E = need("}"))
    return std::move(E);
  if (!In.word().empty())
    return fail("nothing is expected after the specification");
  build();
  return std::move(TS);
}

Expected<std::unique_ptr<TransitionSystem>>
sooth::readSystemText(ExprContext &Ctx, llvm::MemoryBufferRef Text) {
  return SystemReader(Ctx, Text).read();
}
