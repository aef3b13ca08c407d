//===- Evidence.cpp - Runs and proofs in terms of the source --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Evidence.h"

#include "CExpression.h"
#include "SourceTokens.h"

#include "sooth/Solver/Solver.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"

#include <map>
#include <numeric>
#include <set>

using namespace sooth;
using llvm::StringRef;

namespace {
/// A source, and what the user calls it.
struct Source {
  std::string Name;
  const SourceTokens *Text;
};

/// The sources of a program.
class Sources {
public:
  explicit Sources(llvm::ArrayRef<std::string> Files) : Files(Files) {}
  /// The one that debug information calls \p File; nothing if it is none of
  /// them, or cannot be read.
  std::optional<Source> find(const std::string &File) {
    auto Name = llvm::find_if(Files, [&](const std::string &Known) {
      return Known == File || llvm::sys::fs::equivalent(Known, File);
    });
    if (Name == Files.end())
      return std::nullopt;
    auto [It, IsNew] = Read.try_emplace(*Name);
    if (IsNew)
      It->second = SourceTokens::read(*Name);
    return It->second ? std::optional(Source{*Name, &*It->second})
                      : std::nullopt;
  }

private:
  llvm::ArrayRef<std::string> Files;
  std::map<std::string, std::optional<SourceTokens>> Read;
};
} // namespace

//===----------------------------------------------------------------------===//
// Violations
//===----------------------------------------------------------------------===//

/// \p V, which \p F returns, in C; empty for what has no literal.
static std::string resultInC(const Value &V, const llvm::Function &F) {
  if (V.isBool())
    return V.boolean() ? "1" : "0";
  llvm::Type *T = F.getReturnType();
  if (!V.isBitVec() || !V.bits().getBitWidth())
    return "";
  const llvm::APInt &Bits = V.bits();
  if (T->isFloatTy() || T->isDoubleTy()) {
    llvm::APFloat Number(T->getFltSemantics(), Bits);
    if (!Number.isFinite())
      return "";
    char Text[64];
    Number.convertToHexString(Text, 0, false,
                              llvm::RoundingMode::NearestTiesToEven);
    return std::string(Text) + (T->isFloatTy() ? "F" : "");
  }
  if (!T->isIntegerTy() || Bits.getBitWidth() > 64)
    return "";
  // Small ones become int before they are compared; the larger ones are
  // converted to what they are compared with.
  const bool IsSigned =
      Bits.getBitWidth() >= 32 || !F.hasRetAttribute(llvm::Attribute::ZExt);
  return IsSigned ? constantInC(Bits, true) : constantInC(Bits.zext(32), true);
}

/// The call of \p Name at \p Where: its name, and the closing parenthesis.
static std::optional<std::pair<size_t, size_t>>
callAt(const SourceTokens &S, const SourceLocation &Where, StringRef Name) {
  const size_t At = S.find(Where.Line, Where.Column);
  if (At == SourceTokens::None || !S.is(At, Name) || !S.is(At + 1, "(") ||
      S.partner(At + 1) == SourceTokens::None)
    return std::nullopt;
  return std::make_pair(At, S.partner(At + 1));
}

static SourceLocation placeOf(const SourceTokens &S, size_t Token,
                              const std::string &File) {
  return {File, S.tokens()[Token].Line, S.tokens()[Token].Column};
}

/// Of "x = f();" in a block, before another statement: that statement. The
/// variable has the result there.
static size_t statementAfter(const SourceTokens &S, size_t Name, size_t Close) {
  using TokenKind = SourceTokens::Token::Kind;
  if (Name < 2 || !S.is(Name - 1, "=") || !S.is(Close + 1, ";") ||
      S.tokens()[Name - 2].What != TokenKind::Word ||
      !S.beginsInBlock(Close + 2))
    return SourceTokens::None;
  // What comes after a directive may not be compiled.
  const size_t End = S.tokens()[Close + 1].Offset;
  if (StringRef(S.text())
          .substr(End, S.tokens()[Close + 2].Offset - End)
          .contains('#'))
    return SourceTokens::None;
  const size_t Begin = S.beginOf(Name - 2);
  // "x = f();", or "type x = f();": words alone.
  for (size_t I = Begin; I < Name - 2; ++I)
    if (S.tokens()[I].What != TokenKind::Word || S.is(I, "static"))
      return SourceTokens::None;
  return S.beginsInBlock(Begin) ? Close + 2 : SourceTokens::None;
}

static std::optional<Waypoint> waypointOf(const RecordedInput &In,
                                          const llvm::Module &Program,
                                          Sources &Files) {
  const llvm::Function *F = Program.getFunction(In.Source);
  const auto Found = Files.find(In.Where.File);
  if ((In.What != Input::Kind::Nondet && In.What != Input::Kind::Extern) ||
      !F || !Found)
    return std::nullopt;
  const SourceTokens *S = Found->Text;
  auto Call = callAt(*S, In.Where, In.Source);
  const std::string Result = resultInC(In.Val, *F);
  if (!Call || Result.empty())
    return std::nullopt;
  const auto [Name, Close] = *Call;
  const size_t Next = statementAfter(*S, Name, Close);
  if (Next != SourceTokens::None)
    return Waypoint{Waypoint::Kind::Assumption, placeOf(*S, Next, Found->Name),
                    (S->tokens()[Name - 2].Text + " == " + Result).str()};
  return Waypoint{Waypoint::Kind::FunctionReturn,
                  placeOf(*S, Close, Found->Name), "\\result == " + Result};
}

/// Calls of errors are where they are; other targets are the first thing in
/// their lines.
static Waypoint targetOf(const AssertionReport &Violated, Sources &Files) {
  Waypoint Target{Waypoint::Kind::Target, Violated.Where, ""};
  const auto Found = Files.find(Violated.Where.File);
  if (Found)
    Target.Where.File = Found->Name;
  if (Violated.What.What == Failure::Kind::ErrorCall)
    return Target;
  Target.Where.Column = 0;
  const size_t At =
      Found ? Found->Text->find(Violated.Where.Line, Violated.Where.Column)
            : SourceTokens::None;
  if (At != SourceTokens::None)
    Target.Where.Line = Found->Text->tokens()[Found->Text->beginOf(At)].Line;
  return Target;
}

std::vector<Waypoint> sooth::waypointsOf(const RecordedRun &Run,
                                         const AssertionReport &Violated,
                                         const llvm::Module &Program,
                                         llvm::ArrayRef<std::string> Names) {
  Sources Files(Names);
  std::vector<Waypoint> All;
  for (const RecordedInput &In : Run.Inputs)
    if (auto P = waypointOf(In, Program, Files))
      All.push_back(std::move(*P));
  All.push_back(targetOf(Violated, Files));
  return All;
}

//===----------------------------------------------------------------------===//
// Proofs
//===----------------------------------------------------------------------===//

static void addParts(Expr Formula, std::vector<Expr> &To) {
  if (!Formula.is(Kind::And))
    return To.push_back(Formula);
  for (Expr Part : Formula.operands())
    addParts(Part, To);
}

namespace {
struct Conjunct {
  Expr Formula;
  std::string Text;
};
} // namespace

/// What is meant may be that comparisons without sign, of \p F, have one.
static std::vector<Expr> withSign(ExprContext &Ctx, Expr F) {
  const Expr Inner = F.is(Kind::Not) ? F.operand(0) : F;
  if (!Inner.is(Kind::BvUlt) && !Inner.is(Kind::BvUle))
    return {};
  const Expr A = Inner.operand(0), B = Inner.operand(1);
  const Expr Same = Inner.is(Kind::BvUlt) ? Ctx.mkSlt(A, B) : Ctx.mkSle(A, B);
  std::vector<Expr> Result = {F.is(Kind::Not) ? Ctx.mkNot(Same) : Same};
  const Expr Zero = Ctx.bv(0, A.sort().width());
  for (Expr Operand : {A, B})
    if (Operand.isVar())
      Result.push_back(Ctx.mkSle(Zero, Operand));
  return Result;
}

/// Says \p All in other words where these are shorter, and without what follows
/// from the rest.
static void simplify(const Cfa &C, std::vector<Conjunct> &All,
                     const Budget &B) {
  constexpr size_t Most = 40;
  constexpr double SecondsEach = 0.05;
  ExprContext &Ctx = C.context();
  if (All.empty() || All.size() > Most)
    return;
  std::unique_ptr<Solver> S = createZ3Solver(Ctx);
  const size_t Given = All.size();
  for (size_t I = 0; I < Given; ++I)
    for (Expr Other : withSign(Ctx, All[I].Formula)) {
      auto Text = toC(C, Other);
      std::vector<Expr> Question = {Ctx.mkNot(Other)};
      for (size_t K = 0; K < Given; ++K)
        Question.push_back(All[K].Formula);
      if (Text && Text->Text.size() < All[I].Text.size() &&
          S->check(Question, B.child(SecondsEach)) == Answer::Unsat)
        All.push_back({Other, Text->Text});
    }
  std::vector<size_t> ByLength(All.size());
  std::iota(ByLength.begin(), ByLength.end(), 0);
  llvm::stable_sort(ByLength, [&](size_t A, size_t B) {
    return All[A].Text.size() > All[B].Text.size();
  });
  std::set<size_t> Dropped;
  for (size_t I : ByLength) {
    std::vector<Expr> Question = {Ctx.mkNot(All[I].Formula)};
    for (size_t K = 0; K < All.size(); ++K)
      if (K != I && !Dropped.contains(K))
        Question.push_back(All[K].Formula);
    if (S->check(Question, B.child(SecondsEach)) == Answer::Unsat)
      Dropped.insert(I);
  }
  size_t At = 0;
  llvm::erase_if(All, [&](const Conjunct &) { return Dropped.contains(At++); });
}

std::vector<LoopInvariant> sooth::claimsInC(const Cfa &C,
                                            const CfaInvariant &Invariant,
                                            llvm::ArrayRef<std::string> Names,
                                            Parts Which) {
  constexpr size_t MostClaims = 200;
  constexpr double MostSeconds = 1;
  const Budget Own = Budget::seconds(MostSeconds);
  Sources Files(Names);
  std::vector<LoopInvariant> All;
  for (LocationId L = 0; L < C.locations().size(); ++L) {
    auto It = Invariant.Formulas.find(L);
    const SourceLocation &Where = C.location(L).Where;
    const auto Found = Files.find(Where.File);
    if (It == Invariant.Formulas.end() || !Found || C.isError(L))
      continue;
    const SourceTokens *S = Found->Text;
    auto Loop = S->loopAt(Where);
    if (!Loop)
      continue;
    std::vector<Expr> Formulas;
    addParts(It->second, Formulas);
    std::vector<Conjunct> Told;
    for (Expr Formula : Formulas) {
      auto Text = toC(C, Formula);
      if (Text && llvm::all_of(Text->Variables, [&](const std::string &V) {
            return S->mayDeclare(V, *Loop) &&
                   (Which == Parts::All || S->mentions(V, *Loop));
          }))
        Told.push_back({Formula, Text->Text});
    }
    simplify(C, Told, Own);
    for (const Conjunct &P : Told)
      if (All.size() < MostClaims)
        addClaims(All, LoopInvariant{placeOf(*S, Loop->Keyword, Found->Name),
                                     P.Text});
  }
  return All;
}

std::vector<LoopInvariant> sooth::joined(std::vector<LoopInvariant> All) {
  std::vector<LoopInvariant> Result;
  for (LoopInvariant &I : All) {
    auto It = llvm::find_if(Result, [&](const LoopInvariant &R) {
      return R.Where == I.Where && R.Needs == I.Needs;
    });
    if (It == Result.end())
      Result.push_back(std::move(I));
    else
      It->Text += " && " + I.Text;
  }
  return Result;
}
