//===- DeclaredPointers.h - Pointers in memory as they are declared -------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_BASE_DECLAREDPOINTERS_H
#define SOOTH_FRONTEND_LLVM_BASE_DECLAREDPOINTERS_H

#include <compare>
#include <cstdint>
#include <optional>

namespace llvm {
class DIType;
class Metadata;
} // namespace llvm

namespace sooth {

/// What a declaration says of a pointer in memory.
struct DeclaredPointer {
  /// The innermost structure that it is a member of, or in an array that is
  /// one (structureKey), and where in that; null if it is none, or that is not
  /// known.
  const llvm::Metadata *Container = nullptr;
  uint64_t Offset = 0;
  /// The structure that it leads to; null if that is none, or not known.
  const llvm::Metadata *Target = nullptr;

  friend auto operator<=>(const DeclaredPointer &,
                          const DeclaredPointer &) = default;
};

/// Of the pointer \p Offset bytes after the beginning of a \p T, which may be
/// null.
DeclaredPointer pointerAt(const llvm::DIType *T, uint64_t Offset);

/// Whether lvalues so declared may be one pointer, by C's rules (C17 6.5p7): a
/// member is seen as that member, or through a pointer to a pointer.
bool mayBeOne(const DeclaredPointer &A, const DeclaredPointer &B);

/// Whether a \p Structure (structureKey) may be in a \p T, which may be null: at
/// \p Offset, or anywhere if there is no offset. What is in unions and in
/// structures that are not defined is not known.
bool mayHoldStructure(const llvm::DIType *T, std::optional<uint64_t> Offset,
                      const llvm::Metadata *Structure);

} // namespace sooth

#endif
