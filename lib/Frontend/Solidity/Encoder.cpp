//===- Encoder.cpp - From a function of a contract to edges ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Encoder.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace sooth;
using namespace sooth::solidity;
using llvm::StringRef;
using TypeKind = Type::Kind;

Encoder::Encoder(Cfa &C, const Program &P, Node Contract,
                 const SolidityEncoding &How,
                 llvm::ArrayRef<int64_t> Summarized)
    : P(P), Contract(Contract), How(How), T([&P](int64_t Id) {
        return P.declaration(Id).child("underlyingType").typeId();
      }),
      C(C), B(C), Ctx(C.context()), N(Ctx, How.Numbers), S(B, N, T, P),
      Summarized(Summarized) {
  for (unsigned A = 0; A < P.annotationCount(); ++A)
    HasQuantifiers |= isQuantified(A);
}

void Encoder::declareState() {
  std::vector<Node> Contracts = P.linearized(Contract);
  for (Node Of : llvm::reverse(Contracts))
    for (Node V : Of.list("nodes")) {
      if (!V.is("VariableDeclaration") || V.flag("constant") ||
          V.text("mutability") == "constant")
        continue;
      const Tree *Tree = S.declare(typeOf(T, V), V.name());
      // One that is not modelled is in the way of those who use it.
      State[V.id()] = Tree;
      if (Tree && V.text("mutability") != "immutable")
        StateTrees.push_back(Tree);
      if (Tree && V.text("storageLocation") == "transient")
        Transient.push_back(Tree);
    }
  Balances = S.declare(T.get("t_mapping$_t_address_$_t_uint256_$"), "balance");
  declareEnvironment();
  S.setNextReference(B.addVariable("memory", Ctx.intSort()));
  if (N.flagsOverflow())
    Overflowed = B.addVariable("overflow", Ctx.boolSort(), ValueStyle::Bool);
  registerSums();
  S.OnWrite = [this](const Tree *Of) {
    if (!Asked.empty() && llvm::is_contained(stateVariables(), Of->Var))
      Asked.clear();
  };
}

void Encoder::begin() {
  declareState();
  // Edges from the entry come in the end, when it is known what is old.
  C.setEntry(B.addLocation(where(Contract), Location::Role::Cutpoint));
  Start = B.addLocation(where(Contract));
  B.begin(Start);
  assumeEnvironment();
  B.assume(Ctx.make(Kind::Le, {Ctx.integer(1), S.nextReference()}));
  if (N.flagsOverflow())
    B.assign(Overflowed, Ctx.falseExpr());
}

void Encoder::finish() {
  Edge E;
  EdgeSource Source;
  E.Source = C.entry();
  E.Target = Start;
  E.Guard = Ctx.trueExpr();
  for (auto [Old, Var] : S.oldVariables())
    E.Updates.push_back({Old, Var});
  for (const auto &F : Facts)
    E.Updates.push_back({F->Holds, Ctx.falseExpr()});
  // A hash is not anything, even if it is not known what: a run that needs a
  // certain one is none.
  for (const auto &[Name, F] : Functions) {
    if (!IsWholeLife || F.What.empty())
      continue;
    Expr Any = Ctx.freshVar("function", F.Var.sort());
    E.Inputs.push_back({Any, Input::Kind::Havoc, "", where(Contract)});
    Source.Unknown.push_back({Any, std::make_shared<const Cause>(
                                       Cause::Kind::OutsideModel, F.What)});
    E.Updates.push_back({F.Var, Any});
  }
  B.addEdge(std::move(E), std::move(Source));
  B.finish();
}

/// What comes with a transaction is in memory of its own.
void Encoder::bindParameters(Node Function, Frame &F, const char *Prefix) {
  bool HasPointer = false; // two may lead to the same place
  for (Node D : Function.child("parameters").list("parameters")) {
    const Type *Of = typeOf(T, D);
    Local L = declareLocal(D, Prefix);
    if (Of->isInStorage() && !std::exchange(HasPointer, true)) {
      // The function is one of a library, which has no storage of its own.
      L.Node = S.declare(Of, D.name());
      StateTrees.push_back(L.Node);
    }
    F.Locals[D.id()] = L;
    if (!L.Node)
      return unsupported(D, "this storage pointer as a parameter");
    if (!Of->isInMemory())
      continue;
    Expr New = B.read(S.nextReference());
    B.assume(Ctx.mkEq(B.read(L.Node->Var), New));
    B.assign(S.nextReference(), Ctx.make(Kind::Add, {New, Ctx.integer(1)}));
  }
}

/// Who sends it has paid it already, in whatever state the function begins in;
/// but nothing changes where that is the contract itself.
void Encoder::receiveAmount(bool IsPayable) {
  Expr Amount = B.read(Env.Amount);
  if (!IsPayable)
    return B.assume(Ctx.mkEq(Amount, N.constant(0, T.uint256())));
  Expr IsOwn = Ctx.mkEq(B.read(Env.Sender), Env.Self);
  Expr Before = balance(Env.Self);
  Numbers::Result After = N.compute("+", Before, Amount, T.uint256());
  B.assume(Ctx.mkIte(IsOwn, N.compare("<=", Amount, Before, T.uint256()),
                     After.IsExact));
  S.write({Balances->Parts[0], {Operand(B, Env.Self)}},
          Ctx.mkIte(IsOwn, Before,
                    After.Unwrapped ? After.Unwrapped : After.Value));
}

static bool isPayable(Node Function) {
  return Function.text("stateMutability") == "payable";
}

void Encoder::encodeFunction(Node Function) {
  Verified = Function;
  begin();
  refuseUnsupported(Contract);
  refuseUnsupported(Function);
  for (Node Of : P.linearized(Contract))
    for (Node E : Of.list("nodes"))
      if (E.is("EventDefinition"))
        refuseUnsupported(E);
  Frame F;
  F.Function = Function;
  F.Home = P.contractOf(Function);
  bindParameters(Function, F, "");
  // What changes nothing keeps all invariants.
  const StringRef Mutability = Function.text("stateMutability");
  const bool Changes = Mutability != "view" && Mutability != "pure";
  if (Mutability != "pure")
    assumeAll(contractInvariants(), nullptr);
  assumeAll(annotations(Function, Annotation::Kind::Precondition), &F);
  if (!mayCallItself(Function))
    B.assume(Ctx.mkNot(Ctx.mkEq(B.read(Env.Sender), Env.Self)));
  assumeMessageFor(Function);
  receiveAmount(isPayable(Function));
  beginTracking();
  Active.push_back(Function);
  runFunction(F);
  if (!failed()) {
    checkTracked(Function, "at end of function.");
    checkOverflow("Function can terminate with overflow", Function);
    checkAll(annotations(Function, Annotation::Kind::Postcondition), &F,
             Moment::FunctionEnd, Function);
    if (Changes)
      checkAll(contractInvariants(), nullptr, Moment::FunctionEnd, Function);
    checkModified(Function, F);
    checkCases(Function, F);
  }
  finish();
}

void Encoder::encodeGift() {
  begin();
  refuseUnsupported(Contract);
  assumeAll(contractInvariants(), nullptr);
  Place Own{Balances->Parts[0], {Operand(B, Env.Self)}};
  Expr Before = balance(Env.Self);
  Expr Gift = B.input("gift", N.sort(T.uint256()), Input::Kind::Argument);
  B.assume(N.isValue(Gift, T.uint256()));
  Numbers::Result After = N.compute("+", Before, Gift, T.uint256());
  B.assume(After.IsExact);
  S.write(Own, After.Unwrapped ? After.Unwrapped : After.Value);
  checkAll(contractInvariants(), nullptr, Moment::FunctionEnd, Contract);
  finish();
}

static Node constructorOf(Node Contract) {
  for (Node F : Contract.list("nodes"))
    if (F.is("FunctionDefinition") && F.text("kind") == "constructor")
      return F;
  return {};
}

/// Variables are zero; then all arguments of base constructors are computed,
/// from the most derived contract on, and then initial values and bodies of
/// each, from the most basic one on.
void Encoder::construct(Node Own) {
  IsCreating = true;
  for (const auto &[Id, Tree] : State)
    if (Tree && !S.clear(S.at(Tree)))
      unsupported(Contract, "a state variable of this type");
  // clear() keeps mappings, as delete does.
  std::vector<const Tree *> Vars;
  for (const auto &[Id, Tree] : State)
    if (Tree)
      S.variables(Tree, Vars);
  for (const Tree *V : Vars)
    B.assign(V->Var, S.zero(V->Var.sort()));
  for (const Storage::Sum &Sum : S.sums())
    B.assign(Sum.Var, S.zero(Sum.Var.sort()));
  beginTracking();
  if (failed())
    return;
  std::vector<Node> Contracts = P.linearized(Contract);
  std::vector<Frame> Of(Contracts.size());
  std::vector<bool> HasArguments(Contracts.size());
  for (size_t I = 0; I < Contracts.size(); ++I) {
    Node Function = constructorOf(Contracts[I]);
    Of[I].Function = Function;
    Of[I].Home = Contracts[I];
    // What nobody gives is anything: of the contract itself, or if it is
    // abstract.
    if (Function && !HasArguments[I])
      bindParameters(Function, Of[I], "");
    auto Give = [&](Node Base, llvm::ArrayRef<Node> Arguments) {
      const size_t To = llvm::find(Contracts, Base) - Contracts.begin();
      if (To == Contracts.size() || Arguments.empty())
        return;
      std::vector<Node> Parameters =
          constructorOf(Base).child("parameters").list("parameters");
      HasArguments[To] = true;
      for (size_t J = 0; J < Arguments.size() && J < Parameters.size(); ++J) {
        Frames.push_back(&Of[I]);
        Evaluated V = evalAs(Arguments[J], typeOf(T, Parameters[J]));
        Frames.pop_back();
        Local L = declareLocal(Parameters[J], "");
        Of[To].Locals[Parameters[J].id()] = L;
        setLocal(L, V, Arguments[J]);
      }
    };
    for (Node Base : Contracts[I].list("baseContracts"))
      Give(P.referred(Base.child("baseName")), Base.list("arguments"));
    for (Node M : Function.list("modifiers"))
      if (Node Base = P.referred(M.child("modifierName"));
          Base.is("ContractDefinition"))
        Give(Base, M.list("arguments"));
    if (failed())
      return;
  }
  for (size_t I = Contracts.size(); I-- > 0 && !failed();) {
    Frame Nobody;
    Nobody.Home = Contracts[I];
    Frames.push_back(&Nobody);
    for (Node V : Contracts[I].list("nodes"))
      if (V.is("VariableDeclaration") && V.child("value") &&
          State.lookup(V.id()))
        initialize(V);
    Frames.pop_back();
    if (I == 0)
      tellTransaction(Own, Of[0]);
    if (Of[I].Function && !failed())
      runFunction(Of[I]);
  }
  tellState();
  if (Own && !failed())
    checkAll(annotations(Own, Annotation::Kind::Postcondition), &Of[0],
             Moment::FunctionEnd, Own);
  IsCreating = false;
}

/// An initial value is no change that an event would have to tell.
void Encoder::initialize(Node Variable) {
  const Tree *Of = State.lookup(Variable.id());
  assignPlace(S.at(Of), evalAs(Variable.child("value"), typeOf(T, Variable)),
              Variable);
  if (llvm::any_of(Tracked, [&](auto &T) { return T.first == Of; }))
    S.emitted(Of);
}

void Encoder::encodeCreation(Node Constructor) {
  Verified = Constructor;
  begin();
  refuseUnsupported(Contract);
  if (Constructor)
    refuseUnsupported(Constructor);
  assumeCreatorIsOther();
  assumeMessageFor({});
  receiveAmount(Constructor && isPayable(Constructor));
  construct(Constructor);
  if (!failed()) {
    Node At = Constructor ? Constructor : Contract;
    if (Constructor)
      checkTracked(At, "at end of function.");
    checkOverflow("Function can terminate with overflow", At);
    checkAll(contractInvariants(), nullptr, Moment::FunctionEnd, At);
  }
  finish();
}

/// Those that a transaction can call, the most derived of each.
std::vector<Node> Encoder::publicFunctions() const {
  std::vector<Node> Result;
  for (Node Of : P.linearized(Contract))
    for (Node F : Of.list("nodes")) {
      StringRef V = F.text("visibility");
      if (F.is("FunctionDefinition") && F.child("body") &&
          F.text("kind") != "constructor" &&
          (V == "public" || V == "external") && P.resolve(F, Contract) == F &&
          !llvm::is_contained(Summarized, F.id()))
        Result.push_back(F);
    }
  return Result;
}

ShownValue Encoder::shown(std::string Name, const Type *Of, Expr E) {
  const bool IsBits = Of->is(TypeKind::Address) || Of->is(TypeKind::Contract) ||
                      Of->is(TypeKind::Bytes);
  return {AccessPath(std::move(Name)), E,
          IsBits         ? ValueStyle::Bits
          : Of->IsSigned ? ValueStyle::Signed
                         : ValueStyle::Unsigned};
}

/// Who calls what with which numbers. Nothing for the creation without a
/// constructor.
void Encoder::tellTransaction(Node Function, const Frame &F) {
  if (!IsWholeLife || B.isClosed())
    return;
  SourceStep Step{
      SourceStep::Kind::Call, {}, where(Function ? Function : Contract)};
  Step.Function = Function.name().empty() ? Function.text("kind").str()
                                          : Function.name().str();
  if (!Function)
    Step.Function = "constructor";
  Step.Values = {shown("msg.sender", T.address(), B.read(Env.Sender)),
                 shown("msg.value", T.uint256(), B.read(Env.Amount))};
  // Whoever wants to do the same needs this, too.
  Step.Values.push_back(
      shown("address(this).balance", T.uint256(),
            Ctx.mkSelect(B.read(Balances->Parts[0]->Var), Env.Self)));
  if (IsCreating)
    Step.Values.push_back(shown("address(this)", T.address(), Env.Self));
  for (const ReadValue &R : ReadEnvironment)
    Step.Values.push_back(shown(R.Name, R.T, B.read(R.Var)));
  for (Node D : Function.child("parameters").list("parameters")) {
    const Local L = F.Locals.lookup(D.id());
    const Type *Of = typeOf(T, D);
    if (L.Node && L.Node->Var && Of->Bits + Of->is(TypeKind::Bool))
      Step.Values.push_back(shown(D.name().str(), Of, B.read(L.Node->Var)));
  }
  B.tell(std::move(Step));
}

/// The numbers in storage, and what mappings have for the sender.
void Encoder::tellState() {
  if (!IsWholeLife || B.isClosed())
    return;
  SourceStep Step{SourceStep::Kind::Assignment, {}, where(Contract)};
  for (const Tree *Of : StateTrees) {
    const bool IsOne = Of->Var && Of->Parts.empty();
    if (IsOne && (Of->T->Bits || Of->T->is(TypeKind::Bool)))
      Step.Values.push_back(shown(Of->Name, Of->T, B.read(Of->Var)));
    if (!Of->T->is(TypeKind::Mapping) ||
        !Of->T->Parts[0]->is(TypeKind::Address))
      continue;
    const Tree *Element = Of->Parts[0];
    if (!Element->Var || !Element->Parts.empty() ||
        !(Element->T->Bits || Element->T->is(TypeKind::Bool)))
      continue;
    Expr Sender = B.read(Env.Sender);
    ShownValue V =
        shown(Of->Name, Element->T, Ctx.mkSelect(B.read(Element->Var), Sender));
    V.Path = V.Path.then({AccessPath::Step::Kind::ElementAt, "msg.sender"});
    Step.Values.push_back(std::move(V));
  }
  Expr Money = Ctx.mkSelect(B.read(Balances->Parts[0]->Var), Env.Self);
  Step.Values.push_back(shown("address(this).balance", T.uint256(), Money));
  B.tell(std::move(Step));
  B.tell({SourceStep::Kind::Return, {}, where(Contract)});
}

void Encoder::runTransaction(Node Function) {
  Frame F;
  F.Function = Function;
  F.Home = P.contractOf(Function);
  for (Node D : Function.child("parameters").list("parameters")) {
    Local L = declareLocal(D, "");
    F.Locals[D.id()] = L;
    if (!L.Node)
      return unsupported(D, "a storage pointer as a parameter");
    if (typeOf(T, D)->isInMemory()) {
      const Tree *Heap = S.heap(typeOf(T, D));
      if (!Heap)
        return unsupported(D, "a parameter of this type");
      Expr New = B.read(S.nextReference());
      B.assign(L.Node->Var, New);
      B.assign(S.nextReference(), Ctx.make(Kind::Add, {New, Ctx.integer(1)}));
      std::vector<const Tree *> Vars;
      S.variables(Heap, Vars);
      for (const Tree *V : Vars)
        B.assign(V->Var, Ctx.mkStore(B.read(V->Var), New,
                                     B.input(D.name(), V->Var.sort().element(),
                                             Input::Kind::Argument)));
    } else {
      B.assign(L.Node->Var, B.input(D.name(), L.Node->Var.sort(),
                                    Input::Kind::Argument, where(D)));
    }
  }
  assumeMessageFor(Function);
  receiveAmount(isPayable(Function));
  tellTransaction(Function, F);
  Active.push_back(Function);
  runFunction(F);
  Active.pop_back();
  if (failed())
    return;
  tellState();
  checkOverflow("Function can terminate with overflow", Function);
  checkAll(contractInvariants(), nullptr, Moment::FunctionEnd, Function);
}

void Encoder::encodeLife() {
  IsWholeLife = true;
  begin();
  refuseUnsupported(Contract);
  NextTransaction = B.addLocation(where(Contract), Location::Role::Cutpoint);
  Node Constructor = constructorOf(Contract);
  B.assign(IsInside, Ctx.falseExpr());
  assumeCreatorIsOther();
  assumeMessageFor({});
  receiveAmount(Constructor && isPayable(Constructor));
  construct(Constructor);
  if (failed())
    return finish();
  Node At = Constructor ? Constructor : Contract;
  checkOverflow("Function can terminate with overflow", At);
  checkAll(contractInvariants(), nullptr, Moment::FunctionEnd, At);
  B.jump(NextTransaction);
  for (Node F : publicFunctions()) {
    Transaction = F;
    refuseUnsupported(F);
    B.begin(NextTransaction);
    if (N.flagsOverflow())
      B.assign(Overflowed, Ctx.falseExpr());
    makeArbitraryMessage();
    runTransaction(F);
    if (failed())
      return finish();
    B.jump(NextTransaction);
  }
  finish();
}
