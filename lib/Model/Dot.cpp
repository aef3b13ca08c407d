//===- Dot.cpp - Models as graphs -----------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Model/Dot.h"

#include "sooth/Expr/SmtPrinter.h"
#include "sooth/Expr/Traversal.h"

#include "llvm/Support/raw_ostream.h"

using namespace sooth;
using llvm::StringRef;

/// \p Text inside the quotes of a label.
static std::string escapedLabel(StringRef Text) {
  std::string Result;
  for (char C : Text) {
    if (C == '"' || C == '\\')
      Result += '\\';
    if (C == '\n')
      Result += "\\n";
    else
      Result += C;
  }
  return Result;
}

/// A term if it is short, else its operator and its size.
static std::string abbreviated(Expr E) {
  constexpr size_t MaxNodes = 20, MaxLength = 60;
  size_t Size = dagSize({E});
  if (Size <= MaxNodes) {
    std::string Text = toSmt(E);
    if (Text.size() <= MaxLength)
      return Text;
  }
  return "(" + smtName(E.kind()).str() + " ... " + std::to_string(Size) +
         " nodes)";
}

static std::string shownName(const Cfa &Program, Expr Var) {
  for (const StateVariable &V : Program.variables())
    if (V.Var == Var && !V.Name.empty())
      return V.Name;
  return Var.name().str();
}

static std::string edgeLabel(const Cfa &Program, const Edge &E) {
  constexpr size_t MaxUpdates = 12;
  std::string Label;
  if (!E.Guard.isTrue())
    Label += "[" + escapedLabel(abbreviated(E.Guard)) + "]\\l";
  size_t Shown = std::min(E.Updates.size(), MaxUpdates);
  for (size_t I = 0; I < Shown; ++I) {
    const Update &U = E.Updates[I];
    Label +=
        escapedLabel(shownName(Program, U.Var) + " := " + abbreviated(U.Val)) +
        "\\l";
  }
  if (Shown < E.Updates.size())
    Label += "... " + std::to_string(E.Updates.size() - Shown) + " more\\l";
  return Label;
}

void sooth::writeDot(llvm::raw_ostream &OS, const Cfa &Program) {
  OS << "digraph program {\n"
     << "  node [shape=box, fontname=monospace];\n"
     << "  edge [fontname=monospace, fontsize=10];\n";
  for (LocationId L = 0; L < Program.locations().size(); ++L) {
    const Location &Loc = Program.location(L);
    std::string Label = Loc.Name.empty() ? std::to_string(L) : Loc.Name;
    if (Loc.Where.isValid())
      Label += "\n" + Loc.Where.str();
    OS << "  n" << L << " [label=\"" << escapedLabel(Label) << '"';
    if (Program.isError(L))
      OS << ", color=red, fontcolor=red";
    if (L == Program.entry())
      OS << ", style=bold";
    OS << "];\n";
  }
  for (const Edge &E : Program.edges())
    OS << "  n" << E.Source << " -> n" << E.Target << " [label=\""
       << edgeLabel(Program, E) << "\"];\n";
  OS << "}\n";
}
