//===- ProtocolTest.cpp - Messages, texts and files of the protocol -------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/LanguageServer/Settings.h"
#include "sooth/LanguageServer/SourceText.h"
#include "sooth/LanguageServer/Transport.h"
#include "sooth/LanguageServer/Uri.h"

#include "gtest/gtest.h"

#include <random>
#include <unistd.h>

using namespace sooth;
namespace json = llvm::json;

TEST(Transport, CutsStreamsIntoMessages) {
  const std::string One = "Content-Length: 3\r\n\r\n{1}";
  const std::string Two = "content-type: x\r\nCONTENT-LENGTH:0\r\n\r\n";
  MessageReader R;
  std::vector<std::string> Found;
  for (char C : One + Two + One) {
    R.append(llvm::StringRef(&C, 1));
    while (auto M = llvm::cantFail(R.next()))
      Found.push_back(M->Raw);
  }
  EXPECT_EQ(Found, (std::vector<std::string>{One, Two, One}));
  R.append(One + Two);
  EXPECT_EQ(llvm::cantFail(R.next())->body(), "{1}");
  EXPECT_EQ(llvm::cantFail(R.next())->body(), "");
  EXPECT_FALSE(llvm::cantFail(R.next()));
}

TEST(Transport, WhatIsNoMessageIsAnError) {
  for (std::string Text :
       {std::string("Content-Length: x\r\n\r\n"), std::string("{}\r\n\r\n"),
        std::string(1 << 17, 'x')}) {
    MessageReader R;
    R.append(Text);
    auto M = R.next();
    EXPECT_FALSE(bool(M));
    llvm::consumeError(M.takeError());
  }
}

TEST(Transport, NobodyWaitsForWhoDoesNotRead) {
  int Ends[2];
  ASSERT_EQ(pipe(Ends), 0);
  OutputChannel Out(Ends[1]);
  const std::string Long(1 << 20, 'x');
  Out.send(Long);
  EXPECT_TRUE(Out.isBusy());
  size_t Read = 0;
  std::vector<char> Buffer(1 << 16);
  while (Read < Long.size()) {
    Read += size_t(read(Ends[0], Buffer.data(), Buffer.size()));
    Out.flush();
  }
  EXPECT_FALSE(Out.isBusy());
  close(Ends[0]);
  signal(SIGPIPE, SIG_IGN);
  Out.send("y");
  EXPECT_TRUE(Out.isBroken());
  close(Ends[1]);
}

TEST(SourceText, ColumnsAreInTheUnitOfTheClient) {
  SourceText T("int x;\n  é€𝄞 y;\r\nz");
  auto At = [&](unsigned Column, ColumnUnit Unit) {
    return T.positionOf(2, Column, Unit).Character;
  };
  // y is the 13th byte of its line.
  EXPECT_EQ(At(13, ColumnUnit::Utf8), 12u);
  EXPECT_EQ(At(13, ColumnUnit::Utf16), 7u);
  EXPECT_EQ(At(13, ColumnUnit::Utf32), 6u);
  // The first one that is no blank, and what is behind the end.
  EXPECT_EQ(At(0, ColumnUnit::Utf16), 2u);
  EXPECT_EQ(At(99, ColumnUnit::Utf8), 14u);
  EXPECT_EQ(T.positionOf(9, 1, ColumnUnit::Utf8), (Position{2, 0}));
  for (ColumnUnit Unit :
       {ColumnUnit::Utf8, ColumnUnit::Utf16, ColumnUnit::Utf32}) {
    const Position Y = T.positionOf(2, 13, Unit);
    EXPECT_EQ(T.text().substr(T.offsetOf(Y, Unit), 1), "y");
    EXPECT_EQ(T.offsetOf({1, 99}, Unit), T.text().find('\r'));
    EXPECT_EQ(T.offsetOf({9, 0}, Unit), T.text().size());
  }
}

TEST(SourceText, WordsAreWhole) {
  SourceText T("a = b_1/c;\n");
  auto Length = [&](unsigned Column) {
    const TextRange R = T.wordAt(1, Column, ColumnUnit::Utf16);
    return R.End.Character - R.Start.Character;
  };
  EXPECT_EQ(Length(5), 3u);
  EXPECT_EQ(Length(8), 1u);
  EXPECT_EQ(Length(11), 0u);
}

/// The text after an edit of bytes, by a way that knows no lines.
TEST(SourceText, EditsAreThoseOfTheEditor) {
  std::mt19937 Random(1);
  const std::string Alphabet[] = {"a", "\n", "é", "𝄞", "(", "\n\n"};
  for (unsigned Round = 0; Round < 300; ++Round) {
    std::vector<std::string> Characters;
    auto Text = [&] {
      std::string All;
      for (const std::string &C : Characters)
        All += C;
      return All;
    };
    SourceText T;
    for (unsigned Step = 0; Step < 10; ++Step) {
      // A part of the characters, as positions in UTF-16.
      auto PositionOf = [&](size_t Count) {
        Position P;
        for (size_t I = 0; I < Count; ++I)
          for (size_t Byte = 0; Byte < Characters[I].size();) {
            if (Characters[I] == "\n" || Characters[I] == "\n\n") {
              ++P.Line;
              P.Character = 0;
              ++Byte;
            } else {
              P.Character += Characters[I] == "𝄞" ? 2 : 1;
              Byte += Characters[I].size();
            }
          }
        return P;
      };
      size_t Begin = Random() % (Characters.size() + 1);
      size_t End = Begin + Random() % (Characters.size() - Begin + 1);
      size_t Behind = End + Random() % (Characters.size() - End + 1);
      std::vector<std::string> New;
      for (unsigned I = Random() % 4; I > 0; --I)
        New.push_back(Alphabet[Random() % std::size(Alphabet)]);
      TextChange C{TextRange{PositionOf(Begin), PositionOf(End)}, ""};
      for (const std::string &N : New)
        C.Text += N;
      const Position Old = PositionOf(Behind);
      Characters.erase(Characters.begin() + Begin, Characters.begin() + End);
      Characters.insert(Characters.begin() + Begin, New.begin(), New.end());
      T.apply(C, ColumnUnit::Utf16);
      EXPECT_EQ(T.text(), Text());
      if (Behind > End)
        EXPECT_EQ(moved(Old, C, ColumnUnit::Utf16),
                  PositionOf(Behind - (End - Begin) + New.size()));
    }
  }
}

TEST(SourceText, ChangesThatCannotBeReadAreNone) {
  auto Changes = [](llvm::StringRef Text) {
    return changesFrom(*llvm::cantFail(json::parse(Text)).getAsArray());
  };
  EXPECT_TRUE(Changes(R"([{"text": "x"}])"));
  EXPECT_FALSE(Changes(R"([{"text": 1}])"));
  EXPECT_FALSE(Changes(R"([{"text": "x", "range": {"start": {"line": -1,
                           "character": 0}, "end": {}}}])"));
}

TEST(Uri, NamesFiles) {
  EXPECT_EQ(pathOfUri("file:///a%20b/%c3%A4.c"), "/a b/\xc3\xa4.c");
  EXPECT_EQ(pathOfUri("file://localhost/a.c"), "/a.c");
  EXPECT_EQ(pathOfUri("file:///100%.c"), "/100%.c");
  EXPECT_EQ(pathOfUri("untitled:1"), "");
  EXPECT_EQ(pathOfUri("file://"), "");
  EXPECT_EQ(uriOfPath("/a b/\xc3\xa4#.c"), "file:///a%20b/%C3%A4%23.c");
  for (llvm::StringRef Path : {"/x/%41.c", "/a+b/c?d", "/~"})
    EXPECT_EQ(pathOfUri(uriOfPath(Path)), Path);
}

TEST(Settings, AreReplacedOneByOne) {
  Settings S;
  S.Options = {"check=div"};
  auto With = [&](llvm::StringRef Text) {
    return settingsFrom(S, *llvm::cantFail(json::parse(Text)).getAsObject());
  };
  S = llvm::cantFail(With(R"({"verify": "never", "hints": true})"));
  EXPECT_EQ(S.Verify, Settings::When::Never);
  EXPECT_EQ(S.Remarks, Settings::Hints::On);
  EXPECT_EQ(S.Options, std::vector<std::string>{"check=div"});
  S = llvm::cantFail(With(R"({"options": []})"));
  EXPECT_EQ(S.Options, std::vector<std::string>());
  for (llvm::StringRef Bad :
       {R"({"verify": "now"})", R"({"hints": "on"})", R"({"options": "x"})",
        R"({"options": ["check=none"]})", R"({"options": ["json"]})"}) {
    auto Read = With(Bad);
    EXPECT_FALSE(bool(Read)) << Bad.str();
    llvm::consumeError(Read.takeError());
  }
}
