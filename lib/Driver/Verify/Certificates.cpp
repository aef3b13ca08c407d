//===- Certificates.cpp - Evidence as texts for other tools ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Certificates.h"

#include "sooth/Check/CutpointSystem.h"
#include "sooth/Check/InvariantChecker.h"
#include "sooth/Expr/Evaluator.h"
#include "sooth/Expr/SmtPrinter.h"
#include "sooth/Expr/Traversal.h"
#include "sooth/Model/Vmt.h"
#include "sooth/Transform/Cfa/CfaToTs.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace sooth;
namespace json = llvm::json;

static std::string vmtText(const TransitionSystem &M) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writeVmt(OS, M);
  return Text;
}

static std::vector<std::string> claimsOf(const TransitionSystem &M) {
  std::vector<std::string> Claims;
  for (const Property &P : M.properties())
    Claims.push_back(claimAbout(P.Where, {Failure::Kind::Property, P.Name}));
  return Claims;
}

//===----------------------------------------------------------------------===//
// The function Inv
//===----------------------------------------------------------------------===//

namespace {
/// Writes functions over the state variables of a system.
class InvariantWriter {
public:
  InvariantWriter(llvm::raw_ostream &OS, const TransitionSystem &M);
  /// A function with one of the names that are made for parts.
  void definePart(llvm::StringRef Name, Expr Formula,
                  llvm::ArrayRef<Expr> ForAll = {});
  /// The function Inv, with this body.
  void defineWhole(llvm::StringRef Body);
  /// A call of what definePart() has defined.
  std::string call(llvm::StringRef Name) const;
  /// A name of a part.
  std::string partName(llvm::StringRef Stem, size_t Number) const {
    return (Stem + Dots + llvm::Twine(Number)).str();
  }

private:
  void beginFunction(llvm::StringRef Name, llvm::ArrayRef<Expr> Parameters);

  llvm::raw_ostream &OS;
  std::vector<Expr> State;
  std::string Dots = "."; // no variable is called like a part
  llvm::StringMap<std::vector<Expr>> Parameters;
};
} // namespace

InvariantWriter::InvariantWriter(llvm::raw_ostream &OS,
                                 const TransitionSystem &M)
    : OS(OS) {
  for (const TsVariable &V : M.variables()) {
    State.push_back(V.Cur);
    for (llvm::StringRef Stem : {"Inv", "Case"})
      while (V.Cur.name().starts_with((Stem + Dots).str()))
        Dots += '.';
  }
}

void InvariantWriter::beginFunction(llvm::StringRef Name,
                                    llvm::ArrayRef<Expr> Parameters) {
  OS << "(define-fun " << Name << " (";
  llvm::interleave(
      Parameters, OS,
      [&](Expr V) {
        OS << '(' << smtSymbol(V.name()) << ' ';
        V.sort().print(OS);
        OS << ')';
      },
      " ");
  OS << ") Bool\n  ";
}

void InvariantWriter::definePart(llvm::StringRef Name, Expr Formula,
                                 llvm::ArrayRef<Expr> ForAll) {
  std::vector<Expr> Read = variables({Formula}), Bound, Own;
  for (Expr V : State)
    if (llvm::is_contained(Read, V))
      Own.push_back(V);
  for (Expr V : ForAll)
    if (llvm::is_contained(Read, V))
      Bound.push_back(V);
  beginFunction(Name, Own);
  if (!Bound.empty()) {
    OS << "(forall (";
    for (Expr V : Bound) {
      OS << '(' << smtSymbol(V.name()) << ' ';
      V.sort().print(OS);
      OS << ')';
    }
    OS << ") ";
  }
  printSmt(OS, Formula);
  OS << (Bound.empty() ? ")\n" : "))\n");
  Parameters[Name] = std::move(Own);
}

std::string InvariantWriter::call(llvm::StringRef Name) const {
  const std::vector<Expr> &Arguments = Parameters.find(Name)->second;
  if (Arguments.empty())
    return Name.str();
  std::string Text = ("(" + Name).str();
  for (Expr V : Arguments)
    Text += " " + smtSymbol(V.name());
  return Text + ")";
}

void InvariantWriter::defineWhole(llvm::StringRef Body) {
  beginFunction("Inv", State);
  OS << Body << ")\n";
}

/// One function for each location, which Inv chooses among, and one that tells
/// runs at that location.
static std::string invariantText(const CutpointSystem &S,
                                 llvm::ArrayRef<Expr> ForAll) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  std::vector<Expr> Roots;
  for (const CutpointSystem::Part &P : S.Parts)
    Roots.push_back(P.Formula);
  printFpDefinitions(OS, Roots);
  InvariantWriter Writer(OS, S.Model);
  std::string Cases, Body = "(and true";
  std::vector<Expr> Ats;
  for (auto [Number, P] : llvm::enumerate(S.Parts)) {
    const std::string Name = Writer.partName("Inv", Number);
    Writer.definePart(Name, P.Formula, ForAll);
    Body += "\n    (=> " + toSmt(P.At) + " " + Writer.call(Name) + ")";
    Ats.push_back(P.At);
  }
  // No run is at an end.
  Body += "\n    (or false";
  for (Expr At : Ats)
    Body += " " + toSmt(At);
  Writer.defineWhole(Body + "))");
  if (Ats.size() > 1)
    for (auto [Number, At] : llvm::enumerate(Ats))
      Writer.definePart(Writer.partName("Case", Number), At);
  return Text;
}

static std::string invariantText(const TransitionSystem &M, Expr Formula) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  printFpDefinitions(OS, {Formula});
  InvariantWriter(OS, M).defineWhole(toSmt(Formula));
  return Text;
}

//===----------------------------------------------------------------------===//
// Proofs
//===----------------------------------------------------------------------===//

/// A script that has no model.
static std::string questionText(Expr Question) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  std::vector<Expr> Symbols = variables({Question});
  std::string Prefix = "def";
  while (llvm::any_of(Symbols,
                      [&](Expr V) { return V.name().starts_with(Prefix); }))
    Prefix += '_';
  OS << "(set-logic ALL)\n";
  for (Expr V : Symbols) {
    OS << "(declare-fun " << smtSymbol(V.name()) << " () ";
    V.sort().print(OS);
    OS << ")\n";
  }
  printFpDefinitions(OS, {Question});
  SmtDefinitions Defs(OS, Prefix);
  Defs.define({Question});
  OS << "(assert " << Defs.text(Question) << ")\n(check-sat)\n";
  return Text;
}

std::optional<Certificate>
sooth::certificateOf(const Cfa &C, const CfaInvariant &I, const Budget &B) {
  Certificate Made;
  for (const ErrorLocation &E : C.errors())
    Made.Claims.push_back(claimAbout(E.Where, E.What));
  if (I.isUnwinding()) {
    std::optional<Expr> Question = unwindingQuestion(C, I, B);
    if (!Question)
      return std::nullopt;
    Made.What = Certificate::Kind::Question;
    Made.Origin = "what Check asked to confirm that all runs end";
    Made.Evidence = questionText(*Question);
    return Made;
  }
  const CutpointSystem S = cutpointSystem(C, I);
  Made.Origin = "the program in small blocks; a step is a path from one place "
                "with a formula to the next";
  Made.Model = vmtText(S.Model);
  Made.Evidence = invariantText(S, I.ForAll);
  return Made;
}

static TransitionSystem withProperties(TransitionSystem M,
                                       llvm::ArrayRef<unsigned> Which) {
  TransitionSystem Part(M.context());
  for (const TsVariable &V : M.variables())
    Part.addVariable(V);
  for (Expr Y : M.inputs())
    Part.addInput(Y);
  Part.setInit(M.init());
  Part.setConstraint(M.constraint());
  for (unsigned I : Which)
    Part.addProperty(M.properties()[I]);
  return Part;
}

Certificate sooth::certificateOf(const TransitionSystem &M,
                                 llvm::ArrayRef<unsigned> Which,
                                 const TsInvariant &I) {
  using Paths = TsInvariant::Paths;
  const TransitionSystem Part = withProperties(M, Which);
  Certificate Made;
  if (I.PathKind == Paths::Initial)
    Made.What = Certificate::Kind::RunsEnd;
  else if (I.K > 1)
    Made.What = Certificate::Kind::KInduction;
  Made.K = I.K;
  Made.IsOnDifferentStates = I.K > 1 && I.PathKind == Paths::Simple;
  Made.Origin = "the transition system";
  Made.Model = vmtText(Part);
  Made.Evidence = invariantText(Part, I.Formula);
  Made.Claims = claimsOf(Part);
  return Made;
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

static json::Object encodeValues(llvm::ArrayRef<Expr> Vars,
                                 const Valuation &Values) {
  json::Object O;
  for (Expr V : Vars) {
    auto It = Values.find(V);
    if (It == Values.end())
      continue;
    std::string Text;
    llvm::raw_string_ostream OS(Text);
    It->second.print(OS);
    O[smtSymbol(V.name())] = std::move(Text);
  }
  return O;
}

Certificate sooth::certificateOf(const TransitionSystem &M, unsigned Violated,
                                 const TsTrace &Run) {
  Certificate Made;
  Made.What = Certificate::Kind::Run;
  Made.Origin = "the transition system";
  Made.Model = vmtText(M);
  Made.Claims = claimsOf(M);
  Made.Violated = Violated;
  std::vector<Expr> State;
  for (const TsVariable &V : M.variables())
    State.push_back(V.Cur);
  json::Array States, Inputs;
  for (const Valuation &S : Run.States)
    States.push_back(encodeValues(State, S));
  for (const Valuation &Y : Run.Inputs)
    Inputs.push_back(encodeValues(M.inputs(), Y));
  Made.Evidence =
      llvm::formatv("{0:2}\n",
                    json::Value(json::Object{{"states", std::move(States)},
                                             {"inputs", std::move(Inputs)}}))
          .str();
  return Made;
}

/// The states of \p T, with the location in \p Where. What it leaves out is
/// zero.
static TsTrace statesOf(const Cfa &C, const CfaTrace &T, Expr Where) {
  auto ValueIn = [](const Valuation &Known, Expr Var) {
    auto It = Known.find(Var);
    return It == Known.end() ? Value::zero(Var.sort()) : It->second;
  };
  TsTrace Run;
  Valuation State;
  for (const StateVariable &V : C.variables())
    State[V.Var] = ValueIn(T.Initial, V.Var);
  auto Keep = [&](LocationId At) {
    State[Where] = Value(llvm::APInt(Where.sort().width(), At));
    Run.States.push_back(State);
  };
  Keep(C.entry());
  for (const CfaTrace::Step &S : T.Steps) {
    const Edge &E = C.edge(S.Taken);
    Valuation Before = State;
    for (const Input &In : E.Inputs)
      Before[In.Var] = ValueIn(S.Inputs, In.Var);
    Evaluator Eval(Before);
    for (const Update &U : E.Updates)
      State[U.Var] = Eval(U.Val);
    Keep(E.Target);
  }
  return Run;
}

/// Leaves only what \p T passes: a run of that is one of all.
static void restrictTo(Cfa &C, const CfaTrace &T) {
  llvm::DenseSet<EdgeId> Taken;
  for (const CfaTrace::Step &S : T.Steps)
    Taken.insert(S.Taken);
  EdgeId Id = 0;
  C.changeEdges([&](Edge &E) {
    if (!Taken.contains(Id++))
      E.Guard = C.context().falseExpr();
  });
}

std::optional<Certificate> sooth::certificateOf(Cfa C, unsigned Error,
                                                const CfaTrace &T) {
  static constexpr size_t MostValues = 1000000;
  if ((T.Steps.size() + 1) * (C.variables().size() + 1) > MostValues)
    return std::nullopt;
  const ErrorLocation Reached = C.errors()[Error];
  C.setErrors({Reached});
  restrictTo(C, T);
  const TransformedTs Ts = toTransitionSystem(C);
  Certificate Made =
      certificateOf(Ts.Model, 0, statesOf(C, T, Ts.Control.front()));
  Made.Origin =
      "the part of the program that the run passes, in small blocks, each a "
      "step";
  Made.Claims = {claimAbout(Reached.Where, Reached.What)};
  return Made;
}
