//===- WholeProgram.cpp - Steps that need to see all of a program ---------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Passes/WholeProgram.h"

#include "Base/MemoryChecks.h"
#include "Base/ProgramEnd.h"
#include "Base/VariadicCalls.h"
#include "sooth/Frontend/LLVM/Base/OutsideVariables.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "sooth/Frontend/LLVM/Passes/FunctionFields.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include <map>

using namespace llvm;

namespace sooth {

namespace {
/// Marks what can be reached from some globals through operands.
class Reachability {
public:
  using Functions = function_ref<bool(const Function &)>;
  /// Of what is \p LeftOut the body does not count.
  explicit Reachability(Functions LeftOut = nullptr) : LeftOut(LeftOut) {}
  void addRoot(const GlobalValue &G) {
    if (Reached.insert(&G).second)
      Worklist.push_back(&G);
  }
  void run();
  bool reaches(const GlobalValue &G) const { return Reached.contains(&G); }
  const SmallPtrSetImpl<const GlobalValue *> &reached() const {
    return Reached;
  }

private:
  void visitOperands(const User &U);

  const Functions LeftOut;
  SmallPtrSet<const GlobalValue *, 32> Reached;
  SmallPtrSet<const Constant *, 32> Seen;
  SmallVector<const GlobalValue *, 32> Worklist;
};
} // namespace

void Reachability::visitOperands(const User &U) {
  SmallVector<const User *, 8> Stack{&U};
  while (!Stack.empty()) {
    const User *Next = Stack.pop_back_val();
    for (const Value *Operand : Next->operand_values()) {
      if (auto *G = dyn_cast<GlobalValue>(Operand))
        addRoot(*G);
      else if (auto *C = dyn_cast<Constant>(Operand);
               C && C->getNumOperands() && Seen.insert(C).second)
        Stack.push_back(C);
    }
  }
}

void Reachability::run() {
  while (!Worklist.empty()) {
    const GlobalValue *G = Worklist.pop_back_val();
    visitOperands(*G);
    if (auto *F = dyn_cast<Function>(G); F && !(LeftOut && LeftOut(*F)))
      for (const Instruction &I : instructions(*F))
        visitOperands(I);
  }
}

/// Functions that calls through pointers may lead to, though no code that is
/// reached takes their address.
static constexpr StringLiteral KeptCallees = "sooth.kept.callees";

static bool isRoot(const GlobalValue &G, Linkage Scope) {
  if (G.getName() == KeptCallees || G.getName() == StoredOutsideName)
    return true;
  if (Scope == Linkage::OneModule)
    return G.hasName() && G.getName().starts_with("llvm.") && !isa<Function>(G)
               ? true
               : !G.isDeclaration() && !G.hasLocalLinkage();
  return G.getName() == "llvm.global_ctors" ||
         G.getName() == "llvm.global_dtors";
}

bool dropUnreachable(Module &M, Function &Entry, Linkage Scope) {
  Reachability Reachable;
  Reachable.addRoot(Entry);
  for (GlobalValue &G : M.global_values())
    if (isRoot(G, Scope))
      Reachable.addRoot(G);
  Reachable.run();

  SmallVector<GlobalValue *, 16> Dead;
  for (GlobalValue &G : M.global_values())
    if (!Reachable.reaches(G))
      Dead.push_back(&G);
  for (GlobalValue *G : Dead) {
    if (auto *F = dyn_cast<Function>(G))
      F->deleteBody();
    else if (auto *Variable = dyn_cast<GlobalVariable>(G))
      Variable->setInitializer(nullptr);
    else
      G->dropAllReferences();
  }
  for (GlobalValue *G : Dead) {
    G->removeDeadConstantUsers();
    // Only other dead globals can still refer to it, and none does any more.
    G->eraseFromParent();
  }
  return !Dead.empty();
}

static void addPointerCalls(const GlobalValue &Caller,
                            SmallVectorImpl<const CallBase *> &To) {
  if (auto *F = dyn_cast<Function>(&Caller))
    for (const Instruction &I : instructions(*F))
      if (auto *Call = dyn_cast<CallBase>(&I);
          Call && classify(*Call) == CalleeKind::Indirect)
        To.push_back(Call);
}

ReachedCode reachedFrom(const Function &Entry, AddressesIn StoredIn,
                        function_ref<bool(const Function &)> LeftOut) {
  const Module &M = *Entry.getParent();
  SmallVector<const Function *, 8> Others;
  for (const Function &F : M)
    if (!F.isIntrinsic() && !isMadeByPasses(F) && F.hasAddressTaken())
      Others.push_back(&F);
  Reachability Reachable(LeftOut);
  Reachable.addRoot(Entry);
  for (const GlobalValue &G : M.global_values())
    if (isRoot(G, Linkage::WholeProgram))
      Reachable.addRoot(G);
  // Each is looked at once.
  SmallPtrSet<const GlobalValue *, 32> Searched;
  SmallVector<const CallBase *> Calls;
  auto Search = [&](const GlobalValue &G) {
    auto *F = dyn_cast<Function>(&G);
    if (F && !(LeftOut && LeftOut(*F)) && Searched.insert(F).second)
      addPointerCalls(*F, Calls);
  };
  ReachedCode Result;
  for (bool Grows = true; Grows;) {
    Reachable.run();
    Grows = false;
    for (const GlobalValue *G : Reachable.reached())
      Search(*G);
    auto Add = [&](const Function &F) {
      Search(F);
      Reachable.addRoot(F);
      Grows = true;
    };
    // What is reached need not be so by its address: the entry is, and what is
    // called by its name.
    for (const Function *F : Others)
      if (!is_contained(Result.PointerCallees, F) &&
          any_of(Calls, [&](const CallBase *Call) {
            return fitsPointerCall(*Call, *F);
          })) {
        Result.PointerCallees.push_back(F);
        Add(*F);
      }
    if (!StoredIn)
      continue;
    const SmallVector<const GlobalValue *> Now(Reachable.reached().begin(),
                                               Reachable.reached().end());
    for (const GlobalValue *G : Now)
      if (auto *Variable = dyn_cast<GlobalVariable>(G))
        for (const GlobalObject *Stored : StoredIn(*Variable)) {
          if (Reachable.reaches(*Stored))
            continue;
          if (auto *F = dyn_cast<Function>(Stored))
            Add(*F);
          Reachable.addRoot(*Stored);
          Grows = true;
        }
  }
  Result.All.insert(Reachable.reached().begin(), Reachable.reached().end());
  return Result;
}

void keepPointerCallees(Module &M, ArrayRef<Function *> Callees) {
  if (Callees.empty() || M.getGlobalVariable(KeptCallees))
    return;
  auto *Type =
      ArrayType::get(PointerType::getUnqual(M.getContext()), Callees.size());
  const SmallVector<Constant *> Kept(Callees.begin(), Callees.end());
  new GlobalVariable(M, Type, /*isConstant=*/true,
                     GlobalValue::AppendingLinkage,
                     ConstantArray::get(Type, Kept), KeptCallees);
}

void keepPointerCallees(Function &Entry) {
  Module &M = *Entry.getParent();
  if (M.getGlobalVariable(KeptCallees))
    return;
  SmallVector<Function *> Callees;
  for (const Function *F : reachedFrom(Entry).PointerCallees)
    Callees.push_back(const_cast<Function *>(F));
  keepPointerCallees(M, Callees);
}

void releasePointerCallees(Module &M) {
  if (GlobalVariable *Kept = M.getGlobalVariable(KeptCallees))
    Kept->eraseFromParent();
}

bool fitsPointerCall(const CallBase &Call, const Function &Callee) {
  if (!mayHold(*Call.getCalledOperand(), Callee))
    return false;
  FunctionType *Called = Call.getFunctionType();
  FunctionType *Type = sourceType(Callee);
  const bool HasNoPrototype = Called->isVarArg() && !Called->getNumParams();
  return Called == Type || (HasNoPrototype && !Type->isVarArg() &&
                            Call.arg_size() == Type->getNumParams() &&
                            Called->getReturnType() == Type->getReturnType());
}

static constexpr StringLiteral KnownElsewhere = "sooth.known.elsewhere";

StringRef variableKnownElsewhere(const Module &M) {
  const NamedMDNode *Known = M.getNamedMetadata(KnownElsewhere);
  return Known
             ? cast<MDString>(Known->getOperand(0)->getOperand(0))->getString()
             : StringRef();
}

/// The variable itself may be gone when somebody asks.
static void rememberKnownElsewhere(Module &M) {
  if (M.getNamedMetadata(KnownElsewhere))
    return;
  for (const GlobalVariable &G : M.globals()) {
    if (isDefinedElsewhere(G) || G.hasLocalLinkage() || G.isConstant() ||
        G.getName().starts_with("llvm."))
      continue;
    LLVMContext &Ctx = M.getContext();
    M.getOrInsertNamedMetadata(KnownElsewhere)
        ->addOperand(MDNode::get(Ctx, MDString::get(Ctx, G.getName())));
    return;
  }
}

void internalize(Module &M, Function &Entry) {
  rememberKnownElsewhere(M);
  for (GlobalValue &G : M.global_values()) {
    if (&G == &Entry || G.isDeclaration() || G.hasAppendingLinkage() ||
        isa<GlobalIFunc>(G) || G.getName().starts_with("llvm."))
      continue;
    // Code of that file writes it whenever it runs.
    if (auto *Variable = dyn_cast<GlobalVariable>(&G);
        Variable && isDefinedElsewhere(*Variable))
      continue;
    G.setVisibility(GlobalValue::DefaultVisibility);
    G.setDLLStorageClass(GlobalValue::DefaultStorageClass);
    G.setLinkage(GlobalValue::InternalLinkage);
    if (auto *Object = dyn_cast<GlobalObject>(&G))
      Object->setComdat(nullptr);
  }
}

void dropErrorBodies(Module &M) {
  for (Function &F : M)
    if (!F.isDeclaration() && classify(F) == CalleeKind::Error) {
      F.deleteBody();
      F.setComdat(nullptr);
    }
}

/// Where a call that the program does not show happens: at no line.
static DebugLoc nowhereIn(const Function &F) {
  DISubprogram *Subprogram = F.getSubprogram();
  if (!Subprogram)
    return DebugLoc();
  return DILocation::get(F.getContext(), 0, 0, Subprogram);
}

/// The functions of llvm.global_ctors or llvm.global_dtors, by priority, then
/// place.
static SmallVector<Function *> listedFunctions(const GlobalVariable &List) {
  auto *Array = List.hasInitializer()
                    ? dyn_cast<ConstantArray>(List.getInitializer())
                    : nullptr;
  std::multimap<uint64_t, Function *> Listed;
  if (Array)
    for (const Value *Element : Array->operand_values()) {
      auto *Fields = cast<ConstantStruct>(Element);
      auto *F = dyn_cast<Function>(Fields->getOperand(1)->stripPointerCasts());
      if (F)
        Listed.insert(
            {cast<ConstantInt>(Fields->getOperand(0))->getZExtValue(), F});
    }
  return SmallVector<Function *>(make_second_range(Listed));
}

static void callAll(ArrayRef<Function *> Listed, Instruction &Before,
                    const AttrBuilder &With) {
  IRBuilder<> Builder(&Before);
  Builder.SetCurrentDebugLocation(nowhereIn(*Before.getFunction()));
  auto *Type = FunctionType::get(Builder.getVoidTy(), /*isVarArg=*/false);
  for (Function *F : Listed) {
    CallInst *Call = Builder.CreateCall(Type, F);
    Call->setAttributes(
        Call->getAttributes().addFnAttributes(F->getContext(), With));
  }
}

void callConstructors(Module &M, Function &Entry) {
  GlobalVariable *List = M.getNamedGlobal("llvm.global_ctors");
  if (!List)
    return;
  callAll(listedFunctions(*List), *Entry.getEntryBlock().begin(),
          AttrBuilder(M.getContext()));
  List->eraseFromParent();
}

/// The functions after which destructors run.
static constexpr StringLiteral Exits[] = {"exit", "pthread_exit", "thrd_exit"};

void callDestructors(Module &M, Function &Entry) {
  GlobalVariable *List = M.getNamedGlobal("llvm.global_dtors");
  if (!List || Entry.getName() != "main" || !Entry.use_empty())
    return;
  for (StringRef Name : Exits)
    if (Function *F = M.getFunction(Name); F && F->hasAddressTaken())
      return; // It is called where that cannot be seen.
  SmallVector<Instruction *> Ends;
  for (Function &F : M)
    for (Instruction &I : instructions(F)) {
      auto *Call = dyn_cast<CallBase>(&I);
      const Function *Callee = Call ? calledFunction(*Call) : nullptr;
      const bool IsExit = Callee && classify(*Call) == CalleeKind::Exit &&
                          is_contained(Exits, Callee->getName());
      if (IsExit && (&F != &Entry || Callee->getName() != "exit"))
        return; // Perhaps in what a destructor calls.
      if (IsExit || (&F == &Entry && isa<ReturnInst>(I)))
        Ends.push_back(&I);
    }
  SmallVector<Function *> Listed = listedFunctions(*List);
  std::reverse(Listed.begin(), Listed.end());
  for (Instruction *End : Ends) {
    if (isa<ReturnInst>(End))
      endLocals(*End);
    callAll(Listed, *End, AttrBuilder(M.getContext()).addAttribute(AtEndName));
  }
  List->eraseFromParent();
}

/// What arrives where the caller passes \p Passed and a \p Wanted is expected.
/// Null stands for nothing passed.
static Value *asReceived(Value *Passed, Type *Wanted, IRBuilder<> &Builder) {
  if (Passed && Passed->getType() == Wanted)
    return Passed;
  const DataLayout &DL = Builder.GetInsertBlock()->getDataLayout();
  if (Passed && Passed->getType()->isIntOrPtrTy() && Wanted->isIntOrPtrTy()) {
    // The low bits arrive; of higher ones nothing is known.
    TypeSize Given = DL.getTypeSizeInBits(Passed->getType());
    TypeSize Expected = DL.getTypeSizeInBits(Wanted);
    if (Given >= Expected) {
      if (Passed->getType()->isPointerTy())
        Passed = Builder.CreatePtrToInt(Passed, Builder.getIntNTy(Given));
      Passed = Builder.CreateTrunc(Passed, Builder.getIntNTy(Expected));
      return Wanted->isPointerTy() ? Builder.CreateIntToPtr(Passed, Wanted)
                                   : Passed;
    }
  }
  return Builder.CreateFreeze(PoisonValue::get(Wanted), "garbage");
}

static bool passesMemory(const AttributeList &Attributes, unsigned Count) {
  for (unsigned I = 0; I < Count; ++I)
    if (Attributes.hasParamAttr(I, Attribute::ByVal) ||
        Attributes.hasParamAttr(I, Attribute::StructRet))
      return true;
  return false;
}

static constexpr StringLiteral TypesAreChecked = "sooth.types.are.checked";

void checkTypesOfCalls(Module &M) {
  M.getOrInsertNamedMetadata(TypesAreChecked);
}

/// Whether \p Call, of another type than \p Type, says nothing of parameters
/// and passes what is expected. A result that nobody looks at may be of any
/// type: that was customary where types of functions were not declared.
static bool fitsUnprototyped(const CallInst &Call, const FunctionType &Type) {
  const FunctionType &Called = *Call.getFunctionType();
  if (!Called.isVarArg() || Type.isVarArg() ||
      Call.arg_size() != Type.getNumParams() ||
      (Called.getReturnType() != Type.getReturnType() && !Call.use_empty()))
    return false;
  return all_of(zip(Call.args(), Type.params()), [](auto Both) {
    return std::get<0>(Both)->getType() == std::get<1>(Both);
  });
}

/// Whether the source has \p Call, and not a pass made it.
static bool isInSource(const CallInst &Call) {
  return !Call.getDebugLoc() || Call.getDebugLoc().getLine() != 0;
}

static bool isTypeChecked(const CallInst &Call) {
  auto *Before = dyn_cast_or_null<CallInst>(Call.getPrevNode());
  return Before && classify(*Before) == CalleeKind::MemoryCheck &&
         describeCheck(*Before).What == MemoryCheck::Kind::Type;
}

/// C gives no meaning to a call by another type (C17 6.5.2.2p9). Returns
/// whether there is a new check.
static bool checkType(CallInst &Call, const Function &Callee) {
  Module &M = *Call.getModule();
  const FunctionType &Type = *sourceType(Callee);
  if (!M.getNamedMetadata(TypesAreChecked) || isTypeChecked(Call) ||
      isLibraryModel(Callee) || isMadeByPasses(Callee) || !isInSource(Call) ||
      Call.getFunctionType() == &Type || fitsUnprototyped(Call, Type))
    return false;
  IRBuilder<> Builder(&Call);
  FunctionCallee Check = M.getOrInsertFunction(
      checkName(MemoryCheck::Kind::Type), Builder.getVoidTy());
  Builder.CreateCall(Check)->addFnAttr(
      Attribute::get(M.getContext(), CalleeName, Callee.getName()));
  return true;
}

/// Returns whether it was another one.
static bool repairCall(CallInst &Call, Function &Callee) {
  FunctionType *Type = sourceType(Callee);
  const bool IsLowered = Type != Callee.getFunctionType();
  if (IsLowered && Call.getFunctionType() == Type) {
    passVariadics(Call, Callee);
    return true;
  }
  if (passesMemory(Callee.getAttributes(), Callee.arg_size()) ||
      passesMemory(Call.getAttributes(), Call.arg_size()) ||
      (IsLowered && !Call.getFunctionType()->isVarArg()))
    return false;
  IRBuilder<> Builder(&Call);
  SmallVector<Value *, 8> Args;
  for (auto [I, Wanted] : enumerate(Type->params())) {
    Value *Passed = I < Call.arg_size() ? Call.getArgOperand(I) : nullptr;
    Args.push_back(asReceived(Passed, Wanted, Builder));
  }
  if (Type->isVarArg())
    for (unsigned I = Type->getNumParams(); I < Call.arg_size(); ++I)
      Args.push_back(Call.getArgOperand(I));

  CallInst *Fitting = Builder.CreateCall(Type, &Callee, Args);
  Fitting->setCallingConv(Callee.getCallingConv());
  if (Call.doesNotReturn())
    Fitting->setDoesNotReturn();
  if (!Call.use_empty()) {
    Value *Returned = Callee.getReturnType()->isVoidTy() ? nullptr : Fitting;
    Call.replaceAllUsesWith(asReceived(Returned, Call.getType(), Builder));
  }
  Call.eraseFromParent();
  if (IsLowered)
    passVariadics(*Fitting, Callee);
  return true;
}

bool repairCalls(Module &M) {
  bool Changed = false;
  for (Function &Caller : M)
    for (Instruction &I : make_early_inc_range(instructions(Caller))) {
      auto *Call = dyn_cast<CallInst>(&I);
      Function *Callee = Call ? calledFunction(*Call) : nullptr;
      if (!Callee)
        continue;
      if (Call->getFunctionType() == Callee->getFunctionType()) {
        Call->setCalledOperand(Callee); // Not through an alias.
      } else if (!Callee->isDeclaration()) {
        Changed |= checkType(*Call, *Callee);
        Changed |= repairCall(*Call, *Callee);
      }
    }
  return Changed;
}

void repairUnprototypedCalls(Module &M) {
  for (Function &Caller : M)
    for (Instruction &I : make_early_inc_range(instructions(Caller))) {
      auto *Call = dyn_cast<CallInst>(&I);
      Function *Callee = Call ? calledFunction(*Call) : nullptr;
      if (!Callee || Callee->isDeclaration())
        continue;
      FunctionType *Called = Call->getFunctionType();
      if (Called->isVarArg() && !Callee->isVarArg() &&
          Called != Callee->getFunctionType())
        repairCall(*Call, *Callee);
    }
}

CallBase *findSetjmp(Module &M) {
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I);
          Call && Call->hasFnAttr(Attribute::ReturnsTwice))
        return Call;
  return nullptr;
}

} // namespace sooth
