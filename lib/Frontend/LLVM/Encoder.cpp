//===- Encoder.cpp - From LLVM IR to guarded commands ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Encoder.h"

#include "EdgeBuilder.h"
#include "Messages.h"
#include "SupportedConstructs.h"
#include "sooth/Frontend/LLVM/Vocabulary.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMContext.h"

#include <map>

using namespace sooth;
using namespace llvm;

namespace {

class FunctionEncoder {
public:
  FunctionEncoder(ExprContext &Ctx, const Function &F,
                  const EncodeOptions &Options)
      : Ctx(Ctx), F(F), Options(Options), Names(F), Memory(Ctx, F),
        Values(Ctx, F, Names, Memory), Blocks(&F),
        Model(std::make_unique<Cfa>(Ctx)) {}

  EncodedProgram run();

private:
  ExprContext &Ctx;
  const Function &F;
  const EncodeOptions &Options;
  SourceMap Names;
  MemoryModel Memory;
  ValueTable Values;
  ReversePostOrderTraversal<const Function *> Blocks;
  std::unique_ptr<Cfa> Model;
  DenseMap<const BasicBlock *, LocationId> Starts;
  DenseMap<const BasicBlock *, CallStack> Stacks;
  std::map<std::string, LocationId> ErrorLocations; // by message and place
  std::optional<LocationId> Exit;
  StringSet<> LocationNames;

  void addLocations();
  std::string uniqueName(StringRef Wanted);
  void encodeBlock(const BasicBlock &B);
  void encodeError(const CallBase &Call);
  void encodeTerminator(const Instruction &I);
  void encodeBranch(const BranchInst &I);
  void encodeSwitch(const SwitchInst &I);
  void encodeReturn(const ReturnInst &I);
  void encodeUnknownChoice(const Instruction &I);
  EdgeBuilder executeUntil(const Instruction &End);
  void addEdge(EdgeBuilder &Builder, const BasicBlock &From,
               const BasicBlock &To);
  void addEdge(EdgeBuilder &Builder, const BasicBlock &From, LocationId To);
  LocationId errorLocationOf(const CallBase &Call);
  LocationId errorLocation(const std::string &Message, SourceLocation Where,
                           ErrorLocation::Kind As);
  void encodeFaults(const Instruction &I);
  void tellOperands(EdgeBuilder &Builder, const Instruction &Operation);
};

} // namespace

std::string FunctionEncoder::uniqueName(StringRef Wanted) {
  std::string Name = Wanted.str();
  for (unsigned I = 1; !LocationNames.insert(Name).second; ++I)
    Name = (Wanted + "." + Twine(I)).str();
  return Name;
}

void FunctionEncoder::addLocations() {
  for (const BasicBlock *B : Blocks) {
    Starts[B] = Model->addLocation(
        {uniqueName(B->hasName() ? B->getName() : "block"), blockLocation(*B)});
    // A block without places of its own belongs to where control comes from.
    auto Stack = initialCallStack(*B);
    for (const BasicBlock *Before : predecessors(B))
      if (!Stack && Stacks.contains(Before))
        Stack = Stacks[Before];
    Stacks[B] = Stack.value_or(CallStack());
  }
  Model->setEntry(Starts[&F.getEntryBlock()]);
}

EdgeBuilder FunctionEncoder::executeUntil(const Instruction &End) {
  const BasicBlock *B = End.getParent();
  EdgeBuilder Builder(Ctx, Values, *B, Stacks[B]);
  Builder.executeUntil(End);
  return Builder;
}

void FunctionEncoder::addEdge(EdgeBuilder &Builder, const BasicBlock &From,
                              LocationId To) {
  Edge E = Builder.finish(Starts[&From], To);
  if (E.Guard.isFalse())
    return;
  if (Options.Steps == EncodeOptions::SourceSteps::Omit)
    E.Steps.clear();
  Model->addEdge(std::move(E));
}

void FunctionEncoder::addEdge(EdgeBuilder &Builder, const BasicBlock &From,
                              const BasicBlock &To) {
  Builder.moveTo(Stacks[&To]);
  Builder.enter(To);
  addEdge(Builder, From, Starts[&To]);
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

LocationId FunctionEncoder::errorLocation(const std::string &Message,
                                          SourceLocation Where,
                                          ErrorLocation::Kind As) {
  auto [It, IsNew] =
      ErrorLocations.try_emplace(Message + " at " + Where.str(), 0);
  if (IsNew) {
    It->second = Model->addLocation({uniqueName("error"), Where});
    Model->addError({It->second, Message, Where, As});
  }
  return It->second;
}

LocationId FunctionEncoder::errorLocationOf(const CallBase &Call) {
  return errorLocation(errorMessage(Call), sooth::errorLocation(Call),
                       ErrorLocation::Kind::Violation);
}

/// Where \p I leaves what the model can say.
void FunctionEncoder::encodeFaults(const Instruction &I) {
  if (!EdgeBuilder::mayFault(I))
    return;
  EdgeBuilder First = executeUntil(I);
  auto Faults = First.faultsOf(I);
  for (unsigned K = 0; K < Faults.size(); ++K) {
    if (Faults[K].When.isFalse())
      continue;
    // An edge of its own for each.
    EdgeBuilder Builder = executeUntil(I);
    EdgeBuilder::Fault Fault = Builder.faultsOf(I)[K];
    Builder.require(Fault.When);
    addEdge(Builder, *I.getParent(),
            errorLocation(Fault.Message, nearestLocation(I), Fault.As));
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
  SourceStep Step{SourceStep::Kind::Statement,
                  Ctx.trueExpr(),
                  nearestLocation(Operation),
                  "",
                  {}};
  const char *Unnamed[] = {"left operand", "right operand"};
  for (unsigned I = 0; I < 2 && I < Operation.getNumOperands(); ++I) {
    const llvm::Value *Operand = writtenOperand(Operation, I);
    if (I == 1 && Operand == writtenOperand(Operation, 0))
      break;
    const UserName *Name = Names.nameOf(Operand);
    if (Expr Now = Builder.shown(Operand))
      Step.Values.push_back({Name ? Name->Name : Unnamed[I], Now,
                             Name ? Name->Style : operandStyle(Operation)});
  }
  if (!Step.Values.empty())
    Builder.addStep(std::move(Step));
}

void FunctionEncoder::encodeError(const CallBase &Call) {
  EdgeBuilder Builder = executeUntil(Call);
  if (classify(Call) == CalleeKind::Assert)
    Builder.require(Ctx.mkNot(Builder.isNonZero(Call.getArgOperand(0))));
  if (describeError(Call).Kind == ErrorKind::Sanitizer)
    if (const Instruction *Operation = checkedOperation(Call))
      tellOperands(Builder, *Operation);
  addEdge(Builder, *Call.getParent(), errorLocationOf(Call));
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

void FunctionEncoder::encodeBlock(const BasicBlock &B) {
  for (const Instruction &I : B) {
    if (I.isTerminator())
      return encodeTerminator(I);
    encodeFaults(I);
    auto *Call = dyn_cast<CallBase>(&I);
    if (!Call)
      continue;
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
    return addEdge(Builder, B, *I.getSuccessor(0));
  }
  for (unsigned Taken = 0; Taken < 2; ++Taken) {
    EdgeBuilder Builder = executeUntil(I);
    Expr Condition = Builder.deciding(I.getCondition());
    Builder.require(Taken == 0 ? Condition : Ctx.mkNot(Condition));
    if (isUserChoice(I))
      Builder.addStep({SourceStep::Kind::Branch,
                       Ctx.trueExpr(),
                       sourceLocation(I.getDebugLoc()),
                       Taken == 0 ? "condition is true" : "condition is false",
                       {}});
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
    auto AddWay = [&](Expr When, const std::string &Text) {
      Ways.push_back(When);
      if (isUserChoice(I))
        Builder.addStep({SourceStep::Kind::Branch,
                         When,
                         sourceLocation(I.getDebugLoc()),
                         Text,
                         {}});
    };
    for (const ConstantInt *V : CaseValues) {
      SmallString<24> Text;
      V->getValue().toStringSigned(Text);
      AddWay(Equals(V), ("case " + Text).str());
    }
    if (Target == I.getDefaultDest()) {
      for (auto Case : I.cases())
        NoCase.push_back(Ctx.mkNot(Equals(Case.getCaseValue())));
      AddWay(Ctx.mkAnd(NoCase), "default");
    }
    Builder.require(Ctx.mkOr(Ways));
    addEdge(Builder, *I.getParent(), *Target);
  }
}

void FunctionEncoder::encodeReturn(const ReturnInst &I) {
  if (!Exit)
    Exit = Model->addLocation({uniqueName("exit"), nearestLocation(I)});
  EdgeBuilder Builder = executeUntil(I);
  Builder.moveTo(CallStack());
  SourceStep Step{SourceStep::Kind::Return,
                  Ctx.trueExpr(),
                  nearestLocation(I),
                  "return from " + F.getName().str(),
                  {}};
  if (const llvm::Value *Returned = I.getReturnValue())
    if (Expr Now = Builder.shown(Returned))
      Step.Values.push_back({"result", Now, ValueStyle::Signed});
  Builder.addStep(std::move(Step));
  addEdge(Builder, *I.getParent(), *Exit);
}

/// Computed gotos: the address is not modelled, any label may be next.
void FunctionEncoder::encodeUnknownChoice(const Instruction &I) {
  SmallSetVector<const BasicBlock *, 4> Targets(succ_begin(I.getParent()),
                                                succ_end(I.getParent()));
  for (const BasicBlock *Target : Targets) {
    EdgeBuilder Builder = executeUntil(I);
    Builder.approximate("computed goto", nearestLocation(I));
    addEdge(Builder, *I.getParent(), *Target);
  }
}

static std::vector<EncodedProgram::Approximation>
approximationsOf(const Cfa &Model) {
  std::vector<EncodedProgram::Approximation> Result;
  StringSet<> Seen;
  for (const Edge &E : Model.edges())
    for (const Input &In : E.Inputs)
      if (In.What == Input::Kind::Havoc &&
          Seen.insert(In.Source + " at " + In.Where.str()).second)
        Result.push_back({In.Source, In.Where});
  return Result;
}

EncodedProgram FunctionEncoder::run() {
  addLocations();
  for (const StateVariable &V : Values.variables())
    Model->addVariable(V);
  for (const StateVariable &V : Memory.variables())
    Model->addVariable(V);
  Model->setInit(Memory.init());
  for (const BasicBlock *B : Blocks)
    encodeBlock(*B);
  EncodedProgram Result;
  Result.Approximations = approximationsOf(*Model);
  Result.Model = std::move(Model);
  return Result;
}

Expected<EncodedProgram> sooth::encodeCfa(ExprContext &Ctx,
                                          const Function &Entry,
                                          const EncodeOptions &Options) {
  assert(!Entry.isDeclaration());
  if (Error E = checkSupported(Entry))
    return std::move(E);
  return FunctionEncoder(Ctx, Entry, Options).run();
}
