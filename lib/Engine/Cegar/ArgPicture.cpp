//===- ArgPicture.cpp - The reachability graph for people -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArgPicture.h"

#include "sooth/Expr/SmtPrinter.h"
#include "sooth/Expr/Traversal.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace sooth;
using namespace sooth::cegar;
using Mark = ArgNode::Mark;
namespace json = llvm::json;

/// The text of Page.html; "@DATA@" stands for what it shows.
static constexpr char PageText[] = {
#include "ArgPage.inc"
    0};

static std::string locationName(const Cfa &C, LocationId L) {
  const Location &Loc = C.location(L);
  std::string Name = Loc.Name.empty() ? "L" + std::to_string(L) : Loc.Name;
  if (Loc.Where.isValid())
    Name += " (" + Loc.Where.str() + ")";
  return Name;
}

static std::string term(Expr E) {
  constexpr size_t MaxNodes = 400;
  size_t Size = dagSize({E});
  return Size <= MaxNodes ? toSmt(E)
                          : "a term of " + std::to_string(Size) + " operators";
}

static std::string shortened(std::string Text, size_t Length) {
  if (Text.size() > Length)
    Text = Text.substr(0, Length) + "...";
  return Text;
}

/// "[guard]" and "x := value", a line each.
static std::string command(const Edge &E) {
  std::string Text;
  if (!E.Guard.isTrue())
    Text += "[" + term(E.Guard) + "]\n";
  for (const Update &U : E.Updates)
    Text += U.Var.name().str() + " := " + term(U.Val) + "\n";
  return Text;
}

static const char *markName(Mark M) {
  switch (M) {
  case Mark::Unmarked:
    return "waiting";
  case Mark::Expanded:
    return "expanded";
  case Mark::Covered:
    return "covered";
  case Mark::Unsafe:
    return "error";
  case Mark::Pruned:
    return "pruned";
  }
  return "";
}

/// Nodes on the path to the first error node, by number.
static std::vector<bool> errorPath(const Arg &G) {
  std::vector<bool> OnPath(G.numNodes());
  std::vector<unsigned> Unsafe = G.withMark(Mark::Unsafe);
  if (!Unsafe.empty())
    for (unsigned N : G.pathTo(Unsafe[0]).Nodes)
      OnPath[N] = true;
  return OnPath;
}

static std::string escaped(llvm::StringRef Text) {
  std::string Result;
  for (char C : Text) {
    if (C == '"' || C == '\\')
      Result += '\\';
    if (C == '\n')
      Result += "\\l";
    else
      Result += C;
  }
  return Result;
}

std::string sooth::cegar::drawDot(const Cfa &C, const Arg &G,
                                  StateTable &Table) {
  constexpr size_t MaxLabel = 80;
  std::vector<bool> OnPath = errorPath(G);
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  OS << "digraph arg {\n  node [shape=box, fontname=monospace];\n"
     << "  edge [fontname=monospace, fontsize=10];\n";
  for (unsigned N = 0; N < G.numNodes(); ++N) {
    const ArgNode &Node = G.node(N);
    if (Node.M == Mark::Pruned)
      continue;
    std::string State = toSmt(Table.formula(*Node.State));
    OS << "  n" << N << " [label=\"" << escaped(locationName(C, Node.Loc))
       << "\\n"
       << escaped(shortened(State, MaxLabel)) << '"';
    if (OnPath[N])
      OS << ", color=red";
    if (Node.M == Mark::Unmarked)
      OS << ", style=dotted";
    OS << "];\n";
    if (Node.Parent != NoNode)
      OS << "  n" << Node.Parent << " -> n" << N << " [label=\""
         << escaped(shortened(command(C.edge(Node.InEdge)), MaxLabel)) << '"'
         << (OnPath[N] ? ", color=red" : "") << "];\n";
    if (Node.M == Mark::Covered)
      OS << "  n" << N << " -> n" << Node.CoveredBy
         << " [style=dashed, constraint=false];\n";
  }
  OS << "}\n";
  return Text;
}

static json::Value text(llvm::StringRef Text) {
  return json::isUTF8(Text) ? Text.str() : json::fixUTF8(Text);
}

static json::Array argNodes(const Cfa &C, const Arg &G, StateTable &Table) {
  std::vector<bool> OnPath = errorPath(G);
  json::Array Nodes;
  for (unsigned N = 0; N < G.numNodes(); ++N) {
    const ArgNode &Node = G.node(N);
    if (Node.M == Mark::Pruned)
      continue;
    json::Object O{{"id", N},
                   {"place", text(locationName(C, Node.Loc))},
                   {"state", text(term(Table.formula(*Node.State)))},
                   {"mark", markName(Node.M)},
                   {"path", bool(OnPath[N])}};
    if (Node.Parent != NoNode) {
      O["parent"] = Node.Parent;
      O["command"] = text(command(C.edge(Node.InEdge)));
    }
    if (Node.M == Mark::Covered)
      O["covered"] = Node.CoveredBy;
    Nodes.push_back(std::move(O));
  }
  return Nodes;
}

static json::Object automaton(const Cfa &C) {
  json::Array Nodes, Edges;
  for (LocationId L = 0; L < C.locations().size(); ++L)
    Nodes.push_back(json::Object{
        {"id", L},
        {"place", text(locationName(C, L))},
        {"state", L == C.entry() ? text(term(C.init())) : json::Value("")},
        {"mark", C.isError(L)     ? "error"
                 : L == C.entry() ? "entry"
                                  : "location"}});
  for (const Edge &E : C.edges())
    Edges.push_back(json::Object{
        {"from", E.Source}, {"to", E.Target}, {"command", text(command(E))}});
  return json::Object{{"nodes", std::move(Nodes)}, {"edges", std::move(Edges)}};
}

std::string sooth::cegar::drawHtml(const Cfa &C, const Arg &G,
                                   StateTable &Table) {
  std::string Data;
  llvm::raw_string_ostream(Data) << json::Value(json::Object{
      {"arg", argNodes(C, G, Table)}, {"automaton", automaton(C)}});
  // Nothing in a name may end the script.
  std::string Safe;
  for (char Each : Data)
    if (Each == '<')
      Safe += "\\u003c";
    else
      Safe += Each;
  auto [Before, After] = llvm::StringRef(PageText).split("@DATA@");
  return (Before + Safe + After).str();
}
