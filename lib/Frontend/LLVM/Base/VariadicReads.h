//===- VariadicReads.h - What clang makes of va_arg -----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On x86-64, va_list is an array of one structure: offsets of the next integer
// and of the next floating-point number among the saved registers, the address
// of the next argument in memory, that of the saved registers. clang's va_arg
// asks whether there are enough registers left, and reads either those or
// memory. (System V ABI, AMD64 supplement, 3.5.7)
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_VARIADICREADS_H
#define SOOTH_LIB_FRONTEND_LLVM_VARIADICREADS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

#include <vector>

namespace llvm {
class BranchInst;
class LoadInst;
class Module;
class StructType;
class Type;
class Value;
} // namespace llvm

namespace sooth {

/// Where a word is passed on x86-64, as long as there are registers.
enum class WordKind { Integer, Float, Memory };

/// Members of va_list on x86-64.
enum ListMember : unsigned { IntegerOffset, FloatOffset, NextWord, Registers };

WordKind wordKind(const llvm::Type &T);
/// Whether \p T is the structure of which va_list is an array.
bool isListType(const llvm::Type *T);
llvm::StructType *listType(llvm::Module &M);

/// A va_arg.
struct VariadicRead {
  /// Of the address in memory.
  llvm::LoadInst *Next;
  /// The list.
  llvm::Value *List;
  /// One for each word of eight bytes.
  llvm::SmallVector<WordKind, 4> Words;
  /// How many bytes are accessed at once, at most.
  uint64_t Bytes;
};

/// Who made the lists that are read: calls of functions of the program, or
/// those who call it.
enum class ListsFrom { Program, Callers };

/// All va_arg of \p M, for x86-64. They only read memory afterwards, in words
/// that are aligned to eight bytes and no more, which is asked of no list
/// \p From callers. Fails with an UnsupportedError if something else looks into
/// a list.
llvm::Expected<std::vector<VariadicRead>> readFromMemory(llvm::Module &M,
                                                         ListsFrom From);

} // namespace sooth

#endif
