//===- Instrument.cpp - Witnesses as parts of programs --------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Instrument.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

#include <map>

using namespace sooth;
using llvm::Error;
using llvm::StringRef;
using WaypointKind = Waypoint::Kind;

bool sooth::isIn(const SourceLocation &Where, StringRef Path) {
  return Where.File == Path || llvm::sys::path::filename(Where.File) ==
                                   llvm::sys::path::filename(Path);
}

namespace {
/// Additions to a text.
class Additions {
public:
  Additions(const SourceTokens &S, StringRef Path) : S(S), Path(Path) {}
  /// Before the token \p At. Additions at one place stay in this order.
  void before(size_t At, unsigned Line, const std::string &Text) {
    const SourceTokens::Token &T = S.tokens()[At];
    add(T.Offset, T.Line, T.Column, Line, Text);
  }
  void after(size_t At, unsigned Line, const std::string &Text) {
    const SourceTokens::Token &T = S.tokens()[At];
    add(T.Offset + T.Text.size(), T.Line, T.Column + T.Text.size(), Line, Text);
  }
  std::string apply(const std::string &Head) const;

private:
  std::string marker(unsigned Line) const {
    return "\n# " + std::to_string(Line) + " \"" + Path.str() + "\"\n";
  }
  void add(size_t Offset, unsigned Line, unsigned Column, unsigned AddedLine,
           const std::string &Text) {
    Added[Offset] +=
        marker(AddedLine) + Text + marker(Line) + std::string(Column - 1, ' ');
  }

  const SourceTokens &S;
  StringRef Path;
  std::map<size_t, std::string> Added;
};
} // namespace

std::string Additions::apply(const std::string &Head) const {
  std::string Result = Head + marker(1);
  size_t From = 0;
  for (const auto &[Offset, Text] : Added) {
    Result += S.text().substr(From, Offset - From) + Text;
    From = Offset;
  }
  return Result + S.text().substr(From);
}

std::string sooth::withoutChange(const SourceTokens &S, StringRef Path) {
  return Additions(S, Path).apply("");
}

static Error noPlace(StringRef What, const SourceLocation &Where) {
  return llvm::createStringError(What + " has no place in the program at " +
                                 Where.str());
}

//===----------------------------------------------------------------------===//
// Waypoints
//===----------------------------------------------------------------------===//

namespace {
/// A waypoint and its number.
using Numbered = std::pair<unsigned, const Waypoint *>;

class WaypointPlacer {
public:
  WaypointPlacer(const SourceTokens &S, StringRef Path, Straying How)
      : S(S), How(How), Added(S, Path) {}
  Error place(llvm::ArrayRef<Numbered> OfOnePlace);
  Additions &added() { return Added; }

private:
  std::string passing(llvm::ArrayRef<Numbered> All);
  Error placeAssumption(llvm::ArrayRef<Numbered> All);
  Error placeBranching(llvm::ArrayRef<Numbered> All);
  Error placeCall(llvm::ArrayRef<Numbered> All);
  size_t find(const SourceLocation &Where) const {
    return S.find(Where.Line, Where.Column);
  }

  const SourceTokens &S;
  Straying How;
  Additions Added;
};
} // namespace

static std::string constraintInC(const Waypoint &P) {
  switch (P.What) {
  case WaypointKind::Assumption:
    return P.Constraint;
  case WaypointKind::Branching:
    return P.Constraint == "true" ? "sooth_value" : "!sooth_value";
  case WaypointKind::FunctionReturn: {
    std::string Text = P.Constraint;
    for (size_t At; (At = Text.find("\\result")) != std::string::npos;)
      Text.replace(At, StringRef("\\result").size(), "sooth_value");
    return Text;
  }
  default:
    return "1";
  }
}

/// An expression that goes on to the next waypoint if its constraint holds.
std::string WaypointPlacer::passing(llvm::ArrayRef<Numbered> All) {
  const std::string Passed = PassedName.str();
  std::string Text;
  for (auto [Number, P] : All) {
    std::string Next = std::to_string(Number + 1);
    std::string Stray = How == Straying::Ends
                            ? "(" + GoesOnName.str() + "(0), 0)"
                            : std::string("0");
    Text += Passed + " == " + std::to_string(Number) + " ? ((" +
            constraintInC(*P) + ") ? (" + Passed + " = " + Next +
            ") : " + Stray + ") : ";
  }
  return "(" + Text + "0)";
}

Error WaypointPlacer::placeAssumption(llvm::ArrayRef<Numbered> All) {
  const size_t At = find(All[0].second->Where);
  const unsigned Line = FirstAddedLine + All[0].first;
  if (S.beginsInBlock(At)) {
    Added.before(At, Line, "(void)" + passing(All) + ";");
    return Error::success();
  }
  return noPlace("an assumption", All[0].second->Where);
}

Error WaypointPlacer::placeBranching(llvm::ArrayRef<Numbered> All) {
  size_t At = find(All[0].second->Where);
  const unsigned Line = FirstAddedLine + All[0].first;
  size_t Open = At == SourceTokens::None ? At : At + 1,
         Close = SourceTokens::None;
  if (S.is(At, "if") && S.is(Open, "("))
    Close = S.partner(Open);
  else if (At != SourceTokens::None)
    if (auto L = S.loopOf(At)) {
      Open = L->First == SourceTokens::None ? L->Open : L->First;
      Close = L->Second == SourceTokens::None ? L->Close : L->Second;
    }
  if (Close == SourceTokens::None || Close == Open + 1)
    return noPlace("a branching", All[0].second->Where);
  Added.after(Open, Line, "({ int sooth_value = !!(");
  Added.before(Close, Line, "); (void)" + passing(All) + "; sooth_value; })");
  return Error::success();
}

/// At the closing parenthesis of a call.
Error WaypointPlacer::placeCall(llvm::ArrayRef<Numbered> All) {
  const size_t Close = find(All[0].second->Where);
  const unsigned Line = FirstAddedLine + All[0].first;
  const size_t Open = S.is(Close, ")") ? S.partner(Close) : SourceTokens::None;
  if (Open == SourceTokens::None || Open == 0 ||
      S.tokens()[Open - 1].What != SourceTokens::Token::Kind::Word)
    return noPlace("a call", All[0].second->Where);
  if (All[0].second->What == WaypointKind::FunctionEnter) {
    Added.before(Open - 1, Line, "(" + passing(All) + ", ");
    Added.after(Close, Line, ")");
    return Error::success();
  }
  const SourceTokens::Token &From = S.tokens()[Open - 1],
                            &To = S.tokens()[Close];
  std::string Call = S.text().substr(From.Offset, To.Offset + 1 - From.Offset);
  Added.before(Open - 1, Line, "({ __typeof__(" + Call + ") sooth_value = ");
  Added.after(Close, Line, "; (void)" + passing(All) + "; sooth_value; })");
  return Error::success();
}

Error WaypointPlacer::place(llvm::ArrayRef<Numbered> All) {
  switch (All[0].second->What) {
  case WaypointKind::Assumption:
    return placeAssumption(All);
  case WaypointKind::Branching:
    return placeBranching(All);
  case WaypointKind::FunctionEnter:
  case WaypointKind::FunctionReturn:
    return placeCall(All);
  case WaypointKind::Target:
    return Error::success();
  }
  llvm_unreachable("a waypoint of no kind");
}

llvm::Expected<std::string> sooth::withWaypoints(const SourceTokens &S,
                                                 StringRef Path,
                                                 const WitnessFile &W,
                                                 Straying How) {
  constexpr size_t MaxWaypoints = 2000;
  if (W.Waypoints.size() > MaxWaypoints)
    return llvm::createStringError("there are too many waypoints");
  using Key = std::tuple<unsigned, unsigned, WaypointKind>;
  std::map<Key, std::vector<Numbered>> ByPlace;
  for (unsigned I = 0; I < W.Waypoints.size(); ++I) {
    const Waypoint &P = W.Waypoints[I];
    if (isIn(P.Where, Path))
      ByPlace[{P.Where.Line, P.Where.Column, P.What}].push_back({I, &P});
  }
  WaypointPlacer Placer(S, Path, How);
  for (const auto &[Place, All] : ByPlace)
    if (Error E = Placer.place(All))
      return std::move(E);
  return Placer.added().apply("extern void " + GoesOnName.str() +
                              "(int);\nextern int " + PassedName.str() + ";");
}

//===----------------------------------------------------------------------===//
// Invariants
//===----------------------------------------------------------------------===//

static Error placeInvariant(const SourceTokens &S, const WitnessInvariant &I,
                            unsigned Line, Additions &Added) {
  const size_t At = S.find(I.Where.Line, I.Where.Column);
  std::string Check = HoldsName.str() + "((" + I.Value + ") != 0)";
  if (I.What == WitnessInvariant::Kind::Location) {
    if (!S.beginsInBlock(At))
      return noPlace("an invariant", I.Where);
    Added.before(At, Line, Check + ";");
    return Error::success();
  }
  auto L = At == SourceTokens::None ? std::nullopt : S.loopOf(At);
  if (!L)
    return noPlace("an invariant of a loop", I.Where);
  const bool HasHead = L->First != SourceTokens::None;
  const bool IsEmpty = HasHead && L->Second == L->First + 1;
  // Of a `do` loop, both when its body and when its condition comes.
  if (S.is(L->Keyword, "do"))
    Added.after(L->Keyword + 1, Line, Check + ";");
  Added.after(HasHead ? L->First : L->Open, Line,
              Check + (IsEmpty ? ", 1" : ", "));
  return Error::success();
}

llvm::Expected<std::string>
sooth::withInvariants(const SourceTokens &S, StringRef Path,
                      llvm::ArrayRef<WitnessInvariant> Invariants) {
  Additions Added(S, Path);
  for (unsigned I = 0; I < Invariants.size(); ++I)
    if (isIn(Invariants[I].Where, Path))
      if (Error E = placeInvariant(S, Invariants[I], FirstAddedLine + I, Added))
        return std::move(E);
  return Added.apply("extern void " + HoldsName.str() + "(int);");
}
