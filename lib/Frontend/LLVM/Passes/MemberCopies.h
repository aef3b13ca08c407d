//===- MemberCopies.h - Structures copied member by member ------*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where bytes are copied from one object to another, the points-to analysis
// makes one node of both, so that both have the same cells. That is no loss
// where each is all of its object; but a structure that is copied from a member
// of one object to a member of another brings together what has nothing in
// common, at different distances, and all becomes bytes. Reads and writes of
// the members only say that the same pointers are in both.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_PASSES_MEMBERCOPIES_H
#define SOOTH_LIB_FRONTEND_LLVM_PASSES_MEMBERCOPIES_H

namespace llvm {
class Function;
} // namespace llvm

namespace sooth {

/// Copies of structures of a few members, none of which is a union or an array,
/// are made reads and writes of those, and of what is between them; but not
/// those of whole variables. Requires that memory is checked already, and
/// pointers are as clang has made them: their types are those that the code
/// around a copy says. Returns true if something changed; control flow stays.
bool copyByMembers(llvm::Function &F);

} // namespace sooth

#endif
