//===- PlacesInObject.cpp - Places in a variable as an address ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlacesInObject.h"

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"

#include <optional>

using namespace sooth;
using namespace llvm;

namespace {
/// Elements of an array in a variable.
struct Elements {
  /// From the variable to the first element of the array.
  SmallVector<uint64_t, 4> Path;
  /// The first one, how many elements apart the others are, and where in them.
  uint64_t First, Apart, Within;
  uint64_t Count;
  /// The bytes of the array in the variable.
  uint64_t Begin, End;
};
} // namespace

/// Those in the innermost array around \p Offset in \p T whose elements are
/// \p Step bytes apart.
static std::optional<Elements> elementsAt(Type *T, uint64_t Offset,
                                          uint64_t Step, bool InMembers,
                                          const DataLayout &Layout) {
  auto Inside = [&](Type *Part, uint64_t Index, uint64_t Begin) {
    auto Found = elementsAt(Part, Offset - Begin, Step, InMembers, Layout);
    if (Found) {
      Found->Path.insert(Found->Path.begin(), Index);
      Found->Begin += Begin;
      Found->End += Begin;
    }
    return Found;
  };
  if (auto *Struct = dyn_cast<StructType>(T)) {
    const StructLayout *Of = Layout.getStructLayout(Struct);
    if (!InMembers || Offset >= Of->getSizeInBytes())
      return std::nullopt;
    const unsigned Member = Of->getElementContainingOffset(Offset);
    return Inside(Struct->getElementType(Member), Member,
                  Of->getElementOffset(Member));
  }
  auto *Array = dyn_cast<ArrayType>(T);
  const uint64_t Size =
      Array ? uint64_t(Layout.getTypeAllocSize(Array->getElementType())) : 0;
  if (Size == 0)
    return std::nullopt;
  const uint64_t Index = Offset / Size, End = Size * Array->getNumElements();
  if (Index < Array->getNumElements())
    if (auto Found = Inside(Array->getElementType(), Index, Index * Size))
      return Found;
  if (Step % Size != 0 || Offset > End)
    return std::nullopt;
  const uint64_t Apart = Step / Size;
  Elements Result{{}, Index % Apart, Apart, Offset % Size, 0, 0, End};
  const uint64_t Begin = Result.First * Size + Result.Within;
  Result.Count = Begin <= End ? (End - Begin) / Step + 1 : 1;
  return Result;
}

static llvm::Value *scaled(IRBuilderBase &Build, llvm::Value *Index, uint64_t First,
                     uint64_t Step) {
  Type *T = Index->getType();
  return Build.CreateAdd(Build.CreateMul(Index, ConstantInt::get(T, Step)),
                         ConstantInt::get(T, First));
}

llvm::Value *sooth::addressIn(IRBuilderBase &Build, GlobalVariable &Of,
                        const Positions &At, NumberBelow Choose) {
  const DataLayout &Layout = Of.getDataLayout();
  Type *Byte = Build.getInt8Ty();
  const uint64_t Size = Layout.getTypeAllocSize(Of.getValueType());
  if (At.Step == 0 || At.First < 0 || uint64_t(At.First) > Size)
    return Build.CreateConstGEP1_64(Byte, &Of, uint64_t(At.First));
  if (auto In = elementsAt(Of.getValueType(), uint64_t(At.First), At.Step,
                           !At.Anywhere, Layout)) {
    if (In->Count <= 1)
      return Build.CreateConstGEP1_64(Byte, &Of, uint64_t(At.First));
    // (Indices of members have 32 bits.)
    SmallVector<llvm::Value *> Indices{Build.getInt64(0)};
    for (uint64_t I : In->Path)
      Indices.push_back(Build.getInt32(uint32_t(I)));
    Indices.push_back(scaled(Build, Choose(In->Count), In->First, In->Apart));
    llvm::Value *Element = Build.CreateInBoundsGEP(Of.getValueType(), &Of, Indices);
    return In->Within
               ? Build.CreateConstInBoundsGEP1_64(Byte, Element, In->Within)
               : Element;
  }
  const uint64_t First = uint64_t(At.First) % At.Step;
  return Build.CreateInBoundsGEP(
      Byte, &Of,
      scaled(Build, Choose((Size - First) / At.Step + 1), First, At.Step));
}

std::pair<uint64_t, uint64_t> sooth::bytesAround(const Positions &At, Type &T,
                                                 const DataLayout &Layout) {
  const uint64_t Size = Layout.getTypeAllocSize(&T);
  const auto First = uint64_t(At.First);
  if (At.First < 0 || First >= Size || At.Anywhere)
    return {0, Size};
  if (At.Step == 0)
    return {First, First + 1};
  auto In = elementsAt(&T, First, At.Step, /*InMembers=*/true, Layout);
  return In ? std::pair(In->Begin, In->End) : std::pair(uint64_t(0), Size);
}
