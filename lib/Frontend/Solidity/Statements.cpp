//===- Statements.cpp - Statements of Solidity ----------------------------===//
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

Encoder::Local Encoder::declareLocal(Node Declaration, StringRef Prefix) {
  const Type *Of = typeOf(T, Declaration);
  Local L;
  L.Depth = BranchDepth;
  if (Of->isInStorage())
    return L; // a pointer: it gets its place when it is assigned
  const std::string Name =
      Prefix.str() +
      (Declaration.name().empty() ? "result" : Declaration.name().str());
  L.Node = S.declare(Of, Name);
  if (!L.Node)
    unsupported(Declaration, "a variable of this type");
  return L;
}

void Encoder::clearLocal(const Local &L, Node At) {
  if (L.Node && L.Keys.empty() && !S.clear(S.at(L.Node)))
    unsupported(At, "the initial value of this type");
}

/// A new pointer, with variables for the keys on the way.
Encoder::Local Encoder::pointerTo(const Place &To) {
  Local L{To.Node, {}, BranchDepth};
  for (const Operand &K : To.Keys) {
    L.Keys.push_back(B.addVariable("key", K.get().sort()));
    B.assign(L.Keys.back(), K.get());
  }
  return L;
}

/// A pointer may be set to another variable where that happens on all ways that
/// lead on.
void Encoder::setPointer(Node Declaration, const Evaluated &V, Node At) {
  Frame &F = *Frames.back();
  Local &L = F.Locals[Declaration.id()];
  if (L.Node == V.P.Node && L.Node)
    return setLocal(L, V, At);
  if (L.Depth != BranchDepth)
    return unsupported(At, "a storage pointer to different variables");
  L = pointerTo(V.P);
  std::vector<Node> Returned =
      F.Function.child("returnParameters").list("parameters");
  for (size_t I = 0; I < Returned.size() && I < F.Returns.size(); ++I)
    if (Returned[I] == Declaration)
      F.Returns[I] = L;
}

void Encoder::setLocal(const Local &L, const Evaluated &V, Node At) {
  if (failed())
    return;
  if (L.Node && L.Node->T->isInStorage()) {
    if (V.P.Node != L.Node)
      return unsupported(At, "a storage pointer to different variables");
    for (size_t I = 0; I < L.Keys.size(); ++I)
      B.assign(L.Keys[I], V.P.Keys[I].get());
    return;
  }
  assignPlace(S.at(L.Node), V, At);
}

void Encoder::declareVariables(Node St) {
  Node Initial = St.child("initialValue");
  std::vector<Node> Declared = St.list("declarations");
  Evaluated V;
  if (Initial) {
    V = eval(Initial);
    if (failed())
      return;
  }
  Frame &F = *Frames.back();
  for (size_t I = 0; I < Declared.size(); ++I) {
    Node D = Declared[I];
    if (!D)
      continue;
    const Type *Of = typeOf(T, D);
    if (!Initial) {
      Local L = declareLocal(D, "");
      F.Locals[D.id()] = L;
      clearLocal(L, D);
      continue;
    }
    if (V.T && V.T->is(Type::Kind::Tuple) && I >= V.Parts.size())
      return unsupported(D, "this assignment of a tuple");
    Evaluated Part = V.T && V.T->is(Type::Kind::Tuple) ? V.Parts[I] : V;
    Part = convert(Part, Of, D);
    if (failed())
      return;
    if (Of->isInStorage()) {
      F.Locals[D.id()] = pointerTo(Part.P);
      continue;
    }
    Local L = declareLocal(D, "");
    F.Locals[D.id()] = L;
    setLocal(L, Part, D);
  }
}

void Encoder::run(Node St) {
  if (failed() || !St || B.isClosed())
    return;
  if (St.is("Block") || St.is("UncheckedBlock")) {
    const bool Before = IsUnchecked;
    IsUnchecked |= St.is("UncheckedBlock");
    for (Node Inner : St.list("statements"))
      run(Inner);
    IsUnchecked = Before;
  } else if (St.is("ExpressionStatement")) {
    eval(St.child("expression"));
  } else if (St.is("VariableDeclarationStatement")) {
    declareVariables(St);
  } else if (St.is("IfStatement")) {
    runIf(St);
  } else if (St.is("WhileStatement") || St.is("ForStatement") ||
             St.is("DoWhileStatement")) {
    runLoop(St);
  } else if (St.is("Return")) {
    runReturn(St);
  } else if (St.is("Break")) {
    B.jump(Frames.back()->Break);
  } else if (St.is("Continue")) {
    B.jump(Frames.back()->Continue);
  } else if (St.is("RevertStatement")) {
    runRevert(St);
  } else if (St.is("EmitStatement")) {
    emitEvent(St);
  } else if (St.is("PlaceholderStatement")) {
    runNextModifier(*Frames.back()->Body);
  } else if (St.is("InlineAssembly")) {
    unsupported(St, "inline assembly");
  } else if (St.is("TryStatement")) {
    unsupported(St, "try");
  } else {
    unsupported(St, "this statement");
  }
}

void Encoder::runIf(Node St) {
  Expr C = condition(St.child("condition"));
  if (failed())
    return;
  LocationId Yes = B.addLocation(where(St)), No = B.addLocation(where(St)),
             End = B.addLocation(where(St));
  B.branch(C, Yes, No);
  Branched Inside(*this);
  B.begin(Yes);
  run(St.child("trueBody"));
  B.jump(End);
  Inside.next();
  B.begin(No);
  run(St.child("falseBody"));
  B.jump(End);
  B.begin(End);
}

void Encoder::runReturn(Node St) {
  Frame &F = *Frames.back();
  Frame &Of = F.Body ? *F.Body : F;
  if (Node E = St.child("expression")) {
    Evaluated V = eval(E);
    if (failed())
      return;
    std::vector<Node> Declared =
        Of.Function.child("returnParameters").list("parameters");
    const bool IsTuple = V.T && V.T->is(Type::Kind::Tuple);
    for (size_t I = 0; I < Of.Returns.size() && !F.Body; ++I) {
      const Evaluated &From = IsTuple ? V.Parts[I] : V;
      const Type *To = typeOf(T, Declared[I]);
      Evaluated Part = convert(From, To, St);
      if (failed())
        return;
      if (To->isInStorage()) {
        Local &L = Of.Returns[I];
        if (!L.Node) {
          L = pointerTo(Part.P);
          Of.Locals[Declared[I].id()] = L;
          continue;
        }
      }
      setLocal(Of.Returns[I], Part, St);
    }
  }
  B.jump(F.Exit);
}

/// The modifiers, one in the other, and inside the body.
void Encoder::runNextModifier(Frame &F) {
  if (failed())
    return;
  std::vector<Node> Modifiers;
  for (Node M : F.Function.list("modifiers"))
    if (P.referred(M.child("modifierName")).is("ModifierDefinition"))
      Modifiers.push_back(M);
  const size_t Now = F.NextModifier;
  if (Now == Modifiers.size()) {
    const LocationId Before = F.Exit;
    const uint64_t AskedBefore = QuestionCount;
    const EdgeId FirstEdge = EdgeId(C.edges().size());
    F.Exit = B.addLocation(where(F.Function));
    Frames.push_back(&F);
    run(F.Function.child("body"));
    Frames.pop_back();
    B.jump(F.Exit);
    forgetQuestionsAt(F.Exit, FirstEdge, AskedBefore);
    B.begin(F.Exit);
    F.Exit = Before;
    return;
  }
  Node Use = Modifiers[Now];
  Node Declared = P.resolve(P.referred(Use.child("modifierName")), Contract);
  Frame Of;
  Of.Function = Declared;
  Of.Home = P.contractOf(Declared);
  Of.Body = &F;
  Of.Exit = B.addLocation(where(Declared));
  std::vector<Node> Parameters =
                        Declared.child("parameters").list("parameters"),
                    Arguments = Use.list("arguments");
  // Arguments are about the function's own variables.
  Frames.push_back(&F);
  std::vector<Evaluated> Values;
  for (size_t I = 0; I < Parameters.size() && I < Arguments.size(); ++I)
    Values.push_back(evalAs(Arguments[I], typeOf(T, Parameters[I])));
  Frames.pop_back();
  if (failed())
    return;
  for (size_t I = 0; I < Values.size(); ++I) {
    Local L = declareLocal(Parameters[I], "");
    if (!L.Node)
      return unsupported(Use, "a storage pointer as argument of a modifier");
    Of.Locals[Parameters[I].id()] = L;
    setLocal(L, Values[I], Use);
  }
  F.NextModifier = Now + 1;
  const uint64_t AskedBefore = QuestionCount;
  const EdgeId FirstEdge = EdgeId(C.edges().size());
  Frames.push_back(&Of);
  run(Declared.child("body"));
  Frames.pop_back();
  F.NextModifier = Now;
  B.jump(Of.Exit);
  forgetQuestionsAt(Of.Exit, FirstEdge, AskedBefore);
  B.begin(Of.Exit);
}

/// Locals of the parameters are there already. Goes on behind the function.
void Encoder::runFunction(Frame &F) {
  for (Node R : F.Function.child("returnParameters").list("parameters")) {
    Local L = declareLocal(R, "");
    clearLocal(L, R);
    F.Locals[R.id()] = L;
    F.Returns.push_back(L);
  }
  if (failed())
    return;
  if (!F.Function.child("body"))
    return unsupported(F.Function, "a call of a function without a body");
  F.NextModifier = 0;
  const bool Before = IsUnchecked;
  IsUnchecked = false;
  runNextModifier(F);
  IsUnchecked = Before;
}
