//===- EdgeBuilder.cpp - Executes a part of a block symbolically ----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EdgeBuilder.h"

#include "Approximations.h"
#include "CLibrary/LibraryResults.h"
#include "Divisions.h"
#include "Memory/ObjectText.h"
#include "Operations.h"
#include "Source/Messages.h"
#include "sooth/Expr/Traversal.h"
#include "sooth/Frontend/LLVM/Base/CallChoices.h"
#include "sooth/Frontend/LLVM/Base/ElementChoice.h"
#include "sooth/Frontend/LLVM/Base/PointerTypes.h"
#include "sooth/Frontend/LLVM/Base/UnseenVersions.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "sooth/Frontend/LLVM/Passes/UninitializedValues.h"
#include "sooth/Frontend/LLVM/Passes/VolatileMeaning.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace sooth;
using namespace llvm;

/// That nobody knows where a pointer of the program leads when it is called;
/// \p Part is a variable, or one with the numbers of members.
static Cause heldPointer(StringRef Part) {
  size_t End = Part.find('.');
  while (End != StringRef::npos && End + 1 < Part.size() &&
         !isDigit(Part[End + 1]))
    End = Part.find('.', End + 1);
  const bool IsPart = End != StringRef::npos;
  return {Cause::Kind::Quoted, (IsPart ? "what a pointer in '" : "what '") +
                                   Part.substr(0, End).str() +
                                   "' leads to when the function is called"};
}

EdgeBuilder::EdgeBuilder(ExprContext &Ctx, const ValueTable &Values,
                         const BasicBlock &B, CallStack Stack)
    : Ctx(Ctx), Values(Values), B(B), Stack(std::move(Stack)), Required(Ctx) {}

void EdgeBuilder::readArguments() {
  Here = blockLocation(B);
  const PointsTo &Points = Values.memory().points();
  for (const Argument &A : B.getParent()->args()) {
    if (!Values.isLive(&A))
      continue;
    StringRef Name = A.hasName() ? A.getName() : "argument";
    auto Target = Points.pointee(&A);
    Local[&A] = Target && Points.node(Target->Node).IsOutside
                    ? freshScalars(Input::Kind::Argument, A.getType(), Name,
                                   A.getName())
                    : freshInputs(Input::Kind::Argument, A.getType(), Name,
                                  A.getName());
  }
  knowArguments();
  knowFirstLoads();
}

void EdgeBuilder::knowArguments() {
  const OutsideMemory &Outside = Values.memory().outside();
  auto AddressOf = [&](const llvm::Value &V) -> std::optional<Address> {
    const Scalars *At = V.getType()->isPointerTy() ? value(&V) : nullptr;
    if (!At || At->size() != 2 || !(*At)[0] || !(*At)[1])
      return std::nullopt;
    return Address{(*At)[0], (*At)[1]};
  };
  const Function &F = *B.getParent();
  for (const Argument &A : F.args())
    if (auto At = AddressOf(A))
      know(Outside.isPossible(Memory, A, *At));
  for (const Argument &A : F.args())
    for (const Argument &Other : drop_begin(F.args(), A.getArgNo() + 1))
      if (auto At = AddressOf(A), AtOther = AddressOf(Other); At && AtOther)
        know(Outside.areApart(A, *At, Other, *AtOther));
  // A number that comes with an array may say how long that is.
  for (const Argument &A : F.args())
    for (const Argument &Count : F.args()) {
      auto At = AddressOf(A);
      const Scalars *Number =
          At && Count.getType()->isIntegerTy() ? value(&Count) : nullptr;
      if (!Number || !(*Number)[0] || !(*Number)[0].sort().isBitVec())
        continue;
      const UserName *Name = Values.names().nameOf(&Count);
      know(Outside.isCounted(Memory, A, *At, Count, (*Number)[0],
                             Name ? Name->Style : ValueStyle::Signed));
    }
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Expr EdgeBuilder::freshInput(Input::Kind What, Type *T, StringRef Prefix,
                             const InputSource &From) {
  Sort S = scalarSort(Ctx, T);
  if (!S)
    return Expr();
  Expr Var = Ctx.freshVar(Prefix, S);
  Result.Inputs.push_back({Var, What, From.Name, Here});
  if (From.Why)
    Source.Unknown.push_back({Var, From.Why});
  noteInlined(Var);
  return Var;
}

void EdgeBuilder::noteInlined(Expr Input) {
  if (auto Calls = inlinedCalls(HereInlined); !Calls.empty())
    Source.Inlined.push_back({Input, std::move(Calls)});
}

Scalars EdgeBuilder::freshInputs(Input::Kind What, Type *T, StringRef Prefix,
                                 const InputSource &From) {
  // Not every number is an address that the program may be given.
  if (What != Input::Kind::Unset && mayHoldPointer(T))
    What = Input::Kind::Havoc;
  return freshScalars(What, T, Prefix, From);
}

Scalars EdgeBuilder::freshScalars(Input::Kind What, Type *T, StringRef Prefix,
                                  const InputSource &From) {
  Scalars Fresh;
  for (Type *Leaf : scalarTypes(T))
    Fresh.push_back(freshInput(What, Leaf, Prefix, From));
  return Fresh;
}

const Scalars *EdgeBuilder::value(const llvm::Value *V) {
  auto It = Local.find(V);
  return It != Local.end() ? &It->second : Values.find(V);
}

Scalars EdgeBuilder::operand(const llvm::Value *V) {
  if (auto *C = dyn_cast<Constant>(V)) {
    bool Undefined = hasUndefinedScalar(C);
    return constantScalars(Ctx, C, [&](const Constant *Leaf, Type *T) {
      if (auto Known = Leaf ? Values.memory().addressOf(Leaf) : std::nullopt)
        return scalarsOf(*Known);
      return Undefined ? freshInputs(Input::Kind::Unset, T, "unset",
                                     Cause::Kind::UninitializedValue)
                       : freshInputs(Input::Kind::Havoc, T, "havoc",
                                     Cause::Kind::AddressAsNumber);
    });
  }
  if (const Scalars *Known = value(V))
    return *Known;
  // Only scalars that are not modelled have no value here.
  return Scalars(scalarTypes(V->getType()).size());
}

Expr EdgeBuilder::deciding(const llvm::Value *V) {
  if (Expr Known = operand(V)[0])
    return Known;
  // A pointer.
  if (isa<ConstantPointerNull>(V))
    return Ctx.falseExpr();
  if (auto *Object = dyn_cast<GlobalObject>(V->stripPointerCasts());
      Object && !Object->hasExternalWeakLinkage())
    return Ctx.trueExpr();
  return freshInput(Input::Kind::Havoc, Type::getInt1Ty(V->getContext()),
                    "havoc", Cause::Kind::PointerComparison);
}

Expr EdgeBuilder::shown(const llvm::Value *V) {
  if (isa<ConstantInt, ConstantFP>(V))
    return operand(V)[0];
  const Scalars *Known = isa<Constant>(V) ? nullptr : value(V);
  return Known && Known->size() == 1 ? Known->front() : Expr();
}

std::optional<ShownValue> EdgeBuilder::shownAs(const AccessPath &Path,
                                               const llvm::Value *V,
                                               ValueStyle Style) {
  if (!V->getType()->isPointerTy()) {
    Expr Now = shown(V);
    return Now ? std::optional(ShownValue{Path, Now, Style}) : std::nullopt;
  }
  auto At = isa<Constant>(V) || value(V) ? addressIn(V) : std::nullopt;
  if (!At)
    return std::nullopt;
  return ShownValue{Path,
                    At->Object,
                    ValueStyle::Unsigned,
                    At->Offset,
                    Values.memory().objectTable(),
                    memoryNow()};
}

/// What memory holds; the same object if that is the same as before.
std::shared_ptr<const ChangedVariables> EdgeBuilder::memoryNow() {
  ChangedVariables Now(Memory.changes().begin(), Memory.changes().end());
  if (!LastShown || *LastShown != Now)
    LastShown = std::make_shared<const ChangedVariables>(std::move(Now));
  return LastShown;
}

void EdgeBuilder::tellTexts(const Instruction &Error) {
  SourceStep Step{SourceStep::Kind::Violation, Ctx.trueExpr(),
                  nearestLocation(Error)};
  const MemoryModel &Model = Values.memory();
  for (unsigned Object : textsVisibleAt(Model.points(), *Model.objectTable(),
                                        Error.getDebugLoc()))
    Step.Values.push_back({Model.objectTable()->find(Object)->Name,
                           Ctx.bv(Object, ObjectBits), ValueStyle::Unsigned,
                           Ctx.bv(0, OffsetBits), Model.objectTable(),
                           memoryNow()});
  if (!Step.Values.empty())
    addStep(std::move(Step));
}

Expr EdgeBuilder::isNonZero(const llvm::Value *V) {
  SmallVector<Expr> Ways;
  for (Expr E : operand(V))
    Ways.push_back(
        E.isBool() ? E : Ctx.mkNot(Ctx.mkEq(E, Ctx.bv(0, E.sort().width()))));
  return Ctx.mkOr(Ways);
}

bool EdgeBuilder::haveOperands(const Instruction &I) {
  return all_of(I.operand_values(), [&](const llvm::Value *V) {
    return isa<Constant>(V) || !hasModelledScalar(V->getType()) || value(V);
  });
}

//===----------------------------------------------------------------------===//
// Execution
//===----------------------------------------------------------------------===//

void EdgeBuilder::executeUntil(const Instruction &End) {
  // The φs took their values on the edge to here. Their places may be inside of
  // calls that ended there.
  for (const Instruction &I :
       make_range(Next ? Next->getIterator() : B.getFirstNonPHIIt(), B.end())) {
    if (&I != Next) {
      for (const DbgVariableRecord &R : filterDbgVars(I.getDbgRecordRange()))
        tell(R);
      moveTo(I.getDebugLoc());
    }
    Next = &I;
    if (&I == &End)
      break;
    execute(I);
  }
  Here = nearestLocation(End);
  HereInlined = nullptr;
}

bool EdgeBuilder::isBehind(const Instruction &I) const {
  return Next && &I != Next && I.comesBefore(Next);
}

void EdgeBuilder::execute(const Instruction &I) {
  ValueRole Role = valueRole(I);
  Here = nearestLocation(I);
  HereInlined = isInSource(I.getDebugLoc()) ? I.getDebugLoc().get() : nullptr;
  if (executeMemory(I))
    return;
  if (auto *Call = dyn_cast<CallBase>(&I); Call && Role != ValueRole::Operation)
    executeCall(*Call);
  if (Role == ValueRole::Unmodelled || Local.contains(&I))
    return;
  auto Operand = [&](const llvm::Value *V) { return operand(V); };
  if (isOperation(I)) {
    bool IsExact = Role == ValueRole::Operation;
    if (!haveOperands(I) || (!IsExact && !Values.isLive(&I)))
      return;
    if (I.isIntDivRem())
      require(noTrapCondition(Ctx, I, Operand));
    Local[&I] = applyOperation(Ctx, Values.memory(), I, Operand);
    if (auto *Part = dyn_cast<ExtractValueInst>(&I))
      if (auto *Call = dyn_cast<CallBase>(Part->getAggregateOperand());
          Call && callsSummarized(*Call))
        knowResult(I);
    return;
  }
  if (Values.isLive(&I) && isUndefinedRead(I))
    Local[&I] = freshInputs(Input::Kind::Unset, I.getType(), "unset",
                            Cause::Kind::ConstantPadding);
  else if (Values.isLive(&I))
    Local[&I] = freshInputs(Input::Kind::Havoc, I.getType(), "havoc",
                            causeOfApproximation(I, Values.names()));
}

/// How a nondet function's result is shown, by the type in its name.
static ValueStyle styleByName(StringRef Function) {
  size_t Place = Function.find("nondet_");
  StringRef Type = Place == StringRef::npos ? "" : Function.substr(Place + 7);
  if (Type == "char" || Type == "schar")
    return ValueStyle::Character;
  if (Type == "bool" || Type == "_Bool")
    return ValueStyle::Bool;
  if (Type == "float" || Type.ends_with("double"))
    return ValueStyle::Float;
  return Type.starts_with("u") || Type == "size_t" ? ValueStyle::Unsigned
                                                   : ValueStyle::Signed;
}

/// Excludes results that the called function does not give.
void EdgeBuilder::restrict(const CallBase &Call) {
  std::optional<ResultRange> Range =
      resultRange(calledFunction(Call)->getName());
  if (!Range || !Call.getType()->isIntegerTy() ||
      !Local[&Call][0].sort().isBitVec())
    return;
  Expr Returned = Local[&Call][0];
  unsigned Width = Returned.sort().width();
  for (int64_t Bound : {Range->Least, Range->Most})
    if (!isIntN(Width, Bound))
      return; // another type than the library's: who knows
  auto Number = [&](int64_t V) {
    return Ctx.bv(APInt(Width, uint64_t(V), /*isSigned=*/true));
  };
  require(Ctx.mkAnd(Ctx.make(Kind::BvSle, {Number(Range->Least), Returned}),
                    Ctx.make(Kind::BvSle, {Returned, Number(Range->Most)})));
}

static Cause causeOfWrite(const CallBase &Call) {
  if (const Function *F = calledFunction(Call))
    return {Cause::Kind::WriteByFunction, F->getName()};
  return Call.isInlineAsm() ? Cause::Kind::WriteByAssembly
                            : Cause::Kind::WriteByPointerTarget;
}

void EdgeBuilder::executeCall(const CallBase &Call) {
  switch (classify(Call)) {
  case CalleeKind::Assert:
  case CalleeKind::Assume: {
    return require(isNonZero(Call.getArgOperand(0)));
  }
  case CalleeKind::Nondet:
  case CalleeKind::Output:
    break;
  case CalleeKind::External:
    if (isInitialValue(Call)) // which has addresses as arguments
      break;
    havoc(MemoryModel::Reach::Exposed, causeOfWrite(Call));
    knowAfterUnseen(Call);
    break;
  case CalleeKind::InlineAsm: {
    auto *Text = cast<InlineAsm>(Call.getCalledOperand());
    if (Text->getAsmString().empty()) // a barrier for the compiler
      return;
    [[fallthrough]];
  }
  case CalleeKind::Indirect:
    if (Call.hasFnAttr(UnknownTargetName)) {
      if (!mayReachUnseen(Values.memory().outside().environment()))
        return require(Ctx.falseExpr());
      havoc(MemoryModel::Reach::Exposed, causeOfWrite(Call));
      if (hasModelledScalar(Call.getType()))
        Local[&Call] = freshInputs(Input::Kind::Havoc, Call.getType(), "havoc",
                                   causeOfApproximation(Call, Values.names()));
      return;
    }
    [[fallthrough]];
  case CalleeKind::Defined:
    if (callsSummarized(Call))
      return executeSummarized(Call);
    return havoc(MemoryModel::Reach::Everything, causeOfWrite(Call));
  default:
    return;
  }
  // glibc's, to say why a program ends with this status; not if it is zero.
  const Function &Callee = *calledFunction(Call);
  StringRef Name = Callee.getName();
  if ((Name == "error" || Name == "error_at_line") && Call.arg_size() >= 3 &&
      Call.getArgOperand(0)->getType()->isIntegerTy())
    require(Ctx.mkNot(isNonZero(Call.getArgOperand(0))));
  if (!hasModelledScalar(Call.getType()))
    return;
  if (Call.getType()->isPointerTy() && isInitialValue(Call))
    return executeInitialPointer(Call);
  if (Name.starts_with(ElementChoicePrefix)) {
    Name.consume_front(ElementChoicePrefix);
    Local[&Call] = freshInputs(Input::Kind::Havoc, Call.getType(), "element",
                               heldPointer(Name.take_front(Name.find(".in."))));
    return know(rangeOfRemainder(Ctx, Call, Local[&Call][0]));
  }
  if (asksWhetherProgramBegins(Call) && !mayBegin(Call)) {
    Local[&Call] = {Ctx.falseExpr()};
    return;
  }
  bool IsNondet = classify(Call) == CalleeKind::Nondet;
  if (!IsNondet && isComputation(Name))
    return; // Havoc, if it decides anything.
  // (A harness has no function to let it return that.)
  const bool IsHavoc = standsForUnseen(Callee);
  Local[&Call] =
      freshInputs(IsNondet  ? Input::Kind::Nondet
                  : IsHavoc ? Input::Kind::Havoc
                            : Input::Kind::Extern,
                  Call.getType(), Name,
                  mayHoldPointer(Call.getType()) || IsHavoc
                      ? InputSource(causeOfApproximation(Call, Values.names()))
                      : InputSource(Name));
  knowUnseenResult(Call);
  restrict(Call);
  know(rangeOfRemainder(Ctx, Call, Local[&Call][0]));
  knowKept(Call, Ctx.trueExpr(), Local[&Call]);
  if (!IsHavoc)
    tellInput(Call);
}

/// What a variable leads to at first. What the program itself puts there need
/// not go together with what other variables hold, so no violation that depends
/// on it is claimed.
void EdgeBuilder::executeInitialPointer(const CallBase &Call) {
  const Function &Callee = *calledFunction(Call);
  SmallVector<Address> Own;
  for (const llvm::Value *V : Call.args())
    if (auto At = addressIn(V))
      Own.push_back(*At);
  const bool IsOwn = Callee.hasFnAttribute(NeverOutsideName) && !Own.empty();
  const Cause Why = heldPointer(initialPart(Call));
  const Scalars &New = Local[&Call] =
      freshScalars(IsOwn ? Input::Kind::Havoc : Input::Kind::Nondet,
                   Call.getType(), Callee.getName(),
                   IsOwn ? InputSource(Why) : InputSource(Callee.getName()));
  const Address At{New[0], New[1]};
  know(Values.memory().outside().isPossibleInitial(Memory, Call, At, Own));
  if (IsOwn)
    return;
  SmallVector<Expr> Ways;
  for (const Address &A : Own)
    Ways.push_back(Ctx.mkAnd(Ctx.mkEq(At.Object, A.Object),
                             Ctx.mkEq(At.Offset, A.Offset)));
  approximateIf(Ctx.mkOr(Ways), Why, Here);
}

/// Whether runs from the beginning of the program are looked at in particular,
/// where \p Call asks for it. What is null at first, and taken not to be, is
/// not that then.
bool EdgeBuilder::mayBegin(const CallBase &Call) const {
  const OutsideMemory &Outside = Values.memory().outside();
  if (Outside.environment() != Environment::Ample &&
      (Values.memory().points().hasOutside() || Values.memory().hasSummaries()))
    return false;
  return none_of(instructions(*Call.getFunction()), [&](const Instruction &I) {
    auto *Initial = dyn_cast<CallBase>(&I);
    return Initial && I.getType()->isPointerTy() && isInitialValue(I) &&
           calledFunction(*Initial)->hasFnAttribute(NullAtFirstName) &&
           Outside.excludesNull(*Initial);
  });
}

void EdgeBuilder::tellInput(const CallBase &Call) {
  Expr Returned = shown(&Call);
  StringRef Name = calledFunction(Call)->getName();
  if (!Returned || asksWhetherProgramBegins(Call) ||
      Name.starts_with(ElementChoicePrefix) ||
      Name.starts_with(CallChoicePrefix))
    return;
  const UserName *Assigned = Values.names().nameOf(&Call);
  SourceStep Step{SourceStep::Kind::Input, Ctx.trueExpr(), Here};
  ShownValue Shown{
      {}, Returned, Assigned ? Assigned->Style : styleByName(Name)};
  if (StringRef Read = volatileRead(Name); !Read.empty()) {
    Step.What = SourceStep::Kind::VolatileRead;
    Shown.Path = Read.str();
  } else if (StringRef Part = initialPart(Call); !Part.empty()) {
    Step.What = SourceStep::Kind::InitialValue;
    Shown.Path = Part.str();
  } else {
    Step.Function = Name.str();
    Shown.What = ShownValue::Role::Result;
  }
  Step.Values.push_back(std::move(Shown));
  addStep(std::move(Step));
}

/// (What is known is looked at by itself, so nothing may be left out for that.)
void EdgeBuilder::require(Expr Condition) {
  Expr Left = Required.reduced(Condition);
  if (Left.isTrue())
    return;
  Conditions.push_back(Left);
  Required.add(Left);
}

void EdgeBuilder::know(Expr Fact) {
  if (Fact.isTrue())
    return;
  Conditions.push_back(Fact);
  Known.push_back(Fact);
}

void EdgeBuilder::approximate(Cause Why, SourceLocation Where) {
  approximateIf(Ctx.trueExpr(), std::move(Why), std::move(Where));
}

void EdgeBuilder::approximateIf(Expr Condition, Cause Why,
                                SourceLocation Where) {
  if (Condition.isFalse())
    return;
  Expr Any = Ctx.freshVar("havoc", Ctx.boolSort());
  Result.Inputs.push_back({Any, Input::Kind::Havoc, "", std::move(Where)});
  Source.Unknown.push_back(
      {Any, std::make_shared<const Cause>(std::move(Why))});
  require(Ctx.mkOr(Ctx.mkNot(Condition), Any));
}

//===----------------------------------------------------------------------===//
// Telling the user
//===----------------------------------------------------------------------===//

void EdgeBuilder::moveTo(const CallStack &To) {
  append_range(Source.Steps, callSteps(Ctx, Stack, To));
  Stack = To;
}

void EdgeBuilder::tellTailCall(const DISubprogram &Callee,
                               const CallStack &To) {
  addStep({SourceStep::Kind::TailCall,
           Ctx.trueExpr(),
           Here,
           {},
           Callee.getName().str()});
  // What called it has not returned.
  size_t Outer = Stack.size();
  while (Outer > 0 && Stack[Outer - 1].Callee != &Callee)
    --Outer;
  Stack.resize(std::min(Outer, To.size()));
  moveTo(To);
}

void EdgeBuilder::moveTo(const DebugLoc &L) {
  if (!isInSource(L) || L.get() == LastLocation)
    return;
  LastLocation = L.get();
  moveTo(callStack(L));
}

/// An assignment of the user has a record with its own place, made by
/// recordAssignments; what mem2reg leaves has line 0, and is worth telling only
/// if the value was computed here and nothing better is known.
void EdgeBuilder::tell(const DbgVariableRecord &R) {
  if (R.getType() != DbgVariableRecord::LocationType::Value)
    return;
  auto Name = assignedVariable(R);
  const llvm::Value *V = R.getVariableLocationOp(0);
  auto Now = Name ? shownAs(Name->Path, V, Name->Style) : std::nullopt;
  if (!Now)
    return;
  moveTo(R.getDebugLoc()); // unless it is not in the source
  SourceLocation Where = sourceLocation(R.getDebugLoc());
  if (!Where.isValid()) {
    auto *Definition = dyn_cast<Instruction>(V);
    if (!Definition || isa<PHINode>(Definition) ||
        Definition->hasMetadata(EndedName) || !Local.contains(Definition) ||
        R.getVariable()->isArtificial())
      return;
    // Which place of the caller a result of a call was stored at is not known.
    if (callStack(Definition->getDebugLoc()) != callStack(R.getDebugLoc()))
      return;
    Where = sourceLocation(Definition->getDebugLoc());
  }
  auto Same = [&](const SourceStep &S) {
    return S.What == SourceStep::Kind::Assignment &&
           S.Values.front().Path == Name->Path &&
           S.Values.front().Val == Now->Val &&
           S.Values.front().Offset == Now->Offset;
  };
  // The last assignment of this value stands for its repetitions.
  if (!sourceLocation(R.getDebugLoc()).isValid() && any_of(Source.Steps, Same))
    return;
  addStep({SourceStep::Kind::Assignment, Ctx.trueExpr(), Where, {*Now}});
}

//===----------------------------------------------------------------------===//
// The edge
//===----------------------------------------------------------------------===//

void EdgeBuilder::assign(Expr Var, Expr New) {
  if (Var != New)
    Result.Updates.push_back({Var, New});
}

void EdgeBuilder::assign(const Scalars &Vars, ArrayRef<Expr> NewValues) {
  for (auto [Var, New] : zip_equal(Vars, NewValues))
    if (Var && Var.isVar()) // The only object of a pointer is none.
      assign(Var, New);
}

void EdgeBuilder::pass(const CallBase &Call, const ValueTable &Callee) {
  for (const Argument &A : Call.getCalledFunction()->args())
    if (const Scalars *Vars = Callee.variablesOf(&A))
      assign(*Vars, operand(Call.getArgOperand(A.getArgNo())));
}

void EdgeBuilder::resumeAfter(const CallBase &Call) {
  if (const Scalars *Returned = Values.find(&Call))
    Local[&Call] = *Returned;
  for (const Instruction &I :
       make_range(std::next(Call.getIterator()), B.end())) {
    for (const DbgVariableRecord &R : filterDbgVars(I.getDbgRecordRange()))
      tell(R);
    moveTo(I.getDebugLoc());
  }
}

void EdgeBuilder::leave() {
  for (const Instruction &I : B)
    if (const Scalars *Vars = Values.variablesOf(&I); Vars && !isa<PHINode>(I))
      assign(*Vars, Local[&I]);
  if (B.isEntryBlock())
    for (const Argument &A : B.getParent()->args())
      if (Local.contains(&A) && Values.variablesOf(&A))
        assign(*Values.variablesOf(&A), Local[&A]);
  for (auto [Var, New] : Memory.changes())
    if (Var.isVar())
      assign(Var, New);
}

void EdgeBuilder::enter(const BasicBlock &Next) {
  for (const PHINode &Phi : Next.phis())
    if (const Scalars *Vars = Values.variablesOf(&Phi))
      assign(*Vars, operand(Phi.getIncomingValueForBlock(&B)));
  leave();
}

Edge EdgeBuilder::finish(LocationId From, LocationId To) {
  Result.Source = From;
  Result.Target = To;
  Result.Guard = Ctx.mkAnd(Conditions);
  if (!Known.empty())
    Source.Known = Ctx.mkAnd(Known);
  dropUnusedInputs();
  return std::move(Result);
}

/// What memory holds is not known where it depends on dropped inputs.
void EdgeBuilder::replaceDropped(const ExprSet &Dropped) {
  DenseMap<const ChangedVariables *, std::shared_ptr<const ChangedVariables>>
      Known;
  auto IsDropped = [&](Expr Var) { return Dropped.contains(Var); };
  for (SourceStep &S : Source.Steps)
    for (ShownValue &Shown : S.Values) {
      if (!Shown.Memory || Shown.Memory->empty())
        continue;
      auto &New = Known[Shown.Memory.get()];
      if (!New) {
        ChangedVariables Changed = *Shown.Memory;
        for (auto &[Var, Now] : Changed)
          if (anyVariable(Now, IsDropped))
            Now = Expr();
        New = std::make_shared<const ChangedVariables>(std::move(Changed));
      }
      Shown.Memory = New;
    }
}

/// A replay needs the results of functions; all else is there only for the
/// values it influences. Shown values are no influence.
void EdgeBuilder::dropUnusedInputs() {
  SmallVector<Expr> Roots{Result.Guard};
  for (const Update &U : Result.Updates)
    Roots.push_back(U.Val);
  ExprSet Used, Dropped;
  for (Expr Var : variables(Roots))
    Used.insert(Var);
  erase_if(Result.Inputs, [&](const Input &In) {
    if (In.What == Input::Kind::Nondet || In.What == Input::Kind::Extern ||
        Used.contains(In.Var))
      return false;
    Dropped.insert(In.Var);
    return true;
  });
  if (Dropped.empty())
    return;
  replaceDropped(Dropped);
  erase_if(Source.Unknown,
           [&](const UnknownInput &U) { return Dropped.contains(U.Var); });
  erase_if(Source.Inlined,
           [&](const InlinedInput &I) { return Dropped.contains(I.Var); });
  auto IsDropped = [&](Expr Var) { return Dropped.contains(Var); };
  for (SourceStep &S : Source.Steps) {
    erase_if(S.Values, [&](const ShownValue &Shown) {
      return anyVariable(Shown.Val, IsDropped) ||
             (Shown.Offset && anyVariable(Shown.Offset, IsDropped));
    });
    for (ShownValue &Shown : S.Values)
      for (Expr &Index : Shown.Indices)
        if (Index && anyVariable(Index, IsDropped))
          Index = Expr();
  }
  erase_if(Source.Steps, [](const SourceStep &S) {
    return (S.What == SourceStep::Kind::Assignment ||
            S.What == SourceStep::Kind::Operands) &&
           S.Values.empty();
  });
}
