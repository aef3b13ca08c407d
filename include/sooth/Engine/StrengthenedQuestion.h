//===- StrengthenedQuestion.h - A question with facts that are known ------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Facts are assumed in each step of the model that an engine sees, which is the
// program in blocks. The runs are the same; what an engine proves of them is,
// together with the facts, an invariant of the original. (The facts are said
// again only where the engine says something: elsewhere they follow.)
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_ENGINE_STRENGTHENEDQUESTION_H
#define SOOTH_ENGINE_STRENGTHENEDQUESTION_H

#include "sooth/Engine/EngineInfo.h"

namespace sooth {

class StrengthenedQuestion {
public:
  /// Requires facts about the program of \p Q.
  StrengthenedQuestion(const Question &Q, KnownFacts Facts);

  /// Refers to this.
  Question question() const { return {System, P, &Program}; }
  /// The same answer to the original question.
  AnyResult back(const AnyResult &R) const;
  TsResult back(const TsResult &R) const;
  CfaResult back(const CfaResult &R) const;

private:
  TransitionSystem System;
  const Property &P;
  Cfa Program;
  KnownFacts Facts;
};

} // namespace sooth

#endif
