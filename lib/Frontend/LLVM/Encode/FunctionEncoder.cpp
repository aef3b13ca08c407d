//===- FunctionEncoder.cpp - Locations and edges of one function ----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionEncoder.h"

#include "Source/Messages.h"
#include "sooth/Frontend/LLVM/Base/OperationNumbers.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "sooth/Frontend/LLVM/Passes/Callbacks.h"
#include "sooth/Frontend/LLVM/Passes/TailRecursion.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMContext.h"

using namespace sooth;
using namespace llvm;

std::string ProgramEncoding::uniqueName(const Twine &Wanted) {
  const std::string Base = Wanted.str();
  std::string Name = Base;
  // (What is before the last number is taken.)
  for (unsigned &I = LastNumbers[Base]; !LocationNames.insert(Name).second;)
    Name = Base + "." + std::to_string(++I);
  return Name;
}

FunctionEncoder::FunctionEncoder(ProgramEncoding &Program, const Function &F)
    : Program(Program), Ctx(Program.Ctx), Model(*Program.Model), F(F),
      Memory(Program.Memory),
      Values(Ctx, F, Program.Live, Program.Names, Memory,
             [this](const Argument &A) { return passedByAll(A); }),
      Blocks(&F) {
  if (!isEntry() || !Program.Called.callsOf(F).empty())
    return;
  SmallVector<std::pair<const BasicBlock *, const BasicBlock *>> BackEdges;
  FindFunctionBackedges(F, BackEdges);
  for (auto [From, To] : BackEdges)
    LoopHeaders.insert(To);
}

//===----------------------------------------------------------------------===//
// Locations and variables
//===----------------------------------------------------------------------===//

std::string FunctionEncoder::nameOf(StringRef Block) const {
  return isEntry() ? Block.str() : (F.getName() + "." + Block).str();
}

void FunctionEncoder::addLocationsAndVariables() {
  for (const BasicBlock *B : Blocks) {
    StringRef Name = B->hasName() ? B->getName() : "block";
    Starts[B] = Model.addLocation(
        {Program.uniqueName(nameOf(Name)), blockLocation(*B)});
    // A block without places of its own belongs to where control comes from.
    auto Stack =
        B->isEntryBlock() ? std::optional(CallStack()) : initialCallStack(*B);
    for (const BasicBlock *Before : predecessors(B))
      if (!Stack && Stacks.contains(Before))
        Stack = finalCallStack(*Before).value_or(Stacks[Before]);
    Stacks[B] = Stack.value_or(CallStack());
  }
  for (const StateVariable &V : Values.variables())
    Model.addVariable(V);
  if (isEntry()) {
    for (const StateVariable &V : Memory.variables())
      Model.addVariable(V);
    Model.setInit(Ctx.mkAnd(Model.init(), Memory.init()));
    return;
  }
  if (Program.Encode == ProgramEncoding::Calls::Edges)
    addSite();
  addResult();
}

void FunctionEncoder::addSite() {
  size_t Calls = Program.Called.callsOf(F).size();
  if (Calls < 2)
    return;
  Site = Ctx.freshVar(nameOf("site"), Ctx.bitVecSort(Log2_64_Ceil(Calls)));
  Model.addVariable(
      {Site, "", ValueStyle::Unsigned, StateVariable::Role::CallSite});
}

/// A single `ret` of something known is known at the exit as well.
void FunctionEncoder::addResult() {
  SmallVector<const llvm::Value *, 2> Returned;
  for (const BasicBlock *B : Blocks)
    if (auto *Return = dyn_cast<ReturnInst>(B->getTerminator()))
      if (const llvm::Value *V = Return->getReturnValue())
        Returned.push_back(V);
  bool IsWanted = any_of(Program.Called.callsOf(F), [&](const CallInst *Call) {
    return Values.isLive(Call);
  });
  if (Returned.empty() || !IsWanted)
    return;
  std::optional<Scalars> Known = Values.known(Returned[0]);
  if (Known && Returned.size() == 1) {
    Result = std::move(*Known);
    return;
  }
  ResultIs = ResultKind::Variable;
  for (Type *T : scalarTypes(F.getReturnType())) {
    Sort S = scalarSort(Ctx, T);
    Result.push_back(S ? Ctx.freshVar(nameOf("result"), S) : Expr());
    if (S)
      Model.addVariable({Result.back(), "", valueStyle(T)});
  }
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// The expressions that all calls pass for \p A, if they are the same.
std::optional<Scalars> FunctionEncoder::passedByAll(const Argument &A) const {
  if (Program.Encode == ProgramEncoding::Calls::Modular)
    return passedInTheEnd(A);
  std::optional<Scalars> Passed;
  for (const CallInst *Call : Program.Called.callsOf(F)) {
    const llvm::Value *V = Call->getArgOperand(A.getArgNo());
    std::optional<Scalars> Here =
        Program.encoderOf(*Call->getFunction()).Values.known(V);
    if (!Here || (Passed && *Passed != *Here))
      return std::nullopt;
    Passed = std::move(Here);
  }
  return Passed;
}

Expr FunctionEncoder::isWaiting(unsigned Call) const {
  return Site ? Ctx.mkEq(Site, Ctx.bv(Call, Site.sort().width()))
              : Ctx.trueExpr();
}

static std::optional<SourceStep> stepOf(ExprContext &Ctx, const CallBase &Call,
                                        SourceStep::Kind What) {
  const DISubprogram *Callee = Call.getCalledFunction()->getSubprogram();
  if (!Callee)
    return std::nullopt;
  return SourceStep{What,
                    Ctx.trueExpr(),
                    sourceLocation(Call.getDebugLoc()),
                    {},
                    Callee->getName().str()};
}

/// The call edge, and the way on from where the callee returns to.
void FunctionEncoder::encodeCall(const CallBase &Call) {
  if (Program.Encode == ProgramEncoding::Calls::Modular)
    return encodeModularCall(Call);
  const BasicBlock &B = *Call.getParent();
  FunctionEncoder &Callee = Program.encoderOf(*Call.getCalledFunction());
  ArrayRef<const CallInst *> Calls = Program.Called.callsOf(Callee.F);
  EdgeBuilder Builder = executeUntil(Call);
  if (auto Step = stepOf(Ctx, Call, SourceStep::Kind::Call))
    Builder.addStep(std::move(*Step));
  Builder.pass(Call, Callee.Values);
  if (Callee.Site)
    Builder.assign(Callee.Site, Ctx.bv(find(Calls, &Call) - Calls.begin(),
                                       Callee.Site.sort().width()));
  addEdge(Builder, Starts[&B], Callee.start());
  encodeContinuation(Call);
}

void FunctionEncoder::encodeContinuation(const CallBase &Call) {
  const BasicBlock &B = *Call.getParent();
  FunctionEncoder &Callee = Program.encoderOf(*Call.getCalledFunction());
  LocationId Continuation = Model.addLocation(
      {Program.uniqueName(nameOf("return." + Callee.F.getName().str())),
       nearestLocation(Call)});
  Continuations[&Call] = Continuation;
  CallStack Stack = isInSource(Call.getDebugLoc())
                        ? callStack(Call.getDebugLoc())
                        : Stacks[&B];
  EdgeBuilder GoingOn(Ctx, Values, B, std::move(Stack));
  GoingOn.resumeAfter(Call);
  const BasicBlock &Next = *B.getSingleSuccessor();
  GoingOn.moveTo(Stacks[&Next]);
  GoingOn.enter(Next);
  addEdge(GoingOn, Continuation, Starts[&Next]);
}

void FunctionEncoder::encodeReturns() {
  if (!Exit || isEntry())
    return;
  for (auto [Number, Call] : enumerate(Program.Called.callsOf(F)))
    encodeReturnTo(*Call, Number);
}

void FunctionEncoder::encodeReturnTo(const CallInst &Call, unsigned Number) {
  FunctionEncoder &Caller = Program.encoderOf(*Call.getFunction());
  Edge E;
  E.Source = *Exit;
  E.Target = Caller.Continuations.lookup(&Call);
  E.Guard = isWaiting(Number);
  if (const Scalars *Vars = Caller.Values.variablesOf(&Call))
    for (auto [Var, New] : zip_equal(*Vars, Result))
      if (Var)
        E.Updates.push_back({Var, New});
  EdgeSource OfEdge;
  if (auto Step = stepOf(Ctx, Call, SourceStep::Kind::Return);
      Step && Program.Options.Steps == EncodeOptions::SourceSteps::Keep)
    OfEdge.Steps.push_back(std::move(*Step));
  Program.Source.set(Model.addEdge(std::move(E)), std::move(OfEdge));
}

//===----------------------------------------------------------------------===//
// Edges
//===----------------------------------------------------------------------===//

EdgeBuilder FunctionEncoder::executeUntil(const Instruction &End) {
  const BasicBlock *B = End.getParent();
  if (!Executed || &Executed->block() != B || Executed->isBehind(End)) {
    Executed.emplace(Ctx, Values, *B, Stacks[B]);
    if (isEntry() && B->isEntryBlock()) {
      Executed->readArguments();
      Executed->assignAddresses();
    }
    // So that engines need not find that out.
    if (LoopHeaders.contains(B))
      Executed->knowArguments();
  }
  Executed->executeUntil(End);
  return *Executed;
}

void FunctionEncoder::addEdge(EdgeBuilder &Builder, LocationId From,
                              LocationId To) {
  Edge E = Builder.finish(From, To);
  if (E.Guard.isFalse())
    return;
  EdgeSource OfEdge = Builder.takeSource();
  if (Program.Options.Steps == EncodeOptions::SourceSteps::Omit)
    OfEdge.Steps.clear();
  if (isEntry() && From == start())
    llvm::append_range(OfEdge.Found, Memory.foundAtStart());
  Program.Source.set(Model.addEdge(std::move(E)), std::move(OfEdge));
}

void FunctionEncoder::addEdge(EdgeBuilder &Builder, const BasicBlock &From,
                              const BasicBlock &To) {
  Builder.moveTo(Stacks[&To]);
  Builder.enter(To);
  addEdge(Builder, Starts[&From], Starts[&To]);
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

LocationId FunctionEncoder::errorLocation(ErrorLocation E,
                                          const Instruction &At) {
  auto [It, IsNew] = Program.Errors.try_emplace({E.Where.str(), E.What, E.Type},
                                                Model.errors().size());
  E.MayFollowDepth = Program.Recursion.mayHold(At);
  if (IsNew) {
    E.Loc = Model.addLocation({Program.uniqueName("error"), E.Where});
    Model.addError(std::move(E));
  } else {
    if (E.MayFollowDepth)
      Model.setMayFollowDepth(It->second);
    Model.addForCallers(It->second, E.ForCallers);
    Model.addOperations(It->second, E.Operations);
  }
  const LocationId Loc = Model.errors()[It->second].Loc;
  Program.RaisedAt[Loc].insert(&At);
  return Loc;
}

LocationId FunctionEncoder::errorLocationOf(const CallBase &Call) {
  ErrorLocation::Kind Type = ErrorLocation::Kind::Violation;
  if (ErrorKind Kind = describeError(Call).Kind;
      Kind == ErrorKind::RecursionLimit)
    Type = ErrorLocation::Kind::Depth;
  else if (Kind == ErrorKind::Undefined || Kind == ErrorKind::Unreachable)
    Type = ErrorLocation::Kind::Limit;
  Failure What = failureOf(Call);
  auto ForCallers = needsAgainst(What, Call);
  return errorLocation({.What = std::move(What),
                        .Where = sooth::errorLocation(Call),
                        .Type = Type,
                        .Check = checkOf(Call).str(),
                        .ForCallers = std::move(ForCallers),
                        .Operations = operationOf(Call)},
                       Call);
}

/// Whether \p Call leads to code that is not shown, also through functions that
/// are not followed, and that may call back.
static bool leadsToCallBack(const CallBase &Call, Environment Outside) {
  if (mayCallBack(Call))
    return !Call.hasFnAttr(UnknownTargetName) || mayReachUnseen(Outside);
  const Function *Callee = calledFunction(Call);
  if (!Callee || !isSummarized(*Callee))
    return false;
  SetVector<const Function *> Reached;
  Reached.insert(Callee);
  for (unsigned K = 0; K < Reached.size(); ++K)
    for (const Instruction &I : instructions(*Reached[K]))
      if (auto *Inner = dyn_cast<CallBase>(&I)) {
        if (mayCallBack(*Inner))
          return true;
        if (classify(*Inner) == CalleeKind::Defined)
          Reached.insert(calledFunction(*Inner));
      }
  return false;
}

/// What a function does that is called back is not followed.
void FunctionEncoder::encodeCallBack(const CallBase &Call) {
  if (Program.CalledBack.empty() ||
      !leadsToCallBack(Call, Program.Options.Outside))
    return;
  Failure CalledBack(Failure::Kind::CalledBack);
  CalledBack.Objects = Program.CalledBack;
  EdgeBuilder Builder = executeUntil(Call);
  addEdge(Builder, Starts[Call.getParent()],
          errorLocation({.What = std::move(CalledBack),
                         .Where = nearestLocation(Call),
                         .Type = ErrorLocation::Kind::Limit,
                         .Check = "call",
                         .Operations = operationOf(Call)},
                        Call));
}

/// What keeps runs from \p What, which goes wrong at \p At, where the program's
/// entry is called.
std::optional<std::vector<Need>>
FunctionEncoder::needsAgainst(const Failure &What, const Instruction &At) {
  if (!isEntry()) {
    auto *Trap = dyn_cast<CallBase>(&At);
    return Trap && classify(*Trap) == CalleeKind::Error &&
                   Memory.points().hasOutside() &&
                   describeError(*Trap).Kind == ErrorKind::Sanitizer
               ? needsOfFoundIndex(*Trap, Memory.points())
               : std::nullopt;
  }
  if (F.arg_empty())
    return std::nullopt;
  if (!Program.Needs)
    Program.Needs.emplace(F, Memory, Program.Names);
  return Program.Needs->against(What, At);
}

/// Where \p I leaves what the model can say.
void FunctionEncoder::encodeFaults(const Instruction &I) {
  if (!EdgeBuilder::mayFault(I, Memory))
    return;
  EdgeBuilder Before = executeUntil(I);
  const auto Faults = Before.faultsOf(I);
  auto *Call = dyn_cast<CallBase>(&I);
  StringRef Check = Call && classify(*Call) == CalleeKind::MemoryCheck
                        ? checkOf(*Call)
                        : "access";
  for (const EdgeBuilder::Fault &Fault : Faults) {
    if (Fault.When.isFalse())
      continue;
    // An edge of its own for each.
    EdgeBuilder Builder = Before;
    Builder.require(Fault.When);
    if (!Fault.Shown.empty())
      Builder.addStep({SourceStep::Kind::Operands, Ctx.trueExpr(),
                       nearestLocation(I), Fault.Shown});
    Builder.tellTexts(I);
    const bool IsHere = !Fault.Where.isValid();
    SourceLocation Where = IsHere ? nearestLocation(I) : Fault.Where;
    if (Fault.Why == EdgeBuilder::Fault::Reason::Unsupported)
      Builder.approximate(Fault.What, Where);
    addEdge(
        Builder, Starts[I.getParent()],
        errorLocation({.What = Fault.What,
                       .Where = Where,
                       .Type = Fault.Type,
                       .Help = Fault.Help,
                       .Check = Check.str(),
                       .ForCallers = needsAgainst(Fault.What, I),
                       .Operations = IsHere ? operationOf(I) : OperationsAt()},
                      I));
  }
}

static ValueStyle operandStyle(const Instruction &Operation) {
  auto *Overflow = dyn_cast<WithOverflowInst>(&Operation);
  bool IsUnsigned = (Overflow && !Overflow->isSigned()) ||
                    Operation.getOpcode() == Instruction::UDiv ||
                    Operation.getOpcode() == Instruction::URem;
  return IsUnsigned ? ValueStyle::Unsigned : ValueStyle::Signed;
}

/// The operand as the user wrote it: a shift amount without the mask that gives
/// it the hardware's meaning.
static const llvm::Value *writtenOperand(const Instruction &Operation,
                                         unsigned I) {
  const llvm::Value *Operand = Operation.getOperand(I);
  auto *Mask = dyn_cast<BinaryOperator>(Operand);
  bool IsMasked = Operation.isShift() && I == 1 && Mask &&
                  Mask->getOpcode() == Instruction::And &&
                  isa<ConstantInt>(Mask->getOperand(1));
  return IsMasked ? Mask->getOperand(0) : Operand;
}

/// Shows what an operation that fails its check was given.
void FunctionEncoder::tellOperands(EdgeBuilder &Builder,
                                   const Instruction &Operation) {
  SourceStep Step{SourceStep::Kind::Operands, Ctx.trueExpr(),
                  nearestLocation(Operation)};
  constexpr ShownValue::Role Roles[] = {ShownValue::Role::LeftOperand,
                                        ShownValue::Role::RightOperand};
  for (unsigned I = 0; I < 2 && I < Operation.getNumOperands(); ++I) {
    const llvm::Value *Operand = writtenOperand(Operation, I);
    if (I == 1 && Operand == writtenOperand(Operation, 0))
      break;
    Expr Now = Builder.shown(Operand);
    if (!Now)
      continue;
    const UserName *Name = Program.Names.nameOf(Operand);
    ShownValue Shown{Name ? Name->Path : AccessPath(), Now,
                     Name ? Name->Style : operandStyle(Operation)};
    Shown.What = Name ? ShownValue::Role::Variable : Roles[I];
    Step.Values.push_back(std::move(Shown));
  }
  if (!Step.Values.empty())
    Builder.addStep(std::move(Step));
}

/// \p V, one side of \p Compare, as the user sees it.
static const llvm::Value *writtenSide(const llvm::Value *V) {
  auto *Cast = dyn_cast<CastInst>(V);
  return Cast && isa<SExtInst, ZExtInst, FPExtInst>(Cast) &&
                 !Cast->getSrcTy()->isIntegerTy(1)
             ? Cast->getOperand(0)
             : V;
}

/// Tells the text of \p Condition, and what is compared there.
void FunctionEncoder::tellCondition(EdgeBuilder &Builder,
                                    const llvm::Value *Condition,
                                    SourceLocation Where, Expr Holds) {
  SourceStep Step{SourceStep::Kind::Condition, Ctx.trueExpr(),
                  std::move(Where)};
  Step.Holds = Holds;
  if (Program.Options.Steps == EncodeOptions::SourceSteps::Keep) {
    const ConditionTexts::Condition &Known = Program.Conditions.find(Condition);
    Step.Text = Known.Text;
    auto *Compare = dyn_cast<ICmpInst>(Condition);
    ValueStyle Style = Compare && Compare->isUnsigned() ? ValueStyle::Unsigned
                                                        : ValueStyle::Signed;
    auto Show = [&](const llvm::Value *Side, ShownValue::Role As) {
      if (!Side)
        return;
      Side = writtenSide(Side);
      const UserName *Name = Program.Names.nameOf(Side);
      auto Shown = Builder.shownAs({}, Side,
                                   Name ? Name->Style
                                   : Side->getType()->isFloatingPointTy()
                                       ? ValueStyle::Float
                                       : Style);
      if (!Shown)
        return;
      Shown->What = As;
      Step.Values.push_back(std::move(*Shown));
    };
    Show(Known.Left, ShownValue::Role::LeftOperand);
    Show(Known.Right, ShownValue::Role::RightOperand);
  }
  Builder.addStep(std::move(Step));
}

void FunctionEncoder::encodeError(const CallBase &Call) {
  EdgeBuilder Builder = executeUntil(Call);
  if (classify(Call) == CalleeKind::Assert) {
    const llvm::Value *Asserted = Call.getArgOperand(0);
    Builder.require(Ctx.mkNot(Builder.isNonZero(Asserted)));
    if (auto *Number = dyn_cast<ZExtInst>(Asserted))
      Asserted = Number->getOperand(0);
    if (Program.Conditions.find(Asserted).Text)
      tellCondition(Builder, Asserted, sourceLocation(Call.getDebugLoc()),
                    Ctx.falseExpr());
  }
  if (describeError(Call).Kind == ErrorKind::Sanitizer)
    if (const Instruction *Operation = checkedOperation(Call))
      tellOperands(Builder, *Operation);
  Builder.tellTexts(Call);
  addEdge(Builder, Starts[Call.getParent()], errorLocationOf(Call));
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

void FunctionEncoder::encodeBlock(const BasicBlock &B) {
  for (const Instruction &I : B) {
    if (I.isTerminator())
      return encodeTerminator(I);
    encodeFaults(I);
    if (auto *Call = dyn_cast<CallBase>(&I))
      encodeCallBack(*Call);
    auto *Call = dyn_cast<CallBase>(&I);
    if (!Call)
      continue;
    if (Program.Called.calledBy(I))
      return encodeCall(*Call);
    switch (classify(*Call)) {
    case CalleeKind::Error:
      return encodeError(*Call);
    case CalleeKind::Assert:
      encodeError(*Call);
      break;
    case CalleeKind::Exit:
      return;
    default:
      if (Call->doesNotReturn())
        return;
    }
  }
}

void FunctionEncoder::encodeTerminator(const Instruction &I) {
  switch (I.getOpcode()) {
  case Instruction::Br:
    return encodeBranch(cast<BranchInst>(I));
  case Instruction::Switch:
    return encodeSwitch(cast<SwitchInst>(I));
  case Instruction::Ret:
    return encodeReturn(cast<ReturnInst>(I));
  case Instruction::Unreachable:
    return;
  default:
    return encodeUnknownChoice(I);
  }
}

/// Whether \p I is a choice of the user's, not one that checks it.
static bool isUserChoice(const Instruction &I) {
  return !I.hasMetadata(LLVMContext::MD_nosanitize) &&
         sourceLocation(I.getDebugLoc()).isValid();
}

void FunctionEncoder::encodeBranch(const BranchInst &I) {
  const BasicBlock &B = *I.getParent();
  bool IsChoice = I.isConditional() && I.getSuccessor(0) != I.getSuccessor(1);
  if (!IsChoice) {
    EdgeBuilder Builder = executeUntil(I);
    if (auto *Callee = I.getMetadata(TailCallName))
      Builder.tellTailCall(*cast<DISubprogram>(Callee),
                           Stacks[I.getSuccessor(0)]);
    return addEdge(Builder, B, *I.getSuccessor(0));
  }
  for (unsigned Taken = 0; Taken < 2; ++Taken) {
    EdgeBuilder Builder = executeUntil(I);
    Expr Condition = Builder.deciding(I.getCondition());
    Builder.require(Taken == 0 ? Condition : Ctx.mkNot(Condition));
    if (isUserChoice(I))
      tellCondition(Builder, I.getCondition(), sourceLocation(I.getDebugLoc()),
                    Ctx.boolean(Taken == 0));
    addEdge(Builder, B, *I.getSuccessor(Taken));
  }
}

/// One edge per successor; the cases that lead there are told apart by the
/// steps' conditions.
void FunctionEncoder::encodeSwitch(const SwitchInst &I) {
  MapVector<const BasicBlock *, SmallVector<const ConstantInt *>> Targets;
  for (auto Case : I.cases())
    Targets[Case.getCaseSuccessor()].push_back(Case.getCaseValue());
  Targets.insert({I.getDefaultDest(), {}});
  for (auto &[Target, CaseValues] : Targets) {
    EdgeBuilder Builder = executeUntil(I);
    Expr Selector = Builder.deciding(I.getCondition());
    auto Equals = [&](const ConstantInt *V) {
      return Ctx.mkEq(Selector, constantScalars(Ctx, V, nullptr)[0]);
    };
    SmallVector<Expr> Ways, NoCase;
    auto AddWay = [&](Expr When, SourceStep Step) {
      Ways.push_back(When);
      Step.When = When;
      Step.Where = sourceLocation(I.getDebugLoc());
      if (isUserChoice(I))
        Builder.addStep(std::move(Step));
    };
    for (const ConstantInt *V : CaseValues)
      AddWay(Equals(V), {SourceStep::Kind::Case,
                         {},
                         {},
                         {{"", constantScalars(Ctx, V, nullptr)[0]}}});
    if (Target == I.getDefaultDest()) {
      for (auto Case : I.cases())
        NoCase.push_back(Ctx.mkNot(Equals(Case.getCaseValue())));
      AddWay(Ctx.mkAnd(NoCase), {SourceStep::Kind::Default, {}, {}});
    }
    Builder.require(Ctx.mkOr(Ways));
    addEdge(Builder, *I.getParent(), *Target);
  }
}

/// main's return is the last thing told; that of a procedure is told where the
/// call is.
void FunctionEncoder::encodeReturn(const ReturnInst &I) {
  if (!Exit)
    Exit = Model.addLocation(
        {Program.uniqueName(nameOf("exit")), nearestLocation(I)});
  EdgeBuilder Builder = executeUntil(I);
  Builder.moveTo(CallStack());
  if (!isEntry()) {
    if (ResultIs == ResultKind::Variable)
      Builder.assign(Result, Builder.operand(I.getReturnValue()));
    Builder.leave();
    return addEdge(Builder, Starts[I.getParent()], *Exit);
  }
  SourceStep Step{SourceStep::Kind::Return,
                  Ctx.trueExpr(),
                  nearestLocation(I),
                  {},
                  F.getName().str()};
  if (const llvm::Value *Returned = I.getReturnValue())
    if (Expr Now = Builder.shown(Returned)) {
      Step.Values.push_back({{}, Now, ValueStyle::Signed});
      Step.Values.back().What = ShownValue::Role::Result;
    }
  Builder.addStep(std::move(Step));
  addEdge(Builder, Starts[I.getParent()], *Exit);
}

/// Computed gotos: the address is not modelled, any label may be next.
void FunctionEncoder::encodeUnknownChoice(const Instruction &I) {
  SmallSetVector<const BasicBlock *, 4> Targets(succ_begin(I.getParent()),
                                                succ_end(I.getParent()));
  for (const BasicBlock *Target : Targets) {
    EdgeBuilder Builder = executeUntil(I);
    Builder.approximate(Cause::Kind::ComputedGoto, nearestLocation(I));
    addEdge(Builder, *I.getParent(), *Target);
  }
}

void FunctionEncoder::encodeBlocks() {
  for (const BasicBlock *B : Blocks)
    encodeBlock(*B);
}
