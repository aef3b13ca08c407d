//===- Suppressions.cpp - Checks that a comment says not to count ---------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Driver/Suppress/Suppressions.h"

#include "Witness/SourceTokens.h"

#include "sooth/Driver/Report/Verdict.h"
#include "sooth/Support/SourceFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace sooth;
using llvm::StringRef;
using Status = AssertionReport::Status;

static constexpr llvm::StringLiteral Marker = "sooth-ignore";

static std::optional<std::string> readFromDisk(const std::string &File) {
  auto Text = readSourceFile(File);
  if (!Text)
    return std::nullopt;
  return Text->getBuffer().str();
}

bool sooth::mayHaveSuppressions(llvm::ArrayRef<std::string> Files) {
  return llvm::any_of(Files, [](const std::string &File) {
    auto Text = readSourceFile(File);
    return Text && Text->getBuffer().contains(Marker);
  });
}

Suppressions::Suppressions() : Suppressions(readFromDisk) {}

Suppressions::Suppressions(SourceReader Read) : Read(std::move(Read)) {}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// The reason that \p Comment has, perhaps empty; nothing if it is no
/// suppression.
static std::optional<std::string> reasonIn(StringRef Comment) {
  StringRef Text = Comment.drop_front(2);
  if (Comment.starts_with("/*"))
    Text.consume_back("*/");
  Text = Text.trim();
  if (!Text.consume_front(Marker) ||
      (!Text.empty() && (llvm::isAlnum(Text[0]) || Text[0] == '-')))
    return std::nullopt;
  Text = Text.ltrim();
  Text.consume_front(":");
  // Of several lines, as one.
  llvm::SmallVector<StringRef> Words;
  llvm::SplitString(Text, Words);
  return llvm::join(Words, " ");
}

namespace {
/// The lines of functions.
class FunctionLines {
public:
  explicit FunctionLines(const SourceTokens &S);
  /// The last line of the function whose head has \p Line, or else \p Line.
  unsigned lastFrom(unsigned Line) const;

private:
  struct Extent {
    unsigned First, Body, Last;
  };
  std::vector<Extent> All;
};
} // namespace

/// Whether that opens what is no scope: `extern "C" {`.
static bool opensLinkage(const SourceTokens &S, size_t Brace) {
  return Brace >= 2 && S.is(Brace - 2, "extern") &&
         S.tokens()[Brace - 1].What == SourceTokens::Token::Kind::Quoted;
}

FunctionLines::FunctionLines(const SourceTokens &S) {
  size_t Head = 0; // where a declaration begins
  for (size_t I = 0; I < S.tokens().size(); ++I) {
    if (S.is(I, ";") || S.is(I, "}") || (S.is(I, "{") && opensLinkage(S, I))) {
      Head = I + 1;
      continue;
    }
    if (!S.is(I, "{"))
      continue;
    const size_t End = S.partner(I);
    if (End == SourceTokens::None)
      return; // it cannot be told what is a function from here on
    if (I > 0 && S.is(I - 1, ")"))
      All.push_back(
          {S.tokens()[Head].Line, S.tokens()[I].Line, S.tokens()[End].Line});
    I = End;
    if (!S.is(I + 1, ";") && !S.is(I + 1, ","))
      Head = I + 1;
  }
}

unsigned FunctionLines::lastFrom(unsigned Line) const {
  for (const Extent &E : All)
    if (E.First <= Line && Line <= E.Body)
      return E.Last;
  return Line;
}

/// The line that \p Comment is about: its own if there is code, and otherwise
/// that of the next code; 0 if there is none.
static unsigned lineOfCode(const SourceTokens &S,
                           const SourceTokens::Token &Comment) {
  for (const SourceTokens::Token &T : S.tokens())
    if (T.Line == Comment.Line || T.Offset > Comment.Offset)
      return T.Line;
  return 0;
}

Suppressions::Marks Suppressions::marksIn(const std::string &Text,
                                          const std::string &File) {
  Marks Found;
  if (!StringRef(Text).contains(Marker))
    return Found;
  const SourceTokens S = SourceTokens::of(Text);
  const FunctionLines Functions(S);
  for (const SourceTokens::Token &C : S.comments())
    if (auto Reason = reasonIn(C.Text)) {
      const unsigned Line = lineOfCode(S, C);
      Found.push_back({{File, C.Line, C.Column},
                       std::move(*Reason),
                       Line,
                       Functions.lastFrom(Line)});
    }
  return Found;
}

Suppressions::Marks &Suppressions::marksOf(const std::string &File) {
  auto [Real, IsNewName] = RealPaths.try_emplace(File, File);
  llvm::SmallString<128> Path;
  if (IsNewName && !llvm::sys::fs::real_path(File, Path))
    Real->second = std::string(Path);
  auto [It, IsNew] = All.try_emplace(Real->second);
  if (IsNew)
    if (auto Text = Read(File))
      It->second = marksIn(*Text, File);
  return It->second;
}

Suppressions::Mark *Suppressions::find(const SourceLocation &Where) {
  if (Where.File.empty() || !Where.isValid())
    return nullptr;
  for (Mark &M : marksOf(Where.File))
    if (!M.Reason.empty() && M.First <= Where.Line && Where.Line <= M.Last)
      return &M;
  return nullptr;
}

//===----------------------------------------------------------------------===//
// What is left
//===----------------------------------------------------------------------===//

static bool isOpenCheck(const AssertionReport &A) {
  return A.Outcome == Status::Safe && A.IsRestated;
}

void Suppressions::countAgain(FunctionReport &F) {
  llvm::erase_if(F.UnknownChecks, [&](const UnknownCheck &C) {
    const bool Is = find(C.Where);
    F.Unknown -= Is;
    F.Suppressed += Is;
    return Is;
  });
  F.OpenUnless.clear();
  llvm::erase_if(F.FailingOrOpen, [&](const FailingOrOpenCheck &C) {
    const bool Is = find(C.Where);
    (C.IsViolated ? F.Violated : F.Open) -= Is;
    F.Suppressed += Is;
    if (!Is)
      for (const Need &N : C.OpenUnless)
        addNeed(F.OpenUnless, N);
    return Is;
  });
}

/// Whether \p R is unknown for no other reason than that \p A is not known to
/// hold.
static bool isReason(const AssertionReport &A, const Report &R) {
  if (isOpenCheck(A))
    return R.Reason.What == UnknownReason::Kind::Callers;
  return A.Outcome == Status::Unknown && A.Reason == R.Reason;
}

static void concludeWithout(Report &R) {
  const bool IsUnsafe = R.Outcome == Report::Status::Unsafe;
  if (isBroken(R) || (!IsUnsafe && R.Outcome != Report::Status::Unknown))
    return;
  auto Any = [&](auto Is) { return llvm::any_of(R.Assertions, Is); };
  if (Any([](const AssertionReport &A) {
        return A.Outcome == Status::Unsafe && !A.Suppressed;
      }))
    return;
  if (!IsUnsafe && !Any([&](const AssertionReport &A) {
        return A.Suppressed && isReason(A, R);
      }))
    return;
  conclude(R);
  auto Missing = llvm::find_if(R.Functions, [](const FunctionReport &F) {
    return F.NotVerified.has_value();
  });
  if (R.Outcome == Report::Status::Safe && Missing != R.Functions.end())
    conclude(R, Missing->NotVerified);
  concludeOpen(R);
}

void Suppressions::apply(Report &R, llvm::ArrayRef<std::string> Files) {
  for (const std::string &File : Files)
    marksOf(File);
  bool IsAny = false;
  for (AssertionReport &A : R.Assertions) {
    Mark *M = find(A.Where);
    if (!M || (A.Outcome == Status::Safe && !A.IsRestated))
      continue;
    M->IsUsed = IsAny = true;
    A.Suppressed = {M->Where, M->Reason};
  }
  if (!IsAny)
    return;
  for (FunctionReport &F : R.Functions)
    countAgain(F);
  concludeWithout(R);
}

std::vector<std::string>
Suppressions::notes(llvm::function_ref<bool(const Mark &)> Which,
                    const char *Text) const {
  std::vector<std::string> Notes;
  for (const auto &[File, Marks] : All)
    for (const Mark &M : Marks)
      if (Which(M))
        Notes.push_back(M.Where.str() + ": " + Text);
  return Notes;
}

std::vector<std::string> Suppressions::withoutReason() const {
  return notes([](const Mark &M) { return M.Reason.empty(); },
               "this suppresses nothing, as it has no reason: write "
               "'sooth-ignore: ' and why");
}

std::vector<std::string> Suppressions::unused() const {
  return notes([](const Mark &M) { return !M.Reason.empty() && !M.IsUsed; },
               "there is nothing to suppress here: remove this sooth-ignore");
}
