//===- CompileTest.cpp - From C files to one LLVM module ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Compile/Compile.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

#include <gtest/gtest.h>

using namespace sooth;

namespace {

std::string input(llvm::StringRef Name) {
  return (llvm::StringRef(SOOTH_TEST_INPUTS) + "/" + Name).str();
}

TEST(CompileTest, LinksFiles) {
  llvm::LLVMContext Context;
  auto M =
      compileProgram({input("machine.c"), input("harness.c")}, {}, Context);
  // Both define main.
  ASSERT_FALSE(bool(M));
  std::string Text = llvm::toString(M.takeError());
  EXPECT_NE(Text.find("cannot link"), std::string::npos) << Text;
  EXPECT_NE(Text.find("main"), std::string::npos) << Text;
  CompileOptions Renamed;
  Renamed.Defines = {"main=program_main"};
  auto First = compileProgram({input("machine.c")}, Renamed, Context);
  ASSERT_TRUE(bool(First));
  EXPECT_NE((*First)->getFunction("program_main"), nullptr);
}

TEST(CompileTest, RefusesWhatItCannotRead) {
  llvm::LLVMContext Context;
  auto Message = [&](const std::string &File) {
    auto M = compileProgram({File}, {}, Context);
    return M ? "" : llvm::toString(M.takeError());
  };
  EXPECT_NE(Message(input("program.h")).find("neither C"), std::string::npos);
  EXPECT_NE(Message("nowhere.ll").find("nowhere.ll"), std::string::npos);
  auto Nothing = compileProgram({}, {}, Context);
  ASSERT_FALSE(bool(Nothing));
  EXPECT_EQ(llvm::toString(Nothing.takeError()), "no input files");
}

TEST(CompileTest, FollowsTheDataModel) {
  llvm::LLVMContext Context;
  CompileOptions Options;
  Options.Model = DataModel::Bits32;
  auto M = compileProgram({input("integers.c")}, Options, Context);
  ASSERT_TRUE(bool(M)) << llvm::toString(M.takeError());
  EXPECT_EQ((*M)->getDataLayout().getPointerSizeInBits(), 32u);
}

TEST(CompileTest, ReportsAMissingCompiler) {
  llvm::LLVMContext Context;
  CompileOptions Options;
  Options.Clang = "/nowhere/clang";
  auto M = compileProgram({input("integers.c")}, Options, Context);
  ASSERT_FALSE(bool(M));
  EXPECT_NE(llvm::toString(M.takeError()).find("/nowhere/clang"),
            std::string::npos);
}

} // namespace
