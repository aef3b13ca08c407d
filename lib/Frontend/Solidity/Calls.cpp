//===- Calls.cpp - Calls of Solidity --------------------------------------===//
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

StringRef solidity::functionKind(Node Callee) {
  StringRef Id = Callee.typeId();
  if (!Id.consume_front("t_function_"))
    return "";
  return Id.take_until([](char C) { return C == '_' || C == '$'; });
}

Node solidity::callOption(Node Callee, StringRef Name) {
  if (!Callee.is("FunctionCallOptions"))
    return {};
  std::vector<Node> Options = Callee.list("options");
  const llvm::json::Array *Names = Callee.object()->getArray("names");
  for (size_t I = 0; Names && I < Options.size(); ++I)
    if ((*Names)[I].getAsString() == Name)
      return Options[I];
  return {};
}

Node solidity::withoutOptions(Node Callee) {
  return Callee.is("FunctionCallOptions") ? Callee.child("expression") : Callee;
}

std::optional<Node> solidity::takenForThis(const Program &P, Node Base) {
  while (Base.is("TupleExpression") && Base.list("components").size() == 1)
    Base = Base.list("components")[0];
  if (Base.is("Identifier") && Base.name() == "this" &&
      !P.referred(Base).is("VariableDeclaration"))
    return Node();
  if (!Base.is("FunctionCall") || Base.text("kind") != "typeConversion")
    return std::nullopt;
  Node To = P.referred(Base.child("expression"));
  const bool IsThis =
      To.is("ContractDefinition") && takenForThis(P, Base.list("arguments")[0]);
  return IsThis ? std::optional(To) : std::nullopt;
}

/// A message without data gets to no function with a name.
static bool isEmptyMessage(Node Call) {
  std::vector<Node> Data = Call.list("arguments");
  return Data.size() == 1 && Data[0].is("Literal") &&
         Data[0].text("kind") == "string" && Data[0].text("hexValue").empty();
}

/// Whether a message to the contract itself may come from its own code, but for
/// calls of functions of "this", which are inlined. With the gas of a transfer,
/// only \p Function can be that runs then.
bool Encoder::mayCallItself(Node Function) const {
  const bool IsNamed = Function.text("kind") == "function";
  bool May = false;
  std::vector<Node> Code = P.linearized(Contract);
  llvm::append_range(Code, P.sharedCode());
  for (Node C : Code)
    C.walk([&](Node N) {
      May |= N.is("InlineAssembly");
      if (!N.is("FunctionCall"))
        return !May;
      Node Callee = N.child("expression");
      StringRef K = functionKind(Callee);
      Node Base = withoutOptions(Callee).child("expression");
      const bool IsThis = isOwnCode(takenForThis(P, Base));
      May |= (K.starts_with("bare") && !(IsNamed && isEmptyMessage(N))) ||
             K == "creation" || (K == "external" && !IsThis) ||
             (!IsNamed && (K == "transfer" || K == "send"));
      return !May;
    });
  return May;
}

bool Encoder::isOwnCode(const std::optional<Node> &TakenFor) const {
  return TakenFor &&
         (!*TakenFor || llvm::is_contained(P.linearized(Contract), *TakenFor));
}

/// Named arguments in the order of the parameters.
std::vector<Node> Encoder::arguments(Node Call,
                                     llvm::ArrayRef<Node> Parameters) {
  std::vector<Node> Given = Call.list("arguments");
  const llvm::json::Array *Names = Call.object()->getArray("names");
  if (!Names || Names->empty())
    return Given;
  std::vector<Node> Result;
  for (Node Parameter : Parameters)
    for (size_t I = 0; I < Given.size(); ++I)
      if ((*Names)[I].getAsString() == Parameter.name())
        Result.push_back(Given[I]);
  return Result;
}

Evaluated Encoder::call(Node N) {
  StringRef K = N.text("kind");
  if (K == "typeConversion")
    return conversionCall(N);
  if (K == "structConstructorCall")
    return structCall(N);
  return functionCall(N);
}

Evaluated Encoder::conversionCall(Node N) {
  const Type *To = typeOf(T, N);
  Evaluated V = eval(N.list("arguments")[0]);
  if (failed())
    return {};
  // An address literal is a number before it is one.
  return convert(V, To, N, /*IsExplicit=*/true);
}

Evaluated Encoder::structCall(Node N) {
  const Type *Of = T.inMemory(typeOf(T, N));
  std::vector<Node> Members = P.declaration(Of->Declaration).list("members");
  llvm::erase_if(Members,
                 [&](Node M) { return typeOf(T, M)->is(TypeKind::Mapping); });
  std::vector<Evaluated> Values;
  std::vector<Node> Given = arguments(N, Members);
  for (size_t I = 0; I < Given.size() && I < Members.size(); ++I)
    Values.push_back(evalAs(Given[I], T.inMemory(typeOf(T, Members[I]))));
  if (failed())
    return {};
  Evaluated Result = plain(Of, S.allocate(Of));
  if (!Result.E) {
    unsupported(N, "a structure of this type in memory");
    return {};
  }
  Place At = aggregate(Result, N);
  for (size_t I = 0; I < Values.size(); ++I)
    assignPlace(S.member(At, Members[I].name()), Values[I], N);
  return Result;
}

/// Whether the function is one of a library, called as one of its first
/// argument. Compilers since 0.8.18 have another word for that.
static bool isBound(Node Callee) {
  return Callee.typeId().contains("bound_to") ||
         Callee.typeId().contains("attached_to");
}

Evaluated Encoder::functionCall(Node N) {
  Node Callee = N.child("expression");
  StringRef K = functionKind(Callee);
  StringRef Name = Callee.name();
  if (Name.starts_with(VerifierPrefix))
    return specificationCall(N, Name);
  if (K == "internal" || K == "delegatecall") {
    const bool IsBound = isBound(Callee);
    Node D = P.referred(Callee);
    if (!D.is("FunctionDefinition")) {
      unsupported(N, "a call of a function that is a value");
      return {};
    }
    if (Callee.is("MemberAccess")) {
      const Type *Of = typeOf(T, Callee.child("expression"));
      if (Of->IsSuper || Callee.child("expression").name() == "super")
        D = P.resolve(D, Contract, Frames.back()->Home);
    } else {
      D = P.resolve(D, Contract);
    }
    return internalCall(N, D, IsBound);
  }
  if (K == "external")
    return externalCall(N);
  if (K == "barecall" || K == "barestaticcall")
    return bareCall(N);
  if (K == "transfer" || K == "send") {
    Evaluated Result;
    moneyCall(N, K == "send", Result);
    return Result;
  }
  if (K == "arraypush" || K == "arraypop")
    return arrayCall(N, K);
  return builtinCall(N, K);
}

Evaluated Encoder::builtinCall(Node N, StringRef K) {
  std::vector<Node> Arguments = N.list("arguments");
  Node Callee = N.child("expression");
  if (K == "assert" || K == "require") {
    Operand Holds(B, condition(Arguments[0]));
    if (Arguments.size() > 1)
      runReason(Arguments[1]);
    if (failed())
      return {};
    if (K == "require")
      B.assume(Holds.get());
    else
      B.check(Holds.get(), "Assertion might not hold.", where(N), "assert");
    return {typeOf(T, N), {}, {}, {}};
  }
  if (K == "revert") {
    if (!Arguments.empty())
      runReason(Arguments[0]);
    endInRevert(N);
    return {typeOf(T, N), {}, {}, {}};
  }
  if (K == "wrap" || K == "unwrap")
    return evalAs(Arguments[0], typeOf(T, N));
  if (K == "stringconcat" || K == "bytesconcat")
    return concatenation(N);
  if (K == "abidecode")
    return decoded(N);
  if (K == "objectcreation" && typeOf(T, N)->is(TypeKind::Opaque))
    return newText(N);
  if (K == "objectcreation") {
    const Type *Of = T.inMemory(typeOf(T, N));
    Evaluated Length = evalAs(Arguments[0], T.uint256());
    if (failed())
      return {};
    Evaluated V = Of->is(TypeKind::Array)
                      ? plain(Of, S.allocate(Of, Length.E.get()))
                      : Evaluated();
    if (!V.E)
      unsupported(N, "a new array of this type");
    return V;
  }
  if (K == "keccak256" || K == "sha256" || K == "ripemd160" ||
      K == "ecrecover" || K.starts_with("abiencode"))
    return hash(N, K);
  if (K == "gasleft" || K == "blockhash" || K == "blobhash")
    return arbitrary(typeOf(T, N), N, Input::Kind::Havoc);
  if ((K == "addmod" || K == "mulmod") && !this->N.areBits()) {
    std::vector<Operand> E;
    for (Node A : Arguments)
      E.push_back(evalAs(A, T.uint256()).E);
    if (failed())
      return {};
    B.assume(Ctx.mkNot(Ctx.mkEq(E[2].get(), Ctx.integer(0))));
    Expr R = Ctx.make(K == "addmod" ? Kind::Add : Kind::Mul,
                      {E[0].get(), E[1].get()});
    return plain(T.uint256(), Ctx.make(Kind::IntMod, {R, E[2].get()}));
  }
  if (K == "creation") {
    for (Node A : Arguments)
      eval(A);
    Expr Amount = this->N.constant(0, T.uint256());
    if (Node Option = callOption(Callee, "value"))
      Amount = evalAs(Option, T.uint256()).E.get();
    if (failed())
      return {};
    Operand Paid(B, Amount);
    Evaluated New = arbitrary(typeOf(T, N), N, Input::Kind::Havoc);
    // It is where nobody has been so far.
    Expr Nobody = this->N.constant(0, T.address());
    for (Expr Other :
         {Nobody, Env.Self, B.read(Env.Sender), B.read(Env.Origin)})
      B.know(Ctx.mkNot(Ctx.mkEq(New.E.get(), Other)));
    transfer(Env.Self, New.E.get(), Paid.get());
    letOthersRun(N, New.E.get());
    return New;
  }
  unsupported(N, "a call of '" + P.textOf(withoutOptions(Callee)) + "'");
  return {};
}

/// What the transaction has done is undone: no run goes on.
void Encoder::endInRevert(Node At) {
  B.assume(Ctx.falseExpr());
  LocationId Nowhere = B.addLocation(where(At));
  B.stop();
  B.begin(Nowhere);
}

/// What is said of a failure, a text or an error with arguments, is computed
/// before; only what that does matters.
void Encoder::runReason(Node Reason) {
  if (Reason.typeId() != "t_error" &&
      !P.referred(Reason.child("expression")).is("ErrorDefinition")) {
    if (!isPure(Reason))
      eval(Reason);
    return;
  }
  for (Node A : Reason.list("arguments"))
    if (!isPure(A))
      eval(A);
}

/// "revert E(…)".
void Encoder::runRevert(Node St) {
  runReason(St.child("errorCall"));
  if (!failed())
    endInRevert(St);
}

Evaluated Encoder::arbitrary(const Type *Of, Node At, Input::Kind As) {
  if (Of->is(TypeKind::Tuple)) {
    Evaluated V{Of, {}, {}, {}};
    for (const Type *Part : Of->Parts)
      V.Parts.push_back(Part ? arbitrary(Part, At, As) : Evaluated());
    return V;
  }
  if (Of->isReference()) {
    unsupported(At, "a result of this type from outside");
    return {};
  }
  if (!Of->Bits && !Of->is(TypeKind::Bool) && !Of->is(TypeKind::Opaque))
    return {Of, {}, {}, {}};
  Evaluated V = plain(Of, B.input("outside", S.sort(Of), As, where(At)));
  if (Of->Bits)
    B.assume(N.isValue(V.E.get(), Of));
  return V;
}

Evaluated Encoder::resultOf(const Frame &F, Node Call) {
  Evaluated V{typeOf(T, Call), {}, {}, {}};
  if (F.Returns.size() == 1)
    return valueAt(placeOf(F.Returns[0]));
  for (const Local &L : F.Returns)
    V.Parts.push_back(valueAt(placeOf(L)));
  return V;
}

Evaluated Encoder::internalCall(Node N, Node Callee, bool IsBound) {
  std::vector<Evaluated> Values;
  std::vector<Node> Parameters = Callee.child("parameters").list("parameters");
  llvm::ArrayRef<Node> Rest = Parameters;
  if (IsBound) {
    Values.push_back(
        eval(withoutOptions(N.child("expression")).child("expression")));
    if (failed())
      return {};
    Values[0] = convert(Values[0], typeOf(T, Parameters[0]), N);
    Rest = Rest.drop_front();
  }
  std::vector<Node> Given = arguments(N, Rest);
  for (size_t I = 0; I < Given.size() && I < Rest.size(); ++I)
    Values.push_back(evalAs(Given[I], typeOf(T, Rest[I])));
  return failed() ? Evaluated() : inlined(N, Callee, Values);
}

Evaluated Encoder::inlined(Node N, Node Callee,
                           llvm::ArrayRef<Evaluated> Arguments) {
  if (llvm::is_contained(Active, Callee) && !isSummarized(Callee)) {
    unsupported(N, "a recursive call");
    const bool Counts =
        !IsWholeLife && !isSpecification() && isVerifiedByItself(Callee);
    Culprit = Counts ? Callee : Node();
    return {};
  }
  const StringRef Mutability = Callee.text("stateMutability");
  if (!Callee.child("body") && (Mutability == "view" || Mutability == "pure"))
    return arbitrary(typeOf(T, N), N); // whatever somebody will write there
  Frame F;
  F.Function = Callee;
  F.Home = P.contractOf(Callee);
  std::vector<Node> Parameters = Callee.child("parameters").list("parameters");
  for (size_t I = 0; I < Parameters.size() && I < Arguments.size(); ++I) {
    const Type *Of = typeOf(T, Parameters[I]);
    Local L;
    if (Of->isInStorage()) {
      F.Locals[Parameters[I].id()] = pointerTo(Arguments[I].P);
      continue;
    }
    L = declareLocal(Parameters[I], "");
    if (failed())
      return {};
    F.Locals[Parameters[I].id()] = L;
    setLocal(L, Arguments[I], N);
  }
  if (!isSpecification()) {
    checkOverflow("An overflow can occur before calling function", N);
    checkAll(annotations(Callee, Annotation::Kind::Precondition), &F,
             Moment::FunctionEntry, N);
    if (keepsInvariants(Callee))
      checkAll(contractInvariants(), nullptr, Moment::FunctionEntry, N);
  }
  if (isSummarized(Callee))
    return summarized(N, F);
  ExprMap<Expr> Before;
  if (!isSpecification() && !isVerifiedByItself(Callee))
    Before = keepStateFor(Callee);
  Active.push_back(Callee);
  runFunction(F);
  Active.pop_back();
  if (!isSpecification() && !failed())
    checkEndOf(Callee, F, Before);
  return failed() ? Evaluated() : resultOf(F, N);
}

/// Whether the invariants hold where \p Function, which another one calls,
/// begins and ends.
bool Encoder::keepsInvariants(Node Function) const {
  const bool IsPublic =
      Function.text("visibility") == "public" &&
      P.contractOf(Function).text("contractKind") != "library";
  if (IsPublic)
    return !IsCreating && !IsWholeLife;
  return !annotations(Function, Annotation::Kind::ContractInvariants).empty();
}

/// What is said of a function that is verified where it is called. Of others it
/// is known, by their own verdicts.
void Encoder::checkEndOf(Node Function, const Frame &F,
                         const ExprMap<Expr> &Before) {
  if (isVerifiedByItself(Function)) {
    if (N.flagsOverflow() && keepsInvariants(Function))
      B.assume(Ctx.mkNot(B.read(Overflowed)));
    return;
  }
  checkOverflow("Function can terminate with overflow", Function);
  auto View = S.viewOld(Before);
  checkAll(annotations(Function, Annotation::Kind::Postcondition), &F,
           Moment::FunctionEnd, Function);
  if (keepsInvariants(Function))
    checkAll(contractInvariants(), nullptr, Moment::FunctionEnd, Function);
  if (!annotations(Function, Annotation::Kind::Modifies).empty())
    checkModified(Function, F);
}

Evaluated Encoder::arrayCall(Node N, StringRef K) {
  Node Base = N.child("expression").child("expression");
  Evaluated Array = eval(Base);
  if (failed())
    return {};
  const bool IsPush = K == "arraypush";
  if (Array.T->is(TypeKind::Opaque)) {
    Place At = placeOf(Base);
    return failed() ? Evaluated() : bytesCall(N, IsPush, At);
  }
  if (!Array.T->is(TypeKind::Array)) {
    unsupported(N, "'push' and 'pop' of this type");
    return {};
  }
  if (IsPush && N.list("arguments").empty()) {
    Place Element = pushed(aggregate(Array, N));
    if (!failed() && !S.clear(Element))
      unsupported(N, "an element of this type");
    return failed() ? Evaluated() : valueAt(Element);
  }
  if (IsPush) {
    Evaluated Given = evalAs(N.list("arguments")[0], Array.T->Parts[0]);
    assignPlace(pushed(aggregate(Array, N)), Given, N);
    return {typeOf(T, N), {}, {}, {}};
  }
  Place At = aggregate(Array, N);
  if (failed())
    return {};
  const Type *Of = T.uint256();
  Operand Length(B, S.read(At));
  B.assume(this->N.compare("<", this->N.constant(0, Of), Length.get(), Of));
  Operand After(
      B, this->N.compute("-", Length.get(), this->N.constant(1, Of), Of).Value);
  addTerm(Of, After.get());
  if (!S.clear(S.element(At, After.get())))
    unsupported(N, "an element of this type");
  S.write(At, After.get());
  return {typeOf(T, N), {}, {}, {}};
}

/// A new last element of the array \p At, of which is known: what lies past the
/// end of an array in storage is zero.
Place Encoder::pushed(const Place &At) {
  if (failed())
    return {};
  const Type *Of = T.uint256();
  Operand Length(B, S.read(At));
  Expr Next = N.compute("+", Length.get(), N.constant(1, Of), Of).Value;
  // No array gets that long: each element is paid for.
  B.assume(N.compare("<=", N.constant(0, Of), Length.get(), Of));
  B.assume(N.compare("<", Length.get(), Next, Of));
  addTerm(Of, Length.get());
  Place Element = S.element(At, Length.get());
  B.know(S.isZero(Element));
  S.write(At, Next);
  return Element;
}
