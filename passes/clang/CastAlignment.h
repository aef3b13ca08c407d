//===- CastAlignment.h - What a cast pointer leads to is aligned ----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In *(int *)bytes an int is read, for which the address has to be a multiple of
// 4 (C17 6.3.2.3). clang's code generator knows that the array need not be
// there, and reads what is aligned less: no code says any more what was asked
// for. So where the address of an object is converted that is aligned less, the
// conversion is of an expression of which the generator knows nothing.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_PASSES_CLANG_CASTALIGNMENT_H
#define SOOTH_PASSES_CLANG_CASTALIGNMENT_H

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/DeclGroup.h"

namespace sooth {

/// Changes the bodies of the functions that it is handed: has to come before
/// the code generator, and no other one may see them afterwards.
class CastAlignment : public clang::ASTConsumer {
public:
  bool HandleTopLevelDecl(clang::DeclGroupRef Group) override;
};

} // namespace sooth

#endif
