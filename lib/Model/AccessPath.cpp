//===- AccessPath.cpp - Places in memory as C writes them -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Model/AccessPath.h"

using namespace sooth;
using StepKind = AccessPath::Step::Kind;

AccessPath AccessPath::then(Step S) const {
  AccessPath Longer = *this;
  Longer.Inside.push_back(std::move(S));
  return Longer;
}

AccessPath AccessPath::then(const Steps &More) const {
  AccessPath Longer = *this;
  Longer.Inside.insert(Longer.Inside.end(), More.begin(), More.end());
  return Longer;
}

std::string AccessPath::str() const {
  std::string Text = Variable;
  for (size_t I = 0; I < Inside.size(); ++I) {
    const Step &S = Inside[I];
    switch (S.What) {
    case StepKind::Member:
      Text += "." + S.Name;
      break;
    case StepKind::Element:
      Text += "[" + std::to_string(S.Index) + "]";
      break;
    case StepKind::ElementAt:
      Text += "[" + S.Name + "]";
      break;
    case StepKind::Target:
      if (I + 1 == Inside.size())
        Text = "*" + Text;
      else if (Inside[I + 1].What == StepKind::Member)
        Text += "->" + Inside[++I].Name;
      else
        Text = "(*" + Text + ")";
      break;
    }
  }
  return Text;
}
