//===- Summaries.cpp - Functions of which only the specification counts ---===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Encoder.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using namespace sooth::solidity;
using Said = Annotation::Kind;

/// What has no body will have one in contracts that derive from this one.
bool Encoder::isSummarized(Node Function) const {
  return !IsWholeLife && (!Function.child("body") ||
                          llvm::is_contained(Summarized, Function.id()));
}

/// Assembly may write to any object.
void Encoder::giveUpMemory() {
  std::vector<Node> Code = P.linearized(Contract);
  llvm::append_range(Code, P.sharedCode());
  for (Node Of : Code)
    Of.walk([&](Node N) {
      if (!N.typeId().empty() && typeOf(T, N)->isInMemory())
        S.heap(typeOf(T, N));
      return true;
    });
  std::vector<const Tree *> Vars;
  for (const Tree *Heap : S.heaps())
    S.variables(Heap, Vars);
  for (const Tree *V : Vars)
    B.assign(V->Var, B.input("memory", V->Var.sort(), Input::Kind::Extern));
  Expr Next = B.input("memory", S.nextReference().sort(), Input::Kind::Extern);
  B.assume(Ctx.make(Kind::Le, {B.read(S.nextReference()), Next}));
  B.assign(S.nextReference(), Next);
}

/// Variables that hold what state and balances hold here.
ExprMap<Expr> Encoder::keepState() {
  ExprMap<Expr> Result;
  for (Expr Var : stateVariables()) {
    Expr Kept = B.addVariable(("kept " + Var.name()).str(), Var.sort());
    B.assign(Kept, B.read(Var));
    Result[Var] = Kept;
  }
  return Result;
}

/// The same, if what is said of the end of \p Function is about its beginning.
ExprMap<Expr> Encoder::keepStateFor(Node Function) {
  const bool Needs = !annotations(Function, Said::Postcondition).empty() ||
                     !annotations(Function, Said::Modifies).empty();
  return Needs ? keepState() : ExprMap<Expr>();
}

/// A call that changes what its specification says, or anything if no function
/// has one, and after which its postconditions hold.
Evaluated Encoder::summarized(Node N, Frame &F) {
  Node Callee = F.Function;
  const ExprMap<Expr> Before = keepState();
  giveUpMemory();
  Asked.clear();
  bool Says = false;
  for (Node Of : P.linearized(Contract))
    for (Node Part : Of.list("nodes"))
      Says |= Part.is("FunctionDefinition") &&
              !annotations(Part, Said::Modifies).empty();
  const auto Mutability = Callee.text("stateMutability");
  bool ChangesAll = !Says && Mutability != "view" && Mutability != "pure";
  for (unsigned A : annotations(Callee, Said::Modifies)) {
    if (P.annotation(A).Text.empty()) {
      ChangesAll = true;
      continue;
    }
    Place At = modifiedPlace(A, &F);
    if (failed())
      return {};
    std::vector<const Tree *> Vars;
    S.variables(At.Node, Vars);
    for (const Tree *V : Vars) {
      Sort Of = S.select(V->Var, At.Keys).sort();
      S.write({V, At.Keys},
              B.input("summary", Of, Input::Kind::Extern, where(N)));
    }
  }
  if (ChangesAll)
    giveUpState(N);
  for (auto &[Of, Flag] : Tracked)
    B.assign(Flag, B.input("summary", Flag.sort(), Input::Kind::Extern));
  for (Node R : Callee.child("returnParameters").list("parameters")) {
    Local L = declareLocal(R, "");
    if (failed())
      return {};
    if (!L.Node) {
      unsupported(N, "a storage pointer from a function that is not modelled");
      return {};
    }
    if (L.Node->T->isReference()) {
      unsupported(N, "a result of this type from a function that is not "
                     "modelled");
      return {};
    }
    S.write(S.at(L.Node), B.input("result", L.Node->Var.sort(),
                                  Input::Kind::Extern, where(N)));
    F.Locals[R.id()] = L;
    F.Returns.push_back(L);
  }
  Asked.clear();
  auto View = S.viewOld(Before);
  assumeAll(annotations(Callee, Said::Postcondition), &F);
  return failed() ? Evaluated() : resultOf(F, N);
}
