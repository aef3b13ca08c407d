//===- VmtReader.cpp - Reading VMT-LIB ------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The script is read as SMT-LIB with annotations; what the annotations mean
// together is found out here. VMT-LIB has no input variables of its own: what
// has no :next is one. A state of a run gives values to both, so that a
// property over inputs is violated in a state even if no step leads on from
// it: such inputs become state variables here.
//
//===----------------------------------------------------------------------===//

#include "sooth/Model/Vmt.h"

#include "sooth/Expr/Traversal.h"
#include "sooth/Model/RelationSplit.h"
#include "sooth/Model/SmtParser.h"

using namespace sooth;
using llvm::Error;
using llvm::Expected;

namespace {

class VmtReader {
public:
  VmtReader(ExprContext &Ctx, VmtWarning OnWarning)
      : Ctx(Ctx), OnWarning(OnWarning),
        TS(std::make_unique<TransitionSystem>(Ctx)), Init(Ctx.trueExpr()),
        Trans(Ctx.trueExpr()) {}

  Expected<std::unique_ptr<TransitionSystem>> read(const SmtScript &Script);

private:
  Error collect(const SmtScript &Script);
  Error readAnnotation(const SmtAnnotation &A);
  Error readNext(const SmtAnnotation &A);
  Error checkAssertions(const SmtScript &Script);
  Error rejectNext(Expr E, const SourceLocation &Where,
                   llvm::StringRef Attribute);
  void addInputs(const SmtScript &Script);
  void promote(Expr Input);
  void addConstant(Expr Var);

  ExprContext &Ctx;
  VmtWarning OnWarning;
  std::unique_ptr<TransitionSystem> TS;
  llvm::StringMap<Expr> Declared;
  std::vector<TsVariable> Vars; // in order of annotation
  ExprMap<Expr> NextOf, CurOf;
  Expr Init, Trans;
  /// Terms that must not mention next-state variables.
  std::vector<const SmtAnnotation *> StateTerms;
};

} // namespace

static Error errorAt(const SourceLocation &Where, std::string Message) {
  return llvm::make_error<Diagnostic>(Where, std::move(Message));
}

//===----------------------------------------------------------------------===//
// Annotations
//===----------------------------------------------------------------------===//

static bool isKnown(llvm::StringRef Attribute) {
  return Attribute == "next" || Attribute == "init" || Attribute == "trans" ||
         Attribute == "invar-property";
}

static bool isTemporal(llvm::StringRef Attribute) {
  return Attribute == "live-property" || Attribute == "ltl-property";
}

Error VmtReader::readAnnotation(const SmtAnnotation &A) {
  if (isTemporal(A.Attribute)) {
    OnWarning(Diagnostic(A.Where,
                         ":" + A.Attribute + " is not supported and left out"));
    return Error::success();
  }
  if (!isKnown(A.Attribute))
    return Error::success();
  if (!A.Function.empty())
    return errorAt(A.Where, ":" + A.Attribute + " inside function '" +
                                A.Function + "' with arguments");
  if (A.Attribute == "next")
    return readNext(A);
  if (!A.Term.isBool())
    return errorAt(A.Where, ":" + A.Attribute + " of a term that is not Bool");
  if (A.Attribute == "trans") {
    Trans = Ctx.mkAnd(Trans, A.Term);
    return Error::success();
  }
  StateTerms.push_back(&A);
  if (A.Attribute == "init")
    Init = Ctx.mkAnd(Init, A.Term);
  return Error::success();
}

Error VmtReader::readNext(const SmtAnnotation &A) {
  Expr Cur = A.Term;
  if (!Cur.isVar() || Declared.lookup(Cur.name()) != Cur)
    return errorAt(A.Where, ":next of a term that is not a variable");
  std::string CurName = "'" + Cur.name().str() + "'";
  if (A.Value.empty())
    return errorAt(A.Where, ":next needs the name of a variable");
  std::string NextName = "'" + A.Value + "'";
  Expr Next = Declared.lookup(A.Value);
  if (!Next)
    return errorAt(A.Where, "undeclared next-state variable " + NextName);
  if (Next == Cur)
    return errorAt(A.Where, CurName + " is its own next-state variable");
  if (Next.sort() != Cur.sort())
    return errorAt(A.Where, CurName + " and its next-state variable " +
                                NextName + " have different sorts");
  if (NextOf.lookup(Cur) == Next)
    return Error::success();
  if (NextOf.count(Cur))
    return errorAt(A.Where, CurName + " has two next-state variables");
  if (CurOf.count(Next))
    return errorAt(A.Where,
                   NextName + " is the next-state variable of two variables");
  NextOf[Cur] = Next;
  CurOf[Next] = Cur;
  if (CurOf.count(Cur) || NextOf.count(Next))
    return errorAt(A.Where, (CurOf.count(Cur) ? CurName : NextName) +
                                " is both a current and a next-state variable");
  Vars.push_back({Cur, Next, Expr()});
  return Error::success();
}

Error VmtReader::rejectNext(Expr E, const SourceLocation &Where,
                            llvm::StringRef Attribute) {
  for (Expr Var : variables({E}))
    if (CurOf.count(Var))
      return errorAt(Where, ":" + Attribute.str() +
                                " mentions the next-state variable '" +
                                Var.name().str() + "'");
  return Error::success();
}

/// Assertions are no part of VMT-LIB but for `true` and as a place for
/// annotations; to pass over any other could change the answer.
Error VmtReader::checkAssertions(const SmtScript &Script) {
  for (const SmtAssertion &A : Script.Assertions) {
    bool Annotates = llvm::any_of(A.Attributes, [](const std::string &Name) {
      return isKnown(Name) || isTemporal(Name);
    });
    if (!A.Term.isTrue() && !Annotates)
      return errorAt(A.Where, "assertions are not part of VMT-LIB");
  }
  return Error::success();
}

Error VmtReader::collect(const SmtScript &Script) {
  for (const Diagnostic &D : Script.Warnings)
    OnWarning(D);
  for (const SmtDeclaration &D : Script.Declarations)
    Declared[D.Var.name()] = D.Var;
  for (const SmtAnnotation &A : Script.Annotations)
    if (Error E = readAnnotation(A))
      return E;
  for (const SmtAnnotation *A : StateTerms)
    if (Error E = rejectNext(A->Term, A->Where, A->Attribute))
      return E;
  return checkAssertions(Script);
}

//===----------------------------------------------------------------------===//
// The system
//===----------------------------------------------------------------------===//

Expected<std::unique_ptr<TransitionSystem>>
VmtReader::read(const SmtScript &Script) {
  if (Error E = collect(Script))
    return E;
  for (const SmtAnnotation *A : StateTerms)
    if (A->Attribute == "invar-property")
      TS->addProperty(
          {A->Definition.empty() ? "property " + A->Value : A->Definition,
           Ctx.mkNot(A->Term), A->Where});
  TS->setInit(Init);
  addInputs(Script);
  TS->setConstraint(splitUpdates(Ctx, Vars, Trans));
  for (const TsVariable &V : Vars)
    TS->addVariable(V);
  return std::move(TS);
}

void VmtReader::addInputs(const SmtScript &Script) {
  std::vector<Expr> Roots{Trans};
  for (const SmtAnnotation *A : StateTerms)
    Roots.push_back(A->Term);
  std::vector<Expr> StateRoots(Roots.begin() + 1, Roots.end());
  ExprSet Occurring, OfStates;
  for (Expr Var : variables(Roots))
    Occurring.insert(Var);
  for (Expr Var : variables(StateRoots))
    OfStates.insert(Var);
  auto Add = [&](Expr Var) {
    if (NextOf.count(Var) || CurOf.count(Var))
      return;
    if (OfStates.contains(Var))
      promote(Var);
    else
      TS->addInput(Var);
  };
  for (const SmtDeclaration &D : Script.Declarations)
    Add(D.Var);
  for (const SmtDeclaration &D : Script.Functions)
    if (Occurring.contains(D.Var))
      addConstant(D.Var);
  for (const SmtDeclaration &D : Script.ZeroDivisions) {
    if (!Occurring.contains(D.Var))
      continue;
    OnWarning(Diagnostic(D.Where, "the divisor may be zero; any result is "
                                  "considered then"));
    Add(D.Var);
  }
}

void VmtReader::promote(Expr Input) {
  std::string Name = Input.name().str();
  Expr Value = Ctx.freshVar(Name + ".input", Input.sort());
  TS->addInput(Value);
  Vars.push_back({Input, Ctx.freshVar(Name + ".next", Input.sort()), Value});
}

/// A state variable that may have any value at the start, and keeps it.
void VmtReader::addConstant(Expr Var) {
  Expr Next = Ctx.freshVar(Var.name().str() + ".next", Var.sort());
  Vars.push_back({Var, Next, Var});
}

Expected<std::unique_ptr<TransitionSystem>>
sooth::readVmt(ExprContext &Ctx, llvm::MemoryBufferRef Text,
               VmtWarning OnWarning) {
  auto Script = readSmtScript(Ctx, Text);
  if (!Script)
    return Script.takeError();
  auto TS = VmtReader(Ctx, OnWarning).read(*Script);
  if (TS && (*TS)->properties().empty())
    return errorAt({Text.getBufferIdentifier().str(), 0, 0},
                   "no :invar-property");
  return TS;
}
