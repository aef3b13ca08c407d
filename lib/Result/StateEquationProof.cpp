//===- StateEquationProof.cpp - Why no marking satisfies a goal ---------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Result/StateEquationProof.h"

using namespace sooth;

StateEquationProof::~StateEquationProof() {
  std::vector<NodeRef> Work;
  if (Root)
    Work.push_back(std::move(Root));
  while (!Work.empty()) {
    NodeRef N = std::move(Work.back());
    Work.pop_back();
    for (NodeRef &Child : N->Children)
      if (Child)
        Work.push_back(std::move(Child));
  }
}

size_t StateEquationProof::size() const {
  size_t Count = 0;
  std::vector<const Node *> Work{Root.get()};
  while (!Work.empty()) {
    const Node *N = Work.back();
    Work.pop_back();
    if (!N)
      continue;
    ++Count;
    for (const NodeRef &Child : N->Children)
      Work.push_back(Child.get());
  }
  return Count;
}
