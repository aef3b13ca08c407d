//===- VolatileMeaning.h - What a read of a volatile variable yields ------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `volatile-meaning`: volatile variables are memory like any other, which only
// the program writes. (Reads of what signal handlers set stay volatile.)
//
// `volatile-meaning<arbitrary>`: others write them, too. Each read yields an
// input, whatever was written before. An access whose address is a number in
// the program's text is one to a device: it touches no object. Reads of
// pointers stay volatile, which the encoder takes for an approximation.
//
// Before `check-memory`, which checks all accesses but those to devices.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_VOLATILEMEANING_H
#define SOOTH_FRONTEND_LLVM_VOLATILEMEANING_H

#include "llvm/IR/PassManager.h"

#include <optional>

namespace llvm {
class Instruction;
class LoadInst;
} // namespace llvm

namespace sooth {

enum class Volatile { Memory, Arbitrary };

/// "memory" or "arbitrary".
std::optional<Volatile> volatileMeaning(llvm::StringRef Name);

/// Whether \p Load is an access whose result is an input instead.
bool yieldsInput(const llvm::LoadInst &Load);

/// Whether \p I copies a structure that may be volatile where it is read: the
/// pass does not say what that yields.
bool copiesVolatile(const llvm::Instruction &I);

/// If this names an input that is a read of something volatile, what is read,
/// for people; else empty.
llvm::StringRef volatileRead(llvm::StringRef Function);

class VolatileMeaningPass : public llvm::PassInfoMixin<VolatileMeaningPass> {
public:
  explicit VolatileMeaningPass(Volatile How = Volatile::Memory) : How(How) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }

private:
  Volatile How;
};

} // namespace sooth

#endif
