//===- ErrorNumber.h - What changes errno ---------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_CLIBRARY_ERRORNUMBER_H
#define SOOTH_LIB_FRONTEND_LLVM_CLIBRARY_ERRORNUMBER_H

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace sooth {

/// If \p Program uses errno: says behind each call of a function that is not
/// defined, or not known, that errno may have changed, but for functions of
/// string.h and ctype.h that leave it alone in all libraries; and in \p Models
/// before they call functions of the program. Requires a program in which no
/// call of the library was replaced, and no model is linked.
void letCallsChangeErrno(llvm::Module &Program, llvm::Module &Models);

/// Whether \p F says that errno may have changed.
bool changesErrnoOnly(const llvm::Function &F);

} // namespace sooth

#endif
