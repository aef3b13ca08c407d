//===- Encoder.cpp - From Structured Text to a model
//--------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Encoder.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using namespace sooth::st;
using llvm::APInt;
using TypeKind = Type::Kind;
using Section = Variable::Section;

Encoder::Encoder(CycleModel &M, const File &F, const Unit &Entry,
                 const CycleEncoding &How)
    : M(M), F(F), Entry(Entry), How(How), C(*M.Program), B(C),
      Ctx(C.context()), Main{&Entry, std::nullopt, {}, std::nullopt} {
  B.ForEachHeld = [this](llvm::function_ref<void(Expr &)> Keep) {
    for (Frame &Each : Frames) {
      if (Each.Instance)
        for (Place::Index &I : Each.Instance->Indices)
          Keep(I.Val);
      for (auto &[Var, P] : Each.Own)
        for (Place::Index &I : P.Indices)
          Keep(I.Val);
    }
  };
}

Expr Encoder::constant(const APInt &V, const Type *T) {
  return T->is(TypeKind::Bool) ? Ctx.boolean(!V.isZero()) : Ctx.bv(V);
}

Sort Encoder::sortOf(const Type *T) {
  return T->is(TypeKind::Bool) ? Ctx.boolSort() : Ctx.bitVecSort(T->Width);
}

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

static ValueStyle styleOf(const Type *T) {
  switch (T->What) {
  case TypeKind::Bits:
    return ValueStyle::Bits;
  case TypeKind::Real:
    return ValueStyle::Float;
  default:
    return T->IsSigned ? ValueStyle::Signed : ValueStyle::Unsigned;
  }
}

namespace {
/// An elementary part of a variable.
struct Leaf {
  std::string Name;
  const Type *Of;
  bool IsHidden; ///< in a function block of the standard
};
} // namespace

static void listLeaves(const std::string &Name, const Type *T, bool IsHidden,
                       std::vector<Leaf> &To) {
  switch (T->What) {
  case TypeKind::Structure:
    for (const auto &V : T->Members)
      listLeaves(Name + "." + V->Name, V->Ty, IsHidden, To);
    return;
  case TypeKind::Block:
    for (const auto &V : T->Body->Variables)
      if (V->isKept())
        listLeaves(Name + "." + V->Name, V->Ty,
                   IsHidden ||
                       (T->Body->IsLibrary && V->Where != Section::Output),
                   To);
    return;
  case TypeKind::Array:
    for (int64_t I = T->Low; I <= T->High; ++I)
      listLeaves(Name + "[" + std::to_string(I) + "]", T->Element, IsHidden,
                 To);
    return;
  case TypeKind::None:
    return;
  default:
    To.push_back({Name, T, IsHidden});
  }
}

void Encoder::addColumns(const std::string &Name, const Type *T, Slot First,
                         Column::Role As) {
  // Nobody reads more.
  constexpr size_t MaxColumns = 1000;
  std::vector<Leaf> Leaves;
  listLeaves(Name, T, false, Leaves);
  for (const Leaf &L : Leaves) {
    if (!L.IsHidden && M.Columns.size() < MaxColumns) {
      M.Columns.push_back({L.Name, As, L.Of});
      Shown.push_back(First);
    }
    ++First;
  }
}

/// Notes the timers in what begins at \p First.
void Encoder::noteTimers(const Type *T, Slot First) {
  std::vector<Leaf> Leaves;
  listLeaves("", T, false, Leaves);
  const std::string Running = std::string(".") + TimerRunning,
                    Elapsed = std::string(".") + TimerElapsed;
  std::map<std::string, Slot> RunningOf;
  for (const Leaf &L : Leaves) {
    if (L.IsHidden && llvm::StringRef(L.Name).ends_with(Running))
      RunningOf[L.Name.substr(0, L.Name.size() - Running.size())] = First;
    ++First;
  }
  First -= Leaves.size();
  for (const Leaf &L : Leaves) {
    if (L.IsHidden && llvm::StringRef(L.Name).ends_with(Elapsed))
      if (auto Found =
              RunningOf.find(L.Name.substr(0, L.Name.size() - Elapsed.size()));
          Found != RunningOf.end())
        Timers.push_back({Found->second, First});
    ++First;
  }
}

Place Encoder::addSlots(const Variable &V, bool IsKept,
                        llvm::StringRef Prefix) {
  std::vector<Leaf> Leaves;
  listLeaves(Prefix.str() + V.Name, V.Ty, false, Leaves);
  Place P{V.Ty, unsigned(B.size())};
  for (size_t I = 0; I < Leaves.size(); ++I) {
    const Type *T = Leaves[I].Of;
    const APInt Initial = V.Initial.empty() ? APInt(T->Width, 0) : V.Initial[I];
    if (V.IsConstant)
      B.addFixed(constant(Initial, T));
    else if (IsKept)
      B.addKept(Leaves[I].Name, Initial, T->is(TypeKind::Bool), styleOf(T));
    else
      B.add(constant(Initial, T));
  }
  noteTimers(V.Ty, P.First);
  return P;
}

void Encoder::addGlobals() {
  for (const auto &V : F.Globals) {
    const bool IsInput = V->Address == Variable::Place::Input;
    const Place P = Globals[V.get()] = addSlots(*V, !IsInput, "");
    if (V->IsConstant)
      continue;
    if (IsInput)
      Inputs.push_back({V.get(), P});
    addColumns(V->Name, V->Ty, P.First,
               IsInput                                 ? Column::Role::Input
               : V->Address == Variable::Place::Output ? Column::Role::Output
                                                       : Column::Role::State);
  }
}

/// Variables of the unit that is executed in each cycle.
void Encoder::addEntry() {
  const bool IsBlock = Entry.What != Unit::Kind::Function;
  if (IsBlock)
    Main.Instance = Place{nullptr, unsigned(B.size())};
  // What is kept comes first and in order, as in each instance.
  for (bool IsKeptNow : {true, false})
    for (const auto &V : Entry.Variables) {
      if (V->Where == Section::External ||
          (IsBlock && V->isKept()) != IsKeptNow)
        continue;
      const bool IsInput = V->Where == Section::Input ||
                           V->Where == Section::InOut ||
                           V->Address == Variable::Place::Input;
      const Place P = addSlots(*V, IsKeptNow && !IsInput, "");
      if (!IsKeptNow)
        Main.Own[V.get()] = P;
      if (V->IsConstant || V->Where == Section::Temporary)
        continue;
      if (IsInput)
        Inputs.push_back({V.get(), P});
      const bool IsOutput = V->Where == Section::Output ||
                            V->Where == Section::Result ||
                            V->Address == Variable::Place::Output;
      if (IsInput || IsOutput || IsKeptNow)
        addColumns(V->Name, V->Ty, P.First,
                   IsInput    ? Column::Role::Input
                   : IsOutput ? Column::Role::Output
                              : Column::Role::State);
    }
}

//===----------------------------------------------------------------------===//
// Cycles
//===----------------------------------------------------------------------===//

void Encoder::note(std::optional<EdgeId> E) {
  if (E)
    M.Rows[*E] = row();
}

std::vector<Expr> Encoder::row() const {
  std::vector<Expr> Values;
  for (Slot S : Shown)
    Values.push_back(B.read(S));
  return Values;
}

void Encoder::check(Expr Condition, Failure What, const SourceLocation &Where,
                    const char *Name) {
  ErrorLocation E;
  E.What = std::move(What);
  E.Where = Where;
  E.Check = Name;
  note(B.check(Condition, std::move(E)));
}

/// Timers that are running have run longer.
void Encoder::passTime() {
  if (!CycleTime)
    return;
  Expr Now = Ctx.bv(How.LeastTime, 32);
  if (How.LeastTime != How.MostTime) {
    Now = B.input("cycle time", Ctx.bitVecSort(32), Input::Kind::Nondet, {});
    B.assume(Ctx.mkSle(Ctx.bv(How.LeastTime, 32), Now));
    B.assume(Ctx.mkSle(Now, Ctx.bv(How.MostTime, 32)));
  }
  B.write(*CycleTime, Now);
  Expr Most = Ctx.bv(INT32_MAX, 32);
  for (auto [Running, Elapsed] : Timers) {
    Expr Before = B.read(Elapsed);
    Expr Sum = Ctx.make(Kind::BvAdd, {Before, Now});
    Expr After = Ctx.mkIte(Ctx.mkSlt(Sum, Before), Most, Sum);
    B.write(Elapsed, Ctx.mkIte(B.read(Running), After, Before));
  }
}

/// Each elementary part has any value of its type.
void Encoder::readInputs(const Variable &V, const Place &To) {
  std::vector<Leaf> Leaves;
  listLeaves(V.Name, V.Ty, false, Leaves);
  for (size_t I = 0; I < Leaves.size(); ++I) {
    const Type *T = Leaves[I].Of;
    Expr Any =
        B.input(Leaves[I].Name, sortOf(T), Input::Kind::Nondet, V.Declared);
    if (T->isSubrange())
      B.assume(
          Ctx.mkAnd(lessEqual(Ctx.bv(APInt(T->Width, T->Low, true)), Any, T),
                    lessEqual(Any, Ctx.bv(APInt(T->Width, T->High, true)), T)));
    if (T->is(TypeKind::Enumeration)) {
      std::vector<Expr> Values;
      for (const Type::Enumerator &E : T->Enumerators)
        Values.push_back(Ctx.mkEq(Any, Ctx.bv(E.Value)));
      B.assume(Ctx.mkOr(Values));
    }
    B.write(To.First + I, Any);
  }
}

void Encoder::beginCycle() {
  B.beginCycle(Head);
  passTime();
  for (const auto &[V, P] : Inputs)
    readInputs(*V, P);
}

void Encoder::beginAnew(const Variable &V, const Place &At) {
  std::vector<Leaf> Leaves;
  listLeaves("", V.Ty, false, Leaves);
  for (size_t I = 0; I < V.Initial.size(); ++I)
    B.write(At.First + I, constant(V.Initial[I], Leaves[I].Of));
}

void Encoder::cycle() {
  M.Executed.insert(&Entry);
  beginCycle();
  Frames.push_back(Main);
  // What does not outlive a cycle begins anew.
  for (const auto &[V, P] : Main.Own)
    if (V->Where != Section::Input && V->Where != Section::InOut)
      beginAnew(*V, P);
  if (llvm::any_of(Entry.Body, [](auto &S) { return S->MayLeave; }))
    Frames.back().Returned = B.add(Ctx.falseExpr());
  run(Entry.Body);
  note(B.endCycle(Head));
  Frames.pop_back();
}

void Encoder::run() {
  Head = C.addLocation({Entry.Name, Entry.Where, Location::Role::Cutpoint});
  C.setEntry(Head);
  addGlobals();
  addEntry();
  if (!Timers.empty()) {
    CycleTime = B.add(Ctx.bv(How.LeastTime, 32));
    M.Columns.insert(M.Columns.begin(),
                     {"cycle time", Column::Role::Input, timeType()});
    Shown.insert(Shown.begin(), *CycleTime);
  }
  cycle();
  B.finish();
}

llvm::Expected<CycleModel> st::encode(ExprContext &Ctx, const File &F,
                                      const Unit &Entry,
                                      const CycleEncoding &How) {
  CycleModel M;
  M.Program = std::make_unique<Cfa>(Ctx);
  Encoder E(M, F, Entry, How);
  E.run();
  if (auto Error = E.takeError())
    return llvm::make_error<Diagnostic>(std::move(*Error));
  return std::move(M);
}
