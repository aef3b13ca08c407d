//===- Expressions.cpp - Expressions of Solidity --------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallParts.h"
#include "Encoder.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace sooth;
using namespace sooth::solidity;
using llvm::DynamicAPInt;
using llvm::StringRef;
using TypeKind = Type::Kind;

void Encoder::unsupported(Node At, const llvm::Twine &What) {
  if (Why)
    return;
  Why = NotModelled{What.str(), where(At)};
  if (IsWholeLife)
    Culprit = Transaction;
  const bool IsInside = !IsWholeLife && !isSpecification() && !Active.empty() &&
                        Active.back() != Verified &&
                        isVerifiedByItself(Active.back());
  if (IsInside)
    Culprit = Active.back();
}

Evaluated Encoder::plain(const Type *Of, Expr E) {
  return {Of, Operand(B, E), {}, {}};
}

const Encoder::Local *Encoder::local(int64_t Declaration) const {
  if (Frames.empty())
    return nullptr;
  auto Found = Frames.back()->Locals.find(Declaration);
  return Found == Frames.back()->Locals.end() ? nullptr : &Found->second;
}

Place Encoder::placeOf(const Local &L) {
  Place Result{L.Node, {}};
  for (Expr K : L.Keys)
    Result.Keys.emplace_back(B, S.variable(K));
  return Result;
}

Evaluated Encoder::valueAt(const Place &At) {
  if (!At)
    return {};
  const Type *Of = At.Node->T;
  // Of what is no number there is only the place.
  if (!At.Node->Var || (!At.Node->Parts.empty()))
    return {Of, {}, At, {}};
  return plain(Of, S.read(At));
}

Place Encoder::aggregate(const Evaluated &V, Node At) {
  if (failed())
    return {};
  if (V.P)
    return V.P;
  if (V.T && V.T->isInMemory() && V.E) {
    Place Result = S.object(V.T, V.E.get());
    if (!Result)
      unsupported(At, "an object in memory of this type");
    return Result;
  }
  unsupported(At, "this expression as a place");
  return {};
}

Evaluated Encoder::stateVariable(Node D) {
  if (D.flag("constant") || D.text("mutability") == "constant") {
    Frame Nobody;
    Frames.push_back(&Nobody);
    Evaluated V = evalAs(D.child("value"), typeOf(T, D));
    Frames.pop_back();
    return V;
  }
  const Tree *Of = State.lookup(D.id());
  if (!Of) {
    unsupported(D, "the state variable '" + D.name() + "'");
    return {};
  }
  return valueAt(S.at(Of));
}

Evaluated Encoder::identifier(Node N) {
  Node D = P.referred(N);
  StringRef Name = N.name();
  if (D.is("VariableDeclaration")) {
    if (const Local *L = local(D.id())) {
      if (!L->Node) {
        unsupported(N, "a storage pointer that is not assigned where declared");
        return {};
      }
      return valueAt(placeOf(*L));
    }
    return stateVariable(D);
  }
  if (!D && Name == "this")
    return plain(T.address(), Env.Self);
  if (!D && Name == "now")
    return plain(T.uint256(), Env.Time);
  const Type *Of = typeOf(T, N);
  if (!Of->is(TypeKind::TypeName) && !Of->is(TypeKind::Contract))
    unsupported(N, "'" + Name + "' as a value");
  return {Of, {}, {}, {}};
}

Evaluated Encoder::literal(Node N) {
  const Type *Of = typeOf(T, N);
  if (Of->is(TypeKind::Bool))
    return plain(Of, Ctx.boolean(N.text("value") == "true"));
  if (Of->is(TypeKind::Text)) {
    Evaluated V = plain(Of, text(N.text("hexValue")));
    return V;
  }
  if (Of->is(TypeKind::Address)) {
    StringRef Digits = N.text("value");
    Digits.consume_front("0x");
    llvm::SmallString<64> Decimal;
    llvm::APInt(160, Digits, 16).toString(Decimal, 10, /*Signed=*/false);
    return plain(Of, this->N.constant(*parseInteger(Decimal), Of));
  }
  unsupported(N, "this literal");
  return {};
}

Evaluated Encoder::eval(Node N) {
  if (failed())
    return {};
  const Type *Of = typeOf(T, N);
  if (Of->is(TypeKind::Literal)) {
    if (!Of->IsWhole) {
      unsupported(N, "a number with a fraction");
      return {};
    }
    return plain(Of, Ctx.integer(Of->Number));
  }
  StringRef K = N.kind();
  if (K == "Identifier")
    return identifier(N);
  if (K == "Literal")
    return literal(N);
  if (K == "MemberAccess")
    return member(N);
  if (K == "IndexAccess")
    return index(N);
  if (K == "Assignment")
    return assignment(N);
  if (K == "UnaryOperation")
    return unary(N);
  if (K == "BinaryOperation")
    return binary(N);
  if (K == "Conditional")
    return conditional(N);
  if (K == "TupleExpression")
    return tuple(N);
  if (K == "FunctionCall")
    return call(N);
  if (K == "ElementaryTypeNameExpression")
    return {Of, {}, {}, {}};
  unsupported(N, K == "IndexRangeAccess" ? "a slice" : "this expression");
  return {};
}

Evaluated Encoder::evalAs(Node N, const Type *To) {
  Evaluated V = eval(N);
  return failed() ? V : convert(V, To, N);
}

Expr Encoder::condition(Node N) {
  Evaluated V = eval(N);
  return failed() || !V.E ? Ctx.trueExpr() : V.E.get();
}

Evaluated Encoder::tuple(Node N) {
  std::vector<Node> Parts = N.list("components");
  if (N.flag("isInlineArray")) {
    const Type *Of = typeOf(T, N);
    Evaluated V = plain(Of, S.allocate(Of));
    if (!V.E) {
      unsupported(N, "an array of this type");
      return {};
    }
    for (size_t I = 0; I < Parts.size(); ++I) {
      Evaluated Element = evalAs(Parts[I], T.inMemory(Of->Parts[0]));
      if (failed())
        return {};
      assignPlace(
          S.element(aggregate(V, N), this->N.constant(int64_t(I), T.uint256())),
          Element, N);
    }
    return V;
  }
  if (Parts.size() == 1 && Parts[0])
    return eval(Parts[0]);
  Evaluated V;
  V.T = typeOf(T, N);
  for (Node Part : Parts)
    V.Parts.push_back(Part ? eval(Part) : Evaluated());
  return V;
}

Evaluated Encoder::magic(Node N, StringRef Name) {
  StringRef Of = N.child("expression").typeId();
  StringRef Base = N.child("expression").name();
  if (Of.consume_front("t_magic_meta_type_")) {
    const Type *Type = T.get(Of);
    if (Type->is(TypeKind::Integer) && (Name == "max" || Name == "min"))
      return plain(Type, this->N.constant(Name == "max" ? this->N.greatest(Type)
                                                        : this->N.least(Type),
                                          Type));
    Node D = P.declaration(Type->Declaration);
    if (Type->is(TypeKind::Enum) && (Name == "max" || Name == "min"))
      return plain(
          Type,
          this->N.constant(
              Name == "max" ? int64_t(D.list("members").size()) - 1 : 0, Type));
    if (Name == "interfaceId")
      return plain(typeOf(T, N), interfaceId(D));
    if (Name == "name")
      return plain(typeOf(T, N), text(llvm::toHex(D.name(), true)));
  }
  Expr E = llvm::StringSwitch<Expr>((Base + "." + Name).str())
               .Case("msg.sender", Env.Sender)
               .Case("msg.value", Env.Amount)
               .Case("msg.data", Env.Data)
               .Case("msg.sig", Env.Signature)
               .Case("tx.origin", Env.Origin)
               .Case("tx.gasprice", Env.Price)
               .Case("block.timestamp", Env.Time)
               .Case("block.number", Env.Number)
               .Default(environment((Base + "." + Name).str()));
  if (E)
    return plain(typeOf(T, N), B.read(E));
  unsupported(N, "'" + P.textOf(N) + "'");
  return {};
}

Evaluated Encoder::member(Node N) {
  StringRef Name = N.text("memberName");
  Node Base = N.child("expression");
  if (Base.typeId().starts_with("t_magic_"))
    return magic(N, Name);
  Node D = P.referred(N);
  const Type *Of = typeOf(T, Base);
  if (Expr Selector = Name == "selector" ? selectorOf(Base) : Expr())
    return plain(typeOf(T, N), Selector);
  if (Name == "address" && Base.is("MemberAccess") &&
      Base.typeId().starts_with("t_function_external"))
    return evalAs(Base.child("expression"), T.address());
  if (Of->is(TypeKind::TypeName) || Of->IsSuper) {
    const Type *Enum = Of->Parts.empty() ? nullptr : Of->Parts[0];
    if (Enum && Enum->is(TypeKind::Enum)) {
      std::vector<Node> Members =
          P.declaration(Enum->Declaration).list("members");
      for (size_t I = 0; I < Members.size(); ++I)
        if (Members[I].name() == Name)
          return plain(Enum, this->N.constant(int64_t(I), Enum));
    }
    if (D.is("VariableDeclaration"))
      return stateVariable(D);
    const Type *Result = typeOf(T, N);
    if (!Result->is(TypeKind::TypeName))
      unsupported(N, "this member");
    return {Result, {}, {}, {}};
  }
  if (Of->is(TypeKind::Bytes) && Name == "length")
    return plain(T.get("t_uint8"),
                 this->N.constant(int64_t(Of->Bits / 8), T.get("t_uint8")));
  Evaluated V = eval(Base);
  if (failed())
    return {};
  if (Name == "balance" && Of->is(TypeKind::Address))
    return plain(T.uint256(), balance(V.E.get()));
  if ((Name == "code" || Name == "codehash") && Of->is(TypeKind::Address))
    return codeOf(N, V.E.get());
  if (Of->is(TypeKind::Struct)) {
    Place At = S.member(aggregate(V, N), Name);
    if (!At && !failed())
      unsupported(N, "the member '" + Name + "'");
    return valueAt(At);
  }
  if (Of->is(TypeKind::Array) && Name == "length") {
    if (Of->Length)
      return plain(T.uint256(),
                   this->N.constant(int64_t(*Of->Length), T.uint256()));
    Place At = aggregate(V, N);
    if (failed())
      return {};
    return plain(T.uint256(), S.read(At));
  }
  if (Of->is(TypeKind::Opaque) && Name == "length") {
    return plain(T.uint256(), lengthOf(V.E.get()));
  }
  unsupported(N, "the member '" + Name + "'");
  return {};
}

/// An index out of bounds ends the transaction.
void Encoder::assumeInBounds(const Place &Array, Expr Index) {
  if (isSpecification())
    return;
  const Type *Of = T.uint256();
  const std::optional<uint64_t> &Fixed = Array.Node->T->Length;
  Expr Length = Fixed ? N.constant(int64_t(*Fixed), Of) : S.read(Array);
  B.assume(N.compare("<=", N.constant(0, Of), Index, Of));
  B.assume(N.compare("<", Index, Length, Of));
}

Place Encoder::indexed(Node N) {
  Node BaseNode = N.child("baseExpression"),
       IndexNode = N.child("indexExpression");
  const Type *Of = typeOf(T, BaseNode);
  Evaluated Base = eval(BaseNode);
  if (failed())
    return {};
  Place At = aggregate(Base, N);
  const Type *KeyType = Of->is(TypeKind::Mapping) ? Of->Parts[0] : T.uint256();
  Evaluated Index = evalAs(IndexNode, T.inMemory(KeyType));
  if (failed())
    return {};
  if (Of->is(TypeKind::Array))
    assumeInBounds(At, Index.E.get());
  addTerm(KeyType, Index.E.get());
  return S.element(At, Index.E.get());
}

Evaluated Encoder::index(Node N) {
  const Type *Of = typeOf(T, N.child("baseExpression"));
  if (Of->is(TypeKind::Mapping) || Of->is(TypeKind::Array))
    return valueAt(indexed(N));
  if (Of->is(TypeKind::TypeName))
    return {typeOf(T, N), {}, {}, {}};
  if (Of->is(TypeKind::Opaque))
    return byteOfText(N);
  if (!Of->is(TypeKind::Bytes)) {
    unsupported(N, "an index of this type");
    return {};
  }
  const Type *Byte = T.get("t_bytes1");
  Evaluated V = eval(N.child("baseExpression"));
  const bool IsSigned = typeOf(T, N.child("indexExpression"))->IsSigned;
  Evaluated Index = evalAs(N.child("indexExpression"), T.uint256());
  if (failed())
    return {};
  const int64_t Count = Of->Bits / 8;
  Expr Holds = this->N.compare(
      "<", Index.E.get(), this->N.constant(Count, T.uint256()), T.uint256());
  // Without bounds only what is signed can be negative.
  if (IsSigned || this->N.areBounded())
    Holds =
        Ctx.mkAnd(Holds, this->N.compare("<=", this->N.constant(0, T.uint256()),
                                         Index.E.get(), T.uint256()));
  if (!isSpecification())
    B.check(Holds, "Index may be out of bounds", where(N), "bounds");
  Expr Result = this->N.constant(0, Byte);
  for (int64_t I = 0; I < Count; ++I) {
    const unsigned Shift = Of->Bits - 8 * unsigned(I + 1);
    Expr E = V.E.get();
    Expr One = E.sort().isBitVec()
                   ? Ctx.mkExtract(Shift + 7, Shift, E)
                   : Ctx.make(Kind::IntMod,
                              {Ctx.make(Kind::IntDiv,
                                        {E, Ctx.integer(powerOfTwo(Shift))}),
                               Ctx.integer(256)});
    Result = Ctx.mkIte(
        Ctx.mkEq(Index.E.get(), this->N.constant(I, T.uint256())), One, Result);
  }
  return plain(Byte, Result);
}

Place Encoder::placeOf(Node N) {
  if (failed())
    return {};
  if (N.is("TupleExpression") && N.list("components").size() == 1)
    return placeOf(N.list("components")[0]);
  if (N.is("Identifier")) {
    Node D = P.referred(N);
    if (const Local *L = local(D.id()))
      return placeOf(*L);
    if (const Tree *Of = State.lookup(D.id()))
      return S.at(Of);
  } else if (N.is("IndexAccess")) {
    const Type *Of = typeOf(T, N.child("baseExpression"));
    if (Of->is(TypeKind::Mapping) || Of->is(TypeKind::Array))
      return indexed(N);
  } else if (N.is("MemberAccess")) {
    Node Base = N.child("expression");
    const Type *Of = typeOf(T, Base);
    if (Of->is(TypeKind::Struct)) {
      Evaluated V = eval(Base);
      Place At = failed() ? Place() : aggregate(V, N);
      return S.member(At, N.text("memberName"));
    }
    if (const Tree *Variable = State.lookup(P.referred(N).id()))
      return S.at(Variable);
  } else if (N.is("FunctionCall")) {
    // push() returns the new element.
    Node Callee = N.child("expression");
    Node Array = Callee.child("expression");
    if (functionKind(Callee) == "arraypush" &&
        typeOf(T, Array)->is(TypeKind::Array)) {
      Evaluated Of = eval(Array);
      Place Element = pushed(aggregate(Of, N));
      if (!failed() && !S.clear(Element))
        unsupported(N, "an element of this type");
      return Element;
    }
    Evaluated V = eval(N);
    if (V.P)
      return V.P;
  }
  unsupported(N, "an assignment to this expression");
  return {};
}

void Encoder::assignPlace(const Place &To, const Evaluated &V, Node At) {
  if (failed())
    return;
  if (!To || !To.Node->T)
    return unsupported(At, "an assignment to this expression");
  const bool IsOne = To.Node->Var && To.Node->Parts.empty();
  if (IsOne && V.E)
    return S.write(To, V.E.get());
  Place From = aggregate(V, At);
  if (!failed() && !S.copy(To, From))
    unsupported(At, "a copy of this type");
}

void Encoder::assign(Node To, const Evaluated &V, Node At) {
  if (failed() || !To)
    return;
  if (To.is("TupleExpression")) {
    std::vector<Node> Parts = To.list("components");
    if (Parts.size() == 1)
      return assign(Parts[0], V, At);
    // As the compiler does, from the last to the first.
    for (size_t I = std::min(Parts.size(), V.Parts.size()); I-- > 0;)
      assign(Parts[I], V.Parts[I], At);
    return;
  }
  const Type *Of = typeOf(T, To);
  Evaluated Converted = convert(V, Of, At);
  if (failed())
    return;
  Node D = P.referred(To);
  if (To.is("Identifier") && local(D.id()) && Of->isInStorage())
    return setPointer(D, Converted, At);
  if (To.is("IndexAccess") &&
      typeOf(T, To.child("baseExpression"))->is(TypeKind::Opaque))
    return assignByte(To, Converted);
  Place Target = placeOf(To);
  assignPlace(Target, Converted, At);
}

Evaluated Encoder::assignment(Node N) {
  StringRef Op = N.text("operator");
  Node To = N.child("leftHandSide"), From = N.child("rightHandSide");
  const Type *Of = typeOf(T, To);
  if (Op == "=") {
    Evaluated V = eval(From);
    if (failed())
      return {};
    if (!Of->is(TypeKind::Tuple) && !Of->isReference())
      V = convert(V, Of, N);
    assign(To, V, N);
    return failed()                                 ? Evaluated()
           : Of->isInMemory() || !Of->isReference() ? V
                                                    : eval(To);
  }
  Evaluated Right = eval(From);
  if (failed())
    return {};
  const bool IsShift = Op == "<<=" || Op == ">>=";
  if (!IsShift)
    Right = convert(Right, Of, N);
  Place At = placeOf(To);
  if (failed())
    return {};
  Evaluated V = compute(Op.drop_back(), valueAt(At), Right, Of, N);
  assignPlace(At, V, N);
  return V;
}

Evaluated Encoder::convert(const Evaluated &V, const Type *To, Node At,
                           bool IsExplicit) {
  if (failed() || !V.T || V.T == To)
    return V;
  const Type *From = V.T;
  if (To->is(TypeKind::Tuple)) {
    Evaluated Result{To, {}, {}, {}};
    for (size_t I = 0; I < To->Parts.size() && I < V.Parts.size(); ++I)
      Result.Parts.push_back(
          To->Parts[I] ? convert(V.Parts[I], To->Parts[I], At) : V.Parts[I]);
    return Result;
  }
  if (To->isReference()) {
    if (To->isInMemory() && (V.P || (V.T->isInMemory() && !V.E))) {
      Expr Length =
          V.T->is(TypeKind::Array) && !V.T->Length ? S.read(V.P) : Expr();
      Evaluated Result = plain(To, S.allocate(To, Length));
      if (!Result.E || !S.copy(aggregate(Result, At), V.P))
        unsupported(At, "a copy of this type to memory");
      return Result;
    }
    return V;
  }
  if (!V.E) {
    unsupported(At, "a conversion of this type");
    return {};
  }
  if (To->is(TypeKind::Opaque) || To->is(TypeKind::Bool))
    return plain(To, V.E.get());
  if (From->is(TypeKind::Text) && To->is(TypeKind::Bytes)) {
    // Its characters, and zeros behind.
    for (auto &[Content, Number] : Texts)
      if (V.E.get() == Ctx.integer(Number) && Content.size() * 4 <= To->Bits &&
          !Content.empty()) {
        llvm::APInt Bits(To->Bits, Content, 16);
        Bits <<= To->Bits - unsigned(Content.size()) * 4;
        llvm::SmallString<80> Decimal;
        Bits.toString(Decimal, 10, /*Signed=*/false);
        return plain(To, N.constant(*parseInteger(Decimal), To));
      }
    return plain(To, N.constant(0, To));
  }
  if (From->is(TypeKind::Literal)) {
    if (!To->Bits) {
      unsupported(At, "a conversion of a number to this type");
      return {};
    }
    DynamicAPInt Number = From->Number;
    if (IsExplicit && (Number < N.least(To) || Number > N.greatest(To))) {
      Number = mod(Number, powerOfTwo(To->Bits));
      if (Number > N.greatest(To))
        Number -= powerOfTwo(To->Bits);
    }
    From = To;
    Evaluated Result = plain(To, N.constant(Number, To));
    if (!To->is(TypeKind::Enum))
      return Result;
    return convert(
        {T.uint256(), Operand(B, N.constant(Number, T.uint256())), {}, {}}, To,
        At, true);
  }
  if (!From->Bits || !To->Bits) {
    unsupported(At, "a conversion to this type");
    return {};
  }
  if (To->is(TypeKind::Enum) && !From->is(TypeKind::Enum)) {
    const int64_t Count =
        int64_t(P.declaration(To->Declaration).list("members").size());
    if (!isSpecification())
      B.check(
          Ctx.mkAnd(N.compare("<=", N.constant(0, From), V.E.get(), From),
                    N.compare("<", V.E.get(), N.constant(Count, From), From)),
          "Conversion to enum might be out of range", where(At), "enum");
  }
  return plain(To, N.convert(V.E.get(), From, To));
}
