//===- ParsedFunction.h - A function in LLVM IR ---------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TEST_UNIT_FRONTEND_PARSEDFUNCTION_H
#define SOOTH_TEST_UNIT_FRONTEND_PARSEDFUNCTION_H

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ValueSymbolTable.h"
#include "llvm/Support/SourceMgr.h"

#include "gtest/gtest.h"

namespace sooth::test {

/// A module whose function f is looked at.
class ParsedFunction {
public:
  explicit ParsedFunction(const std::string &Text) {
    llvm::SMDiagnostic Problem;
    M = llvm::parseAssemblyString(Text, Problem, Context);
    EXPECT_TRUE(M) << Problem.getMessage().str();
  }
  const llvm::Module &module() const { return *M; }
  const llvm::Function &entry() const { return *M->getFunction("f"); }
  /// The value of this name in f, or the global.
  const llvm::Value *operator[](llvm::StringRef Name) const {
    if (const llvm::Value *Local = entry().getValueSymbolTable()->lookup(Name))
      return Local;
    return M->getNamedValue(Name);
  }

private:
  llvm::LLVMContext Context;
  std::unique_ptr<llvm::Module> M;
};

} // namespace sooth::test

#endif
