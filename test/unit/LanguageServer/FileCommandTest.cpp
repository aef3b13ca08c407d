//===- FileCommandTest.cpp - How a file is compiled -----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/LanguageServer/FileCommand.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace sooth;
using llvm::StringRef;

namespace {
struct FileCommandTest : testing::Test {
  llvm::SmallString<64> Folder;
  FileCommandTest() {
    llvm::sys::fs::createUniqueDirectory("sooth-commands", Folder);
  }
  ~FileCommandTest() { llvm::sys::fs::remove_directories(Folder); }

  std::string write(StringRef Name, StringRef Text) {
    std::string Path = (Folder + "/" + Name).str();
    llvm::sys::fs::create_directories(llvm::sys::path::parent_path(Path));
    std::error_code EC;
    llvm::raw_fd_ostream(Path, EC) << Text;
    return Path;
  }
};
} // namespace

TEST_F(FileCommandTest, TheNearestSaysHow) {
  std::string File = write("a/b/x.c", "");
  EXPECT_EQ(findCommandFile(File, "").What, CommandFile::Kind::None);
  write("compile_flags.txt", "-DA\n\n  -DB=1  \n");
  auto Found = findCommandFile(File, "");
  EXPECT_EQ(Found.What, CommandFile::Kind::Flags);
  EXPECT_EQ(llvm::cantFail(commandOf(File, Found)).Words,
            (std::vector<std::string>{"clang", "-DA", "-DB=1"}));
  write("a/build/compile_commands.json",
        ("[{\"directory\": \"" + Folder +
         "\", \"file\": \"a/b/x.c\", \"command\": "
         "\"cc -fverify=div -O2 -fverify-timeout=3 -c a/b/x.c\"}]")
            .str());
  Found = findCommandFile(File, "");
  EXPECT_EQ(Found.What, CommandFile::Kind::Commands);
  FileCommand C = llvm::cantFail(commandOf(File, Found));
  EXPECT_EQ(C.Directory, Folder.str());
  EXPECT_EQ(C.Words, (std::vector<std::string>{"cc", "-O2", "-c", "a/b/x.c"}));
  EXPECT_EQ(C.Options, (std::vector<std::string>{"check=div", "timeout=3"}));
  // One that the build does not compile, and a folder that was named.
  EXPECT_TRUE(
      llvm::cantFail(commandOf(write("a/y.c", ""), Found)).Words.empty());
  EXPECT_EQ(findCommandFile(File, (Folder + "/a").str()).What,
            CommandFile::Kind::None);
}

TEST_F(FileCommandTest, WhatIsWrongIsTold) {
  std::string File = write("x.c", "");
  write("compile_flags.txt", "-fverify=nothing\n");
  auto Bad = commandOf(File, findCommandFile(File, ""));
  EXPECT_NE(llvm::toString(Bad.takeError()).find("nothing"), std::string::npos);
  write("compile_commands.json", "{");
  Bad = commandOf(File, findCommandFile(File, ""));
  EXPECT_NE(llvm::toString(Bad.takeError()).find("is not JSON"),
            std::string::npos);
}

TEST_F(FileCommandTest, FlagsAreSeenWhenTheFileChanges) {
  std::string File = write("x.c", "");
  write("compile_flags.txt", "-DA\n");
  VerifyFlagSearch Search;
  const CommandFile From = findCommandFile(File, "");
  EXPECT_FALSE(Search.hasFlags({}));
  EXPECT_FALSE(Search.hasFlags(From));
  write("compile_flags.txt", "-DA\n-fverify=div\n");
  EXPECT_TRUE(Search.hasFlags(From));
}
