//===- CodeHashes.cpp - What is verified from a function, as hashes -------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Why equal texts stand for equal programs. copyReachable takes the functions
// and variables that are reached, in their order, each with all that it has,
// and what belongs to the module, which is told, too. Besides it says which
// functions calls through pointers may lead to, which is told; the rest is
// declared, and used by nothing. What is done to the copy then
// (ModuleTask::open) looks at five more things:
//
// * what the whole program does with variables that are reached, which is told;
// * what the whole program keeps members in that are read, which is told;
// * the first variable that other files may know, maybe one that is declared
//   only: names are told until it is surely among them;
// * structures anywhere in the file, by their names, where it uses a variable
//   of another file: then there is no text;
// * contracts, of which new functions are made: nor is there one then.
//
// Types of debug information that are equal but not the same are not told
// apart.
//
//===----------------------------------------------------------------------===//

#include "CodeHashes.h"

#include "ProgramText.h"
#include "Programs/ArbitraryGlobals.h"
#include "Programs/CalleeStubs.h"
#include "Programs/OutsideVariables.h"
#include "Programs/UsedCode.h"

#include "sooth/Driver/Witness/WitnessFile.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "sooth/Frontend/LLVM/Passes/ApplyContracts.h"
#include "sooth/Frontend/LLVM/Passes/WholeProgram.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace sooth;
using namespace llvm;

/// Strings are numbered in the order of the file. Instead they are called by
/// what they hold; of equal ones, if there are any, each gets another number.
static void nameByContent(Module &M) {
  for (GlobalVariable &V : M.globals()) {
    if (!V.getName().starts_with(".str") || !V.hasInitializer() ||
        !isa<ConstantData>(V.getInitializer()))
      continue;
    std::string Text;
    raw_string_ostream(Text) << *V.getInitializer();
    V.setName(".text." + hashOfText(Text));
  }
}

CodeHashes::CodeHashes(const Module &M, const ProgramGlobals &Globals,
                       const CalleeStubs &Stubs)
    : M(M), Globals(Globals), Stubs(Stubs) {}

CodeHashes::~CodeHashes() = default;

namespace {
/// A function or variable in a module of its own, where what it refers to is
/// declared. (To clone the module would take time for all that is in it.)
class CopyOfOne : ValueMaterializer {
public:
  explicit CopyOfOne(const Module &From)
      : Alone(From.getModuleIdentifier(), From.getContext()) {
    Alone.setDataLayout(From.getDataLayout());
    Alone.setTargetTriple(From.getTargetTriple());
  }
  const Module &withBody(const GlobalObject &G);
  const Module &withoutBody(const Function &F);

private:
  llvm::Value *materialize(llvm::Value *V) override;
  GlobalObject *declare(const GlobalObject &G);
  void copyMetadata(const GlobalObject &G, GlobalObject &To);
  void finish();

  Module Alone;
  ValueToValueMapTy Copies;
  /// What was declared, and has no metadata yet.
  SmallVector<const GlobalObject *> Declared;
};
} // namespace

GlobalObject *CopyOfOne::declare(const GlobalObject &G) {
  GlobalObject *New = nullptr;
  if (auto *F = dyn_cast<Function>(&G)) {
    auto *NewF = Function::Create(F->getFunctionType(), F->getLinkage(),
                                  F->getAddressSpace(), F->getName(), &Alone);
    NewF->copyAttributesFrom(F);
    NewF->setPersonalityFn(nullptr);
    New = NewF;
  } else {
    const auto &V = cast<GlobalVariable>(G);
    auto *NewV = new GlobalVariable(
        Alone, V.getValueType(), V.isConstant(), V.getLinkage(), nullptr,
        V.getName(), nullptr, V.getThreadLocalMode(), V.getAddressSpace());
    NewV->copyAttributesFrom(&V);
    New = NewV;
  }
  if (!G.isDeclaration())
    New->setLinkage(GlobalValue::ExternalLinkage);
  Copies[&G] = New;
  return New;
}

llvm::Value *CopyOfOne::materialize(llvm::Value *V) {
  auto *G = dyn_cast<GlobalObject>(V);
  if (!G || G->getParent() == &Alone)
    return nullptr;
  Declared.push_back(G);
  return declare(*G);
}

void CopyOfOne::copyMetadata(const GlobalObject &G, GlobalObject &To) {
  SmallVector<std::pair<unsigned, MDNode *>> Notes;
  G.getAllMetadata(Notes);
  for (auto [Kind, Note] : Notes)
    To.addMetadata(Kind, *MapMetadata(Note, Copies, RF_None, nullptr, this));
}

/// Metadata may refer to more.
void CopyOfOne::finish() {
  while (!Declared.empty()) {
    const GlobalObject &G = *Declared.pop_back_val();
    if (isa<GlobalVariable>(G) || G.isDeclaration())
      copyMetadata(G, *cast<GlobalObject>(Copies[&G]));
  }
}

const Module &CopyOfOne::withBody(const GlobalObject &G) {
  GlobalObject &Kept = *declare(G);
  Kept.setLinkage(G.getLinkage());
  if (const Comdat *Of = G.getComdat()) {
    Comdat *New = Alone.getOrInsertComdat(Of->getName());
    New->setSelectionKind(Of->getSelectionKind());
    Kept.setComdat(New);
  }
  auto *F = dyn_cast<Function>(&G);
  if (F && !F->isDeclaration()) {
    auto &To = cast<Function>(Kept);
    for (auto [From, Argument] : zip_equal(F->args(), To.args())) {
      Argument.setName(From.getName());
      Copies[&From] = &Argument;
    }
    SmallVector<ReturnInst *, 8> Returns;
    CloneFunctionInto(&To, F, Copies, CloneFunctionChangeType::ClonedModule,
                      Returns, "", nullptr, nullptr, this);
  } else {
    copyMetadata(G, Kept);
  }
  if (auto *V = dyn_cast<GlobalVariable>(&G); V && V->hasInitializer())
    cast<GlobalVariable>(Kept).setInitializer(
        MapValue(V->getInitializer(), Copies, RF_None, nullptr, this));
  finish();
  return Alone;
}

const Module &CopyOfOne::withoutBody(const Function &F) {
  copyNotes(F, *cast<Function>(declare(F)), Copies);
  return Alone;
}

/// What belongs to the module, and to none of its functions and variables.
std::string CodeHashes::hashOfModule() const {
  ValueToValueMapTy Copies;
  const std::unique_ptr<Module> Empty =
      CloneModule(*Plain, Copies, [](const GlobalValue *) { return false; });
  for (GlobalObject &G : make_early_inc_range(Empty->global_objects()))
    if (G.use_empty())
      G.eraseFromParent();
  return hashOfText(printedWithoutHashes(*Empty));
}

/// Of \p G with what it refers to as declarations, and with its own \p Body or
/// only what is said of it.
const std::string &CodeHashes::hashOf(const GlobalValue &G, Body Own) {
  auto [At, IsNew] = Hashes.try_emplace({&G, unsigned(Own)});
  if (!IsNew)
    return At->second;
  const auto &InWhole = cast<GlobalObject>(*InPlain[&G]);
  CopyOfOne Copy(*Plain);
  return At->second = hashOfText(printedWithoutHashes(
             Own == Body::Included
                 ? Copy.withBody(InWhole)
                 : Copy.withoutBody(cast<Function>(InWhole))));
}

/// Whether some of that depends on more than is reached.
bool CodeHashes::needsMore(const ReachedCode &Reached) const {
  return !M.alias_empty() || !M.ifunc_empty() ||
         any_of(Reached.All, [&](const GlobalValue *G) {
           auto *F = dyn_cast<Function>(G);
           auto *V = dyn_cast<GlobalVariable>(G);
           return !G->hasName() || (F && hasContract(*F)) ||
                  (V && Globals.isUsedAsSome(*V));
         });
}

/// The names of variables among which is the first that other files may know,
/// if one of these is not reached: it is remembered.
std::string CodeHashes::firstKnownElsewhere(const ReachedCode &Reached) const {
  std::string Names;
  for (const GlobalVariable &G : M.globals()) {
    if (G.isConstant() || G.getName().starts_with("llvm."))
      continue;
    const bool IsReached = Reached.All.contains(&G);
    if (IsReached && G.hasLocalLinkage())
      continue;
    Names += G.getName().str() + ' ';
    // (Of declarations that depends on what they are.)
    if (!G.isDeclaration() && !isDefinedElsewhere(G))
      break;
  }
  return Names;
}

static void print(raw_ostream &OS, const WaysFromOutside &Ways) {
  OS << (Ways.IsFound ? "found" : "");
  for (unsigned Argument : Ways.Arguments)
    OS << " argument " << Argument;
}

std::optional<std::string>
CodeHashes::textOf(const Function &Entry,
                   ArrayRef<ArrayRef<std::string>> Lists) {
  const CodeToCopy Code = codeToCopy(Entry, Globals, &Stubs);
  const ReachedCode &Reached = Code.Reached;
  if (needsMore(Reached))
    return std::nullopt;
  if (!Plain) {
    Plain = CloneModule(M, InPlain);
    dropWhatIsOfFiles(*Plain);
    nameByContent(*Plain);
    OfModule = hashOfModule();
  }
  std::string Text;
  raw_string_ostream OS(Text);
  OS << "in " << OfModule << "\nfrom " << Entry.getName()
     << "\nknown elsewhere: " << firstKnownElsewhere(Reached) << '\n';
  for (const GlobalVariable &G : M.globals())
    if (Reached.All.contains(&G)) {
      OS << hashOf(G) << '\n';
      Globals.print(OS, G);
      print(OS, Globals.waysFromOutside(G, Entry));
      OS << (Stubs.isAnywhere(G) ? " anywhere\n" : "\n");
    }
  for (const Function &F : M)
    if (Reached.All.contains(&F) && !is_contained(Code.Stubs, &F)) {
      OS << hashOf(F) << '\n';
      Globals.keptRanges().print(OS, F);
    }
  for (const Function *F : Code.Stubs) {
    OS << hashOf(*F, Body::LeftOut) << '\n';
    Stubs.print(OS, *F);
    for (const GlobalVariable *G : usedByStub(*F, Code, Stubs))
      OS << "used: " << G->getName() << '\n';
  }
  printStoredOutside(OS, Globals, Reached.All);
  OS << "through pointers:";
  for (const Function *F : Reached.PointerCallees)
    OS << ' ' << F->getName();
  for (ArrayRef<std::string> Names : Lists) {
    OS << "\nof these:";
    for (const std::string &Name : Names)
      if (Reached.All.contains(M.getFunction(Name)))
        OS << ' ' << Name;
  }
  OS << '\n';
  return Text;
}
