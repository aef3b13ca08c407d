//===- SmtPrinter.cpp - Expressions as SMT-LIB text -----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Expr/SmtPrinter.h"

#include "sooth/Expr/FloatingPoint.h"
#include "sooth/Expr/Traversal.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"

using namespace sooth;
using llvm::ArrayRef;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

/// Names of theory symbols that are not an operator of ours.
static constexpr const char *OtherTheorySymbols[] = {
    "true",   "false",       "=>",           "xor",    "distinct",  "abs",
    ">",      ">=",          "is_int",       "bvnand", "bvnor",     "bvxnor",
    "bvcomp", "bvsmod",      "bvugt",        "bvuge",  "bvsgt",     "bvsge",
    "repeat", "rotate_left", "rotate_right", "const",  "divisible", "bv2nat",
    "nat2bv", "int2bv"};

static bool isTheorySymbol(StringRef Name) {
  static const llvm::StringSet<> Symbols = [] {
    llvm::StringSet<> Set;
#define SOOTH_KIND(NAME, SMT) Set.insert(SMT);
#include "sooth/Expr/Kinds.def"
    for (const char *Name : OtherTheorySymbols)
      Set.insert(Name);
    Set.erase("");
    return Set;
  }();
  return Symbols.contains(Name) || isFpOperatorName(Name);
}

static bool isReserved(StringRef Name) {
  static const llvm::StringSet<> Words{
      "!",      "_",   "as",  "BINARY", "DECIMAL", "exists", "HEXADECIMAL",
      "forall", "let", "par", "match",  "NUMERAL", "STRING"};
  return Words.contains(Name);
}

static bool isSimpleSymbol(StringRef Name) {
  auto Ok = [](char C) {
    return llvm::isAlnum(C) || StringRef("~!@$%^&*_-+=<>.?/").contains(C);
  };
  return !Name.empty() && !llvm::isDigit(Name[0]) && llvm::all_of(Name, Ok) &&
         !isReserved(Name);
}

static bool isUpperHex(char C) {
  return llvm::isDigit(C) || (C >= 'A' && C <= 'F');
}

static bool isEscape(StringRef Text) {
  return Text.size() >= 3 && Text[0] == '%' && isUpperHex(Text[1]) &&
         isUpperHex(Text[2]);
}

std::string sooth::smtSymbol(StringRef Name) {
  std::string Text;
  auto Escape = [&](unsigned char C) {
    Text += '%';
    Text += llvm::hexdigit(C >> 4);
    Text += llvm::hexdigit(C & 15);
  };
  if (isTheorySymbol(Name)) {
    Escape(Name[0]);
    return Text + Name.drop_front().str();
  }
  for (size_t I = 0; I < Name.size(); ++I) {
    char C = Name[I];
    bool Control = static_cast<unsigned char>(C) < 32 || C == 127;
    if (C == '|' || C == '\\' || Control || isEscape(Name.substr(I)))
      Escape(C);
    else
      Text += C;
  }
  return isSimpleSymbol(Text) ? Text : "|" + Text + "|";
}

std::string sooth::smtSymbolName(StringRef Symbol) {
  std::string Name;
  while (!Symbol.empty()) {
    if (isEscape(Symbol)) {
      Name += llvm::hexFromNibbles(Symbol[1], Symbol[2]);
      Symbol = Symbol.drop_front(3);
    } else {
      Name += Symbol[0];
      Symbol = Symbol.drop_front();
    }
  }
  return Name;
}

//===----------------------------------------------------------------------===//
// Terms
//===----------------------------------------------------------------------===//

/// Whether SMT-LIB leaves the result open for some divisor that \p E may see.
static bool isPartialDivision(Expr E) {
  return (E.is(Kind::IntDiv) || E.is(Kind::IntMod) || E.is(Kind::RealDiv)) &&
         !E.operand(1).isConst();
}

static void printHead(llvm::raw_ostream &OS, Expr E) {
  switch (E.kind()) {
  case Kind::Extract:
    OS << "((_ extract " << E.param(0) << ' ' << E.param(1) << ')';
    return;
  case Kind::ZeroExt:
  case Kind::SignExt:
    OS << "((_ " << smtName(E.kind()) << ' ' << E.param(0) << ')';
    return;
  case Kind::ConstArray:
    OS << "((as const ";
    E.sort().print(OS);
    OS << ')';
    return;
  default:
    OS << '('
       << (isFpOperator(E.kind()) ? fpOperatorName(E)
                                  : smtName(E.kind()).str());
    return;
  }
}

namespace {
/// What is left to print: a term or, where it is null, a text.
struct Piece {
  Expr E;
  const char *Text = nullptr;
};
} // namespace

/// Prints the node \p E itself, named or not, and the nodes below it by name
/// where they have one.
static void printNode(llvm::raw_ostream &OS, Expr E, const SmtNames &Names) {
  llvm::SmallVector<Piece, 64> Stack;
  auto Push = [&](std::initializer_list<Piece> Pieces) {
    Stack.append(std::rbegin(Pieces), std::rend(Pieces));
  };
  auto Expand = [&](Expr E) {
    if (E.isConst())
      return E.value().print(OS);
    if (E.isVar()) {
      OS << smtSymbol(E.name());
      return;
    }
    if (isPartialDivision(E)) {
      Expr X = E.operand(0), D = E.operand(1);
      const char *Zero = E.is(Kind::RealDiv) ? "0.0" : "0";
      Piece AtZero = E.is(Kind::IntMod) ? Piece{X} : Piece{{}, Zero};
      Push({{{}, "(ite (= "},
            {D},
            {{}, " "},
            {{}, Zero},
            {{}, ") "},
            AtZero,
            {{}, " ("},
            {{}, smtName(E.kind()).data()},
            {{}, " "},
            {X},
            {{}, " "},
            {D},
            {{}, "))"}});
      return;
    }
    printHead(OS, E);
    Push({{{}, ")"}});
    for (Expr Op : llvm::reverse(E.operands()))
      Push({{{}, " "}, {Op}});
  };
  Expand(E);
  while (!Stack.empty()) {
    Piece Top = Stack.pop_back_val();
    if (!Top.E) {
      OS << Top.Text;
      continue;
    }
    auto It = Names.find(Top.E);
    if (It != Names.end())
      OS << It->second;
    else
      Expand(Top.E);
  }
}

static void printTerm(llvm::raw_ostream &OS, Expr E, const SmtNames &Names) {
  auto It = Names.find(E);
  if (It != Names.end())
    OS << It->second;
  else
    printNode(OS, E, Names);
}

namespace {
/// The nodes below some roots that are worth a name.
struct Sharing {
  std::vector<Expr> Nodes;  // operands first
  std::string Prefix = "?"; // of names that no variable has
};
} // namespace

/// Looks no further than what already has a name.
static Sharing findSharing(ArrayRef<Expr> Roots, const SmtNames &Named) {
  Sharing Result;
  llvm::DenseMap<Expr, unsigned> Uses;
  std::vector<Expr> Order;
  llvm::SmallVector<std::pair<Expr, unsigned>, 64> Stack;
  auto Use = [&](Expr E, unsigned Times) {
    unsigned &Count = Uses[E];
    Count += Times;
    if (Count == Times && !Named.count(E))
      Stack.push_back({E, 0});
  };
  for (Expr Root : Roots) {
    Use(Root, 1);
    while (!Stack.empty()) {
      auto [E, Next] = Stack.back();
      if (E.isVar())
        while (E.name().starts_with(Result.Prefix))
          Result.Prefix += '?';
      if (Next == E.numOperands()) {
        Order.push_back(E);
        Stack.pop_back();
        continue;
      }
      ++Stack.back().second;
      // Partial division prints its divisor twice, and `mod` its dividend.
      bool Twice = isPartialDivision(E) && (Next == 1 || E.is(Kind::IntMod));
      Use(E.operand(Next), Twice ? 2 : 1);
    }
  }
  for (Expr E : Order)
    if (E.numOperands() && Uses.lookup(E) > 1)
      Result.Nodes.push_back(E);
  return Result;
}

/// Opens a `let` for each shared node below \p Roots and returns how many.
static size_t openLets(llvm::raw_ostream &OS, ArrayRef<Expr> Roots,
                       SmtNames &Names) {
  Sharing Shared = findSharing(Roots, Names);
  for (size_t I = 0; I < Shared.Nodes.size(); ++I) {
    std::string Name = Shared.Prefix + std::to_string(I);
    OS << "(let ((" << Name << ' ';
    printNode(OS, Shared.Nodes[I], Names);
    OS << ")) ";
    Names[Shared.Nodes[I]] = std::move(Name);
  }
  return Shared.Nodes.size();
}

static void closeLets(llvm::raw_ostream &OS, size_t Count) {
  while (Count--)
    OS << ')';
}

static void printWithLets(llvm::raw_ostream &OS, Expr E, SmtNames Names) {
  size_t Lets = openLets(OS, {E}, Names);
  printTerm(OS, E, Names);
  closeLets(OS, Lets);
}

void sooth::printSmt(llvm::raw_ostream &OS, Expr E) {
  printWithLets(OS, E, SmtNames());
}

std::string sooth::toSmt(Expr E) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  printSmt(OS, E);
  return Text;
}

void sooth::printFpDefinitions(llvm::raw_ostream &OS, ArrayRef<Expr> Roots) {
  llvm::StringSet<> Defined;
  ExprContext Ctx; // of the circuits
  postOrder(Roots, [&](Expr E) {
    if (!isFpOperator(E.kind()) || !Defined.insert(fpOperatorName(E)).second)
      return;
    llvm::SmallVector<Expr, 3> Params;
    OS << "(define-fun " << fpOperatorName(E) << " (";
    for (unsigned I = 0; I < E.numOperands(); ++I) {
      unsigned Width = E.operand(I).sort().width();
      std::string Name = std::string(1, "abc"[I]) + "." + std::to_string(Width);
      Params.push_back(Ctx.var(Name, Ctx.bitVecSort(Width)));
      OS << (I ? " (" : "(") << Name << ' ';
      Params.back().sort().print(OS);
      OS << ')';
    }
    OS << ") ";
    E.sort().print(OS);
    OS << ' ';
    printSmt(OS, fpAsBits(Ctx, E.kind(), Params, E.param(0), E.param(1)));
    OS << ")\n";
  });
}

void SmtDefinitions::define(ArrayRef<Expr> Roots) {
  for (Expr E : findSharing(Roots, Names).Nodes) {
    std::string Name = smtSymbol(Prefix + std::to_string(Names.size()));
    Out << "(define-fun " << Name << " () ";
    E.sort().print(Out);
    Out << ' ';
    printNode(Out, E, Names);
    Out << ")\n";
    Names[E] = std::move(Name);
  }
}

std::string SmtDefinitions::text(Expr E) const {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  if (Names.count(E) || findSharing({E}, Names).Nodes.empty())
    printTerm(OS, E, Names);
  else
    printWithLets(OS, E, Names);
  return Text;
}

SmtLets::SmtLets(llvm::raw_ostream &Out, ArrayRef<Expr> Roots) : Out(Out) {
  openLets(Out, Roots, Names);
}

void SmtLets::print(Expr E) const { printTerm(Out, E, Names); }

void SmtLets::close() { closeLets(Out, Names.size()); }
