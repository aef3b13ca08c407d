//===- FunctionFields.h - Where functions' addresses are kept ---*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions of one type are often kept in different members of structures, and
// those in one member are not called through another. What the program shows of
// moves from one to another is followed (FunctionFlow.h); that what it does not
// show moves none is taken to be true.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_PASSES_FUNCTIONFIELDS_H
#define SOOTH_FRONTEND_LLVM_PASSES_FUNCTIONFIELDS_H

#include <cstdint>
#include <optional>

namespace llvm {
class Function;
class Module;
class StructType;
class Value;
} // namespace llvm

namespace sooth {

/// One of a structure that has a name.
struct Member {
  const llvm::StructType *In;
  uint64_t Number;
};

/// The member in the innermost structure that \p Pointer leads to, or to an
/// element of which; nothing if the steps to it do not say so.
std::optional<Member> memberAt(const llvm::Value &Pointer);

/// Notes with each static function of \p M whose address is stored in members
/// of structures, and nowhere else, in which it is, or may get in any other
/// way: before what moves it is left out. What code that is not shown stores
/// and hands over is taken to be none of them.
void noteFieldsOfFunctions(llvm::Module &M);

/// Whether \p F may be what is read as \p Pointer: false only if that is read
/// from a member of a structure that is not among those noted with \p F.
bool mayHold(const llvm::Value &Pointer, const llvm::Function &F);

} // namespace sooth

#endif
