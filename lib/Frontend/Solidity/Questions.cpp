//===- Questions.cpp - What other contracts answer ------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A call that changes nothing is a question. Its answer is anything; but as
// long as nothing has changed, the same question has the same answer, whatever
// gas is left. Questions that were asked on all ways to a place are kept until
// then.
//
//===----------------------------------------------------------------------===//

#include "Encoder.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using namespace sooth::solidity;
using TypeKind = Type::Kind;

void Encoder::forgetQuestionsSince(uint64_t Count) {
  llvm::erase_if(Asked, [&](const Question &Q) { return Q.Number >= Count; });
}

/// Where several ways meet at \p Exit, with edges from \p First on, a question
/// may not have been asked on each.
void Encoder::forgetQuestionsAt(LocationId Exit, EdgeId First, uint64_t Count) {
  if (Asked.empty() || Asked.back().Number < Count)
    return;
  unsigned Ways = 0;
  for (EdgeId E = First; E < EdgeId(C.edges().size()); ++E)
    Ways += C.edge(E).Target == Exit;
  if (Ways != 1)
    forgetQuestionsSince(Count);
}

/// The numbers and truth values that an answer has; false if it has others.
static bool collectParts(const Evaluated &V, std::vector<Expr> &Parts) {
  if (V.Parts.empty()) {
    if (V.E)
      Parts.push_back(V.E.get());
    return bool(V.E);
  }
  return llvm::all_of(V.Parts, [&](const Evaluated &Part) {
    return !Part.T || collectParts(Part, Parts);
  });
}

/// Where nothing changes all the time, answers are functions of questions.
Evaluated Encoder::stillAnswer(const Type *Of, const std::string &Question,
                               llvm::ArrayRef<Operand> Arguments, Node At) {
  if (Of->is(TypeKind::Tuple)) {
    Evaluated V{Of, {}, {}, {}};
    for (size_t I = 0; I < Of->Parts.size() && !failed(); ++I)
      V.Parts.push_back(Of->Parts[I]
                            ? stillAnswer(Of->Parts[I],
                                          Question + " " + std::to_string(I),
                                          Arguments, At)
                            : Evaluated());
    return V;
  }
  if (!Of->Bits && !Of->is(TypeKind::Bool) && !Of->is(TypeKind::Opaque))
    return arbitrary(Of, At);
  std::vector<Expr> All;
  for (const Operand &O : Arguments)
    All.push_back(O.get().isBool()
                      ? Ctx.mkIte(O.get(), Ctx.integer(1), Ctx.integer(0))
                      : O.get());
  Expr E = function(Question, "", All, S.sort(Of));
  if (Of->Bits)
    B.assume(N.isValue(E, Of));
  return plain(Of, E);
}

/// What function or getter \p Declared says, called with \p Arguments.
Evaluated Encoder::answer(Node Call, Node Declared,
                          const std::vector<Operand> &Arguments) {
  const Type *Of = typeOf(T, Call);
  const llvm::StringRef Mutability = Verified.text("stateMutability");
  if (Mutability == "view" || Mutability == "pure")
    return stillAnswer(Of, "call " + std::to_string(Declared.id()), Arguments,
                       Call);
  if (isSpecification() && (QuantifierDepth > 0 || IsInvariant)) {
    unsupported(Call, "a call of another contract in this annotation");
    return {};
  }
  Evaluated V = arbitrary(Of, Call);
  std::vector<Expr> Parts;
  if (failed() || !collectParts(V, Parts))
    return V;
  tellAnswer(Call, Of, V.E.get(), Ctx.trueExpr());
  for (const Question &Q : Asked) {
    if (Q.Asked != Declared || Q.Arguments.size() != Arguments.size() ||
        Q.Answers.size() != Parts.size())
      continue;
    std::vector<Expr> Is, Then;
    for (size_t I = 0; I < Arguments.size(); ++I)
      Is.push_back(Ctx.mkEq(Arguments[I].get(), Q.Arguments[I].get()));
    for (size_t I = 0; I < Parts.size(); ++I)
      Then.push_back(Ctx.mkEq(Parts[I], Q.Answers[I].get()));
    B.assume(Ctx.mkImplies(Ctx.mkAnd(Is), Ctx.mkAnd(Then)));
  }
  Question Q{Declared, QuestionCount++, Arguments, {}};
  for (Expr E : Parts)
    Q.Answers.emplace_back(B, E);
  Asked.push_back(std::move(Q));
  return V;
}
