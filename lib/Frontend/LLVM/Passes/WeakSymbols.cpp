//===- WeakSymbols.cpp - Symbols that a linker may replace ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Passes/WeakSymbols.h"

#include "sooth/Frontend/LLVM/Base/UnseenVersions.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace sooth {

/// Metadata of variables that other files may define.
static constexpr StringLiteral ReplaceableName = "sooth.replaceable";
/// Followed by a symbol's name: the variable that says whether others define
/// it.
static constexpr StringLiteral ElsewherePrefix = "sooth.elsewhere.";
/// Metadata of the module: all choices that there are.
static constexpr StringLiteral ChoicesName = "sooth.weak.choices";

namespace {
/// One symbol.
struct Choice {
  GlobalValue *Symbol;
  /// What the given files define, or null.
  Constant *Here;
  /// What it is if others define it.
  Constant *Elsewhere;
  GlobalVariable *IsElsewhere;
};
} // namespace

static GlobalVariable *makeSwitch(Module &M, StringRef Name) {
  IntegerType *T = Type::getInt8Ty(M.getContext());
  return new GlobalVariable(M, T, /*isConstant=*/false,
                            GlobalValue::InternalLinkage,
                            ConstantInt::get(T, 0), ElsewherePrefix + Name);
}

static Value *isElsewhere(const Choice &C, IRBuilder<> &Build) {
  Value *Now = Build.CreateLoad(C.IsElsewhere->getValueType(), C.IsElsewhere);
  return Build.CreateICmpNE(Now, ConstantInt::get(Now->getType(), 0));
}

static Value *chosen(const Choice &C, IRBuilder<> &Build) {
  return Build.CreateSelect(isElsewhere(C, Build), C.Elsewhere, C.Here);
}

/// In the scope of \p I, but at no line: no choice of the user's.
static DebugLoc nowhereNear(const Instruction &I) {
  const DebugLoc &L = I.getDebugLoc();
  return L ? DebugLoc(DILocation::get(I.getContext(), 0, 0, L.getScope(),
                                      L.getInlinedAt()))
           : DebugLoc();
}

/// Makes two calls of one, in branches.
static void chooseCallee(CallInst &Call, const Choice &C) {
  IRBuilder<> Build(&Call);
  Build.SetCurrentDebugLocation(nowhereNear(Call));
  Instruction *Then = nullptr, *Else = nullptr;
  BasicBlock *Before = Call.getParent();
  SplitBlockAndInsertIfThenElse(isElsewhere(C, Build), Call.getIterator(),
                                &Then, &Else);
  for (Instruction *End : {Before->getTerminator(), Then, Else})
    End->setDebugLoc(nowhereNear(Call));
  auto CallBefore = [&](Instruction *End, Constant *Callee) {
    auto *Copy = cast<CallInst>(Call.clone());
    Copy->setCalledOperand(Callee);
    Copy->insertBefore(End);
    return Copy;
  };
  CallInst *There = CallBefore(Then, C.Elsewhere);
  CallInst *Here = CallBefore(Else, C.Here);
  if (!Call.getType()->isVoidTy()) {
    PHINode *Result =
        PHINode::Create(Call.getType(), 2, "", Call.getIterator());
    Result->setDebugLoc(Call.getDebugLoc());
    Result->addIncoming(There, Then->getParent());
    Result->addIncoming(Here, Else->getParent());
    Result->takeName(&Call);
    Call.replaceAllUsesWith(Result);
  }
  Call.eraseFromParent();
}

/// Where \p U's instruction needs its operand.
static Instruction *placeOf(const Use &U) {
  auto *Phi = dyn_cast<PHINode>(U.getUser());
  return Phi ? Phi->getIncomingBlock(U)->getTerminator()
             : cast<Instruction>(U.getUser());
}

/// Everywhere in the code; initializers of variables are for
/// chooseWeakSymbols.
static void chooseInCode(const Choice &C) {
  convertUsersOfConstantsToInstructions(C.Symbol);
  SmallVector<Use *> Uses;
  for (Use &U : C.Symbol->uses())
    if (isa<Instruction>(U.getUser()))
      Uses.push_back(&U);
  for (Use *U : Uses) {
    auto *Call = dyn_cast<CallInst>(U->getUser());
    if (Call && Call->isCallee(U) && !Call->isMustTailCall()) {
      chooseCallee(*Call, C);
      continue;
    }
    IRBuilder<> Build(placeOf(*U));
    Build.SetCurrentDebugLocation(
        nowhereNear(*cast<Instruction>(U->getUser())));
    U->set(chosen(C, Build));
  }
}

/// By names: copies of the module need not have all of it.
static void noteChoice(Module &M, const Choice &C) {
  LLVMContext &Context = M.getContext();
  M.getOrInsertNamedMetadata(ChoicesName)
      ->addOperand(MDNode::get(
          Context, {MDString::get(Context, C.IsElsewhere->getName()),
                    MDString::get(Context, C.Symbol->getName()),
                    MDString::get(Context, C.Here->getName()),
                    MDString::get(Context, C.Elsewhere->getName())}));
}

static Constant *declareElsewhere(Module &M, FunctionType &T,
                                  const Function *Like, StringRef Name) {
  Function *There = Function::Create(&T, GlobalValue::ExternalLinkage,
                                     Name + OfAnotherFileSuffix, M);
  if (Like)
    There->copyAttributesFrom(Like);
  return There;
}

/// A function, or another name for one.
static void openFunction(Module &M, GlobalValue &Symbol, Constant &Here) {
  auto *T = cast<FunctionType>(Symbol.getValueType());
  auto *F = dyn_cast<Function>(Here.stripPointerCasts());
  const std::string Name = Symbol.getName().str();
  const Choice C{&Symbol, &Here, declareElsewhere(M, *T, F, Name),
                 makeSwitch(M, Name)};
  noteChoice(M, C);
  chooseInCode(C);
}

static void openUndefined(Module &M, GlobalObject &Symbol) {
  Symbol.setLinkage(GlobalValue::ExternalLinkage);
  GlobalVariable *Switch = makeSwitch(M, Symbol.getName());
  // (What it does and returns, if others define it, no harness can show.)
  if (auto *F = dyn_cast<Function>(&Symbol);
      F && classify(*F) == CalleeKind::External)
    F->setName(F->getName() + OfAnotherFileSuffix);
  const Choice C{&Symbol,
                 ConstantPointerNull::get(cast<PointerType>(Symbol.getType())),
                 &Symbol, Switch};
  noteChoice(M, C);
  chooseInCode(C);
}

/// One that another file may give another value. Nobody relies on what it holds
/// at first.
static void openVariable(GlobalVariable &G) {
  G.setLinkage(GlobalValue::ExternalLinkage);
  LLVMContext &Context = G.getContext();
  SmallVector<Metadata *, 1> Says;
  if (G.isConstant())
    Says.push_back(MDString::get(Context, "constant"));
  G.setMetadata(ReplaceableName, MDNode::get(Context, Says));
  G.setConstant(false);
}

static bool isReal(const GlobalValue &G) {
  return G.hasName() && !G.getName().starts_with("llvm.") &&
         !G.getName().starts_with("sooth");
}

static void openAlias(Module &M, GlobalAlias &Symbol) {
  Constant *Here = Symbol.getAliasee();
  if (isa<FunctionType>(Symbol.getValueType())) {
    openFunction(M, Symbol, *Here);
    Symbol.setLinkage(GlobalValue::ExternalLinkage);
    return;
  }
  auto *G = new GlobalVariable(M, Symbol.getValueType(), /*isConstant=*/false,
                               GlobalValue::ExternalLinkage, nullptr, "");
  Symbol.replaceAllUsesWith(G);
  G->takeName(&Symbol);
  Symbol.eraseFromParent();
}

static void openDefinitions(Module &M) {
  for (GlobalAlias &Symbol : make_early_inc_range(M.aliases()))
    if (Symbol.isInterposable() && isReal(Symbol))
      openAlias(M, Symbol);
  for (Function &F : M)
    if (!F.isDeclaration() && F.isInterposable() && isReal(F)) {
      F.setLinkage(GlobalValue::ExternalLinkage);
      openFunction(M, F, F);
    }
  for (GlobalVariable &G : M.globals())
    if (!G.isDeclaration() && G.isInterposable() && isReal(G))
      openVariable(G);
}

void openWeakSymbols(Module &M, OtherFiles Missing) {
  for (GlobalObject &Symbol : M.global_objects())
    if (Symbol.hasExternalWeakLinkage() && isReal(Symbol))
      openUndefined(M, Symbol);
  if (Missing == OtherFiles::Any)
    openDefinitions(M);
}

bool mayBeReplaced(const GlobalVariable &G) {
  return G.hasMetadata(ReplaceableName);
}

bool isReplacedConstant(const GlobalVariable &G) {
  const MDNode *Says = G.getMetadata(ReplaceableName);
  return Says && Says->getNumOperands() > 0;
}

//===----------------------------------------------------------------------===//
// At the beginning of runs
//===----------------------------------------------------------------------===//

/// Stores what is chosen wherever \p Initial, which is at \p At, has the
/// symbol.
static void storeChosen(Constant &Initial, Value *At, const Choice &C,
                        IRBuilder<> &Build) {
  if (&Initial == C.Symbol) {
    Build.CreateStore(chosen(C, Build), At);
    return;
  }
  if (!isa<ConstantAggregate>(Initial))
    return;
  Type *T = Initial.getType();
  for (const auto &[I, Part] : enumerate(Initial.operands()))
    storeChosen(*cast<Constant>(Part.get()),
                Build.CreateConstInBoundsGEP2_32(T, At, 0, unsigned(I)), C,
                Build);
}

static bool leadsTo(const Constant &C, const Constant &Symbol) {
  return &C == &Symbol ||
         (isa<ConstantAggregate>(C) && any_of(C.operands(), [&](const Use &U) {
            return leadsTo(*cast<Constant>(U), Symbol);
          }));
}

static void chooseInVariables(Module &M, const Choice &C, IRBuilder<> &Build) {
  for (GlobalVariable &G : M.globals()) {
    if (!G.hasInitializer() || !isReal(G) ||
        !leadsTo(*G.getInitializer(), *C.Symbol))
      continue;
    Constant *Initial = G.getInitializer();
    G.setConstant(false);
    storeChosen(*Initial, &G, C, Build);
  }
}

/// Where others define a symbol, nobody shows what, so that no violation which
/// depends on that is claimed; where they do not, all is shown.
static Value *anyChoice(Module &M, StringRef Symbol, IRBuilder<> &Build) {
  auto *T = FunctionType::get(Build.getInt1Ty(), false);
  auto Call = [&](const Twine &Name) {
    return Build.CreateCall(M.getOrInsertFunction(Name.str(), T));
  };
  Value *IsChosen = Call(InitialValuePrefix + Symbol + OfAnotherFileSuffix);
  Value *IsUnseen =
      Call(AnyOfAnotherFile + "'" + Symbol + "'" + OfAnotherFileSuffix);
  return Build.CreateAnd(IsChosen, IsUnseen);
}

/// What \p Noted tells in \p M; nothing if the code there does not use it.
static std::optional<Choice> choiceOf(const MDNode &Noted, Module &M) {
  auto Named = [&](unsigned I) {
    return M.getNamedValue(cast<MDString>(Noted.getOperand(I))->getString());
  };
  GlobalValue *Symbol = Named(1);
  const StringRef Switch = cast<MDString>(Noted.getOperand(0))->getString();
  const StringRef Name = Switch.drop_front(ElsewherePrefix.size());
  auto *IsElsewhere = cast_or_null<GlobalVariable>(Named(0));
  if (!Symbol)
    return IsElsewhere
               ? std::optional(Choice{nullptr, nullptr, nullptr, IsElsewhere})
               : std::nullopt;
  Constant *Here = Named(2), *Elsewhere = Named(3);
  if (!Here)
    Here = ConstantPointerNull::get(cast<PointerType>(Symbol->getType()));
  if (!Elsewhere)
    Elsewhere = declareElsewhere(M, *cast<FunctionType>(Symbol->getValueType()),
                                 nullptr, Name);
  return Choice{Symbol, Here, Elsewhere,
                IsElsewhere ? IsElsewhere : makeSwitch(M, Name)};
}

void chooseWeakSymbols(Module &M, Function &Entry) {
  NamedMDNode *Choices = M.getNamedMetadata(ChoicesName);
  if (!Choices)
    return;
  IRBuilder<> Build(&*Entry.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  if (DISubprogram *Where = Entry.getSubprogram())
    Build.SetCurrentDebugLocation(
        DILocation::get(M.getContext(), Where->getLine(), 0, Where));
  for (const MDNode *Noted : Choices->operands()) {
    auto C = choiceOf(*Noted, M);
    if (!C)
      continue;
    const StringRef Name =
        C->IsElsewhere->getName().drop_front(ElsewherePrefix.size());
    Build.CreateStore(Build.CreateZExt(anyChoice(M, Name, Build),
                                       C->IsElsewhere->getValueType()),
                      C->IsElsewhere);
    if (C->Symbol)
      chooseInVariables(M, *C, Build);
  }
  Choices->eraseFromParent();
}

} // namespace sooth
