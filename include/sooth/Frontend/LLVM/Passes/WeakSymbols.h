//===- WeakSymbols.h - Symbols that a linker may replace --------*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A linker takes a weak definition only if no file has another one, and gives
// what is weak and defined nowhere the address null. When the files of a task
// have been linked, it is known of none of what is left whether files that are
// not given define it: of a program with main, these are libraries, so that its
// own definitions are what it uses; of other files, anything may be defined
// elsewhere. Each such symbol has a Boolean variable that says whether it is,
// which is the same in all of a run.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_PASSES_WEAKSYMBOLS_H
#define SOOTH_FRONTEND_LLVM_PASSES_WEAKSYMBOLS_H

namespace llvm {
class Function;
class GlobalVariable;
class Module;
} // namespace llvm

namespace sooth {

/// Whether the files that are not given are libraries only.
enum class OtherFiles { Libraries, Any };

/// Lets \p M, which is linked and not prepared, choose between what it defines
/// and what other files may define wherever it uses a weak symbol: calls are of
/// either, addresses are of either, or null where it defines nothing. Variables
/// that are replaced have other values at first. After that no symbol is weak.
void openWeakSymbols(llvm::Module &M, OtherFiles Missing);

/// Whether another file may have a definition of \p G, with another value.
bool mayBeReplaced(const llvm::GlobalVariable &G);

/// The same of one that nobody writes: it has that value in all of a run, and no
/// harness can set it.
bool isReplacedConstant(const llvm::GlobalVariable &G);

/// Lets runs that begin at \p Entry choose what other files define, once.
/// Requires that openWeakSymbols was called.
void chooseWeakSymbols(llvm::Module &M, llvm::Function &Entry);

} // namespace sooth

#endif
