//===- Texts.cpp - Strings, bytes, hashes and encodings -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A text is a number that stands for its content. What operations make of texts
// are functions of which only some facts are known, where they are used: how
// long the result is, and what it has at some places.
//
//===----------------------------------------------------------------------===//

#include "CallParts.h"
#include "Encoder.h"

#include "llvm/ADT/StringExtras.h"

using namespace sooth;
using namespace sooth::solidity;
using llvm::StringRef;
using TypeKind = Type::Kind;

/// Equal texts have equal numbers, different ones different numbers; the empty
/// text has 0, which is what variables begin with.
Expr Encoder::text(StringRef Content) {
  if (Content.empty())
    return Ctx.integer(0);
  auto [It, IsNew] =
      Texts.try_emplace(Content.str(), int64_t(Texts.size()) + 1);
  return Ctx.integer(It->second);
}

/// The digits of a text that is known.
std::optional<std::string> Encoder::contentOf(Expr Text) const {
  if (!Text.isConst())
    return std::nullopt;
  for (const auto &[Content, Number] : Texts)
    if (Text == Ctx.integer(Number))
      return Content;
  return Text == Ctx.integer(0) ? std::optional(std::string()) : std::nullopt;
}

/// A function of which nothing is known but that it is one; \p What is said of
/// what depends on it.
Expr Encoder::function(StringRef Name, StringRef What,
                       llvm::ArrayRef<Expr> Arguments, Sort Of) {
  std::string Key = Name.str();
  llvm::raw_string_ostream OS(Key);
  Sort Whole = Of;
  for (Expr A : llvm::reverse(Arguments))
    Whole = Ctx.arraySort(A.sort(), Whole);
  OS << ' ';
  Whole.print(OS);
  auto [It, IsNew] = Functions.try_emplace(OS.str());
  if (IsNew)
    It->second = {B.addVariable(Name, Whole), What.str()};
  Expr Result = It->second.Var;
  for (Expr A : Arguments)
    Result = Ctx.mkSelect(Result, A);
  return Result;
}

Expr Encoder::lengthOf(Expr Text) {
  const Type *Of = T.uint256();
  if (auto Content = contentOf(Text))
    return N.constant(int64_t(Content->size() / 2), Of);
  Expr Length = function("length", "how long a text is", {Text}, N.sort(Of));
  B.know(N.isValue(Length, Of));
  B.know(Ctx.mkEq(Ctx.mkEq(Text, Ctx.integer(0)),
                  Ctx.mkEq(Length, N.constant(0, Of))));
  return Length;
}

void Encoder::knowLength(Expr Text, Expr Length) {
  if (!Text.isConst())
    B.know(Ctx.mkEq(lengthOf(Text), Length));
}

Expr Encoder::byteAt(Expr Text, Expr Index) {
  const Type *Of = T.get("t_bytes1");
  Expr E =
      function("byte", "what a text has at a place", {Text, Index}, N.sort(Of));
  B.know(N.isValue(E, Of));
  return E;
}

/// A value as a part of another text; null if it is none.
Expr Encoder::asText(const Evaluated &V) {
  if (!V.E)
    return {};
  if (V.T->is(TypeKind::Opaque) || V.T->is(TypeKind::Text))
    return V.E.get();
  if (!V.T->is(TypeKind::Bytes))
    return {};
  Expr E = function("text of " + V.T->Id, "the text of fixed bytes",
                    {V.E.get()}, Ctx.intSort());
  knowLength(E, N.constant(int64_t(V.T->Bits / 8), T.uint256()));
  return E;
}

Expr Encoder::joined(Expr First, Expr Second) {
  auto One = contentOf(First), Other = contentOf(Second);
  if (One && Other)
    return text(*One + *Other);
  if (One && One->empty())
    return Second;
  if (Other && Other->empty())
    return First;
  Expr E = function("concat", "what texts are together", {First, Second},
                    Ctx.intSort());
  // There is no memory for texts whose lengths overflow.
  Numbers::Result Sum =
      N.compute("+", lengthOf(First), lengthOf(Second), T.uint256());
  B.assume(Sum.IsExact);
  knowLength(E, Sum.Unwrapped ? Sum.Unwrapped : Sum.Value);
  return E;
}

/// string.concat(…), bytes.concat(…).
Evaluated Encoder::concatenation(Node Call) {
  std::vector<Evaluated> Parts;
  for (Node A : Call.list("arguments"))
    Parts.push_back(eval(A));
  if (failed())
    return {};
  Operand All(B, Ctx.integer(0));
  for (const Evaluated &V : Parts) {
    Expr Part = asText(V);
    if (!Part) {
      unsupported(Call, "a concatenation of this type");
      return {};
    }
    All = Operand(B, joined(All.get(), Part));
  }
  return {typeOf(T, Call), All, {}, {}};
}

/// Bytes of storage that get longer or shorter by one.
Evaluated Encoder::bytesCall(Node Call, bool IsPush, const Place &At) {
  const Type *Byte = T.get("t_bytes1");
  std::vector<Node> Arguments = Call.list("arguments");
  Operand Given(B, N.constant(0, Byte));
  if (!Arguments.empty())
    Given = evalAs(Arguments[0], Byte).E;
  if (failed())
    return {};
  Expr Before = S.read(At), Length = lengthOf(Before);
  Expr One = N.constant(1, T.uint256());
  auto Shorter = [&](Expr Of) {
    return function("pop", "what is left of bytes", {Of}, Ctx.intSort());
  };
  if (!IsPush) {
    B.assume(Ctx.mkNot(Ctx.mkEq(Before, Ctx.integer(0))));
    Expr After = Shorter(Before);
    knowLength(After, N.compute("-", Length, One, T.uint256()).Value);
    S.write(At, After);
    return {typeOf(T, Call), {}, {}, {}};
  }
  Expr After = function("push", "what bytes are with one more",
                        {Before, Given.get()}, Ctx.intSort());
  Numbers::Result Longer = N.compute("+", Length, One, T.uint256());
  B.assume(Longer.IsExact);
  knowLength(After, Longer.Unwrapped ? Longer.Unwrapped : Longer.Value);
  B.know(Ctx.mkEq(byteAt(After, Length), Given.get()));
  B.know(Ctx.mkEq(Shorter(After), Before));
  S.write(At, After);
  return {typeOf(T, Call), Arguments.empty() ? Given : Operand(), {}, {}};
}

/// An index out of bounds ends the transaction.
Evaluated Encoder::byteOfText(Node Access) {
  Evaluated V = eval(Access.child("baseExpression"));
  Evaluated Index = evalAs(Access.child("indexExpression"), T.uint256());
  if (failed())
    return {};
  assumeIndexIn(V.E.get(), Index.E.get());
  return plain(T.get("t_bytes1"), byteAt(V.E.get(), Index.E.get()));
}

void Encoder::assumeIndexIn(Expr Text, Expr Index) {
  if (isSpecification())
    return;
  B.assume(N.compare("<=", N.constant(0, T.uint256()), Index, T.uint256()));
  B.assume(N.compare("<", Index, lengthOf(Text), T.uint256()));
}

/// Bytes in storage are a value: no other name sees the change.
void Encoder::assignByte(Node Access, const Evaluated &V) {
  Node Base = Access.child("baseExpression");
  const Type *Of = typeOf(T, Base);
  if (Of->Where != Type::Location::Storage)
    return unsupported(Access, "an assignment to a byte in memory");
  Operand Given = convert(V, T.get("t_bytes1"), Access).E;
  Place At = placeOf(Base);
  Evaluated Index = evalAs(Access.child("indexExpression"), T.uint256());
  if (failed())
    return;
  Expr Before = S.read(At);
  assumeIndexIn(Before, Index.E.get());
  Expr After = function("with byte", "what bytes are after one is changed",
                        {Before, Index.E.get(), Given.get()}, Ctx.intSort());
  knowLength(After, lengthOf(Before));
  B.know(Ctx.mkEq(byteAt(After, Index.E.get()), Given.get()));
  S.write(At, After);
}

/// "new bytes(…)", "new string(…)": zeros.
Evaluated Encoder::newText(Node Call) {
  Evaluated Length = evalAs(Call.list("arguments")[0], T.uint256());
  if (failed())
    return {};
  Expr E =
      function("zeros", "a text of zeros", {Length.E.get()}, Ctx.intSort());
  knowLength(E, Length.E.get());
  return plain(typeOf(T, Call), E);
}

/// Arguments of encodings and hashes; the parts of a tuple, one by one.
void Encoder::collectEncoded(const Evaluated &V, Node At, std::string &Types,
                             std::vector<Operand> &Values) {
  if (failed())
    return;
  if (V.T->is(TypeKind::Tuple)) {
    for (const Evaluated &Part : V.Parts)
      collectEncoded(Part, At, Types, Values);
    return;
  }
  const Evaluated C =
      V.T->is(TypeKind::Literal) ? convert(V, T.uint256(), At) : V;
  if (!C.E || C.T->isReference())
    return unsupported(At, "the encoding of this type");
  const bool IsText = C.T->is(TypeKind::Opaque) || C.T->is(TypeKind::Text);
  Types += " " + (IsText ? "text" : C.T->Id);
  Expr E = C.E.get();
  Values.emplace_back(
      B, E.isBool() ? Ctx.mkIte(E, Ctx.integer(1), Ctx.integer(0)) : E);
}

Evaluated Encoder::hash(Node Call, StringRef K) {
  std::vector<Operand> Arguments;
  std::string Name = K.str();
  for (Node A : Call.list("arguments"))
    if (Expr Selector = selectorOf(A); Selector && K == "abiencodecall")
      Arguments.emplace_back(B, Selector);
    else
      collectEncoded(eval(A), A, Name, Arguments);
  if (failed())
    return {};
  std::vector<Expr> All;
  for (const Operand &O : Arguments)
    All.push_back(O.get());
  // What a text hashes to does not depend on how the argument is declared.
  if (!K.starts_with("abiencode"))
    Name = K.str();
  const Type *Of = typeOf(T, Call);
  const std::string What =
      "what " + P.textOf(withoutOptions(Call.child("expression"))) + " gives";
  Evaluated V = plain(Of, function(Name, What, All, S.sort(Of)));
  if (Of->Bits)
    B.know(N.isValue(V.E.get(), Of));
  return V;
}

/// abi.decode(…): the same for the same text.
Evaluated Encoder::decoded(Node Call) {
  Evaluated From = eval(Call.list("arguments")[0]);
  if (failed())
    return {};
  const Type *Of = typeOf(T, Call);
  auto Decode = [&](const Type *Part, size_t Number) -> Evaluated {
    const bool IsValue = Part && (Part->Bits || Part->is(TypeKind::Bool) ||
                                  Part->is(TypeKind::Opaque));
    if (!IsValue) {
      unsupported(Call, "what is decoded as this type");
      return {};
    }
    Expr E = function(("decode " + llvm::Twine(Number) + " " + Of->Id).str(),
                      "what abi.decode gives", {From.E.get()}, S.sort(Part));
    if (Part->Bits)
      B.assume(N.isValue(E, Part));
    return plain(Part, E);
  };
  if (!Of->is(TypeKind::Tuple))
    return Decode(Of, 0);
  Evaluated V{Of, {}, {}, {}};
  for (size_t I = 0; I < Of->Parts.size() && !failed(); ++I)
    V.Parts.push_back(Decode(Of->Parts[I], I));
  return V;
}

static std::optional<llvm::DynamicAPInt> hexadecimal(StringRef Digits) {
  llvm::APInt N;
  if (Digits.empty() || Digits.getAsInteger(16, N))
    return std::nullopt;
  llvm::SmallString<80> Decimal;
  N.toString(Decimal, 10, /*Signed=*/false);
  return parseInteger(Decimal);
}

/// What the compiler says that a function, error or event is called by; null if
/// \p E is none.
Expr Encoder::selectorOf(Node E) {
  if (!E.typeId().starts_with("t_function_"))
    return {};
  Node D = P.referred(E);
  const char *Key = D.is("ErrorDefinition")   ? "errorSelector"
                    : D.is("EventDefinition") ? "eventSelector"
                                              : "functionSelector";
  auto Number = hexadecimal(D.text(Key));
  if (!Number)
    return {};
  return N.constant(*Number,
                    T.get(D.is("EventDefinition") ? "t_bytes32" : "t_bytes4"));
}

/// "type(I).interfaceId": of the functions of the interface itself.
Expr Encoder::interfaceId(Node Interface) {
  unsigned All = 0;
  for (Node F : Interface.list("nodes")) {
    unsigned One = 0;
    if (!F.text("functionSelector").getAsInteger(16, One))
      All ^= One;
  }
  return N.constant(int64_t(All), T.get("t_bytes4"));
}
