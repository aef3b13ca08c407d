//===- Specifications.cpp - Annotations as formulas -----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Encoder.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using namespace sooth::solidity;
using llvm::StringRef;
using Said = Annotation::Kind;

std::vector<unsigned> Encoder::annotations(Node Owner, Said K) const {
  std::vector<unsigned> Result = P.annotationsOf(Owner);
  llvm::erase_if(Result, [&](unsigned A) { return P.annotation(A).What != K; });
  return Result;
}

/// Bases have theirs for themselves.
std::vector<unsigned> Encoder::contractInvariants() const {
  return annotations(Contract, Said::Invariant);
}

void Encoder::refuseUnsupported(Node Owner) {
  for (unsigned A : annotations(Owner, Said::Unsupported))
    unsupported(Owner, "the annotation '" + P.annotation(A).Text + "'");
}

/// The variables of the parameters of \p Of stand for those of \p Typed.
Encoder::Frame Encoder::frameOf(Node Typed, const Frame *Of) const {
  Frame F;
  F.Function = Typed;
  F.Home = P.contractOf(Typed);
  if (!Of)
    return F;
  std::vector<Node> Originals =
      Of->Function.child("parameters").list("parameters");
  llvm::append_range(Originals,
                     Of->Function.child("returnParameters").list("parameters"));
  std::vector<Node> Parameters = Typed.child("parameters").list("parameters");
  for (size_t I = 0; I < Originals.size() && I < Parameters.size(); ++I)
    F.Locals[Parameters[I].id()] = Of->Locals.lookup(Originals[I].id());
  return F;
}

/// The variables of the parameters stand for those of the function that the
/// annotation is about.
std::optional<Encoder::Specified> Encoder::specified(unsigned Number,
                                                     const Frame *Of) {
  Node Typed = P.typed(Number);
  std::vector<Node> Statements = Typed.child("body").list("statements");
  if (failed() || Statements.empty())
    return std::nullopt;
  Frame F = frameOf(Typed, Of);
  std::vector<Expr> Exact;
  std::vector<Expr> *Before = Exactness;
  Node Outer = CurrentSpecification;
  Exactness = &Exact;
  CurrentSpecification = Typed.child("body");
  ++SpecificationDepth;
  IsInvariant = P.annotation(Number).What == Said::Invariant;
  Frames.push_back(&F);
  Evaluated V = eval(Statements.back().child("expression"));
  Frames.pop_back();
  IsInvariant = false;
  --SpecificationDepth;
  CurrentSpecification = Outer;
  Exactness = Before;
  if (failed() || !V.E)
    return std::nullopt;
  return Specified{V.E.get(), Ctx.mkAnd(Exact)};
}

void Encoder::assumeAll(llvm::ArrayRef<unsigned> All, const Frame *Of) {
  for (unsigned A : All)
    if (isQuantified(A)) {
      if (auto Q = quantified(A, Of))
        assumeQuantified(std::move(*Q));
    } else if (auto Is = specified(A, Of)) {
      B.assume(Is->Holds);
      if (N.flagsOverflow())
        B.assume(Is->IsExact);
    }
}

static StringRef kindText(Said K) {
  return K == Said::Invariant      ? "Invariant"
         : K == Said::Precondition ? "Precondition"
                                   : "Postcondition";
}

void Encoder::checkAll(llvm::ArrayRef<unsigned> All, const Frame *Of, Moment At,
                       Node Where) {
  const StringRef When = At == Moment::FunctionEnd ? "at end of function."
                         : At == Moment::FunctionEntry
                             ? "when entering function."
                         : At == Moment::Event ? "at event."
                                               : "before external call.";
  for (unsigned A : All) {
    const Annotation &About = P.annotation(A);
    std::optional<Specified> Is;
    if (!isQuantified(A))
      Is = specified(A, Of);
    else if (auto Q = quantified(A, Of))
      Is = Specified{toShow(*Q), Ctx.trueExpr()};
    if (!Is || failed())
      return;
    std::string What = (kindText(About.What) + " '" + About.Text + "'").str();
    if (N.flagsOverflow()) {
      std::string Lower = What;
      Lower[0] = char(Lower[0] + 'a' - 'A');
      Operand Holds(B, Is->Holds);
      B.check(Is->IsExact,
              ("Overflow in computation of " + Lower + " " + When).str(),
              where(Where), "overflow");
    }
    B.check(Is->Holds, (What + " might not hold " + When).str(), where(Where),
            About.What == Said::Invariant ? "invariant" : "contract");
  }
}

void Encoder::checkOverflow(const llvm::Twine &What, Node Where) {
  if (N.flagsOverflow() && !isSpecification())
    B.check(Ctx.mkNot(B.read(Overflowed)), What.str(), where(Where),
            "overflow");
}

/// From here on it is kept in mind what events have told; what none tracks
/// stays told as it is here. What is assigned is a change.
void Encoder::beginTracking() {
  if (IsWholeLife)
    return;
  bool IsSpecified = false;
  for (Node C : P.linearized(Contract))
    for (Node E : C.list("nodes")) {
      if (!E.is("EventDefinition"))
        continue;
      IsSpecified |= !P.annotationsOf(E).empty();
      for (unsigned A : annotations(E, Said::Tracks)) {
        const Tree *Of = trackedBy(A);
        if (!Of || !llvm::is_contained(StateTrees, Of))
          return unsupported(E, "tracking '" + P.annotation(A).Text + "'");
        if (llvm::none_of(Tracked, [&](auto &T) { return T.first == Of; }))
          Tracked.push_back({Of, S.track(Of)});
      }
    }
  for (const Tree *Of : StateTrees)
    if (IsSpecified) {
      S.track(Of);
      S.emitted(Of);
    }
}

const Tree *Encoder::trackedBy(unsigned Annotation) {
  std::vector<Node> Statements =
      P.typed(Annotation).child("body").list("statements");
  return Statements.empty() ? nullptr
                            : treeOf(Statements[0].child("expression"));
}

void Encoder::checkTracked(Node Where, StringRef When) {
  for (auto &[Of, Flag] : Tracked)
    B.check(Ctx.mkNot(B.read(Flag)),
            "Variable '" + Of->Name + "' might have changed without event " +
                When.str(),
            where(Where), "emits");
}

/// What the event tells has to have changed, from a state that satisfies its
/// preconditions to one that satisfies its postconditions.
void Encoder::emitEvent(Node Emit) {
  Node Call = Emit.child("eventCall");
  Node Event = P.referred(Call.child("expression"));
  std::vector<Node> Parameters = Event.child("parameters").list("parameters");
  std::vector<Node> Given = arguments(Call, Parameters);
  Frame F;
  F.Function = Event;
  F.Home = P.contractOf(Event);
  const bool IsSpecified = !P.annotationsOf(Event).empty() && !IsWholeLife;
  std::vector<Evaluated> Values;
  for (size_t I = 0; I < Given.size() && I < Parameters.size(); ++I)
    Values.push_back(
        IsSpecified ? evalAs(Given[I], T.inMemory(typeOf(T, Parameters[I])))
                    : eval(Given[I]));
  checkEvent(Emit);
  if (!IsSpecified || failed())
    return;
  for (size_t I = 0; I < Values.size(); ++I) {
    Local L;
    L.Node = S.declare(T.inMemory(typeOf(T, Parameters[I])),
                       Parameters[I].name().empty() ? "argument"
                                                    : Parameters[I].name());
    if (!L.Node)
      return unsupported(Emit, "an argument of this type");
    F.Locals[Parameters[I].id()] = L;
    setLocal(L, Values[I], Emit);
  }
  std::vector<const Tree *> Announced;
  for (unsigned A : annotations(Event, Said::Tracks))
    Announced.push_back(trackedBy(A));
  std::vector<Expr> Changed;
  for (auto &[Of, Flag] : Tracked)
    if (llvm::is_contained(Announced, Of))
      Changed.push_back(Ctx.mkOr(B.read(Flag), S.differsFromEvent(Of)));
  if (annotations(Event, Said::TellsNothing).empty() && !Changed.empty())
    B.check(Ctx.mkOr(Changed),
            ("Event '" + Event.name() + "' might tell of no change").str(),
            where(Emit), "emits");
  {
    Storage::EventState Before(S);
    checkAll(annotations(Event, Said::Precondition), &F, Moment::Event, Emit);
  }
  checkAll(annotations(Event, Said::Postcondition), &F, Moment::Event, Emit);
  for (const Tree *Of : Announced)
    if (Of && !failed())
      S.emitted(Of);
}

/// A function that says what events it has has no others.
void Encoder::checkEvent(Node Emit) {
  std::vector<unsigned> All = annotations(Verified, Said::Emits);
  StringRef Name =
      P.referred(Emit.child("eventCall").child("expression")).name();
  const bool IsSaid = llvm::any_of(
      All, [&](unsigned A) { return P.annotation(A).Text == Name; });
  if (!All.empty() && !IsSaid)
    B.check(Ctx.falseExpr(),
            ("Function possibly emits '" + Name + "' without specifying").str(),
            where(Emit), "emits");
}

/// What an expression without computation is about; null if it is another one.
const Tree *Encoder::treeOf(Node E) {
  if (E.is("TupleExpression") && E.list("components").size() == 1)
    return treeOf(E.list("components")[0]);
  if (E.is("Identifier"))
    return State.lookup(P.referred(E).id());
  if (E.is("IndexAccess")) {
    const Tree *Base = treeOf(E.child("baseExpression"));
    return Base && !Base->Parts.empty() && Base->Members.empty()
               ? Base->Parts[0]
               : nullptr;
  }
  if (E.is("MemberAccess"))
    if (const Tree *Base = treeOf(E.child("expression")))
      return S.member(S.at(Base), E.text("memberName")).Node;
  return nullptr;
}

/// What the elements of a sum over \p Of are; null if there is none.
static const Tree *summands(const Tree *Of) {
  const bool HasElements =
      Of && (Of->T->is(Type::Kind::Mapping) || Of->T->is(Type::Kind::Array));
  return HasElements ? Of->Parts[0] : Of;
}

/// Sums are kept from the beginning on: all that some annotation has.
void Encoder::registerSums() {
  auto Register = [&](Node Block) {
    for (Node St : Block.list("statements")) {
      S.sum(summands(treeOf(St.child("expression"))));
    }
  };
  for (Node C : P.linearized(Contract))
    C.walk([&](Node N) {
      if (N.is("FunctionDefinition") && N.name().starts_with(AnnotationPrefix))
        Register(N.child("body"));
      else if (N.is("Block") && isLoopInvariant(N))
        Register(N);
      return true;
    });
}

/// Arguments that no function could have are statements before.
static Node argumentOf(Node Call, Node Specification) {
  unsigned Number = 0;
  Call.list("arguments")[0].text("value").getAsInteger(10, Number);
  for (Node St : Specification.list("statements"))
    if (St.is("ExpressionStatement") && Number-- == 0)
      return St.child("expression");
  return {};
}

Evaluated Encoder::specificationCall(Node Call, StringRef Name) {
  Name.consume_front(VerifierPrefix);
  if (Name.starts_with("before_")) {
    Storage::EventState Tracked(S);
    return evalAs(Call.list("arguments")[0], typeOf(T, Call));
  }
  if (Name.starts_with("old_")) {
    Storage::OldState Old(S);
    return evalAs(Call.list("arguments")[0], typeOf(T, Call));
  }
  Node Argument = argumentOf(Call, CurrentSpecification);
  if (Name.starts_with("sum_")) {
    Expr Sum = S.sum(summands(treeOf(Argument)));
    if (!Sum) {
      unsupported(Verified ? Verified : Contract, "a sum over this expression");
      return {};
    }
    return plain(typeOf(T, Call), S.variable(Sum));
  }
  if (Name.starts_with("eq_")) {
    std::vector<Node> Sides = Argument.list("components");
    Evaluated A = eval(Sides[0]), X = eval(Sides[1]);
    if (failed())
      return {};
    Expr Same = A.E && X.E ? Ctx.mkEq(A.E.get(), X.E.get())
                           : S.equal(aggregate(A, Call), aggregate(X, Call));
    if (Same && !failed())
      return plain(T.boolean(), Same);
  }
  unsupported(Verified ? Verified : Contract,
              "'" + VerifierPrefix + Name.rsplit('_').first + "' here");
  return {};
}

/// Whatever may not change is as it was.
void Encoder::checkModified(Node Function, const Frame &Of) {
  bool Says = false;
  for (Node C : P.linearized(Contract))
    for (Node Part : C.list("nodes"))
      Says |= Part.is("FunctionDefinition") &&
              !annotations(Part, Said::Modifies).empty();
  StringRef Mutability = Function.text("stateMutability");
  if (!Says || Mutability == "view" || Mutability == "pure" || failed())
    return;
  struct Allowed {
    Place At; ///< nothing for everything
    Operand If;
  };
  std::vector<Allowed> All;
  for (unsigned A : annotations(Function, Said::Modifies)) {
    Storage::OldState Old(S);
    auto If = specified(A, &Of);
    if (!If)
      return;
    Allowed May{{}, Operand(B, If->Holds)};
    std::vector<Node> Statements = P.typed(A).child("body").list("statements");
    if (!P.annotation(A).Text.empty()) {
      May.At = modifiedPlace(A, &Of);
      if (failed())
        return;
    }
    All.push_back(std::move(May));
  }
  auto Check = [&](const Tree *Root, const llvm::Twine &What) {
    std::vector<const Tree *> Vars;
    S.variables(Root, Vars);
    std::vector<Expr> Same;
    for (const Tree *V : Vars) {
      Expr Now = B.read(V->Var), Expected = B.read(S.atEntry(V->Var));
      for (const Allowed &May : All) {
        std::vector<const Tree *> Covered;
        if (May.At)
          S.variables(May.At.Node, Covered);
        if (May.At && !llvm::is_contained(Covered, V))
          continue;
        Expr Then =
            May.At ? S.store(Expected, May.At.Keys, S.select(Now, May.At.Keys))
                   : Now;
        Expected = Ctx.mkIte(May.If.get(), Then, Expected);
      }
      // Whatever the keys are.
      for (Sort Key : V->Keys) {
        Expr Any = B.input("key", Key, Input::Kind::Argument);
        Now = Ctx.mkSelect(Now, Any);
        Expected = Ctx.mkSelect(Expected, Any);
      }
      Same.push_back(Ctx.mkEq(Now, Expected));
    }
    B.check(Ctx.mkAnd(Same),
            ("Function might modify " + What + " illegally").str(),
            where(Function), "modifies");
  };
  // With bases, variables may have the same name.
  const bool HasBases = P.linearized(Contract).size() > 1;
  for (const Tree *Of : StateTrees) {
    std::string Home;
    for (auto &[Id, Root] : State)
      if (Root == Of && HasBases)
        Home = P.contractOf(P.declaration(Id)).name().str() + "::";
    Check(Of, "'" + Home + llvm::Twine(Of->Name) + "'");
  }
  Check(Balances, "balances");
}

/// A specification: where a case was given, what it says holds now; where none
/// was, nothing has changed. Each is looked at on a way of its own.
void Encoder::checkCases(Node Function, const Frame &Of) {
  const std::vector<unsigned> Cases = annotations(Function, Said::Case);
  if (Cases.empty() || failed())
    return;
  auto Assume = [&](unsigned Case, bool Held) {
    if (isQuantified(Case)) {
      auto Q = quantified(Case, &Of);
      if (!Q)
        return;
      Q->IsOld = true;
      Q->IsNegated = !Held;
      for (BoundVariable &Bound : Q->Bound)
        Bound.IsExists ^= !Held;
      assumeQuantified(std::move(*Q));
      return;
    }
    Storage::OldState Old(S);
    if (auto Is = specified(Case, &Of))
      B.assume(Held ? Is->Holds : Ctx.mkNot(Is->Holds));
  };
  auto Apart = [&](llvm::function_ref<void()> Look) {
    LocationId Yes = B.addLocation(where(Function)),
               No = B.addLocation(where(Function));
    B.branch(B.input("case", Ctx.boolSort(), Input::Kind::Extern), Yes, No);
    B.begin(Yes);
    Look();
    B.stop();
    B.begin(No);
  };
  for (unsigned Case : Cases)
    Apart([&] {
      Assume(Case, true);
      checkAll({Case + 1}, &Of, Moment::FunctionEnd, Function);
    });
  Apart([&] {
    for (unsigned Case : Cases)
      Assume(Case, false);
    if (!failed())
      checkUnchanged(Function);
  });
}

void Encoder::checkUnchanged(Node Function) {
  for (const Tree *Of : StateTrees) {
    std::vector<const Tree *> Vars;
    S.variables(Of, Vars);
    std::vector<Expr> Same;
    for (const Tree *V : Vars) {
      Expr Now = B.read(V->Var), Before = B.read(S.oldOf(V->Var));
      for (Sort Key : V->Keys) {
        Expr Any = B.input("key", Key, Input::Kind::Argument);
        Now = Ctx.mkSelect(Now, Any);
        Before = Ctx.mkSelect(Before, Any);
      }
      Same.push_back(Ctx.mkEq(Now, Before));
    }
    B.check(Ctx.mkAnd(Same),
            "Function might change '" + Of->Name +
                "' in a case that is not specified",
            where(Function), "contract");
  }
}

Place Encoder::modifiedPlace(unsigned A, const Frame *Of) {
  Node Typed = P.typed(A);
  std::vector<Node> Statements = Typed.child("body").list("statements");
  Node Target = Statements[Statements.size() - 2].child("expression");
  while (Target.is("TupleExpression"))
    Target = Target.list("components")[0];
  Frame F = frameOf(Typed, Of);
  ++SpecificationDepth;
  Frames.push_back(&F);
  Place Result;
  const bool IsBalance =
      Target.is("MemberAccess") && Target.text("memberName") == "balance" &&
      typeOf(T, Target.child("expression"))->is(Type::Kind::Address);
  if (IsBalance) {
    Evaluated Whose = eval(Target.child("expression"));
    if (!failed())
      Result = {Balances->Parts[0], {Whose.E}};
  } else {
    Result = placeOf(Target);
  }
  Frames.pop_back();
  --SpecificationDepth;
  return Result;
}
