//===- Loops.cpp - Loops of Solidity and their invariants -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An invariant is about the place where the condition is evaluated. Of a loop
// that begins with its body, the first round is therefore before the loop: what
// is annotated has to hold after it.
//
//===----------------------------------------------------------------------===//

#include "Encoder.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using namespace sooth::solidity;
using llvm::StringRef;

bool Encoder::isLoopInvariant(Node St) {
  std::vector<Node> Inner = St.list("statements");
  return St.is("Block") && !Inner.empty() &&
         Inner.back()
             .child("expression")
             .child("expression")
             .name()
             .starts_with(LoopPrefix);
}

/// The edges from \p First on that are on a way to one of \p Ends: what is done
/// where a loop is left happens once.
static std::vector<EdgeId> edgesTo(const Cfa &C, EdgeId First,
                                   llvm::ArrayRef<LocationId> Ends) {
  llvm::DenseSet<LocationId> Reached(Ends.begin(), Ends.end());
  const EdgeId Last = EdgeId(C.edges().size());
  size_t Before = 0;
  while (std::exchange(Before, Reached.size()) != Reached.size())
    for (EdgeId E = First; E < Last; ++E)
      if (Reached.contains(C.edge(E).Target))
        Reached.insert(C.edge(E).Source);
  std::vector<EdgeId> Result;
  for (EdgeId E = First; E < Last; ++E)
    if (Reached.contains(C.edge(E).Target))
      Result.push_back(E);
  return Result;
}

/// What is annotated, here: what it says, that its computation is exact, and
/// its text. Where it is known, what has quantifiers is used, and not among
/// these.
std::vector<Encoder::LoopFact> Encoder::loopFacts(Node Loop, bool IsKnown) {
  std::vector<LoopFact> All;
  for (unsigned A : P.annotationsOf(Loop))
    if (P.annotation(A).What == Annotation::Kind::ContractInvariants)
      for (unsigned Invariant : contractInvariants())
        addContractInvariant(Invariant, IsKnown, All);
  Node Body = Loop.child("body");
  for (Node Inner : Body.list("statements"))
    if (Body.is("Block") && isLoopInvariant(Inner))
      addLoopInvariant(Inner, IsKnown, All);
  return All;
}

void Encoder::addContractInvariant(unsigned Number, bool IsKnown,
                                   std::vector<LoopFact> &All) {
  const std::string &Text = P.annotation(Number).Text;
  if (!isQuantified(Number)) {
    if (auto Is = specified(Number, nullptr))
      All.push_back({Is->Holds, Is->IsExact, Text});
    return;
  }
  auto Q = quantified(Number, nullptr);
  if (Q && IsKnown)
    assumeQuantified(std::move(*Q));
  else if (Q)
    All.push_back({toShow(*Q), Ctx.trueExpr(), Text});
}

void Encoder::addLoopInvariant(Node Block, bool IsKnown,
                               std::vector<LoopFact> &All) {
  if (failed())
    return;
  Node Call = Block.list("statements").back().child("expression");
  std::vector<Node> Arguments = Call.list("arguments");
  unsigned Number = 0;
  Arguments[0].text("value").getAsInteger(10, Number);
  const std::string &Text = P.annotation(Number).Text;
  if (isQuantified(Number)) {
    std::vector<Node> Declared;
    for (Node St : Block.list("statements"))
      if (St.is("VariableDeclarationStatement"))
        Declared.push_back(St.list("declarations")[0]);
    auto Q = quantified(Number, Arguments[1], Block, Declared, *Frames.back());
    if (Q && IsKnown)
      assumeQuantified(std::move(*Q));
    else if (Q)
      All.push_back({toShow(*Q), Ctx.trueExpr(), Text});
    return;
  }
  std::vector<Expr> Exact;
  std::vector<Expr> *Before = std::exchange(Exactness, &Exact);
  ++SpecificationDepth;
  CurrentSpecification = Block;
  Evaluated V = eval(Arguments[1]);
  --SpecificationDepth;
  Exactness = Before;
  if (!failed())
    All.push_back({V.E.get(), Ctx.mkAnd(Exact), Text});
}

/// \p How goes on with "Invariant … might not".
void Encoder::checkLoop(Node Loop, StringRef How) {
  auto Check = [&](Expr Holds, StringRef Text, StringRef Kind) {
    B.check(Holds, ("Invariant '" + Text + "' might not " + How).str(),
            where(Loop), Kind);
  };
  if (N.flagsOverflow())
    Check(Ctx.mkNot(B.read(Overflowed)), "No overflow", "overflow");
  for (const LoopFact &F : loopFacts(Loop, /*IsKnown=*/false)) {
    Operand Holds(B, F.Holds);
    if (N.flagsOverflow())
      Check(F.IsExact, "No overflow in " + F.Text, "overflow");
    Check(Holds.get(), F.Text, "invariant");
  }
}

void Encoder::assumeLoop(Node Loop) {
  for (const LoopFact &F : loopFacts(Loop, /*IsKnown=*/true)) {
    B.assume(F.Holds);
    if (N.flagsOverflow())
      B.assume(F.IsExact);
  }
  const bool IsCut = How.CutAt == SolidityEncoding::Loops::Annotated;
  if (N.flagsOverflow() && IsCut)
    B.assume(Ctx.mkNot(B.read(Overflowed)));
}

/// Nothing is known of what the edges from \p First on that lead to \p Ends
/// change.
void Encoder::giveUpChanged(Node Loop, EdgeId First,
                            llvm::ArrayRef<LocationId> Ends) {
  ExprSet Changed;
  for (EdgeId E : edgesTo(C, First, Ends))
    for (const Update &U : C.edge(E).Updates)
      if (Changed.insert(U.Var).second)
        giveUpVariable(U.Var, Loop);
}

/// Whether a change that no event has told may be left after a round that
/// begins without one. What branches depend on is not looked at.
static bool mayLeaveChange(const Cfa &C, Expr Flag, EdgeId First,
                           LocationId Head, LocationId Again) {
  using State = std::pair<LocationId, unsigned>;
  std::vector<State> Todo = {{Head, 0}};
  llvm::DenseSet<State> Seen = {{Head, 0}};
  while (!Todo.empty()) {
    const auto [At, IsChanged] = Todo.back();
    Todo.pop_back();
    for (EdgeId E = First; E < EdgeId(C.edges().size()); ++E) {
      if (C.edge(E).Source != At)
        continue;
      unsigned Now = IsChanged;
      for (const Update &U : C.edge(E).Updates)
        if (U.Var == Flag)
          Now = !U.Val.isFalse();
      if (Seen.insert({C.edge(E).Target, Now}).second)
        Todo.push_back({C.edge(E).Target, Now});
    }
  }
  return Seen.contains({Again, 1});
}

/// Of changes that events have to tell is known: where a round leaves none, one
/// that is there was there before; where there is none, nothing has changed.
void Encoder::giveUpEvents(EdgeId First, LocationId Head, LocationId Again) {
  for (auto &[Of, Flag] : Tracked) {
    if (!mayLeaveChange(C, Flag, First, Head, Again))
      B.assign(Flag, Ctx.mkAnd(Flag, B.read(Flag)));
    B.assume(Ctx.mkOr(B.read(Flag), Ctx.mkNot(S.differsFromEvent(Of))));
  }
}

void Encoder::giveUpVariable(Expr Var, Node Loop) {
  const bool IsOfFact =
      llvm::any_of(Facts, [&](const auto &F) { return F->Holds == Var; });
  if (IsOfFact) // inside, which has to say it again
    return B.assign(Var, Ctx.falseExpr());
  Expr Any = B.input(Var.name(), Var.sort(), Input::Kind::Extern, where(Loop));
  if (Var == S.nextReference())
    B.assume(Ctx.make(Kind::Le, {Var, Any}));
  B.assign(Var, Any);
}

/// One round; goes on at \p Next, or at \p End after a break.
void Encoder::runRound(Node Loop, LocationId Next, LocationId End) {
  Frame &F = *Frames.back();
  const LocationId OuterBreak = std::exchange(F.Break, End),
                   OuterContinue = std::exchange(F.Continue, Next);
  run(Loop.child("body"));
  F.Break = OuterBreak;
  F.Continue = OuterContinue;
  B.jump(Next);
}

void Encoder::runLoop(Node St) {
  if (Node Init = St.child("initializationExpression"))
    run(Init);
  if (failed() || B.isClosed())
    return;
  for (unsigned A : P.annotationsOf(St))
    if (P.annotation(A).What != Annotation::Kind::Invariant &&
        P.annotation(A).What != Annotation::Kind::ContractInvariants)
      return unsupported(St, "the annotation '" + P.annotation(A).Text + "'");
  auto At = [&](Location::Role As = Location::Role::Inner) {
    return B.addLocation(where(St), As);
  };
  LocationId Before = At(), Head = At(Location::Role::Cutpoint), Inside = At(),
             Next = At(), End = At();
  Branched InLoop(*this);
  if (St.is("DoWhileStatement")) {
    LocationId First = At();
    runRound(St, First, End);
    B.begin(First);
  }
  if (failed())
    return;
  checkLoop(St, "hold on loop entry");
  B.jump(Before);
  Asked.clear();
  const EdgeId FirstEdge = EdgeId(C.edges().size());
  B.begin(Head);
  assumeLoop(St);
  Node Condition = St.child("condition");
  Expr Holds = Condition ? condition(Condition) : Ctx.trueExpr();
  if (failed())
    return;
  B.branch(Holds, Inside, End);
  B.begin(Inside);
  runRound(St, Next, End);
  if (failed())
    return;
  B.begin(Next);
  run(St.child("loopExpression"));
  checkLoop(St, "be maintained by the loop");
  // Where it is cut, the head is in any state that the invariants allow
  // already.
  const bool IsCut = How.CutAt == SolidityEncoding::Loops::Annotated;
  const LocationId Again = IsCut ? At() : Head;
  B.jump(Again);
  B.begin(Before);
  if (IsCut) {
    giveUpChanged(St, FirstEdge, {Again});
    giveUpEvents(FirstEdge, Head, Again);
  }
  B.jump(Head);
  InLoop.next();
  B.begin(End);
}
