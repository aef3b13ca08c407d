//===- VariadicCalls.cpp - Variable arguments as an object in memory ------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VariadicCalls.h"

#include "ArbitraryValues.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace sooth {

/// An attribute of functions: how many parameters stand for "...".
static constexpr StringLiteral VariadicName = "sooth-variadic";
/// And how many bytes of a word are read; nothing if the rest of smaller
/// arguments is not written.
static constexpr StringLiteral ReadName = "sooth-variadic-read";
static unsigned numberIn(const Function &F, StringRef Attribute) {
  unsigned Number = 0;
  F.getFnAttribute(Attribute).getValueAsString().getAsInteger(10, Number);
  return Number;
}

unsigned variadicParameters(const Function &F) {
  return numberIn(F, VariadicName);
}

FunctionType *sourceType(const Function &F) {
  FunctionType *Type = F.getFunctionType();
  unsigned Added = variadicParameters(F);
  return Added ? FunctionType::get(Type->getReturnType(),
                                   Type->params().drop_back(Added),
                                   /*isVarArg=*/true)
               : Type;
}

void setVariadicParameters(Function &F, unsigned Count, uint64_t Read) {
  F.addFnAttr(VariadicName, utostr(Count));
  F.addFnAttr(ReadName, utostr(Read));
}

//===----------------------------------------------------------------------===//
// Where arguments are
//===----------------------------------------------------------------------===//

static uint64_t slotAlignment(const CallInst &Call, unsigned I,
                              const Type &Stored, const DataLayout &DL) {
  uint64_t Word = DL.getPointerSize();
  if (Word == 8)
    return Word;
  if (Call.isByValArgument(I))
    return std::max(Word, Call.getParamAlign(I).valueOrOne().value());
  constexpr uint64_t VectorSize = 16;
  return Stored.isVectorTy() &&
                 DL.getTypeStoreSize(const_cast<Type *>(&Stored)) >= VectorSize
             ? VectorSize
             : Word;
}

static bool holdsLongDouble(const Type &T) {
  return T.isX86_FP80Ty() || any_of(T.subtypes(), [](const Type *Part) {
           return holdsLongDouble(*Part);
         });
}

std::optional<WordKind> kindOf(const PlacedArgument &P, const DataLayout &DL) {
  constexpr uint64_t MostInRegisters = 16;
  if (P.MayBeStructure)
    return std::nullopt;
  if (!P.IsCopied)
    return wordKind(*P.Stored);
  if (DL.getTypeAllocSize(P.Stored) > MostInRegisters ||
      holdsLongDouble(*P.Stored))
    return WordKind::Memory;
  return std::nullopt;
}

static void noteKind(ArgumentLayout &L, uint64_t From, uint64_t To,
                     std::optional<WordKind> Kind) {
  for (uint64_t Word = From; Word < To; ++Word) {
    const uint32_t Bit = 1u << std::min<uint64_t>(Word, MostWords);
    const uint32_t Integer = !Kind || *Kind == WordKind::Integer ? Bit : 0;
    const uint32_t Float = !Kind || *Kind == WordKind::Float ? Bit : 0;
    if (Word > MostWords &&
        (Integer != (L.Integers & Bit) || Float != (L.Floats & Bit)))
      L.HasPlainEnd = false;
    L.Integers = (L.Integers & ~Bit) | Integer;
    L.Floats = (L.Floats & ~Bit) | Float;
  }
}

/// How many registers for numbers the arguments of \p Call before \p I need.
static uint64_t registersBefore(const CallInst &Call, unsigned I) {
  uint64_t Count = 0;
  for (unsigned K = 0; K < I; ++K) {
    Type *T = Call.getArgOperand(K)->getType();
    if (T->isIntOrPtrTy() && !Call.isByValArgument(K))
      Count += divideCeil(Call.getDataLayout().getTypeSizeInBits(T), 64);
  }
  return Count;
}

/// Of what is a number in the program clang says that it is not undefined;
/// later nobody says that of anything.
static bool mayBeStructure(const CallInst &Call, unsigned I) {
  auto IsNumber = [&](unsigned K) {
    return Call.paramHasAttr(K, Attribute::NoUndef);
  };
  constexpr uint64_t Registers = 6;
  return Call.getArgOperand(I)->getType()->isIntegerTy() && !IsNumber(I) &&
         registersBefore(Call, I) >= Registers &&
         any_of(seq(Call.arg_size()), IsNumber);
}

ArgumentLayout layOut(const CallInst &Call, unsigned First) {
  const DataLayout &DL = Call.getDataLayout();
  const uint64_t Word = DL.getPointerSize();
  ArgumentLayout Result;
  for (unsigned I = First; I < Call.arg_size(); ++I) {
    const bool IsCopied = Call.isByValArgument(I);
    PlacedArgument P{Call.getArgOperand(I), nullptr, IsCopied,
                     mayBeStructure(Call, I), 0};
    P.Stored = P.IsCopied ? Call.getParamByValType(I) : P.Argument->getType();
    if (auto *Odd = dyn_cast<IntegerType>(P.Stored))
      P.Stored =
          IntegerType::get(Call.getContext(), alignTo(Odd->getBitWidth(), 8));
    P.Offset = alignTo(Result.Size, slotAlignment(Call, I, *P.Stored, DL));
    Result.Size = alignTo(P.Offset + DL.getTypeAllocSize(P.Stored), Word);
    noteKind(Result, P.Offset / Word, Result.Size / Word, kindOf(P, DL));
    Result.Arguments.push_back(P);
  }
  return Result;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// What is between arguments is never written. In words as far as possible: so
/// cells are no smaller than they need to be.
static void addPadding(SmallVectorImpl<Type *> &Parts, uint64_t Bytes,
                       LLVMContext &Ctx) {
  constexpr uint64_t Half = 4;
  for (; Bytes % Half != 0; --Bytes)
    Parts.push_back(Type::getInt8Ty(Ctx));
  Parts.append(Bytes / Half, Type::getInt32Ty(Ctx));
}

static StructType *objectType(const ArgumentLayout &L, const DataLayout &DL,
                              LLVMContext &Ctx) {
  SmallVector<Type *, 8> Parts;
  uint64_t End = 0;
  for (const PlacedArgument &P : L.Arguments) {
    addPadding(Parts, P.Offset - End, Ctx);
    Parts.push_back(P.Stored);
    End = P.Offset + DL.getTypeAllocSize(P.Stored);
  }
  addPadding(Parts, L.Size - End, Ctx);
  return StructType::get(Ctx, Parts, /*isPacked=*/true);
}

static AllocaInst *makeObject(const CallInst &Call, const Function &Callee,
                              const ArgumentLayout &L) {
  const DataLayout &DL = Call.getDataLayout();
  BasicBlock &Entry =
      const_cast<Function *>(Call.getFunction())->getEntryBlock();
  IRBuilder<> Build(&Entry, Entry.begin());
  LLVMContext &Ctx = Call.getContext();
  const std::string Name = ("variable arguments of " + Callee.getName()).str();
  auto *Object = Build.CreateAlloca(objectType(L, DL, Ctx), nullptr, Name);
  // Other than the instruction's, it need not be unique.
  Object->setMetadata(VariadicObjectName,
                      MDNode::get(Ctx, MDString::get(Ctx, Name)));
  constexpr uint64_t MostAlignment = 16;
  Object->setAlignment(
      Align(DL.getPointerSize() == 8 ? DL.getPointerSize() : MostAlignment));
  return Object;
}

/// From \p Offset on to the end of its word.
static void writeRest(IRBuilder<> &Build, Value *Object, uint64_t Offset,
                      uint64_t Word) {
  SmallVector<Type *, 4> Parts;
  addPadding(Parts, alignTo(Offset, Word) - Offset, Build.getContext());
  Module &M = *Build.GetInsertBlock()->getModule();
  for (Type *Part : Parts) {
    unsigned Bits = Part->getIntegerBitWidth();
    Value *Any = Build.CreateCall(M.getOrInsertFunction(
        (AnyRest + Twine("i") + Twine(Bits)).str(), Part));
    Build.CreateAlignedStore(
        Any, Build.CreateConstGEP1_64(Build.getInt8Ty(), Object, Offset),
        commonAlignment(Align(Word), Offset));
    Offset += Bits / 8;
  }
}

static void write(IRBuilder<> &Build, Value *To, const PlacedArgument &P,
                  const DataLayout &DL) {
  const Align Known = commonAlignment(Align(DL.getPointerSize()), P.Offset);
  if (P.IsCopied) {
    Build.CreateMemCpy(To, Known, P.Argument, Known,
                       DL.getTypeAllocSize(P.Stored));
    return;
  }
  Value *Bits = P.Argument;
  if (P.Stored->isIntegerTy())
    Bits = Build.CreateZExt(Bits, P.Stored);
  Build.CreateAlignedStore(Bits, To, Known);
}

/// Before \p Call, to \p Object, of which \p Callee reads.
static void writeArguments(CallInst &Call, const Function &Callee,
                           const ArgumentLayout &L, AllocaInst &Object) {
  IRBuilder<> Build(&Call);
  Build.CreateLifetimeStart(&Object, Build.getInt64(L.Size));
  const DataLayout &DL = Call.getDataLayout();
  const uint64_t Word = DL.getPointerSize();
  const uint64_t Read = std::min<uint64_t>(Word, numberIn(Callee, ReadName));
  // In words, for those who are told of it.
  Type *Words = ArrayType::get(Build.getIntNTy(8 * Word), L.Size / Word);
  for (const PlacedArgument &P : L.Arguments) {
    write(Build, Build.CreateConstGEP2_64(Words, &Object, 0, P.Offset / Word),
          P, DL);
    uint64_t End = P.Offset + DL.getTypeStoreSize(P.Stored);
    if (!P.IsCopied && End % Word != 0 && End % Word < Read)
      writeRest(Build, &Object, End, Word);
  }
}

static void endAfter(CallInst &Call, const ArgumentLayout &L,
                     AllocaInst &Object) {
  IRBuilder<> Build(Call.getParent(), std::next(Call.getIterator()));
  Build.SetCurrentDebugLocation(Call.getDebugLoc());
  Build.CreateLifetimeEnd(&Object, Build.getInt64(L.Size));
}

static AttributeList withoutRest(const CallInst &Call, unsigned Fixed) {
  AttributeList All = Call.getAttributes();
  SmallVector<AttributeSet, 8> Parameters;
  for (unsigned I = 0; I < Fixed; ++I)
    Parameters.push_back(All.getParamAttrs(I));
  return AttributeList::get(Call.getContext(), All.getFnAttrs(),
                            All.getRetAttrs(), Parameters);
}

void passVariadics(CallInst &Call, Function &Callee) {
  const unsigned Fixed = Call.getFunctionType()->getNumParams();
  ArgumentLayout L = layOut(Call, Fixed);
  AllocaInst *Object = makeObject(Call, Callee, L);
  writeArguments(Call, Callee, L, *Object);
  IRBuilder<> Build(&Call);
  SmallVector<Value *, 8> Arguments(Call.arg_begin(), Call.arg_begin() + Fixed);
  Arguments.push_back(Object);
  if (variadicParameters(Callee) == AddressAndKinds)
    Arguments.append({Build.getInt32(L.Integers), Build.getInt32(L.Floats)});
  CallInst *New = Build.CreateCall(&Callee, Arguments);
  New->setAttributes(withoutRest(Call, Fixed));
  New->setCallingConv(Call.getCallingConv());
  New->copyMetadata(Call);
  New->takeName(&Call);
  Call.replaceAllUsesWith(New);
  Call.eraseFromParent();
  endAfter(*New, L, *Object);
}

StringRef argumentsName(const AllocaInst &Local) {
  const MDNode *Name = Local.getMetadata(VariadicObjectName);
  return Name ? cast<MDString>(Name->getOperand(0))->getString() : StringRef();
}

} // namespace sooth
