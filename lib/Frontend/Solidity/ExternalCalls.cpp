//===- ExternalCalls.cpp - Calls of other contracts, and money ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallParts.h"
#include "Encoder.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace sooth;
using namespace sooth::solidity;
using llvm::StringRef;
using TypeKind = Type::Kind;

static bool isReadOnly(Node Callee) {
  StringRef Id = Callee.typeId();
  Id.consume_front("t_function_external_");
  Id.consume_front("t_function_barestaticcall_");
  return Id.starts_with("view") || Id.starts_with("pure");
}

Expr Encoder::balance(Expr Of) {
  Expr E = S.read({Balances->Parts[0], {Operand(B, Of)}});
  B.assume(N.isValue(E, T.uint256()));
  return E;
}

/// All ether there is fits a word many times over.
void Encoder::transfer(Expr From, Expr To, Expr Amount) {
  Operand Giver(B, From), Taker(B, To), Paid(B, Amount);
  B.assume(N.isValue(Amount, T.uint256()));
  Expr Before = balance(Giver.get());
  B.assume(N.compare("<=", Paid.get(), Before, T.uint256()));
  S.write({Balances->Parts[0], {Giver}},
          N.compute("-", Before, Paid.get(), T.uint256()).Value);
  Numbers::Result After =
      N.compute("+", balance(Taker.get()), Paid.get(), T.uint256());
  B.assume(After.IsExact);
  S.write({Balances->Parts[0], {Taker}},
          After.Unwrapped ? After.Unwrapped : After.Value);
}

/// Of state, balances, code and sums.
std::vector<Expr> Encoder::stateVariables() const {
  std::vector<const Tree *> All;
  for (const Tree *Of : StateTrees)
    S.variables(Of, All);
  S.variables(Balances, All);
  if (Codes)
    S.variables(Codes, All);
  std::vector<Expr> Vars;
  for (const Tree *Of : All)
    Vars.push_back(Of->Var);
  for (const Storage::Sum &Sum : S.sums())
    Vars.push_back(Sum.Var);
  return Vars;
}

/// What others change: all that is not fixed.
void Encoder::giveUpState(Node At) {
  const std::vector<Expr> Vars = stateVariables();
  Asked.clear();
  if (!IsWholeLife) {
    for (Expr Var : Vars)
      B.assign(Var,
               B.input(Var.name(), Var.sort(), Input::Kind::Extern, where(At)));
    return;
  }
  // Runs without approximations are those where this is not chosen.
  Expr Any =
      B.input("anything", Ctx.boolSort(), Input::Kind::Extern, where(At));
  for (Expr Var : Vars)
    B.assign(Var, Ctx.mkIte(Any,
                            B.input("what other calls do", Var.sort(),
                                    Input::Kind::Havoc, where(At)),
                            B.read(Var)));
}

/// Code from outside has control: it may call back. While a contract is
/// created, it has no functions yet.
void Encoder::letOthersRun(Node At, Expr Callee) {
  if (failed() || B.isClosed())
    return;
  checkOverflow("Overflow might happen before external call", At);
  Asked.clear();
  if (Codes) // they may create contracts
    B.assign(Codes->Parts[0]->Var,
             B.input("code", Codes->Parts[0]->Var.sort(), Input::Kind::Extern));
  if (IsCreating)
    return letOthersPay(At, Callee);
  if (IsWholeLife)
    B.limit(Ctx.mkNot(Ctx.mkEq(Callee, Env.Self)),
            "the contract calls itself from outside", where(At));
  checkAll(contractInvariants(), nullptr, Moment::ExternalCall, At);
  if (IsWholeLife)
    return letCallBack(At);
  checkTracked(At, "before external call.");
  giveUpState(At);
  for (auto &[Of, Flag] : Tracked)
    S.emitted(Of);
  assumeAll(contractInvariants(), nullptr);
}

/// Others move their ether; the contract can only be given some. It does
/// nothing itself if it is the callee, which has no code yet.
void Encoder::letOthersPay(Node At, Expr Callee) {
  Expr Before = balance(Env.Self), Var = Balances->Parts[0]->Var;
  Expr Any = B.input(Var.name(), Var.sort(), Input::Kind::Extern, where(At));
  B.assign(Var, Ctx.mkIte(Ctx.mkEq(Callee, Env.Self), B.read(Var), Any));
  Expr After = balance(Env.Self);
  B.assume(N.compare("<=", Before, After, T.uint256()));
  tellAnswer(At, T.uint256(), After, Ctx.mkNot(Ctx.mkEq(Before, After)));
}

/// What code from outside has said, where \p When.
void Encoder::tellAnswer(Node At, const Type *Of, Expr Answer, Expr When) {
  const bool IsShown = Of->Bits || Of->is(TypeKind::Bool);
  if (!IsWholeLife || isSpecification())
    return;
  SourceStep Step{SourceStep::Kind::Input, {}, {}};
  Step.Function = P.textOf(At);
  Step.Values = {IsShown ? shown("", Of, Answer)
                         : shown("some value", T.boolean(), Ctx.trueExpr())};
  B.tell(std::move(Step), When);
}

/// Nobody calls back; or somebody does, and that does not end before there is
/// an error; or transactions happen that call nobody back; or anything has
/// happened that keeps the invariants.
void Encoder::letCallBack(Node At) {
  auto Choose = [&](const char *What) {
    LocationId Yes = B.addLocation(where(At)), No = B.addLocation(where(At));
    B.branch(B.input(What, Ctx.boolSort(), Input::Kind::Extern), Yes, No);
    B.begin(Yes);
    return No;
  };
  LocationId End = B.addLocation(where(At));
  LocationId Busy = Choose("nobody calls back");
  B.jump(End);
  B.begin(Busy);
  LocationId Returns = Choose("the call back does not return");
  B.tell({SourceStep::Kind::Call, {}, where(At)});
  B.assign(IsInside, Ctx.trueExpr());
  B.jump(NextTransaction);
  B.begin(Returns);
  if (!IsCalledBack) {
    LocationId Any = Choose("some transactions");
    runCallBacks(At);
    B.jump(End);
    B.begin(Any);
  }
  giveUpState(At);
  assumeAll(contractInvariants(), nullptr);
  B.jump(End);
  B.begin(End);
}

void Encoder::runCallBacks(Node At) {
  IsCalledBack = true;
  const std::vector<Node> Before = std::exchange(Active, {});
  const Node Calling = Transaction;
  std::vector<std::pair<Expr, Operand>> Message;
  for (Expr Var :
       {Env.Sender, Env.Amount, Env.Origin, Env.Price, Env.Data, Env.Signature})
    Message.push_back({Var, Operand(B, B.read(Var))});
  Branched Inside(*this);
  LocationId Next = B.addLocation(where(At), Location::Role::Cutpoint);
  B.tell({SourceStep::Kind::Call, {}, where(At)});
  B.jump(Next);
  for (Node F : publicFunctions()) {
    Transaction = F;
    B.begin(Next);
    makeArbitraryMessage();
    runTransaction(F);
    B.jump(Next);
    if (failed())
      return;
  }
  Transaction = Calling;
  B.begin(Next);
  for (auto &[Var, Saved] : Message)
    B.assign(Var, Saved.get());
  B.tell({SourceStep::Kind::Return, {}, where(At), {}, "callback"});
  Active = Before;
  IsCalledBack = false;
}

Evaluated Encoder::getter(Node N, Node Variable) {
  std::vector<Evaluated> Keys;
  for (Node A : N.list("arguments"))
    Keys.push_back(eval(A));
  if (failed())
    return {};
  const Tree *Of = State.lookup(Variable.id());
  if (!Of)
    return stateVariable(Variable);
  Place At = S.at(Of);
  for (Evaluated &K : Keys) {
    const Type *On = At.Node->T;
    K = convert(K, On->is(TypeKind::Mapping) ? On->Parts[0] : T.uint256(), N);
    if (failed())
      return {};
    if (On->is(TypeKind::Array))
      assumeInBounds(At, K.E.get());
    At = S.element(At, K.E.get());
  }
  Evaluated V = valueAt(At);
  if (At.Node->T->is(TypeKind::Struct))
    V = membersOf(At, typeOf(T, N));
  if (!V.E && V.Parts.empty())
    unsupported(N, "a getter of this type");
  return V;
}

/// What the getter of a structure says: its members, but for arrays and
/// mappings; \p Of is a tuple if these are several.
Evaluated Encoder::membersOf(const Place &Whole, const Type *Of) {
  Evaluated V{Of, {}, {}, {}};
  for (const std::string &Name : Whole.Node->Members) {
    Place At = S.member(Whole, Name);
    if (At.Node->T->is(TypeKind::Array) || At.Node->T->is(TypeKind::Mapping))
      continue;
    if (At.Node->T->is(TypeKind::Struct))
      return {}; // a copy of it
    V.Parts.push_back(valueAt(At));
  }
  return V.Parts.size() == 1 ? V.Parts[0] : V;
}

/// A message from the contract to itself.
Evaluated Encoder::selfCall(Node N, Node Callee) {
  std::vector<Node> Parameters = Callee.child("parameters").list("parameters");
  std::vector<Node> Given = arguments(N, Parameters);
  std::vector<Evaluated> Values;
  for (size_t I = 0; I < Given.size() && I < Parameters.size(); ++I) {
    Values.push_back(evalAs(Given[I], typeOf(T, Parameters[I])));
    if (!failed() && Values.back().T->isReference())
      unsupported(N,
                  "an argument of this type in a call of the contract itself");
  }
  Expr Amount = this->N.constant(0, T.uint256());
  if (Node Option = callOption(N.child("expression"), "value"))
    Amount = evalAs(Option, T.uint256()).E.get();
  if (failed())
    return {};
  assumeCreated();
  Operand Sender(B, B.read(Env.Sender)), Before(B, B.read(Env.Amount));
  B.assume(this->N.compare("<=", Amount, balance(Env.Self), T.uint256()));
  B.assign(Env.Sender, Env.Self);
  B.assign(Env.Amount, Amount);
  const Operand Signature(B, B.read(Env.Signature)), Data(B, B.read(Env.Data));
  B.assign(Env.Signature, B.input("msg.sig", Env.Signature.sort(),
                                  Input::Kind::Extern, where(N)));
  B.assign(Env.Data,
           B.input("msg.data", Env.Data.sort(), Input::Kind::Extern, where(N)));
  assumeMessageFor(Callee);
  Evaluated V = inlined(N, Callee, Values);
  B.assign(Env.Sender, Sender.get());
  B.assign(Env.Amount, Before.get());
  B.assign(Env.Signature, Signature.get());
  B.assign(Env.Data, Data.get());
  return V;
}

/// A call of a function where there is no code reverts, as at the first
/// addresses. Compilers since 0.8.10 may take what a precompiled contract says
/// for an answer.
void Encoder::assumeCode(Expr Callee, Node At) {
  if (isSpecification())
    return;
  constexpr int64_t LastPrecompiled = 255;
  const Type *Of = T.address();
  if (IsCreating)
    B.assume(Ctx.mkNot(Ctx.mkEq(Callee, Env.Self)));
  Expr IsLater = N.compare("<", N.constant(LastPrecompiled, Of), Callee, Of);
  B.assume(Ctx.mkNot(Ctx.mkEq(Callee, N.constant(0, Of))));
  Expr Answers = B.input("a precompiled contract answers", Ctx.boolSort(),
                         Input::Kind::Havoc, where(At));
  B.assume(Ctx.mkOr(IsLater, Answers));
}

/// The same of the contract itself, which has no code while it is created.
void Encoder::assumeCreated() {
  if (IsCreating && !isSpecification())
    B.assume(Ctx.falseExpr());
}

Evaluated Encoder::externalCall(Node N) {
  Node Callee = N.child("expression");
  Node Member = withoutOptions(Callee);
  Node D = P.referred(Member);
  Node Base = Member.child("expression");
  const bool IsSelf = isOwnCode(takenForThis(P, Base));
  if (IsSelf && D.is("VariableDeclaration")) {
    Evaluated V = getter(N, D);
    assumeCreated();
    return V;
  }
  if (IsSelf && D.is("FunctionDefinition"))
    return selfCall(N, P.resolve(D, Contract));
  Evaluated Target = eval(Base);
  std::vector<Operand> Arguments;
  if (failed())
    return {};
  if (Target.E)
    Arguments.push_back(Target.E);
  for (Node A : N.list("arguments")) {
    Evaluated V = eval(A);
    if (failed())
      return {};
    if (V.E)
      Arguments.push_back(V.E);
  }
  Operand Amount(B, this->N.constant(0, T.uint256()));
  if (Node Option = callOption(Callee, "value"))
    Amount = evalAs(Option, T.uint256()).E;
  if (failed())
    return {};
  if (Target.E)
    assumeCode(Target.E.get(), N);
  const Type *Of = typeOf(T, N);
  if (isReadOnly(Member))
    return answer(N, D, Arguments);
  if (isSpecification()) {
    unsupported(N, "a call of another contract in an annotation");
    return {};
  }
  if (!Target.E) {
    unsupported(N, "a call of this expression");
    return {};
  }
  transfer(Env.Self, Target.E.get(), Amount.get());
  letOthersRun(N, Target.E.get());
  Evaluated V = arbitrary(Of, N);
  tellAnswer(N, Of, V.E.get(), Ctx.trueExpr());
  return V;
}

/// Either does \p Work or not, which it does where \p Always. Returns which, as
/// a value.
Expr Encoder::whetherItSucceeds(Node At, StringRef What, Expr Always,
                                llvm::function_ref<void()> Work) {
  Expr Worked = B.addVariable(What, Ctx.boolSort());
  LocationId Yes = B.addLocation(where(At)), No = B.addLocation(where(At)),
             End = B.addLocation(where(At));
  Expr Chosen = B.input(What, Ctx.boolSort(), Input::Kind::Extern, where(At));
  const uint64_t Before = QuestionCount;
  B.branch(Ctx.mkOr(Always, Chosen), Yes, No);
  B.begin(No);
  B.assign(Worked, Ctx.falseExpr());
  tellAnswer(At, T.boolean(), Ctx.falseExpr(), Ctx.trueExpr());
  B.jump(End);
  B.begin(Yes);
  Work();
  B.assign(Worked, Ctx.trueExpr());
  B.jump(End);
  B.begin(End);
  forgetQuestionsSince(Before);
  return B.read(Worked);
}

/// That a message to \p To is one to the contract itself that does nothing: it
/// has no code yet.
Expr Encoder::isNotCreatedYet(Expr To, Expr Amount) {
  if (!IsCreating)
    return Ctx.falseExpr();
  return Ctx.mkAnd(Ctx.mkEq(To, Env.Self),
                   N.compare("<=", Amount, balance(Env.Self), T.uint256()));
}

/// A call that fails has no effect.
Evaluated Encoder::bareCall(Node N) {
  Node Callee = N.child("expression");
  Node Member = withoutOptions(Callee);
  Evaluated Target = eval(Member.child("expression"));
  Operand Amount(B, this->N.constant(0, T.uint256()));
  if (Node Option = callOption(Callee, "value"))
    Amount = evalAs(Option, T.uint256()).E;
  for (Node A : N.list("arguments"))
    eval(A);
  if (failed())
    return {};
  Expr Always = isNotCreatedYet(Target.E.get(), Amount.get());
  Expr Worked = whetherItSucceeds(N, "call succeeds", Always, [&] {
    if (functionKind(Callee) != "barecall")
      return;
    transfer(Env.Self, Target.E.get(), Amount.get());
    letOthersRun(N, Target.E.get());
  });
  Evaluated V{typeOf(T, N), {}, {}, {}};
  V.Parts.push_back(plain(T.boolean(), Worked));
  V.Parts.push_back(arbitrary(T.get("t_bytes_memory_ptr"), N));
  return V;
}

/// Ether that the contract sends to itself is refused if no function takes it;
/// it is not known whether the gas is enough for one that does.
void Encoder::assumeAccepted(Expr To, Node At) {
  if (IsCreating)
    return;
  bool Takes = false;
  for (Node Of : P.linearized(Contract))
    for (Node F : Of.list("nodes"))
      Takes |= F.text("stateMutability") == "payable" &&
               (F.text("kind") == "receive" || F.text("kind") == "fallback");
  Expr Is = Takes ? B.input("the contract can send ether to itself",
                            Ctx.boolSort(), Input::Kind::Havoc, where(At))
                  : Ctx.falseExpr();
  B.assume(Ctx.mkOr(Ctx.mkNot(Ctx.mkEq(To, Env.Self)), Is));
}

/// With so little gas nobody can change anything.
void Encoder::moneyCall(Node N, bool IsSend, Evaluated &Result) {
  Evaluated To = eval(N.child("expression").child("expression"));
  Evaluated Amount = evalAs(N.list("arguments")[0], T.uint256());
  Result = {typeOf(T, N), {}, {}, {}};
  if (failed())
    return;
  if (!IsSend) {
    assumeAccepted(To.E.get(), N);
    return transfer(Env.Self, To.E.get(), Amount.E.get());
  }
  Expr Always = isNotCreatedYet(To.E.get(), Amount.E.get());
  Expr Worked = whetherItSucceeds(N, "send succeeds", Always, [&] {
    assumeAccepted(To.E.get(), N);
    transfer(Env.Self, To.E.get(), Amount.E.get());
  });
  Result = plain(T.boolean(), Worked);
}
