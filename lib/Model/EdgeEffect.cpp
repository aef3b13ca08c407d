//===- EdgeEffect.cpp - What taking an edge does to a state ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Model/EdgeEffect.h"

using namespace sooth;

void sooth::takeEdge(const Edge &E, Valuation &State) {
  Evaluator Eval(State);
  std::vector<Value> New;
  for (const Update &U : E.Updates)
    New.push_back(Eval(U.Val));
  for (size_t I = 0; I < New.size(); ++I)
    State[E.Updates[I].Var] = std::move(New[I]);
}
