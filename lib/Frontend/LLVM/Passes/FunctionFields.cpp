//===- FunctionFields.cpp - Where functions' addresses are kept -----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Passes/FunctionFields.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

#include <map>
#include <optional>
#include <set>

using namespace llvm;
using namespace sooth;

/// Metadata of functions: the structures' names and the numbers of the members.
static constexpr StringLiteral FieldsName = "sooth.fields";
/// The same of a module: those that may hold any function.
static constexpr StringLiteral AnyFunctionName = "sooth.fields.any";

using Field = std::pair<StringRef, uint64_t>;

/// What LLVM appends where modules are joined does not count.
static StringRef nameOf(const StructType &T) {
  if (!T.hasName())
    return "";
  auto [Name, Number] = T.getName().rsplit('.');
  return !Number.empty() && all_of(Number, isDigit) ? Name : T.getName();
}

std::optional<Member> sooth::memberAt(const Value &Pointer) {
  for (auto *Gep = dyn_cast<GEPOperator>(&Pointer); Gep;
       Gep = dyn_cast<GEPOperator>(Gep->getPointerOperand())) {
    std::optional<Member> Found;
    for (auto It = gep_type_begin(Gep), End = gep_type_end(Gep); It != End;
         ++It)
      if (const StructType *In = It.getStructTypeOrNull()) {
        if (nameOf(*In).empty())
          return std::nullopt;
        Found = {In, cast<ConstantInt>(It.getOperand())->getZExtValue()};
      }
    if (Found)
      return Found;
    // Steps over bytes may lead to any member.
    const Type *Stepped = Gep->getSourceElementType();
    if (!Stepped->isArrayTy() && !Stepped->isPointerTy())
      return std::nullopt;
  }
  return std::nullopt;
}

static std::optional<Field> fieldAt(const Value &Pointer) {
  auto At = memberAt(Pointer);
  return At ? std::optional(Field(nameOf(*At->In), At->Number)) : std::nullopt;
}

/// The members where \p F, or an array or choice that it is in, is stored;
/// nothing if it is stored elsewhere.
static std::optional<std::set<Field>> fieldsOf(const Function &F) {
  std::set<Field> Found;
  SmallSetVector<const Value *, 8> Holders;
  Holders.insert(&F);
  for (unsigned K = 0; K < Holders.size(); ++K)
    for (const Use &U : Holders[K]->uses()) {
      const User *By = U.getUser();
      if (auto *Whole = dyn_cast<ConstantStruct>(By)) {
        const StringRef Name = nameOf(*Whole->getType());
        if (Name.empty())
          return std::nullopt;
        Found.insert({Name, U.getOperandNo()});
      } else if (isa<ConstantArray, PHINode, SelectInst, FreezeInst>(By)) {
        Holders.insert(By);
      } else if (auto *Store = dyn_cast<StoreInst>(By);
                 Store && Store->getValueOperand() == Holders[K]) {
        auto At = fieldAt(*Store->getPointerOperand());
        if (!At)
          return std::nullopt;
        Found.insert(*At);
      } else if (auto *Call = dyn_cast<CallBase>(By);
                 !(Call && Call->isCallee(&U)) && !isa<ICmpInst>(By)) {
        return std::nullopt;
      }
    }
  // (What is nowhere may have been stored in what is not shown.)
  return Found.empty() ? std::nullopt : std::optional(std::move(Found));
}

namespace {
/// What members of structures get from where.
class StoredPointers {
public:
  explicit StoredPointers(const Module &M);
  /// Where something else may be stored than the addresses of functions, what
  /// is read from members, and what comes from code that is not shown.
  const std::set<Field> &fromAnywhere() const { return FromAnywhere; }
  /// \p Fields, and where what is in one of them may be stored, too.
  std::set<Field> closed(std::set<Field> Fields) const;

private:
  void visit(const StoreInst &Store);

  /// From the members that are read to those where that is stored.
  std::map<Field, std::set<Field>> Into;
  std::set<Field> FromAnywhere;
};
} // namespace

StoredPointers::StoredPointers(const Module &M) {
  for (const Function &F : M)
    for (const Instruction &I : instructions(F))
      if (auto *Store = dyn_cast<StoreInst>(&I);
          Store && Store->getValueOperand()->getType()->isPointerTy())
        visit(*Store);
}

/// Appends where \p V comes from, within the program; false if that is not
/// known.
static bool addSources(const Value &V,
                       SmallSetVector<const Value *, 8> &Sources) {
  if (auto *Phi = dyn_cast<PHINode>(&V)) {
    Sources.insert(Phi->op_begin(), Phi->op_end());
    return true;
  }
  if (auto *Select = dyn_cast<SelectInst>(&V)) {
    Sources.insert(Select->getTrueValue());
    Sources.insert(Select->getFalseValue());
    return true;
  }
  if (auto *A = dyn_cast<Argument>(&V)) {
    for (const Use &U : A->getParent()->uses()) {
      auto *Call = dyn_cast<CallBase>(U.getUser());
      if (!Call || !Call->isCallee(&U) || A->getArgNo() >= Call->arg_size())
        return false;
      Sources.insert(Call->getArgOperand(A->getArgNo()));
    }
    return true;
  }
  if (auto *Call = dyn_cast<CallBase>(&V)) {
    const Function *Callee = Call->getCalledFunction();
    if (!Callee)
      return false;
    for (const BasicBlock &B : *Callee)
      if (auto *Return = dyn_cast<ReturnInst>(B.getTerminator()))
        Sources.insert(Return->getReturnValue());
    return true;
  }
  auto *Load = dyn_cast<LoadInst>(&V);
  auto *Local =
      Load ? dyn_cast<AllocaInst>(Load->getPointerOperand()) : nullptr;
  if (!Local)
    return false;
  for (const Use &U : Local->uses()) {
    auto *Store = dyn_cast<StoreInst>(U.getUser());
    if (Store && Store->getPointerOperand() == Local)
      Sources.insert(Store->getValueOperand());
    else if (Store || !isa<LoadInst>(U.getUser()))
      return false;
  }
  return true;
}

void StoredPointers::visit(const StoreInst &Store) {
  auto To = fieldAt(*Store.getPointerOperand());
  if (!To)
    return;
  SmallSetVector<const Value *, 8> Sources;
  Sources.insert(Store.getValueOperand());
  for (unsigned K = 0; K < Sources.size(); ++K) {
    const Value &V = *Sources[K];
    if (isa<Function, ConstantPointerNull>(V))
      continue;
    auto *Load = dyn_cast<LoadInst>(&V);
    if (auto From = Load ? fieldAt(*Load->getPointerOperand()) : std::nullopt)
      Into[*From].insert(*To);
    else if (!addSources(V, Sources))
      FromAnywhere.insert(*To);
  }
}

std::set<Field> StoredPointers::closed(std::set<Field> Fields) const {
  SmallVector<Field> Worklist(Fields.begin(), Fields.end());
  while (!Worklist.empty())
    if (auto Next = Into.find(Worklist.pop_back_val()); Next != Into.end())
      for (const Field &At : Next->second)
        if (Fields.insert(At).second)
          Worklist.push_back(At);
  return Fields;
}

static MDNode *noteOf(LLVMContext &Context, const std::set<Field> &Fields) {
  SmallVector<Metadata *> Noted;
  for (const auto &[Name, Number] : Fields) {
    Noted.push_back(MDString::get(Context, Name));
    Noted.push_back(ConstantAsMetadata::get(
        ConstantInt::get(Type::getInt64Ty(Context), Number)));
  }
  return MDNode::get(Context, Noted);
}

static bool isNoted(const MDNode &Noted, const Field &Asked) {
  for (unsigned I = 0; I < Noted.getNumOperands(); I += 2)
    if (cast<MDString>(Noted.getOperand(I))->getString() == Asked.first &&
        mdconst::extract<ConstantInt>(Noted.getOperand(I + 1))
                ->getZExtValue() == Asked.second)
      return true;
  return false;
}

void sooth::noteFieldsOfFunctions(Module &M) {
  const StoredPointers Stored(M);
  NamedMDNode *Any = M.getOrInsertNamedMetadata(AnyFunctionName);
  Any->clearOperands();
  Any->addOperand(noteOf(M.getContext(), Stored.closed(Stored.fromAnywhere())));
  for (Function &F : M)
    if (F.hasLocalLinkage() && F.hasAddressTaken())
      if (auto Fields = fieldsOf(F))
        F.setMetadata(FieldsName, noteOf(M.getContext(),
                                         Stored.closed(std::move(*Fields))));
}

bool sooth::mayHold(const Value &Pointer, const Function &F) {
  const MDNode *Noted = F.getMetadata(FieldsName);
  auto *Load = Noted ? dyn_cast<LoadInst>(&Pointer) : nullptr;
  auto From = Load ? fieldAt(*Load->getPointerOperand()) : std::nullopt;
  const NamedMDNode *Any = F.getParent()->getNamedMetadata(AnyFunctionName);
  return !From || !Any || isNoted(*Noted, *From) ||
         isNoted(*Any->getOperand(0), *From);
}
