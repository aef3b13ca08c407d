//===- FunctionFlow.h - Where functions' addresses may get ------*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An inclusion-based points-to analysis (Andersen) of a whole module, as clang
// made it, in which all structures of one type are one object with its members
// (field-based: Heintze and Tardieu), and all other memory is a few cells, by
// what pointers there are declared to lead to. It follows the addresses of some
// functions, and those of structures and members: so what is moved through a
// pointer, as bytes, or as a number gets to where that may be.
//
// A pointer leads to a structure if it is declared or used as one that does, or
// was computed from one. Code that is not shown is taken to pass no address of
// a member as anything else, and to move no function from one to another.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_PASSES_FUNCTIONFLOW_H
#define SOOTH_LIB_FRONTEND_LLVM_PASSES_FUNCTIONFLOW_H

#include "sooth/Frontend/LLVM/Passes/FunctionFields.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <map>
#include <set>
#include <utility>

namespace llvm {
class Function;
class Module;
class StructType;
} // namespace llvm

namespace sooth {

/// A structure's name, without what LLVM appends where modules are joined, and
/// the number of a member that is no structure itself.
using Field = std::pair<llvm::StringRef, uint64_t>;

/// The name of \p T in fields; empty if it has none.
llvm::StringRef fieldName(const llvm::StructType &T);
/// The first member in \p At, at any depth, that is no structure.
Member firstMember(Member At);
Field fieldOf(Member At);

/// The members where the addresses of \p Functions, each of which is stored in
/// members only, may get in \p M.
std::map<const llvm::Function *, std::set<Field>>
fieldsReached(const llvm::Module &M,
              llvm::ArrayRef<const llvm::Function *> Functions);

} // namespace sooth

#endif
