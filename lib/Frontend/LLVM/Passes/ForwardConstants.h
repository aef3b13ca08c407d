//===- ForwardConstants.h - Constants through calls -----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_FORWARDCONSTANTS_H
#define SOOTH_LIB_FRONTEND_LLVM_FORWARDCONSTANTS_H

namespace llvm {
class Module;
} // namespace llvm

namespace sooth {

/// Where a function is called directly and in no other way: an argument that is
/// the same constant in all calls becomes the constant; a part of the result
/// that is the same constant, or the same argument, at all returns becomes what
/// the caller knows it to be. Nothing is concluded from undef. Signatures stay.
/// Returns true if something changed.
bool forwardConstants(llvm::Module &M);

} // namespace sooth

#endif
