//===- CallsBuilder.h - A function that calls others as chosen --*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What functions that stand for all callers are made of: choices, loops, and
// calls (Base/CallChoices.h).
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_PROGRAMS_CALLSBUILDER_H
#define SOOTH_LIB_DRIVER_PROGRAMS_CALLSBUILDER_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/IRBuilder.h"

namespace llvm {
class DISubprogram;
class Module;
} // namespace llvm

namespace sooth {

class CallsBuilder {
protected:
  /// \p M must outlive this.
  explicit CallsBuilder(llvm::Module &M) : M(M), Build(M.getContext()) {}

  /// Makes the caller, with nothing in it.
  void declare(llvm::ArrayRef<llvm::Type *> Parameters);
  /// Describes it to debuggers, with these types of its result and parameters,
  /// as in the file of \p Callee; leaves it as it is if it is described
  /// already, or \p Callee is not.
  void describeAs(const llvm::Function &Callee,
                  llvm::ArrayRef<llvm::Metadata *> Types);
  llvm::BasicBlock *newBlock();

  /// Anything of type \p T.
  llvm::Value *choose(llvm::Type *T, const llvm::Twine &What);
  llvm::Value *chooseBelow(uint64_t PowerOfTwo, const llvm::Twine &What);

  struct BuiltLoop {
    llvm::PHINode *Round;
    llvm::BasicBlock *After;
  };
  /// Goes on in the body of a loop with so many rounds.
  BuiltLoop beginLoop(llvm::Value *Rounds);
  /// Goes on behind it.
  void endLoop(const BuiltLoop &L);
  /// Goes on behind one of \p Count ways, which \p Make makes.
  void createWays(llvm::Value *Which, size_t Count,
                  llvm::function_ref<void(size_t)> Make);

  /// As the function itself says that it is called.
  void createCall(llvm::Function &Callee,
                  llvm::ArrayRef<llvm::Value *> Arguments);

  llvm::Module &M;
  llvm::IRBuilder<> Build;
  llvm::Function *Caller = nullptr;
};

} // namespace sooth

#endif
