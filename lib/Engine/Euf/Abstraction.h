//===- Abstraction.h - What IC3 sees of the system ------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// IC3 with its frames and obligations is the same whatever abstraction it works
// on: EUF, where queries know nothing of operators and cubes are made by term
// projection, or implicit predicate abstraction, where queries are concrete and
// cubes consist of predicates (Cimatti et al., "IC3 modulo theories via
// implicit predicate abstraction").
//

#ifndef SOOTH_LIB_ENGINE_EUF_ABSTRACTION_H
#define SOOTH_LIB_ENGINE_EUF_ABSTRACTION_H

#include "TermProjection.h"

#include "sooth/Engine/Euf/Euf.h"

namespace sooth::euf {

class Abstraction {
public:
  virtual ~Abstraction() = default;
  /// A solver in which the abstract queries are asked.
  virtual std::unique_ptr<Solver> makeSolver() = 0;
  /// One of makeSolver() has a model of \p Via and \p Target, literals over X′:
  /// the abstract state before, and the way from there.
  virtual PreImage preImage(Solver &Model, const Block &Via,
                            llvm::ArrayRef<Expr> Target) = 0;
  /// It has one of \p F over X: the abstract state at \p L.
  virtual Cube state(Solver &Model, LocationId L, Expr F) = 0;
};

std::unique_ptr<Abstraction> createAbstraction(AbstractSystem &Sys,
                                               const EufOptions &O);

} // namespace sooth::euf

#endif
