//===- AliasRules.h - What C says of accesses that may meet ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two accesses may meet if they may be to the same bytes and C does not exclude
// that. What it excludes is in two rules: that of effective types (C17 6.5p6-7)
// and that of restrict (C17 6.7.3.1). This is the one place that knows them.
//
// What clang says of the types of accesses (TBAA) goes by the first rule. It
// has one name for types that are compatible but for a sign, and for pointers;
// and none, or one that all others are kinds of, for characters, enumerations,
// bit-fields, members of unions, types with may_alias, and with
// -fno-strict-aliasing. memcpy and its kin copy bytes, with whatever type they
// have, and have no type themselves. An access without a type may meet all
// others: so what a pass has put in its place, or another compiler has left
// open, is never taken to be apart from anything.
//
// A read is to be of the type of what was written. So of two accesses that
// cannot meet, one may still end the life of what the other one is to: that an
// object is freed has nothing to do with types.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_BASE_ALIASRULES_H
#define SOOTH_LIB_FRONTEND_LLVM_BASE_ALIASRULES_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace llvm {
class Argument;
class Instruction;
class MDNode;
class MemIntrinsic;
class Module;
} // namespace llvm

namespace sooth {

/// Metadata of accesses, and of checks that ask about one: their type.
inline constexpr llvm::StringLiteral EffectiveTypeName = "sooth.effective.type";

/// The same of assignments of structures: the types of their members.
inline constexpr llvm::StringLiteral CopiedTypesName = "sooth.copied.types";

/// The type of an access; null if that is any.
const llvm::MDNode *effectiveType(const llvm::Instruction &Access);
/// The types of what \p Copy copies if that is a structure that is assigned;
/// else null alone.
llvm::SmallVector<llvm::MDNode *, 4>
copiedTypes(const llvm::MemIntrinsic &Copy);
/// That of the member that is copied from \p Offset bytes after the beginning
/// on; null if that is not known.
llvm::MDNode *copiedType(const llvm::MemIntrinsic &Copy, uint64_t Offset,
                         uint64_t Bytes);
void setEffectiveType(llvm::Instruction &Access, llvm::MDNode *Type);
void copyEffectiveType(const llvm::Instruction &From, llvm::Instruction &To);

/// Whether C lets accesses of these types, of which one writes, be to the same
/// bytes.
bool mayMeet(const llvm::MDNode *A, const llvm::MDNode *B);

/// Whether what is modified through \p A is not accessed in another way, and
/// the other way round.
bool isRestrict(const llvm::Argument &A);

} // namespace sooth

#endif
