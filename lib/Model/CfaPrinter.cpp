//===- CfaPrinter.cpp - Control-flow automata as text ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Model/CfaPrinter.h"

#include "sooth/Expr/SmtPrinter.h"
#include "sooth/Model/SourceTable.h"

#include "llvm/Support/GraphWriter.h"
#include "llvm/Support/raw_ostream.h"

using namespace sooth;
using llvm::raw_ostream;

llvm::StringRef sooth::inputKindName(Input::Kind K) {
  switch (K) {
  case Input::Kind::Nondet:
    return "nondet";
  case Input::Kind::Extern:
    return "extern";
  case Input::Kind::Unset:
    return "unset";
  case Input::Kind::Argument:
    return "argument";
  case Input::Kind::Havoc:
    return "havoc";
  }
  llvm_unreachable("an input kind without a name");
}

static llvm::StringRef styleName(ValueStyle Style) {
  switch (Style) {
  case ValueStyle::Signed:
    return "signed";
  case ValueStyle::Unsigned:
    return "unsigned";
  case ValueStyle::Bool:
    return "bool";
  case ValueStyle::Character:
    return "character";
  case ValueStyle::Bits:
    return "bits";
  case ValueStyle::Float:
    return "float";
  }
  llvm_unreachable("a style without a name");
}

static llvm::StringRef stepName(SourceStep::Kind K) {
  switch (K) {
  case SourceStep::Kind::Assignment:
    return "assignment";
  case SourceStep::Kind::Operands:
    return "operands";
  case SourceStep::Kind::Input:
    return "input";
  case SourceStep::Kind::VolatileRead:
    return "volatile";
  case SourceStep::Kind::InitialValue:
    return "initial";
  case SourceStep::Kind::Condition:
    return "condition";
  case SourceStep::Kind::Case:
    return "case";
  case SourceStep::Kind::Default:
    return "default";
  case SourceStep::Kind::Call:
    return "call";
  case SourceStep::Kind::TailCall:
    return "tail-call";
  case SourceStep::Kind::Return:
    return "return";
  case SourceStep::Kind::AllocationFails:
    return "allocation-fails";
  case SourceStep::Kind::Violation:
    return "violation";
  }
  llvm_unreachable("a step without a name");
}

static llvm::StringRef roleName(ShownValue::Role R) {
  switch (R) {
  case ShownValue::Role::Variable:
    return "";
  case ShownValue::Role::LeftOperand:
    return "left";
  case ShownValue::Role::RightOperand:
    return "right";
  case ShownValue::Role::Offset:
    return "offset";
  case ShownValue::Role::Size:
    return "size";
  case ShownValue::Role::Result:
    return "result";
  }
  llvm_unreachable("a role without a name");
}

static void printPlace(raw_ostream &OS, const SourceLocation &Where) {
  if (Where.isValid())
    OS << " at " << Where.str();
}

static void printCommand(raw_ostream &OS, const Edge &E) {
  OS << "when " << toSmt(E.Guard);
  llvm::StringRef Separator = " do ";
  for (const Update &U : E.Updates) {
    OS << Separator << smtSymbol(U.Var.name()) << " := " << toSmt(U.Val);
    Separator = ", ";
  }
}

static void printInput(raw_ostream &OS, const Input &In,
                       const EdgeSource &Source) {
  OS << "  " << inputKindName(In.What) << ' ' << smtSymbol(In.Var.name())
     << " : ";
  In.Var.sort().print(OS);
  const auto Why = Source.whyUnknown(In);
  if (std::string From = Why ? message(*Why) : In.Source; !From.empty())
    OS << " from " << From;
  printPlace(OS, In.Where);
  OS << '\n';
}

static void printStep(raw_ostream &OS, const SourceStep &S) {
  OS << "  " << stepName(S.What);
  printPlace(OS, S.Where);
  OS << ':';
  if (!S.When.isTrue())
    OS << " if " << toSmt(S.When);
  if (!S.Function.empty())
    OS << ' ' << S.Function;
  if (S.Holds)
    OS << ' ' << toSmt(S.Holds);
  for (const ShownValue &V : S.Values)
    OS << ' ' << roleName(V.What) << V.Path.str() << " = " << toSmt(V.Val)
       << " (" << styleName(V.Style) << ')';
  OS << '\n';
}

void sooth::printCfa(raw_ostream &OS, const Cfa &Model, PrintedSteps Steps) {
  auto Name = [&](LocationId L) { return smtSymbol(Model.location(L).Name); };
  OS << "entry " << Name(Model.entry()) << '\n';
  if (!Model.init().isTrue())
    OS << "init " << toSmt(Model.init()) << '\n';
  for (const StateVariable &V : Model.variables()) {
    OS << "variable " << smtSymbol(V.Var.name()) << " : ";
    V.Var.sort().print(OS);
    if (!V.Name.empty())
      OS << " for " << V.Name;
    OS << '\n';
  }
  for (const ErrorLocation &E : Model.errors()) {
    OS << "error " << Name(E.Loc) << ": " << message(E.What);
    printPlace(OS, E.Where);
    OS << '\n';
  }
  for (LocationId L = 0; L < Model.locations().size(); ++L)
    for (EdgeId Id : Model.outgoing(L)) {
      const Edge &E = Model.edge(Id);
      OS << Name(L) << " -> " << Name(E.Target) << ' ';
      printCommand(OS, E);
      OS << '\n';
      for (const Input &In : E.Inputs)
        printInput(OS, In, Model.source().at(Id));
      if (Steps == PrintedSteps::All)
        for (const SourceStep &S : Model.source().at(Id).Steps)
          printStep(OS, S);
    }
}

void sooth::printCfaDot(raw_ostream &OS, const Cfa &Model) {
  OS << "digraph cfa {\n  node [shape=box];\n";
  for (LocationId L = 0; L < Model.locations().size(); ++L) {
    const Location &Loc = Model.location(L);
    OS << "  " << L << " [label=\"" << llvm::DOT::EscapeString(Loc.Name);
    if (Loc.Where.isValid())
      OS << "\\n" << llvm::DOT::EscapeString(Loc.Where.str());
    OS << '"';
    if (L == Model.entry())
      OS << ", penwidth=2";
    if (Model.isError(L))
      OS << ", color=red";
    OS << "];\n";
  }
  for (const Edge &E : Model.edges()) {
    std::string Label;
    llvm::raw_string_ostream Text(Label);
    printCommand(Text, E);
    OS << "  " << E.Source << " -> " << E.Target << " [label=\""
       << llvm::DOT::EscapeString(Label) << "\"];\n";
  }
  OS << "}\n";
}
