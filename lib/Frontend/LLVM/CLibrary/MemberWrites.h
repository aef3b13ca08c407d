//===- MemberWrites.h - Library functions stay in arrays --------*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A call such as strcpy(p->name, s) is to stay in the array that it is given,
// though there are other members behind it. That is what the check "bounds" is
// about, like an index of the array.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_CLIBRARY_MEMBERWRITES_H
#define SOOTH_LIB_FRONTEND_LLVM_CLIBRARY_MEMBERWRITES_H

namespace llvm {
class Module;
} // namespace llvm

namespace sooth {

/// Whether an array of several elements at the end of a structure may go on
/// behind it.
enum class LastArrays { End, MayGoOn };

/// Puts checks around calls of the C library in \p Program that write to a
/// member which is an array, where the argument plainly is that array or one of
/// its elements. Not asked about are
///  * &p->array, and the first of several members by another type,
///  * members of unions,
///  * constant lengths with which a copy ends where a later member does,
///  * of variables with an address that is a constant, what is no text: that is
///    whole objects and members by one address.
/// Requires a program as clang wrote it, which models are yet to be linked to.
void checkMemberWrites(llvm::Module &Program, LastArrays Last);

} // namespace sooth

#endif
