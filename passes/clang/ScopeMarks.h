//===- ScopeMarks.h - Where blocks of C begin and end ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A local variable and a compound literal live as long as the block that they
// are in, and the value of an expression that is no object, but has an array in
// it, until the full expression ends (C17 6.2.4). clang's code generator says
// little of that. So functions whose objects end before they return get calls
// that say which block control is in (sooth/Frontend/LLVM/Base/ScopeNames.h):
// where a block begins, after it, at labels, and where loops go on. They say
// where control is, not what ends there, so that jumps need nothing.
//
// Only objects count whose addresses can be known after they have ended: those
// of variables that are only read and assigned to by name are not.
//
// Values with temporary lifetime become variables.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_PASSES_CLANG_SCOPEMARKS_H
#define SOOTH_PASSES_CLANG_SCOPEMARKS_H

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/DeclGroup.h"

namespace sooth {

/// Changes the bodies of the functions that it is handed: has to come before
/// the code generator, and no other one may see them afterwards.
class ScopeMarks : public clang::ASTConsumer {
public:
  bool HandleTopLevelDecl(clang::DeclGroupRef Group) override;
};

} // namespace sooth

#endif
