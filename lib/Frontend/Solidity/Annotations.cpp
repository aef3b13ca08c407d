//===- Annotations.cpp - What comments say about contracts ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Annotations.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <map>

using namespace sooth::solidity;
using llvm::StringRef;
using AnnotationKind = Annotation::Kind;

namespace {
class Reader {
public:
  Reader(llvm::ArrayRef<std::string> Names, llvm::ArrayRef<std::string> Texts,
         Annotations &Result)
      : Names(Names), Texts(Texts), Result(Result) {}
  void readFile(unsigned Number, Node Tree);

private:
  /// The annotations of \p Comment about \p Owner, as numbers.
  std::vector<int> read(StringRef Comment, Node Owner);
  void readContract(Node Contract);
  void readFunction(Node Function, unsigned End);
  void readEvent(Node Event, unsigned End);
  void readLoop(Node Loop);
  void insertFunction(int Annotation, StringRef Name, StringRef Parameters,
                      unsigned At);
  void insert(unsigned At, std::string Text, int Annotation) {
    Result.Insertions[File].push_back({At, std::move(Text), Annotation});
  }
  StringRef sourceOf(Node N) const {
    return StringRef(Texts[File]).substr(N.range().Start, N.range().Length);
  }
  std::string loopComment(unsigned Start) const;
  unsigned endOf(Node Statement) const;

  llvm::ArrayRef<std::string> Names, Texts;
  Annotations &Result;
  unsigned File = 0;
  bool HasAny = false;
};
} // namespace

/// \p Text until the parenthesis that closes the one before it.
static StringRef untilClosed(StringRef Text) {
  unsigned Depth = 0;
  for (size_t I = 0; I < Text.size(); ++I) {
    if (StringRef("([{").contains(Text[I]))
      ++Depth;
    else if (StringRef(")]}").contains(Text[I]) && Depth-- == 0)
      return Text.take_front(I);
  }
  return Text;
}

/// The compiler takes names that the annotation's own functions have: their
/// arguments may be of types that no function can have, and become statements.
static std::string forCompiler(StringRef Text, unsigned File,
                               std::string &Statements, unsigned &Count) {
  std::string Out;
  while (!Text.empty()) {
    size_t At = Text.find(VerifierPrefix);
    Out += Text.take_front(At);
    if (At == StringRef::npos)
      break;
    Text = Text.drop_front(At);
    StringRef Name =
        Text.take_while([](char C) { return llvm::isAlnum(C) || C == '_'; });
    Text = Text.drop_front(Name.size());
    if (Name.starts_with("__verifier_idx_")) {
      Out += Name;
      continue;
    }
    Out += (Name + "_" + llvm::Twine(File)).str();
    const bool TakesPlaces =
        Name.starts_with("__verifier_sum_") || Name == "__verifier_eq";
    StringRef Open = Text.ltrim();
    if (!TakesPlaces || !Open.consume_front("("))
      continue;
    StringRef Arguments = untilClosed(Open);
    Statements += ("(" + Arguments + ");").str();
    Out += ("(" + llvm::Twine(Count++) + ")").str();
    Text = Open.drop_front(std::min(Open.size(), Arguments.size() + 1));
  }
  return Out;
}

static std::optional<AnnotationKind> kindOf(StringRef &Text) {
  static constexpr std::pair<StringRef, AnnotationKind> Words[] = {
      {"invariant", AnnotationKind::Invariant},
      {"precondition", AnnotationKind::Precondition},
      {"postcondition", AnnotationKind::Postcondition},
      {"modifies", AnnotationKind::Modifies},
      {"emits", AnnotationKind::Emits},
      {"specification", AnnotationKind::Case},
      {"tracks-changes-in", AnnotationKind::Tracks},
      {"allow-no-change-emit", AnnotationKind::TellsNothing},
      {"{contractInvariants}", AnnotationKind::ContractInvariants},
  };
  for (const auto &[Word, What] : Words)
    if (Text == Word || (Text.starts_with(Word) &&
                         (llvm::isSpace(Text[Word.size()]) ||
                          StringRef("([").contains(Text[Word.size()])))) {
      Text = Text.drop_front(Word.size()).trim();
      return What;
    }
  return std::nullopt;
}

/// What is between the parentheses that \p Text begins with, which is dropped.
static std::optional<StringRef> takeParentheses(StringRef &Text) {
  StringRef Open = Text.ltrim();
  if (!Open.consume_front("("))
    return std::nullopt;
  StringRef Inside = untilClosed(Open);
  if (Inside.size() == Open.size())
    return std::nullopt;
  Text = Open.drop_front(Inside.size() + 1);
  return Inside;
}

/// Takes quantifiers and properties that \p A begins with. False if these are
/// malformed.
static bool takeBinders(Annotation &A) {
  using Quantifier = Annotation::Binder::Quantifier;
  StringRef Text = A.Text;
  std::string Bounds;
  while (true) {
    StringRef Rest = Text.ltrim();
    const bool IsProperty = Rest.starts_with("property");
    const bool IsExists = Rest.starts_with("exists");
    if (!IsProperty && !IsExists && !Rest.starts_with("forall"))
      break;
    Rest = Rest.drop_while([](char C) { return llvm::isAlpha(C); });
    if (!Rest.ltrim().starts_with("("))
      break; // a name that begins so
    std::optional<StringRef> Array;
    if (IsProperty && !(Array = takeParentheses(Rest)))
      return false;
    std::optional<StringRef> Names = takeParentheses(Rest);
    if (!Names)
      return false;
    for (StringRef One : llvm::split(*Names, ",")) {
      auto [Type, Name] = One.trim().rsplit(' ');
      if (IsProperty)
        std::tie(Type, Name) = std::pair(StringRef("uint"), One.trim());
      if (Name.empty())
        return false;
      A.Binders.push_back({IsExists ? Quantifier::Exists : Quantifier::ForAll,
                           Type.trim().str(), Name.str()});
      if (IsProperty)
        Bounds += ("!(0 <= " + Name + " && " + Name + " < (" + *Array +
                   ").length) || ")
                      .str();
    }
    Text = Rest;
  }
  A.Formula = Bounds.empty() ? Text.trim().str()
                             : Bounds + "(" + Text.trim().str() + ")";
  return true;
}

/// Quantifiers and properties are no Solidity.
static bool isQuantified(StringRef Text) {
  auto HasWord = [&](StringRef Word) {
    for (size_t At = Text.find(Word); At != StringRef::npos;
         At = Text.find(Word, At + 1)) {
      bool Begins =
          At == 0 || !(llvm::isAlnum(Text[At - 1]) || Text[At - 1] == '_');
      if (Begins && Text.drop_front(At + Word.size()).ltrim().starts_with("("))
        return true;
    }
    return false;
  };
  return HasWord("forall") || HasWord("exists") || HasWord("property");
}

/// "[case P: Q; case …]", without brackets if it is one.
static void readCases(Annotation Whole,
                      llvm::function_ref<void(Annotation)> Add) {
  StringRef Text = StringRef(Whole.Text).trim();
  Text.consume_front("[");
  Text.consume_back("]");
  for (StringRef One : llvm::split(Text.trim(), ";")) {
    One = One.trim();
    if (One.empty())
      continue;
    auto [Before, After] = One.split(':');
    Annotation A = Whole;
    if (!Before.consume_front("case") || After.empty()) {
      A.What = AnnotationKind::Unsupported;
      return Add(std::move(A));
    }
    A.Text = Before.trim().str();
    Add(A);
    A.What = AnnotationKind::CaseResult;
    A.Text = After.trim().str();
    Add(A);
  }
}

std::vector<int> Reader::read(StringRef Comment, Node Owner) {
  std::vector<int> Found;
  while (true) {
    size_t At = Comment.find("@notice");
    if (At == StringRef::npos)
      return Found;
    Comment = Comment.drop_front(At + StringRef("@notice").size());
    StringRef Text = Comment.take_front(Comment.find('@')).trim();
    std::optional<AnnotationKind> What = kindOf(Text);
    if (!What)
      continue;
    Annotation A{*What, Names[File], Owner.range().Start, Text.str()};
    auto Add = [&](Annotation One) {
      const bool IsRead = takeBinders(One) && !isQuantified(One.Formula);
      if (!IsRead)
        One.What = AnnotationKind::Unsupported;
      Found.push_back(int(Result.All.size()));
      Result.All.push_back(std::move(One));
      HasAny = true;
    };
    if (A.What == AnnotationKind::Case) {
      readCases(std::move(A), Add);
      continue;
    }
    if (A.What == AnnotationKind::Modifies) {
      // A condition follows the place, which has no spaces but in brackets.
      size_t If = Text.find(" if ");
      if (If != StringRef::npos)
        A.Condition = Text.drop_front(If + 4).trim().str();
      A.Text = Text.take_front(If).trim().str();
      if (A.Text == "*")
        A.Text.clear();
    }
    Add(std::move(A));
  }
}

void Reader::insertFunction(int Number, StringRef Name, StringRef Parameters,
                            unsigned At) {
  const Annotation &A = Result.All[Number];
  std::string Statements;
  unsigned Count = 0;
  std::string Body;
  if (A.What == AnnotationKind::Modifies) {
    std::string Place = forCompiler(A.Text, File, Statements, Count);
    std::string If = forCompiler(A.Condition.empty() ? "true" : A.Condition,
                                 File, Statements, Count);
    if (!Place.empty())
      Statements += "(" + Place + ");";
    Body = Statements + "return (" + If + ");";
  } else if (A.What == AnnotationKind::Tracks) {
    Body = "(" + A.Text + ");return true;";
  } else {
    std::string Text = forCompiler(A.Formula, File, Statements, Count);
    Body = Statements + "return (" + Text + ");";
  }
  insert(At,
         ("function " + AnnotationPrefix + llvm::Twine(Number) + "(" +
          Parameters + ") internal view returns (bool) {" + Body + "}")
             .str(),
         Number);
}

static bool isExpression(const Annotation &A) {
  return A.What != AnnotationKind::Emits && A.What != AnnotationKind::TellsNothing &&
         A.What != AnnotationKind::ContractInvariants && A.What != AnnotationKind::Unsupported;
}

/// Variables of quantifiers, as parameters.
static std::string boundVariables(const Annotation &A) {
  std::string Out;
  for (const Annotation::Binder &B : A.Binders)
    Out += (Out.empty() ? "" : ", ") + B.Type + " " + B.Name;
  return Out;
}

static std::string joined(std::initializer_list<StringRef> Lists) {
  std::string Out;
  for (StringRef L : Lists)
    if (!L.trim().empty())
      Out += (Out.empty() ? "" : ", ") + L.str();
  return Out;
}

/// Indices of sums, as parameters.
static StringRef sumIndices(StringRef Text) {
  return Text.contains("__verifier_idx_")
             ? "address __verifier_idx_address, int __verifier_idx_int, uint "
               "__verifier_idx_uint"
             : "";
}

void Reader::readFunction(Node Function, unsigned End) {
  std::vector<int> Found =
      read(Function.child("documentation").text("text"), Function);
  auto Inside = [&](StringRef Key) {
    StringRef List = sourceOf(Function.child(Key)).trim();
    List.consume_front("(");
    List.consume_back(")");
    return List;
  };
  for (int Number : Found)
    if (AnnotationKind &What = Result.All[Number].What;
        What == AnnotationKind::Tracks || What == AnnotationKind::TellsNothing)
      What = AnnotationKind::Unsupported;
  for (int Number : Found)
    if (isExpression(Result.All[Number]))
      insertFunction(Number, Function.name(),
                     joined({Inside("parameters"), Inside("returnParameters"),
                             boundVariables(Result.All[Number]),
                             sumIndices(Result.All[Number].Text)}),
                     End);
  Function.child("body").walk([&](Node N) {
    if (N.is("ForStatement") || N.is("WhileStatement") ||
        N.is("DoWhileStatement"))
      readLoop(N);
    return true;
  });
}

/// The comment that ends right before \p Start; solc 0.7 does not have it in
/// its tree.
std::string Reader::loopComment(unsigned Start) const {
  StringRef Before = StringRef(Texts[File]).take_front(Start).rtrim();
  if (Before.ends_with("*/")) {
    const size_t Begin = Before.rfind("/**");
    if (Begin == StringRef::npos)
      return "";
    std::string Comment;
    for (StringRef Line :
         llvm::split(Before.drop_front(Begin + 3).drop_back(2), "\n")) {
      Line = Line.trim();
      Line.consume_front("*");
      Comment += (Line + "\n").str();
    }
    return Comment;
  }
  std::string Comment;
  while (true) {
    auto [Rest, Line] = Before.rsplit('\n');
    if (Line.empty() && Rest == Before)
      return Comment;
    Line = Line.trim();
    if (!Line.consume_front("///"))
      return Comment;
    Comment = (Line + "\n" + Comment).str();
    Before = Rest.rtrim();
  }
}

/// Behind a statement. The places of some of them end before their semicolons.
unsigned Reader::endOf(Node St) const {
  if (St.is("Block") || St.is("UncheckedBlock"))
    return St.range().end();
  if (St.is("IfStatement")) {
    Node Else = St.child("falseBody");
    return endOf(Else ? Else : St.child("trueBody"));
  }
  if (St.is("ForStatement") || St.is("WhileStatement"))
    return endOf(St.child("body"));
  return unsigned(Texts[File].find(';', St.range().end() - 1)) + 1;
}

void Reader::readLoop(Node Loop) {
  std::vector<int> Found = read(loopComment(Loop.range().Start), Loop);
  Node Body = Loop.child("body");
  const unsigned Start = Body.range().Start;
  const bool IsBlock = Body.is("Block");
  if (Found.empty())
    return;
  if (!IsBlock) {
    insert(Start, "{", -1);
    insert(endOf(Body), "}", -1);
  }
  for (int Number : Found) {
    Annotation &A = Result.All[Number];
    if (A.What == AnnotationKind::ContractInvariants)
      continue;
    if (A.What != AnnotationKind::Invariant) {
      A.What = AnnotationKind::Unsupported;
      continue;
    }
    std::string Statements;
    if (StringRef Indices = sumIndices(A.Text); !Indices.empty())
      Statements = llvm::join(llvm::split(Indices, ","), ";") + ";";
    for (const Annotation::Binder &B : A.Binders)
      Statements += B.Type + " " + B.Name + ";";
    unsigned Count = 0;
    std::string Text = forCompiler(A.Formula, File, Statements, Count);
    insert(Start + IsBlock,
           ("{" + Statements + LoopPrefix + llvm::Twine(File) + "(" +
            llvm::Twine(Number) + ", " + Text + ");}")
               .str(),
           Number);
  }
}

void Reader::readEvent(Node Event, unsigned End) {
  std::vector<std::string> Parameters;
  for (Node P : Event.child("parameters").list("parameters")) {
    Parameters.push_back(sourceOf(P.child("typeName")).str());
    Node Type = P.child("typeName");
    const bool IsReference = Type.is("ArrayTypeName") ||
                             P.typeId().contains("_storage_ptr") ||
                             P.typeId().contains("_memory_ptr");
    Parameters.back() += (IsReference ? " memory " : " ") + P.name().str();
  }
  for (int Number : read(Event.child("documentation").text("text"), Event)) {
    Annotation &A = Result.All[Number];
    const bool IsOfEvents = A.What == AnnotationKind::Tracks ||
                            A.What == AnnotationKind::TellsNothing ||
                            A.What == AnnotationKind::Precondition ||
                            A.What == AnnotationKind::Postcondition;
    if (!IsOfEvents)
      A.What = AnnotationKind::Unsupported;
    else if (!A.Binders.empty())
      A.What = AnnotationKind::Unsupported;
    else if (isExpression(A))
      insertFunction(Number, "", llvm::join(Parameters, ", "), End);
  }
}

void Reader::readContract(Node Contract) {
  const unsigned End = Contract.range().end() - 1;
  const bool HasBodies = Contract.text("contractKind") != "interface";
  for (int Number :
       read(Contract.child("documentation").text("text"), Contract)) {
    Annotation &A = Result.All[Number];
    if (A.What != AnnotationKind::Invariant)
      A.What = AnnotationKind::Unsupported;
    else if (HasBodies)
      insertFunction(Number, "",
                     joined({boundVariables(A), sumIndices(A.Text)}), End);
  }
  for (Node Part : Contract.list("nodes")) {
    if (Part.is("FunctionDefinition") && HasBodies)
      readFunction(Part, End);
    else if (Part.is("EventDefinition") && HasBodies)
      readEvent(Part, End);
  }
}

void Reader::readFile(unsigned Number, Node Tree) {
  File = Number;
  HasAny = false;
  for (Node Contract : Tree.list("nodes"))
    if (Contract.is("ContractDefinition"))
      readContract(Contract);
  if (!HasAny)
    return;
  std::string Helpers =
      ("\nfunction " + LoopPrefix + llvm::Twine(File) + "(uint, bool) pure {}")
          .str();
  for (StringRef Type : {"address", "bool", "int", "uint"})
    for (StringRef Time : {"old", "before"})
      Helpers += ("function __verifier_" + Time + "_" + Type + "_" +
                  llvm::Twine(File) + "(" + Type + " x) pure returns (" + Type +
                  ") {return x;}")
                     .str();
  for (auto [Name, Type] :
       {std::pair("sum_uint", "uint"), std::pair("sum_int", "int"),
        std::pair("eq", "bool")})
    Helpers += ("function __verifier_" + llvm::Twine(Name) + "_" +
                llvm::Twine(File) + "(uint) pure returns (" + Type + " r) {}")
                   .str();
  insert(unsigned(Texts[File].size()), Helpers + "\n", -1);
}

Annotations sooth::solidity::readAnnotations(llvm::ArrayRef<std::string> Names,
                                             llvm::ArrayRef<std::string> Texts,
                                             llvm::ArrayRef<Node> Trees) {
  Annotations Result;
  Result.Insertions.resize(Names.size());
  Reader R(Names, Texts, Result);
  for (unsigned I = 0; I < Names.size(); ++I)
    R.readFile(I, Trees[I]);
  for (std::vector<Insertion> &Of : Result.Insertions) {
    std::multimap<unsigned, Insertion> Sorted;
    for (Insertion &I : Of)
      Sorted.emplace(I.Offset, std::move(I));
    Of.clear();
    for (auto &[At, I] : Sorted)
      Of.push_back(std::move(I));
  }
  return Result;
}

OriginalPlace sooth::solidity::originalPlace(llvm::ArrayRef<Insertion> Inserted,
                                             unsigned Offset) {
  unsigned Before = 0;
  for (const Insertion &I : Inserted) {
    const unsigned At = I.Offset + Before, Size = unsigned(I.Text.size());
    if (Offset < At)
      break;
    if (Offset < At + Size)
      return {I.Offset, I.Annotation};
    Before += Size;
  }
  return {Offset - Before, -1};
}

std::string
sooth::solidity::withInsertions(llvm::StringRef Text,
                                llvm::ArrayRef<Insertion> Inserted) {
  std::string Out;
  unsigned Done = 0;
  for (const Insertion &I : Inserted) {
    Out += Text.slice(Done, I.Offset);
    Out += I.Text;
    Done = I.Offset;
  }
  return Out + Text.drop_front(Done).str();
}
