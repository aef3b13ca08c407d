//===- MemberWrites.cpp - Library functions stay in arrays ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemberWrites.h"

#include "Base/MemoryChecks.h"
#include "LibraryCalls.h"
#include "sooth/Frontend/LLVM/Base/DebugTypes.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "sooth/Frontend/LLVM/CLibrary/LibraryModels.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

#include <optional>

using namespace llvm;

namespace sooth {

namespace {
/// What a function writes.
struct Writes {
  enum class Kind {
    Bytes,        ///< as many as an argument says, or up to that many
    Filled,       ///< the same of a text that is filled up to that
    Text,         ///< a copy of the text in the next argument
    Appended,     ///< a text behind the one that is there
    Printed,      ///< as many as the result says, and the end
    BoundedPrint, ///< the same, but no more than an argument says
  } What;
  unsigned To = 0, Size = 0;
  /// An argument that says how large each of these is.
  std::optional<unsigned> ElementSize = {};
  /// Whether the number may be negative, and nothing is written then.
  bool IsSigned = false;
};

/// An array in a structure, and where in it a pointer leads.
struct MemberArray {
  const StructType *In;
  unsigned Number;
  uint64_t Size;
  /// In bytes from its beginning: a number, and products of values.
  int64_t Constant = 0;
  SmallVector<std::pair<Value *, uint64_t>, 2> Variable = {};
};

class MemberWrites {
public:
  MemberWrites(Module &M, LastArrays Last)
      : M(M), Layout(M.getDataLayout()), Last(Last),
        Structures(structuresByName(M)), HasModels(hasLibraryModels(M)) {}
  void check(CallInst &Call);

private:
  std::optional<MemberArray> arrayAt(Value *Pointer) const;
  std::optional<MemberArray> arrayInVariable(Value *Pointer) const;
  bool isArray(const StructType &T, unsigned Number) const;
  bool endsWithMember(const MemberArray &A, uint64_t Length) const;
  Value *offset(IRBuilder<> &Build, const MemberArray &A) const;
  Value *room(IRBuilder<> &Build, const MemberArray &A) const;
  CallInst *checkLength(IRBuilder<> &Build, const MemberArray &A, Value *Length,
                        Instruction &Before);
  CallInst *checkText(IRBuilder<> &Build, const MemberArray &A,
                      StringRef Exceeds, SmallVector<Value *, 4> Given,
                      Instruction &Before);
  Value *printed(IRBuilder<> &Build, CallInst &Call, const Writes &How);
  CallInst *require(const IRBuilder<> &At, Value *Fits, const MemberArray &A,
                    Instruction &Before);
  std::string name(const MemberArray &A) const;

  Module &M;
  const DataLayout &Layout;
  const LastArrays Last;
  const StringMap<const DICompositeType *> Structures;
  const bool HasModels;
};
} // namespace

static std::optional<Writes> writesOf(const CallInst &Call) {
  using enum Writes::Kind;
  if (isa<MemIntrinsic>(Call))
    return Writes{Bytes, 0, 2};
  const Function *Callee = Call.getCalledFunction();
  if (!Callee || !Callee->isDeclaration())
    return std::nullopt;
  auto Known =
      StringSwitch<std::optional<Writes>>(Callee->getName())
          .Cases("memcpy", "memmove", "mempcpy", "memset", Writes{Bytes, 0, 2})
          .Cases("read", "pread", "recv", "recvfrom", "readlink",
                 Writes{Bytes, 1, 2})
          .Cases("bzero", "explicit_bzero", "getcwd", "gethostname",
                 "getrandom", "getentropy", Writes{Bytes, 0, 1})
          .Case("fgets", Writes{Bytes, 0, 1, std::nullopt, true})
          .Case("bcopy", Writes{Bytes, 1, 2})
          .Case("fread", Writes{Bytes, 0, 2, 1})
          .Cases("strncpy", "stpncpy", Writes{Filled, 0, 2})
          .Cases("strcpy", "stpcpy", Writes{Text, 0, 1})
          .Cases("strcat", "strncat", Writes{Appended, 0})
          .Cases("sprintf", "vsprintf", Writes{Printed, 0})
          .Cases("snprintf", "vsnprintf", Writes{BoundedPrint, 0, 1})
          .Default(std::nullopt);
  auto IsInteger = [&](unsigned Number) {
    return Number < Call.arg_size() &&
           Call.getArgOperand(Number)->getType()->isIntegerTy();
  };
  const bool HasSize =
      Known && (Known->What == Bytes || Known->What == Filled ||
                Known->What == BoundedPrint);
  const bool HasResult =
      Known && (Known->What == Printed || Known->What == BoundedPrint);
  if (!Known || Known->To >= Call.arg_size() ||
      !Call.getArgOperand(Known->To)->getType()->isPointerTy() ||
      (HasSize && !IsInteger(Known->Size)) ||
      (Known->ElementSize && !IsInteger(*Known->ElementSize)) ||
      (HasResult && !Call.getType()->isIntegerTy(32)) ||
      ((Known->What == Text || Known->What == Appended) &&
       (Call.arg_size() < 2 ||
        !Call.getArgOperand(1)->getType()->isPointerTy())))
    return std::nullopt;
  return Known;
}

//===----------------------------------------------------------------------===//
// Which array it is
//===----------------------------------------------------------------------===//

/// Whether member \p Number of \p T is an array that does not go on behind it.
bool MemberWrites::isArray(const StructType &T, unsigned Number) const {
  auto *Array = dyn_cast<ArrayType>(T.getElementType(Number));
  const bool IsLast = Number + 1 == T.getNumElements();
  return Array && T.hasName() && T.getName().starts_with("struct.") &&
         (!IsLast || (Array->getNumElements() > 1 && Last == LastArrays::End));
}

std::optional<MemberArray> MemberWrites::arrayAt(Value *Pointer) const {
  if (isa<Constant>(Pointer))
    return std::nullopt;
  MemberArray Found{};
  const Type *Indexed = nullptr;
  for (Value *At = Pointer; auto *Step = dyn_cast<GetElementPtrInst>(At);
       At = Step->getPointerOperand()) {
    Type *Of = Step->getSourceElementType();
    if (auto *In = dyn_cast<StructType>(Of)) {
      auto *Number = Step->getNumIndices() == 2
                         ? dyn_cast<ConstantInt>(Step->getOperand(2))
                         : nullptr;
      if (!Number || !isArray(*In, Number->getZExtValue()) ||
          In->getElementType(Number->getZExtValue()) != Indexed)
        return std::nullopt;
      Found.In = In;
      Found.Number = Number->getZExtValue();
      Found.Size = Layout.getTypeAllocSize(In->getElementType(Found.Number));
      return Found;
    }
    Indexed = Of;
    const bool IsOfArray = Of->isArrayTy();
    auto *First = dyn_cast<ConstantInt>(Step->getOperand(1));
    if (Step->getNumIndices() != (IsOfArray ? 2 : 1) ||
        (IsOfArray && !(First && First->isZero())))
      return std::nullopt;
    Value *Index = Step->getOperand(Step->getNumOperands() - 1);
    const uint64_t Scale =
        Layout.getTypeAllocSize(Step->getResultElementType()).getFixedValue();
    if (auto *Known = dyn_cast<ConstantInt>(Index))
      Found.Constant += Known->getSExtValue() * int64_t(Scale);
    else
      Found.Variable.emplace_back(Index, Scale);
  }
  return std::nullopt;
}

/// The same of an address that is a constant.
std::optional<MemberArray> MemberWrites::arrayInVariable(Value *Pointer) const {
  APInt Offset(Layout.getIndexTypeSizeInBits(Pointer->getType()), 0);
  auto *Variable =
      dyn_cast<GlobalVariable>(Pointer->stripAndAccumulateConstantOffsets(
          Layout, Offset, /*AllowNonInbounds=*/true));
  Type *At = Variable ? Variable->getValueType() : nullptr;
  std::optional<MemberArray> Found;
  if (!At || Offset.isNegative())
    return Found;
  uint64_t Left = Offset.getLimitedValue();
  while (At->isSized() && Left < Layout.getTypeAllocSize(At)) {
    if (auto *Array = dyn_cast<ArrayType>(At)) {
      At = Array->getElementType();
      const uint64_t Size = Layout.getTypeAllocSize(At);
      if (Found && Found->Size)
        Found->Constant += int64_t(Left / Size * Size);
      Left = Size ? Left % Size : 0;
      continue;
    }
    auto *In = dyn_cast<StructType>(At);
    if (!In)
      break;
    const StructLayout *Members = Layout.getStructLayout(In);
    const unsigned Number = Members->getElementContainingOffset(Left);
    if (!In->hasName() || !In->getName().starts_with("struct."))
      return std::nullopt;
    Left -= Members->getElementOffset(Number).getFixedValue();
    At = In->getElementType(Number);
    Found.reset();
    if (isArray(*In, Number))
      Found = MemberArray{In, Number, Layout.getTypeAllocSize(At)};
  }
  if (Found)
    Found->Constant += int64_t(Left);
  return Found;
}

/// Whether \p Length bytes there end where a later member does, so that it is
/// meant to be written, too.
bool MemberWrites::endsWithMember(const MemberArray &A, uint64_t Length) const {
  if (!A.Variable.empty() || A.Constant < 0)
    return false;
  auto *In = const_cast<StructType *>(A.In);
  const StructLayout *Members = Layout.getStructLayout(In);
  const uint64_t End = Members->getElementOffset(A.Number).getFixedValue() +
                       uint64_t(A.Constant) + Length;
  for (unsigned I = A.Number + 1; I < In->getNumElements(); ++I) {
    const uint64_t Begin = Members->getElementOffset(I).getFixedValue();
    if (End == Begin ||
        End == Begin + Layout.getTypeAllocSize(In->getElementType(I)))
      return true;
  }
  return End == Members->getSizeInBytes();
}

std::string MemberWrites::name(const MemberArray &A) const {
  StringRef Of = A.In->getName();
  auto At = Structures.find(Of);
  if (At == Structures.end())
    At = Structures.find(Of.rtrim("0123456789").rtrim('.'));
  if (At == Structures.end())
    return "";
  const uint64_t Offset =
      Layout.getStructLayout(const_cast<StructType *>(A.In))
          ->getElementOffset(A.Number)
          .getFixedValue();
  for (const DINode *Node : At->second->getElements())
    if (auto *Member = dyn_cast<DIDerivedType>(Node);
        Member && Member->getTag() == dwarf::DW_TAG_member &&
        Member->getOffsetInBits() == 8 * Offset && !Member->isBitField())
      return Member->getName().str();
  return "";
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

Value *MemberWrites::offset(IRBuilder<> &Build, const MemberArray &A) const {
  Value *Sum = Build.getInt64(uint64_t(A.Constant));
  for (auto [Index, Scale] : A.Variable)
    Sum = Build.CreateAdd(
        Sum, Build.CreateMul(Build.CreateSExtOrTrunc(Index, Build.getInt64Ty()),
                             Build.getInt64(Scale)));
  return Sum;
}

/// How many bytes are left of the array; any number before its beginning, as
/// that is not asked about.
Value *MemberWrites::room(IRBuilder<> &Build, const MemberArray &A) const {
  Value *Size = Build.getInt64(A.Size), *Offset = offset(Build, A),
        *Zero = Build.getInt64(0);
  Value *Left = Build.CreateSelect(Build.CreateICmpULE(Offset, Size),
                                   Build.CreateSub(Size, Offset), Zero);
  return Build.CreateSelect(Build.CreateICmpSLT(Offset, Zero),
                            Build.getInt64(~0ull), Left);
}

/// Lets runs go on at \p Before only if \p Fits. Returns where they end.
CallInst *MemberWrites::require(const IRBuilder<> &At, Value *Fits,
                                const MemberArray &A, Instruction &Before) {
  BasicBlock *From = Before.getParent();
  BasicBlock *Rest = From->splitBasicBlock(&Before);
  BasicBlock *Trap =
      BasicBlock::Create(M.getContext(), "trap", From->getParent(), Rest);
  From->getTerminator()->eraseFromParent();
  if (auto *Decides = dyn_cast<Instruction>(Fits))
    Decides->setMetadata(LLVMContext::MD_nosanitize,
                         MDNode::get(M.getContext(), {}));
  IRBuilder<> Build(From);
  Build.SetCurrentDebugLocation(At.getCurrentDebugLocation());
  Build.CreateCondBr(Fits, Rest, Trap);
  Build.SetInsertPoint(Trap);
  CallInst *Fails = Build.CreateIntrinsic(Intrinsic::ubsantrap, {},
                                          {Build.getInt8(BoundsCheck)});
  Fails->setDoesNotReturn();
  const std::string Name = name(A);
  Fails->addFnAttr(Attribute::get(
      M.getContext(), PastMemberName,
      (Name.empty() ? "an array" : "'" + Name + "'") + " (" +
          std::to_string(A.Size) + (A.Size == 1 ? " byte)" : " bytes)")));
  Build.CreateUnreachable();
  return Fails;
}

/// That \p Length, a number of 64 bits, is no more than what is left. Returns
/// where runs end of which it is not; null if it evidently is.
CallInst *MemberWrites::checkLength(IRBuilder<> &Build, const MemberArray &A,
                                    Value *Length, Instruction &Before) {
  if (A.Variable.empty()) {
    if (A.Constant < 0)
      return nullptr;
    const uint64_t Left =
        A.Size - std::min<uint64_t>(A.Size, uint64_t(A.Constant));
    auto *Known = dyn_cast<ConstantInt>(Length);
    return Known && Known->getZExtValue() <= Left
               ? nullptr
               : require(Build,
                         Build.CreateICmpULE(Length, Build.getInt64(Left)), A,
                         Before);
  }
  return require(Build, Build.CreateICmpULE(Length, room(Build, A)), A, Before);
}

/// That the model \p Exceeds says so of what \p Given has, which is a text.
CallInst *MemberWrites::checkText(IRBuilder<> &Build, const MemberArray &A,
                                  StringRef Exceeds,
                                  SmallVector<Value *, 4> Given,
                                  Instruction &Before) {
  Given.push_back(Build.CreateZExtOrTrunc(
      room(Build, A), Layout.getIntPtrType(M.getContext())));
  return require(
      Build,
      Build.CreateNot(callModel(Build, Exceeds, Build.getInt1Ty(), Given)), A,
      Before);
}

/// How many bytes \p Call is going to print, with the end of the text. Those
/// that take a list of arguments, which cannot be asked twice, have printed it.
Value *MemberWrites::printed(IRBuilder<> &Build, CallInst &Call,
                             const Writes &How) {
  Value *Length = &Call;
  // One that the program defines may do anything.
  const Function *Bounded = M.getFunction("snprintf");
  if (!Call.getCalledFunction()->getName().starts_with("v") &&
      (!Bounded || Bounded->isDeclaration())) {
    Type *Size = Layout.getIntPtrType(M.getContext());
    SmallVector<Value *> Given{Constant::getNullValue(Build.getPtrTy()),
                               Constant::getNullValue(Size)};
    append_range(Given, drop_begin(Call.args(), How.Size ? 2 : 1));
    Length = Build.CreateCall(
        M.getOrInsertFunction(
            "snprintf",
            FunctionType::get(Build.getInt32Ty(),
                              {Build.getPtrTy(), Size, Build.getPtrTy()},
                              /*isVarArg=*/true)),
        Given);
  } else {
    Build.SetInsertPoint(Call.getNextNode());
    Build.SetCurrentDebugLocation(Call.getDebugLoc());
  }
  Length = Build.CreateZExt(
      Build.CreateAdd(Build.CreateBinaryIntrinsic(Intrinsic::smax, Length,
                                                  Build.getInt32(-1)),
                      Build.getInt32(1)),
      Build.getInt64Ty());
  return How.Size ? Build.CreateBinaryIntrinsic(
                        Intrinsic::umin, Length,
                        Build.CreateZExtOrTrunc(Call.getArgOperand(How.Size),
                                                Build.getInt64Ty()))
                  : Length;
}

/// The variable or member that \p V is, or is loaded from: an alloca, a global
/// variable or a step from one pointer to a member.
static const Value *placeOf(const Value &V) {
  auto *Load = dyn_cast<LoadInst>(&V);
  return Load ? Load->getPointerOperand() : &V;
}

/// Whether both are one place, as far as can be seen.
static bool isSamePlace(const Value *A, const Value *B) {
  for (unsigned Steps = 0; A != B; ++Steps) {
    auto *X = dyn_cast<Instruction>(A), *Y = dyn_cast<Instruction>(B);
    if (!X || !Y || Steps > 8 || isa<AllocaInst>(X) ||
        X->getOpcode() != Y->getOpcode() ||
        X->getNumOperands() != Y->getNumOperands() ||
        !isa<LoadInst, GetElementPtrInst>(X) ||
        !std::equal(X->op_begin() + 1, X->op_end(), Y->op_begin() + 1))
      return false;
    A = X->getOperand(0);
    B = Y->getOperand(0);
  }
  return true;
}

/// Whether the program compares \p Number, or what it computes from it, with a
/// constant other than 0.
static bool isBounded(const Instruction &Number) {
  static constexpr unsigned MostUses = 32;
  SmallSetVector<const User *, 8> Found;
  Found.insert(&Number);
  for (unsigned I = 0; I < Found.size() && I < MostUses; ++I)
    for (const User *By : Found[I]->users()) {
      auto *Store = dyn_cast<StoreInst>(By);
      auto *Bound = isa<ICmpInst>(By) ? dyn_cast<ConstantInt>(By->getOperand(1))
                                      : nullptr;
      if (Bound && !Bound->isZero())
        return true;
      if (isa<CastInst, BinaryOperator, LoadInst>(By))
        Found.insert(By);
      if (auto *Local = Store ? dyn_cast<AllocaInst>(Store->getPointerOperand())
                              : nullptr;
          Local && Store->getValueOperand() == Found[I])
        Found.insert(Local);
    }
  return false;
}

/// Whether \p Given, a text or a number, may be what callers choose, and the
/// function has no bound for its length. What it has in a variable of its own,
/// it does not choose for callers.
static bool isChosenByCallers(const Value &Given) {
  if (isa<Constant>(Given) ||
      isa<AllocaInst>(getUnderlyingObject(&Given, /*MaxLookup=*/0)))
    return false;
  auto *At = dyn_cast<Instruction>(&Given);
  return !At ||
         none_of(instructions(*At->getFunction()), [&](const Instruction &I) {
           auto *Call = dyn_cast<CallInst>(&I);
           const Function *F = Call ? Call->getCalledFunction() : nullptr;
           return F &&
                  (F->getName() == "strlen" || F->getName() == "strnlen") &&
                  Call->arg_size() > 0 &&
                  isSamePlace(placeOf(*Call->getArgOperand(0)),
                              placeOf(Given)) &&
                  isBounded(*Call);
         });
}

/// Notes at \p Trap, which may be null, whether callers choose the text.
static void noteChoice(CallInst *Trap, bool IsOfCallers) {
  if (Trap)
    Trap->addFnAttr(Attribute::get(
        Trap->getContext(), IsOfCallers ? TextOfCallersName : OwnTextName));
}

void MemberWrites::check(CallInst &Call) {
  using enum Writes::Kind;
  const auto How = writesOf(Call);
  if (!How)
    return;
  Value *To = Call.getArgOperand(How->To);
  const bool IsText = How->What != Bytes;
  auto Array = isa<Constant>(To) && IsText ? arrayInVariable(To) : arrayAt(To);
  if (!Array || (IsText && How->What != Filled && !HasModels))
    return;
  IRBuilder<> Build(&Call);
  auto Given = [&](unsigned Number) {
    Value *Size = Call.getArgOperand(Number);
    if (How->IsSigned)
      Size = Build.CreateSelect(
          Build.CreateICmpSLT(Size, ConstantInt::get(Size->getType(), 0)),
          ConstantInt::get(Size->getType(), 0), Size);
    return Build.CreateZExtOrTrunc(Size, Build.getInt64Ty());
  };
  switch (How->What) {
  case Bytes:
  case Filled: {
    Value *Size = Given(How->Size);
    if (How->ElementSize)
      Size = Build.CreateMul(Size, Given(*How->ElementSize));
    auto *Known = dyn_cast<ConstantInt>(Size);
    if (!Known || How->What == Filled ||
        !endsWithMember(*Array, Known->getZExtValue()))
      checkLength(Build, *Array, Size, Call);
    return;
  }
  case Text:
    return noteChoice(
        checkText(Build, *Array, "text_exceeds", {Call.getArgOperand(1)}, Call),
        isChosenByCallers(*Call.getArgOperand(1)));
  case Appended: {
    Value *More = Call.getArgOperand(1);
    Value *Most =
        Call.arg_size() > 2
            ? Call.getArgOperand(2)
            : Constant::getAllOnesValue(Layout.getIntPtrType(M.getContext()));
    return noteChoice(
        checkText(Build, *Array, "appended_exceeds", {To, More, Most}, Call),
        isChosenByCallers(*To) || isChosenByCallers(*More));
  }
  case Printed:
  case BoundedPrint: {
    // What fits needs no look at what is printed.
    auto *Known = How->What == BoundedPrint
                      ? dyn_cast<ConstantInt>(Call.getArgOperand(How->Size))
                      : nullptr;
    if (Known && Array->Variable.empty() && Array->Constant >= 0 &&
        uint64_t(Array->Constant) + Known->getZExtValue() <= Array->Size)
      return;
    Value *Length = printed(Build, Call, *How);
    Instruction &Next = *Build.GetInsertPoint();
    return noteChoice(checkLength(Build, *Array, Length, Next),
                      any_of(drop_begin(Call.args(), How->To + 1),
                             [](Value *V) { return isChosenByCallers(*V); }));
  }
  }
}

void checkMemberWrites(Module &Program, LastArrays Last) {
  SmallVector<CallInst *> Calls;
  for (Function &F : Program)
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallInst>(&I); Call && writesOf(*Call))
        Calls.push_back(Call);
  if (Calls.empty())
    return;
  MemberWrites Checks(Program, Last);
  for (CallInst *Call : Calls)
    Checks.check(*Call);
}

} // namespace sooth
