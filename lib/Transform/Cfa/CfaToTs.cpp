//===- CfaToTs.cpp - From an automaton to a transition system -------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With several locations s and edges e of s, guards g and values t:
//
//   pc' = ite(pc = s₁, ite(g₁, target₁, ite(g₂, target₂, halt)), ite(…, halt))
//   v'  = ite(pc = s₁, ite(g₁, t₁, t₂), ite(pc = s₂, …, v))
//
// The last edge's guard does not appear in v': if none holds, the run halts
// and v does not matter. So a location with one edge has no condition on its
// data at all. Equal values, of edges or of locations, are one alternative.
//
//===----------------------------------------------------------------------===//

#include "sooth/Transform/Cfa/CfaToTs.h"

#include "Alternatives.h"
#include "Remap.h"

#include "sooth/Expr/Evaluator.h"
#include "sooth/Expr/Traversal.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"

using namespace sooth;

TsBackTranslation::~TsBackTranslation() = default;

namespace {
/// An edge as it appears in the transition system.
struct Move {
  EdgeId Id = 0;
  LocationId Target = 0;
  Expr When; // guard over shared inputs, and choice
  ExprMap<Expr> Updates;
  std::vector<SharedInputs::Pair> Inputs;
};

/// The variables that hold the location.
class ProgramCounter {
public:
  ProgramCounter(const Cfa &C, CfaToTsOptions::Counter Kind);
  /// "The run is at \p L", over current values.
  Expr at(LocationId L) const { return At[L]; }
  const std::vector<Expr> &variables() const { return Vars; }
  /// The values of variables() at \p L.
  std::vector<Expr> values(LocationId L) const;
  std::vector<Expr> haltValues() const;
  /// That a state is at one location at most.
  std::vector<Expr> exclusions() const;
  /// The location of a state; nothing if halted.
  std::optional<LocationId> locate(const Valuation &State) const;

private:
  ExprContext &Ctx;
  CfaToTsOptions::Counter Kind;
  std::vector<Expr> Vars;
  std::vector<Expr> At;
};

class TsBack final : public TsBackTranslation {
public:
  TsBack(const Cfa &C, ProgramCounter Pc) : C(C), Pc(std::move(Pc)) {}
  CfaTrace back(const TsTrace &T) const override;
  CfaInvariant back(const TsInvariant &I) const override;
  Expr atLocations(const CfaInvariant &I) const override;

  std::vector<std::vector<Move>> Moves; // by source

private:
  const Move *taken(LocationId From, LocationId To, const Valuation &State,
                    const Valuation &Inputs, const Valuation &Next) const;

  const Cfa &C;
  ProgramCounter Pc;
};

class Translator {
public:
  Translator(const Cfa &C, CfaToTsOptions O)
      : C(C), Ctx(C.context()), Errors(errorLocations(C)),
        Pc(C, O.ProgramCounter), Result(Ctx) {}
  TransformedTs run();

private:
  std::vector<Move> movesOf(LocationId L);
  void addCounter();
  void addData(Expr Var);
  void addProperties();
  void addInput(Expr Y);
  Expr choiceIs(unsigned Colour);
  Expr byLocation(const llvm::MapVector<Expr, llvm::SmallVector<Expr, 4>> &Vs,
                  Expr Default);

  const Cfa &C;
  ExprContext &Ctx;
  llvm::BitVector Errors;
  ProgramCounter Pc;
  TransitionSystem Result;
  std::vector<std::vector<Move>> Moves;
  ExprMap<std::vector<LocationId>> UpdatedAt; // by variable, each once
  ExprSet SeenInputs;
  Expr Choice;
};
} // namespace

/// A variable called \p Name if that is still free.
static Expr newVariable(ExprContext &Ctx, const llvm::Twine &Name, Sort S) {
  std::string Text = Name.str();
  return Ctx.lookupVar(Text) ? Ctx.freshVar(Text, S) : Ctx.var(Text, S);
}

static unsigned bitsFor(unsigned Count) {
  return Count <= 2 ? 1 : llvm::Log2_32_Ceil(Count);
}

//===- The program counter ------------------------------------------------===//

ProgramCounter::ProgramCounter(const Cfa &C, CfaToTsOptions::Counter Kind)
    : Ctx(C.context()), Kind(Kind) {
  unsigned Count = C.locations().size();
  if (Kind == CfaToTsOptions::Counter::BitVector) {
    // One more value, for the halt state.
    Sort S = Ctx.bitVecSort(bitsFor(Count + 1));
    Vars.push_back(newVariable(Ctx, "pc", S));
  }
  for (LocationId L = 0; L < Count; ++L) {
    if (Kind == CfaToTsOptions::Counter::OneHot)
      Vars.push_back(newVariable(Ctx, "at." + llvm::Twine(L), Ctx.boolSort()));
    At.push_back(Kind == CfaToTsOptions::Counter::OneHot
                     ? Vars[L]
                     : Ctx.mkEq(Vars[0], values(L)[0]));
  }
}

std::vector<Expr> ProgramCounter::exclusions() const {
  std::vector<Expr> All;
  if (Kind == CfaToTsOptions::Counter::OneHot)
    for (size_t I = 0; I < At.size(); ++I)
      for (size_t J = 0; J < I; ++J)
        All.push_back(Ctx.mkNot(Ctx.mkAnd(At[I], At[J])));
  return All;
}

std::vector<Expr> ProgramCounter::values(LocationId L) const {
  if (Kind == CfaToTsOptions::Counter::BitVector)
    return {Ctx.bv(L, Vars[0].sort().width())};
  std::vector<Expr> Values = haltValues();
  Values[L] = Ctx.trueExpr();
  return Values;
}

std::vector<Expr> ProgramCounter::haltValues() const {
  if (Kind == CfaToTsOptions::Counter::BitVector)
    return {Ctx.bv(At.size(), Vars[0].sort().width())};
  return std::vector<Expr>(Vars.size(), Ctx.falseExpr());
}

std::optional<LocationId> ProgramCounter::locate(const Valuation &State) const {
  Evaluator Eval(State);
  for (LocationId L = 0; L < At.size(); ++L)
    if (Eval.isTrue(At[L]))
      return L;
  return std::nullopt;
}

//===- The transition system ----------------------------------------------===//

void Translator::addInput(Expr Y) {
  if (SeenInputs.insert(Y).second)
    Result.addInput(Y);
}

Expr Translator::choiceIs(unsigned Colour) {
  return Ctx.mkEq(Choice, Ctx.bv(Colour, Choice.sort().width()));
}

/// The edges of \p L with common inputs, conditions not yet made exclusive.
std::vector<Move> Translator::movesOf(LocationId L) {
  if (Errors.test(L))
    return {};
  std::vector<const Edge *> Edges;
  for (EdgeId E : C.outgoing(L))
    Edges.push_back(&C.edge(E));
  SharedInputs Shared(Edges, [](const Input &In) { return In.Var; });
  for (const Input &In : Shared.inputs())
    addInput(In.Var);
  std::vector<Move> Result;
  for (unsigned I = 0; I < Edges.size(); ++I) {
    Substitution Rename(Ctx);
    for (auto [Original, Common] : Shared.ofEdge(I))
      if (Original != Common)
        Rename.set(Original, Common);
    Move M;
    M.Id = C.outgoing(L)[I];
    M.Target = Edges[I]->Target;
    M.When = Rename(Edges[I]->Guard);
    M.Inputs = Shared.ofEdge(I);
    for (const Update &U : Edges[I]->Updates)
      M.Updates[U.Var] = Rename(U.Val);
    if (!M.When.isFalse())
      Result.push_back(std::move(M));
  }
  return Result;
}

/// ite(at a location with value v₁, v₁, …) for values by location; the values
/// of all other locations are \p Default.
Expr Translator::byLocation(
    const llvm::MapVector<Expr, llvm::SmallVector<Expr, 4>> &Vs, Expr Default) {
  Expr Value = Default;
  for (const auto &[Val, Ats] : llvm::reverse(Vs))
    if (Val != Default)
      Value = Ctx.mkIte(Ctx.mkOr(Ats), Val, Value);
  return Value;
}

void Translator::addCounter() {
  std::vector<Expr> Halt = Pc.haltValues();
  for (unsigned I = 0; I < Halt.size(); ++I) {
    llvm::MapVector<Expr, llvm::SmallVector<Expr, 4>> ByValue;
    for (LocationId L = 0; L < Moves.size(); ++L) {
      // Several edges to one location are one alternative here.
      llvm::MapVector<LocationId, llvm::SmallVector<Expr, 2>> ByTarget;
      llvm::SmallVector<Expr, 4> All;
      for (const Move &M : Moves[L]) {
        ByTarget[M.Target].push_back(M.When);
        All.push_back(M.When);
      }
      llvm::SmallVector<Alternative, 4> As;
      for (const auto &[Target, Whens] : ByTarget)
        As.push_back({anyOf(Ctx, Whens), Pc.values(Target)[I]});
      if (Expr Some = anyOf(Ctx, All); !Some.isTrue())
        As.push_back({Ctx.mkNot(Some), Halt[I]});
      ByValue[choose(Ctx, As)].push_back(Pc.at(L));
    }
    Expr Var = Pc.variables()[I];
    Result.addVariable({Var, newVariable(Ctx, Var.name() + ".next", Var.sort()),
                        byLocation(ByValue, Halt[I])});
  }
}

void Translator::addData(Expr Var) {
  llvm::MapVector<Expr, llvm::SmallVector<Expr, 4>> ByValue;
  auto Updates = UpdatedAt.find(Var);
  for (LocationId L : Updates == UpdatedAt.end() ? std::vector<LocationId>()
                                                 : Updates->second) {
    llvm::SmallVector<Alternative, 4> As;
    for (const Move &M : Moves[L]) {
      Expr Val = M.Updates.lookup(Var);
      As.push_back({M.When, Val ? Val : Var});
    }
    ByValue[choose(Ctx, As)].push_back(Pc.at(L));
  }
  Result.addVariable({Var, newVariable(Ctx, Var.name() + ".next", Var.sort()),
                      byLocation(ByValue, Var)});
}

void Translator::addProperties() {
  for (const ErrorLocation &E : C.errors())
    Result.addProperty({message(E.What), Pc.at(E.Loc), E.Where});
}

TransformedTs Translator::run() {
  // Which edges must be told apart, and by how many values.
  std::vector<std::vector<unsigned>> Colours;
  unsigned NumColours = 0;
  for (LocationId L = 0; L < C.locations().size(); ++L) {
    Moves.push_back(movesOf(L));
    llvm::SmallVector<Expr, 8> Whens;
    for (const Move &M : Moves.back())
      Whens.push_back(M.When);
    Colours.push_back(
        colourConflicts(Ctx, Whens, [](unsigned, unsigned) { return false; }));
    ExprSet Updated;
    for (const Move &M : Moves.back())
      for (const auto &[Var, Val] : M.Updates)
        if (Updated.insert(Var).second)
          UpdatedAt[Var].push_back(L);
    for (unsigned Colour : Colours.back())
      if (Colour != ~0u)
        NumColours = std::max(NumColours, Colour + 1);
  }
  if (NumColours > 0) {
    Choice = newVariable(Ctx, "choice", Ctx.bitVecSort(bitsFor(NumColours)));
    addInput(Choice);
  }
  for (LocationId L = 0; L < Moves.size(); ++L)
    for (unsigned I = 0; I < Moves[L].size(); ++I)
      if (Colours[L][I] != ~0u)
        Moves[L][I].When = Ctx.mkAnd(choiceIs(Colours[L][I]), Moves[L][I].When);

  addCounter();
  for (const StateVariable &V : C.variables())
    addData(V.Var);
  llvm::SmallVector<Expr, 8> Init;
  std::vector<Expr> Entry = Pc.values(C.entry());
  for (unsigned I = 0; I < Entry.size(); ++I)
    Init.push_back(Ctx.mkEq(Pc.variables()[I], Entry[I]));
  Init.push_back(C.init());
  Result.setInit(Ctx.mkAnd(Init));
  addProperties();

  std::vector<Expr> Control = Pc.variables();
  auto Back = std::make_unique<TsBack>(C, Pc);
  Back->Moves = std::move(Moves);
  return {std::move(Result), std::move(Back), std::move(Control)};
}

TransformedTs sooth::toTransitionSystem(const Cfa &C, CfaToTsOptions O) {
  return Translator(C, O).run();
}

//===- The way back -------------------------------------------------------===//

/// The move that explains a step. Inputs that a trace leaves out may include
/// the choice, so what tells is where the step leads.
const Move *TsBack::taken(LocationId From, LocationId To,
                          const Valuation &State, const Valuation &Inputs,
                          const Valuation &Next) const {
  Valuation Env = State;
  for (const auto &[Var, Val] : Inputs)
    Env[Var] = Val;
  Evaluator Eval(Env);
  auto Leads = [&](const Move &M) {
    if (M.Target != To)
      return false;
    Valuation After = State;
    for (const auto &[Var, Val] : M.Updates)
      After[Var] = Eval(Val);
    for (const StateVariable &V : C.variables()) {
      auto A = After.find(V.Var);
      auto N = Next.find(V.Var);
      if (A != After.end() && N != Next.end() && A->second != N->second)
        return false;
    }
    return true;
  };
  for (const Move &M : Moves[From])
    if (Eval.isTrue(M.When) && Leads(M))
      return &M;
  // Without the choice.
  for (const Move &M : Moves[From]) {
    Valuation Own;
    for (auto [Original, Shared] : M.Inputs)
      Own[Original] = Eval(Shared);
    Valuation Small = State;
    for (const auto &[Var, Val] : Own)
      Small[Var] = Val;
    if (Evaluator(Small).isTrue(C.edge(M.Id).Guard) && Leads(M))
      return &M;
  }
  return nullptr;
}

CfaTrace TsBack::back(const TsTrace &T) const {
  CfaTrace Result;
  if (T.States.empty())
    return Result;
  for (const StateVariable &V : C.variables())
    if (auto It = T.States[0].find(V.Var); It != T.States[0].end())
      Result.Initial[V.Var] = It->second;
  std::optional<LocationId> At = Pc.locate(T.States[0]);
  for (size_t I = 0; I + 1 < T.States.size() && At && !C.isError(*At); ++I) {
    Valuation None;
    const Valuation &Inputs = I < T.Inputs.size() ? T.Inputs[I] : None;
    std::optional<LocationId> To = Pc.locate(T.States[I + 1]);
    const Move *M =
        To ? taken(*At, *To, T.States[I], Inputs, T.States[I + 1]) : nullptr;
    if (!M)
      break; // Not a run.
    CfaTrace::Step S;
    S.Taken = M->Id;
    Evaluator Eval(Inputs);
    for (auto [Original, Shared] : M->Inputs)
      S.Inputs[Original] = Eval(Shared);
    Result.Steps.push_back(std::move(S));
    At = To;
  }
  return Result;
}

CfaInvariant TsBack::back(const TsInvariant &I) const {
  assert(I.K == 1 && "only an inductive invariant can be taken apart");
  CfaInvariant Result;
  ExprContext &Ctx = C.context();
  for (LocationId L = 0; L < C.locations().size(); ++L) {
    Substitution Here(Ctx);
    std::vector<Expr> Values = Pc.values(L);
    for (unsigned V = 0; V < Values.size(); ++V)
      Here.set(Pc.variables()[V], Values[V]);
    Result.Formulas[L] = C.isError(L) ? Ctx.falseExpr() : Here(I.Formula);
  }
  return Result;
}

Expr TsBack::atLocations(const CfaInvariant &I) const {
  ExprContext &Ctx = C.context();
  std::vector<Expr> All = Pc.exclusions();
  for (LocationId L = 0; L < C.locations().size(); ++L)
    if (Expr Known = I.Formulas.lookup(L))
      All.push_back(Ctx.mkOr(Ctx.mkNot(Pc.at(L)), Known));
  return Ctx.mkAnd(All);
}
