//===- Program.cpp - A compiled program and its declarations --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"

#include "Lines.h"

#include "sooth/Support/Diagnostic.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace sooth;
using namespace sooth::solidity;
using llvm::StringRef;

static llvm::Error malformed() {
  return llvm::make_error<Diagnostic>(
      SourceLocation(), "this is no syntax tree that --emit=ast has written");
}

static Annotation::Kind kindOf(StringRef Name) {
  using Kind = Annotation::Kind;
  return llvm::StringSwitch<Kind>(Name)
      .Case("invariant", Kind::Invariant)
      .Case("precondition", Kind::Precondition)
      .Case("postcondition", Kind::Postcondition)
      .Case("modifies", Kind::Modifies)
      .Case("emits", Kind::Emits)
      .Case("tracks", Kind::Tracks)
      .Case("tells-nothing", Kind::TellsNothing)
      .Case("case", Kind::Case)
      .Case("case-result", Kind::CaseResult)
      .Case("contract-invariants", Kind::ContractInvariants)
      .Default(Kind::Unsupported);
}

llvm::Expected<Program> Program::read(const llvm::json::Value &Bundle) {
  Node All(Bundle.getAsObject());
  Node Sources = All.child("sources"), Trees = All.child("ast");
  if (!Sources || !Trees)
    return malformed();
  Program P;
  P.Checked = All.flag("checked");
  for (Node A : All.list("annotations")) {
    P.Known.All.push_back({kindOf(A.text("kind")), A.text("file").str(),
                           unsigned(A.number("owner")), A.text("text").str(),
                           A.text("condition").str()});
    using Quantifier = Annotation::Binder::Quantifier;
    for (Node B : A.list("binders"))
      P.Known.All.back().Binders.push_back(
          {B.flag("exists") ? Quantifier::Exists : Quantifier::ForAll, "",
           B.name().str()});
  }
  std::map<int64_t, Node> InOrder;
  for (const auto &[Name, Tree] : *Trees.object()) {
    Node Of(Tree.getAsObject());
    File F{Name.str(), Sources.text(Name).str(), {}};
    for (Node I : All.child("insertions").list(Name))
      F.Inserted.push_back({unsigned(I.number("at")),
                            std::string(size_t(I.number("size")), ' '),
                            int(I.number("annotation"))});
    P.Files[int(Of.number("id"))] = std::move(F);
    InOrder[Of.child("tree").id()] = Of.child("tree");
  }
  for (const auto &[Id, Tree] : InOrder) {
    if (!Tree)
      return malformed();
    Tree.walk([&](Node N) {
      if (N.object()->get("id"))
        P.Declarations[N.id()] = N;
      StringRef Name = N.name();
      unsigned Number = 0;
      if (N.is("FunctionDefinition") && Name.consume_front(AnnotationPrefix) &&
          !Name.getAsInteger(10, Number))
        P.TypedAs[Number] = N;
      return true;
    });
    for (Node N : Tree.list("nodes")) {
      if (N.is("FunctionDefinition") || N.text("contractKind") == "library")
        P.Shared.push_back(N);
      if (!N.is("ContractDefinition"))
        continue;
      P.Contracts.push_back(N);
      for (Node Part : N.list("nodes"))
        P.ContractOf[Part.id()] = N;
    }
  }
  return P;
}

SourceLocation Program::where(Node N) const {
  Range R = N.range();
  auto Found = Files.find(R.File);
  if (!N || Found == Files.end())
    return {};
  const File &F = Found->second;
  return Lines(F.Name, F.Text).at(originalPlace(F.Inserted, R.Start).Offset);
}

std::string Program::textOf(Node N) const {
  Range R = N.range();
  auto Found = Files.find(R.File);
  if (!N || Found == Files.end())
    return "";
  const File &F = Found->second;
  const unsigned Start = originalPlace(F.Inserted, R.Start).Offset,
                 End = originalPlace(F.Inserted, R.end()).Offset;
  std::string Line;
  for (StringRef Word : llvm::split(StringRef(F.Text).slice(Start, End), '\n'))
    Line += (Line.empty() ? "" : " ") + Word.trim().str();
  return Line;
}

std::vector<Node> Program::linearized(Node Contract) const {
  std::vector<Node> Result;
  for (int64_t Id : Contract.numbers("linearizedBaseContracts"))
    if (Node C = declaration(Id))
      Result.push_back(C);
  return Result;
}

Node Program::contractOf(Node Part) const {
  return Part ? ContractOf.lookup(Part.id()) : Node();
}

/// Names and types of parameters decide what overrides what.
static bool hasSameParameters(Node A, Node B) {
  std::vector<Node> Of = A.child("parameters").list("parameters"),
                    With = B.child("parameters").list("parameters");
  if (Of.size() != With.size())
    return false;
  auto Plain = [](StringRef Id) {
    for (StringRef End : {"_ptr", "_memory", "_calldata", "_storage"})
      Id.consume_back(End);
    return Id;
  };
  for (size_t I = 0; I < Of.size(); ++I)
    if (Plain(Of[I].typeId()) != Plain(With[I].typeId()))
      return false;
  return true;
}

Node Program::resolve(Node Function, Node Contract, Node After) const {
  Node Home = contractOf(Function);
  if (!Home || Home.text("contractKind") == "library" ||
      Function.text("visibility") == "private" ||
      Function.text("kind") == "constructor")
    return Function;
  bool IsBehind = !After;
  for (Node C : linearized(Contract)) {
    if (IsBehind)
      for (Node Part : C.list("nodes"))
        if (Part.kind() == Function.kind() && Part.name() == Function.name() &&
            Part.text("kind") == Function.text("kind") &&
            (Part.child("body")) && hasSameParameters(Part, Function))
          return Part;
    IsBehind |= C == After;
  }
  return Function;
}

std::vector<unsigned> Program::annotationsOf(Node Owner) const {
  std::vector<unsigned> Result;
  auto Found = Files.find(Owner.range().File);
  if (Found == Files.end())
    return Result;
  const unsigned Start =
      originalPlace(Found->second.Inserted, Owner.range().Start).Offset;
  for (unsigned I = 0; I < Known.All.size(); ++I)
    if (Known.All[I].Owner == Start && Known.All[I].File == Found->second.Name)
      Result.push_back(I);
  return Result;
}

bool sooth::solidity::isVerifiedByItself(Node Function) {
  Node Body = Function.child("body");
  StringRef Visibility = Function.text("visibility");
  bool Is = Body && (Visibility == "public" || Visibility == "external");
  Body.walk([&](Node N) {
    Is |= N.is("InlineAssembly");
    return !Is;
  });
  return Is;
}
