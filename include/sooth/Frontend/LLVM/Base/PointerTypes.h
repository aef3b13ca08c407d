//===- PointerTypes.h - Types of LLVM IR that contain pointers ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_BASE_POINTERTYPES_H
#define SOOTH_FRONTEND_LLVM_BASE_POINTERTYPES_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Type.h"

namespace sooth {

/// Whether a value of \p T is or contains a pointer.
inline bool mayHoldPointer(const llvm::Type *T) {
  return T->isPointerTy() || llvm::any_of(T->subtypes(), mayHoldPointer);
}

} // namespace sooth

#endif
