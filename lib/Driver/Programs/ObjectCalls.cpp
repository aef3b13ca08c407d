//===- ObjectCalls.cpp - What others call, with objects of theirs ---------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ObjectCalls.h"

#include "ArbitraryGlobals.h"
#include "CallsBuilder.h"
#include "UsedCode.h"

#include "sooth/Frontend/LLVM/Base/DebugTypes.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "sooth/Frontend/LLVM/Passes/ApplyContracts.h"

#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

#include <set>

using namespace sooth;
using namespace llvm;

/// What is passed for a parameter.
enum class Passed {
  Number,
  Text,  ///< characters that others choose, with an end
  Array, ///< small numbers
  Object,
  Result ///< room for the result, of which the callee makes it
};

/// A structure that \p A leads to; null if it leads to something else.
static const DICompositeType *structureOf(const Argument &A) {
  auto *T = dyn_cast_or_null<DICompositeType>(pointedType(declaredType(A)));
  return T && T->getTag() == dwarf::DW_TAG_structure_type &&
                 T->getSizeInBits() > 0
             ? T
             : nullptr;
}

/// Nothing if it is not known what to pass.
static std::optional<Passed> passedFor(const Argument &A) {
  if (A.hasStructRetAttr())
    return Passed::Result;
  if (!A.getType()->isPointerTy())
    return Passed::Number;
  if (A.hasByValAttr())
    return std::nullopt;
  if (structureOf(A))
    return Passed::Object;
  const DIType *Declared = withoutQualifiers(declaredType(A));
  if (!isPointer(Declared))
    return std::nullopt;
  const DIType *To = pointedType(Declared);
  if (!To) // void
    return Passed::Text;
  if (!isa<DIBasicType>(To))
    return std::nullopt;
  return To->getSizeInBits() == 8 ? Passed::Text : Passed::Array;
}

/// Whether \p F can be given what others would give it: each object once.
static bool canBeGiven(const Function &F) {
  SmallPtrSet<const Metadata *, 4> Objects;
  return canBeCalledAtWill(F) && !hasContract(F) &&
         all_of(F.args(), [&](const Argument &A) {
           const auto What = passedFor(A);
           return What && (*What != Passed::Object ||
                           Objects.insert(structureKey(structureOf(A))).second);
         });
}

static bool isGivenObject(const Function &F) {
  return any_of(F.args(),
                [](const Argument &A) { return structureOf(A) != nullptr; });
}

/// An object that keeps its own address, as the end of a list, is no other one.
static bool hasObjectBefore(const Function &F, unsigned Number) {
  return any_of(F.args(), [&](const Argument &A) {
    return A.getArgNo() < Number && structureOf(A);
  });
}

/// Where in what \p A leads to \p Pointer is; nothing if it is elsewhere.
static std::optional<int64_t> offsetIn(const Argument &A,
                                       const llvm::Value *Pointer) {
  const DataLayout &Layout = A.getParent()->getDataLayout();
  APInt Offset(Layout.getIndexTypeSizeInBits(Pointer->getType()), 0);
  const llvm::Value *Base = Pointer->stripAndAccumulateConstantOffsets(
      Layout, Offset, /*AllowNonInbounds=*/true);
  auto *Load = dyn_cast<LoadInst>(Base);
  auto *Local =
      Load ? dyn_cast<AllocaInst>(Load->getPointerOperand()) : nullptr;
  const bool IsOfThis =
      Base == &A || (Local && any_of(A.users(), [&](const User *By) {
                       auto *Store = dyn_cast<StoreInst>(By);
                       return Store && Store->getPointerOperand() == Local;
                     }));
  return IsOfThis ? std::optional(Offset.getSExtValue()) : std::nullopt;
}

/// Whether \p F hands on a pointer that a member of its only object holds, and
/// has null there then: whoever gets it sees to what it leads to.
static bool givesUpMember(const Function &F) {
  if (F.arg_size() != 1 || !structureOf(*F.getArg(0)))
    return false;
  std::set<int64_t> Taken, Nulled;
  for (const Instruction &I : instructions(F)) {
    auto *Load = dyn_cast<LoadInst>(&I);
    auto *Store = dyn_cast<StoreInst>(&I);
    if (Load && I.getType()->isPointerTy() &&
        any_of(I.users(), [](const User *By) { return !isa<CmpInst>(By); })) {
      if (auto At = offsetIn(*F.getArg(0), Load->getPointerOperand()))
        Taken.insert(*At);
    } else if (Store && isa<ConstantPointerNull>(Store->getValueOperand())) {
      if (auto At = offsetIn(*F.getArg(0), Store->getPointerOperand()))
        Nulled.insert(*At);
    }
  }
  return any_of(Taken, [&](int64_t At) { return Nulled.count(At); });
}

/// Whether \p F, which may free memory or gives it to others, may end what it
/// is given, or the state of the program: it does nothing else for its callers.
static bool mayEnd(const Function &F, const ProgramGlobals &Of) {
  return givesUpMember(F) ||
         (F.getReturnType()->isVoidTy() && F.arg_size() <= 1 && mayFree(F, Of));
}

/// Whether \p Pointer leads into what \p A leads to, as far as can be seen.
static bool leadsInto(const Argument &A, const llvm::Value *Pointer) {
  auto *Load = dyn_cast<LoadInst>(getUnderlyingObject(Pointer, 0));
  return Pointer == &A || (Load && offsetIn(A, Load));
}

/// Whether \p F frees what members of its object lead to, and leaves them so.
static bool freesMembers(const Function &F, const Argument &Object) {
  bool Frees = false;
  for (const Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallBase>(&I);
    auto *Store = dyn_cast<StoreInst>(&I);
    if ((Store && Store->getValueOperand()->getType()->isPointerTy() &&
         leadsInto(Object, Store->getPointerOperand())) ||
        isa<MemIntrinsic>(I))
      return false;
    if (Call && classify(*Call) == CalleeKind::Deallocation)
      if (auto *Member = dyn_cast<LoadInst>(Call->getArgOperand(0)))
        Frees |= leadsInto(Object, Member->getPointerOperand());
  }
  return Frees;
}

/// The same, if it is enough that it looks like the end.
static bool looksLikeEnd(const Function &F, const ProgramGlobals &Of) {
  return mayEnd(F, Of) || (F.arg_size() == 1 && mayFree(F, Of)) ||
         any_of(F.args(), [&](const Argument &A) {
           return structureOf(A) && freesMembers(F, A);
         });
}

namespace {
struct CalledFunction {
  Function *Of;
  bool MayEnd;
  /// Parameters that get something new each time, as the callee keeps it: what
  /// breaks when one object is put into a list twice is for callers to see to.
  SmallVector<unsigned, 2> GetNew;
};

class ObjectCallBuilder : CallsBuilder {
public:
  ObjectCallBuilder(Module &M, ArrayRef<CalledFunction> Callees)
      : CallsBuilder(M), Callees(Callees) {}
  Function &build();

private:
  /// How many functions are called, and each one after the other: more than by
  /// chance, as a run goes on from those that were of use.
  static constexpr uint64_t MostTurns = 16, MostTimes = 32;
  static constexpr uint64_t SizeOfGiven = 80;

  void addObjects();
  void addObject(const Argument &A);
  void forget(AllocaInst &Object);
  llvm::Value *newMemory(uint64_t Size);
  llvm::Value *newZeros(uint64_t Size);
  void fill(llvm::Value *At, Type *With, llvm::Value *Count,
            function_ref<llvm::Value *()> Number);
  llvm::Value *nameCharacter();
  llvm::Value *text();
  llvm::Value *array(uint64_t BytesOfEach);
  llvm::Value *argumentFor(const CalledFunction &To, const Argument &A);
  void call(const CalledFunction &To, BasicBlock *End);
  void callOne(llvm::Value *Which, BasicBlock *End);

  const ArrayRef<CalledFunction> Callees;
  /// By structure, and by parameter for results.
  MapVector<const Metadata *, AllocaInst *> Objects;
  /// By type, what nobody knows.
  DenseMap<Type *, GlobalVariable *> Unknown;
  DenseMap<const Argument *, AllocaInst *> Results;
};
} // namespace

//===----------------------------------------------------------------------===//
// What is passed
//===----------------------------------------------------------------------===//

void ObjectCallBuilder::addObject(const Argument &A) {
  const DICompositeType *T = structureOf(A);
  AllocaInst *&Object = Objects[structureKey(T)];
  if (Object)
    return;
  Object = Build.CreateAlloca(
      ArrayType::get(Build.getInt8Ty(), T->getSizeInBits() / 8), nullptr,
      A.getName());
  Object->setAlignment(Align(16));
  DISubprogram *Scope = Caller->getSubprogram();
  const DISubprogram *Of = A.getParent()->getSubprogram();
  if (!Scope || !Of)
    return;
  DIBuilder Debug(M, /*AllowUnresolved=*/false, Scope->getUnit());
  DILocalVariable *Variable =
      Debug.createAutoVariable(Scope, A.getName(), Of->getFile(), Of->getLine(),
                               const_cast<DICompositeType *>(T));
  Debug.insertDeclare(Object, Variable, Debug.createExpression(),
                      DILocation::get(M.getContext(), Of->getLine(), 0, Scope),
                      Build.GetInsertBlock());
}

void ObjectCallBuilder::addObjects() {
  for (const CalledFunction &To : Callees)
    for (const Argument &A : To.Of->args())
      if (A.hasStructRetAttr())
        Results[&A] = Build.CreateAlloca(A.getParamStructRetType());
      else if (structureOf(A))
        addObject(A);
  for (auto [Type, Object] : Objects)
    forget(*Object);
}

/// It is not known any more what it holds.
void ObjectCallBuilder::forget(AllocaInst &Object) {
  Type *T = Object.getAllocatedType();
  // (Only what others define is not known.)
  GlobalVariable *&From = Unknown[T];
  if (!From) {
    From = new GlobalVariable(M, T, /*isConstant=*/false,
                              GlobalValue::InternalLinkage,
                              ConstantAggregateZero::get(T), "unknown");
    From->setExternallyInitialized(true);
  }
  Build.CreateMemCpy(&Object, Object.getAlign(), From, Align(1),
                     M.getDataLayout().getTypeAllocSize(T));
}

/// Something new each time, as callees may free it. It is never freed here.
llvm::Value *ObjectCallBuilder::newMemory(uint64_t Size) {
  return Build.CreateCall(
      M.getOrInsertFunction("malloc", Build.getPtrTy(), Build.getInt64Ty()),
      {Build.getInt64(Size)});
}

llvm::Value *ObjectCallBuilder::newZeros(uint64_t Size) {
  llvm::Value *New = newMemory(Size);
  Build.CreateMemSet(New, Build.getInt8(0), Size, Align(1));
  return New;
}

/// Writes \p Count elements of the type \p With at \p At.
void ObjectCallBuilder::fill(llvm::Value *At, Type *With, llvm::Value *Count,
                             function_ref<llvm::Value *()> Number) {
  const BuiltLoop Elements = beginLoop(Count);
  Build.CreateStore(Number(), Build.CreateGEP(With, At, Elements.Round));
  endLoop(Elements);
}

/// One of a few letters and digits.
llvm::Value *ObjectCallBuilder::nameCharacter() {
  return Build.CreateAdd(
      Build.CreateTrunc(chooseBelow(4, "name"), Build.getInt8Ty()),
      Build.CreateSelect(choose(Build.getInt1Ty(), "digit"), Build.getInt8('0'),
                         Build.getInt8('a')));
}

/// One of a few names, one that is as long as may be, or any text.
llvm::Value *ObjectCallBuilder::text() {
  Type *Character = Build.getInt8Ty();
  llvm::Value *Text = newZeros(SizeOfGiven);
  llvm::Value *How = chooseBelow(4, "text");
  BasicBlock *Name = newBlock(), *Long = newBlock(), *Any = newBlock(),
             *After = newBlock();
  SwitchInst *Switch = Build.CreateSwitch(How, Name);
  Switch->addCase(Build.getInt32(0), Long);
  Switch->addCase(Build.getInt32(1), Any);
  Build.SetInsertPoint(Name);
  Build.CreateStore(nameCharacter(), Text);
  Build.CreateBr(After);
  Build.SetInsertPoint(Long);
  fill(Text, Character, chooseBelow(64, "length"),
       [&] { return Build.getInt8('a'); });
  Build.CreateBr(After);
  Build.SetInsertPoint(Any);
  fill(Text, Character, chooseBelow(32, "length"), [&] {
    return Build.CreateSelect(choose(Build.getInt1Ty(), "any"),
                              choose(Character, "character"), nameCharacter());
  });
  Build.CreateBr(After);
  Build.SetInsertPoint(After);
  return Text;
}

llvm::Value *ObjectCallBuilder::array(uint64_t BytesOfEach) {
  llvm::Value *Array = newZeros(SizeOfGiven);
  fill(Array, Build.getIntNTy(unsigned(BytesOfEach) * 8), Build.getInt32(4),
       [&] {
         return Build.CreateZExtOrTrunc(
             chooseBelow(4, "element"),
             Build.getIntNTy(unsigned(BytesOfEach) * 8));
       });
  return Array;
}

llvm::Value *ObjectCallBuilder::argumentFor(const CalledFunction &To,
                                            const Argument &A) {
  Type *T = A.getType();
  switch (*passedFor(A)) {
  case Passed::Result:
    return Results[&A];
  case Passed::Object:
    // (Nothing is known of what a new object holds.)
    return is_contained(To.GetNew, A.getArgNo())
               ? newMemory(structureOf(A)->getSizeInBits() / 8)
               : Objects[structureKey(structureOf(A))];
  case Passed::Text:
    return text();
  case Passed::Array:
    return array(pointedType(declaredType(A))->getSizeInBits() / 8);
  case Passed::Number:
    return T->isIntegerTy()
               ? Build.CreateZExtOrTrunc(chooseBelow(4, "number"), T)
               : choose(T, "number");
  }
  llvm_unreachable("unknown kind of argument");
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

void ObjectCallBuilder::call(const CalledFunction &To, BasicBlock *End) {
  Function &Callee = *To.Of;
  SmallVector<llvm::Value *> Arguments;
  for (const Argument &A : Callee.args())
    Arguments.push_back(argumentFor(To, A));
  createCall(Callee, Arguments);
  if (!To.MayEnd)
    return;
  if (!isGivenObject(Callee)) {
    Build.CreateBr(End);
    Build.SetInsertPoint(newBlock());
    return;
  }
  for (const Argument &A : Callee.args())
    if (const DICompositeType *T = structureOf(A))
      forget(*Objects[structureKey(T)]);
}

/// Any of them; the run goes to \p End if no more is to be called.
void ObjectCallBuilder::callOne(llvm::Value *Which, BasicBlock *End) {
  createWays(Which, Callees.size(),
             [&](size_t Way) { call(Callees[Way], End); });
}

Function &ObjectCallBuilder::build() {
  declare({});
  for (const CalledFunction &To : Callees)
    describeAs(*To.Of, {nullptr});
  Build.SetInsertPoint(newBlock());
  addObjects();
  const BuiltLoop Turns = beginLoop(chooseBelow(MostTurns, "choices"));
  llvm::Value *Which = choose(Build.getInt32Ty(), "function");
  // Few times more often than many.
  llvm::Value *Times = Build.CreateAnd(chooseBelow(MostTimes, "repetitions"),
                                       chooseBelow(MostTimes, "repetitions"));
  const BuiltLoop Rounds = beginLoop(Build.CreateAdd(Times, Build.getInt32(1)));
  callOne(Which, Turns.After);
  endLoop(Rounds);
  endLoop(Turns);
  Build.CreateRetVoid();
  return *Caller;
}

std::vector<std::vector<StateOfFunction>>
sooth::bySharedObjects(ArrayRef<StateOfFunction> Functions, ObjectCalls Which,
                       const ProgramGlobals &Of) {
  // Structures and variables.
  EquivalenceClasses<const void *> Shared;
  std::vector<std::pair<const void *, StateOfFunction>> Callable;
  for (const StateOfFunction &F : Functions) {
    SmallVector<const void *> Own;
    for (const Argument &A : F.Of->args())
      if (const DICompositeType *T = structureOf(A))
        Own.push_back(structureKey(T));
    if (Which == ObjectCalls::Any)
      Own.append(F.Variables.begin(), F.Variables.end());
    else if (Own.size() != 1)
      continue;
    if (Own.empty() || !canBeGiven(*F.Of))
      continue;
    for (const void *What : Own)
      Shared.unionSets(Own.front(), What);
    Callable.push_back({Own.front(), F});
  }
  MapVector<const void *, std::vector<StateOfFunction>> Groups;
  for (auto &[What, F] : Callable)
    Groups[Shared.getLeaderValue(What)].push_back(std::move(F));
  std::vector<std::vector<StateOfFunction>> Result;
  for (auto &[What, Group] : Groups)
    if (any_of(Group, [&](const StateOfFunction &F) {
          return Which == ObjectCalls::Any ? isGivenObject(*F.Of)
                                           : mayFree(*F.Of, Of);
        }))
      Result.push_back(std::move(Group));
  return Result;
}

CallSequences sooth::callsWithObjects(ArrayRef<StateOfFunction> Together,
                                      ObjectCalls Which,
                                      const ProgramGlobals &Of,
                                      const CommonDebugInfo &InCommon) {
  SmallVector<const Function *> Called;
  for (const StateOfFunction &F : Together)
    Called.push_back(F.Of);
  std::unique_ptr<Module> Copy = copyReachable(Called, Of, InCommon);
  const auto Kept = keptParameters(*Copy);
  SmallVector<CalledFunction> Callees;
  for (const auto &[F, Variables] : Together) {
    CalledFunction To{Copy->getFunction(F->getName()),
                      Which == ObjectCalls::Any ? mayEnd(*F, Of)
                                                : looksLikeEnd(*F, Of),
                      {}};
    for (unsigned Number : Kept.lookup(F->getName()))
      if (structureOf(*F->getArg(Number)) &&
          (!Variables.empty() || hasObjectBefore(*F, Number)))
        To.GetNew.push_back(Number);
    Callees.push_back(std::move(To));
  }
  Function &Caller = ObjectCallBuilder(*Copy, Callees).build();
  makeGlobalsArbitrary(Caller, Of, ArbitraryVariables::ThatOthersName);
  makeWholeProgram(Caller);
  return {std::move(Copy), Caller.getName().str()};
}
