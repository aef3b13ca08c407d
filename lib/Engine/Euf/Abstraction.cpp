//===- Abstraction.cpp - What IC3 sees of the system ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Abstraction.h"

using namespace sooth;
using namespace sooth::euf;

namespace {
class EufAbstraction final : public Abstraction {
public:
  EufAbstraction(AbstractSystem &Sys, const EufOptions &O)
      : Sys(Sys), Project(O.Project) {
    if (O.OfArrays == EufOptions::Arrays::Interpreted)
      Sys.interpretArrays();
  }

  std::unique_ptr<Solver> makeSolver() override {
    const Interpretation &Meaning = Sys.meaning();
    if (!Solvers || MeaningOfSolvers != Meaning.size()) {
      Solvers = createZ3EufFamily(Meaning);
      MeaningOfSolvers = Meaning.size();
    }
    SolverOptions O;
    O.Relevant = SolverOptions::Relevancy::Off;
    return Solvers->create(O);
  }
  PreImage preImage(Solver &Model, const Block &Via,
                    llvm::ArrayRef<Expr> Target) override {
    auto &Euf = static_cast<EufSolver &>(Model);
    return Project == EufOptions::Projection::Partition
               ? expandPreImage(Sys, Euf, Via, Target)
               : substitutePreImage(Sys, Euf, Via, Target);
  }
  Cube state(Solver &Model, LocationId L, Expr F) override {
    return projectState(Sys, Model, L, F);
  }

private:
  AbstractSystem &Sys;
  EufOptions::Projection Project;
  std::unique_ptr<SolverFamily<EufSolver>> Solvers;
  size_t MeaningOfSolvers = 0;
};

class PredicateAbstraction final : public Abstraction {
public:
  explicit PredicateAbstraction(AbstractSystem &Sys) : Sys(Sys) {
    // Cubes have to tell bad states from others.
    std::vector<Expr> Roots{Sys.init()};
    for (const AbstractSystem::BadState &Bad : Sys.bad()) {
      Sys.trackAtoms(Bad.Loc, Bad.What);
      Roots.push_back(Bad.What);
    }
    for (const Block &B : Sys.blocks())
      Roots.push_back(Sys.relation(B));
    Options.Over = theoriesOf(Roots);
  }

  std::unique_ptr<Solver> makeSolver() override {
    return Solvers->create(Options);
  }
  PreImage preImage(Solver &Model, const Block &Via,
                    llvm::ArrayRef<Expr> Target) override {
    PreImage Result = projectStep(Sys, Model, Via, Target);
    Result.Pre = predicates(Model, Via.Source);
    return Result;
  }
  Cube state(Solver &Model, LocationId L, Expr) override {
    return predicates(Model, L);
  }

private:
  Cube predicates(Solver &Model, LocationId L) {
    std::vector<Expr> Literals;
    for (Expr P : Sys.tracked(L))
      Literals.push_back(Model.value(P).boolean() ? P : Sys.context().mkNot(P));
    return makeCube(Literals);
  }

  AbstractSystem &Sys;
  SolverOptions Options;
  std::unique_ptr<SolverFamily<Solver>> Solvers = createZ3Family();
};
} // namespace

std::unique_ptr<Abstraction> euf::createAbstraction(AbstractSystem &Sys,
                                                    const EufOptions &O) {
  if (O.Abstract == EufOptions::Abstraction::Predicates)
    return std::make_unique<PredicateAbstraction>(Sys);
  return std::make_unique<EufAbstraction>(Sys, O);
}
