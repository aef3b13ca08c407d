//===- Witness.cpp - From values of symbols to a run ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Exploration.h"

#include "sooth/Expr/Evaluator.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using namespace sooth::symbolic;

/// The way that a run in \p M came along to the node.
static WayId cameFrom(const History::Node &N, Evaluator &Eval) {
  for (const History::Incoming &In : N.From)
    if (Eval.isTrue(In.When))
      return In.From;
  return N.From.back().From;
}

static void appendSteps(const Cfa &C, const CfaUnwinding &U, const History &H,
                        WayId W, Evaluator &Eval, CfaTrace &T) {
  const auto &Path = U.Nodes[W.Node].Ways[W.Way].Path;
  const auto &Chosen = H.Nodes[W.Node].Ways[W.Way].Chosen;
  auto Next = Chosen.begin();
  for (size_t I = 0; I < Path.size(); ++I) {
    CfaTrace::Step S{Path[I], Valuation()};
    for (const Input &In : C.edge(Path[I]).Inputs)
      S.Inputs[In.Var] = Eval(In.Var); // anything, which no symbol stands for
    if (Next != Chosen.end() && Next->Step == I) {
      for (const auto &[Var, Symbol] : Next->Chosen)
        if (auto In = S.Inputs.find(Var); In != S.Inputs.end())
          In->second = Eval(Symbol);
      ++Next;
    }
    T.Steps.push_back(std::move(S));
  }
}

CfaTrace symbolic::runTo(const Cfa &C, const SymbolicProgram &P,
                         const CfaUnwinding &U, const History &H, WayId Last,
                         const Model &M) {
  Evaluator Eval(M);
  std::vector<WayId> Ways{Last};
  while (Ways.back().Node)
    Ways.push_back(cameFrom(H.Nodes[Ways.back().Node], Eval));
  CfaTrace T;
  for (unsigned I = 0; I < C.variables().size(); ++I)
    T.Initial[C.variables()[I].Var] = Eval(P.get(H.Start, I));
  for (WayId W : llvm::reverse(Ways))
    appendSteps(C, U, H, W, Eval, T);
  return T;
}
