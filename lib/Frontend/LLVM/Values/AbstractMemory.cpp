//===- AbstractMemory.cpp - What memory may hold --------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AbstractMemory.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DerivedTypes.h"

#include <algorithm>

using namespace sooth;

static constexpr int64_t NoEnd = INT64_MAX;

ByteContent::ByteContent(Bytes What)
    : All(std::make_shared<const Segments>(
          Segments{{.Begin = 0, .End = NoEnd, .What = What}})) {}

void sooth::addLost(const AbstractValue &V, LostTargets &Lost) {
  for (const AbstractValue::Target &T : V.Targets)
    if (!llvm::is_contained(Lost, T.Object))
      Lost.push_back(T.Object);
  for (const AbstractValue &Part : V.Parts)
    addLost(Part, Lost);
}

//===----------------------------------------------------------------------===//
// Segments
//===----------------------------------------------------------------------===//

/// Adds \p New, which follows on what \p To has, together with the last of
/// these if they are alike.
void ByteContent::add(Segment New, Segments &To) {
  if (New.Begin >= New.End)
    return;
  if (!To.empty() && To.back().End == New.Begin) {
    Segment &Last = To.back();
    const bool AreAlike =
        Last.What == New.What &&
        (New.What != Bytes::Cells ||
         (Last.Width == New.Width && Last.isAligned(New.Begin) &&
          Last.Value.isEqual(New.Value)));
    if (AreAlike) {
      Last.End = New.End;
      Last.Value.Identity = 0;
      return;
    }
  }
  To.push_back(std::move(New));
}

/// Adds what of \p S is from \p Begin to \p End. Of a cell that is cut through,
/// nothing is known.
void ByteContent::addPart(const Segment &S, int64_t Begin, int64_t End,
                          Segments &To, LostTargets &Lost) {
  Begin = std::max(Begin, S.Begin);
  End = std::min(End, S.End);
  if (Begin >= End)
    return;
  if (S.isAligned(Begin) && S.isAligned(End)) {
    Segment New = S;
    New.Begin = Begin;
    New.End = End;
    return add(std::move(New), To);
  }
  addLost(S.Value, Lost);
  const int64_t Width = int64_t(S.Width);
  const int64_t First = S.Begin + (Begin - S.Begin + Width - 1) / Width * Width;
  const int64_t Last = S.Begin + (End - S.Begin) / Width * Width;
  const Bytes Rest = S.Value.MayBeUnset ? Bytes::Mixed : Bytes::Any;
  if (First >= Last)
    return add({Begin, End, Rest}, To);
  add({Begin, First, Rest}, To);
  Segment Whole = S;
  Whole.Begin = First;
  Whole.End = Last;
  add(std::move(Whole), To);
  add({Last, End, Rest}, To);
}

ByteContent::Segments ByteContent::part(int64_t Begin, int64_t End,
                                        LostTargets &Lost) const {
  Segments Part;
  for (const Segment &S : *All)
    if (S.Begin < End && Begin < S.End)
      addPart(S, Begin, End, Part, Lost);
  return Part;
}

/// \p Middle is what is from \p Begin to \p End.
void ByteContent::replace(int64_t Begin, int64_t End, const Segments &Middle,
                          LostTargets &Lost) {
  Segments New = part(0, Begin, Lost);
  for (const Segment &S : Middle)
    add(S, New);
  for (Segment &S : part(End, NoEnd, Lost))
    add(std::move(S), New);
  set(std::move(New), Lost);
}

void ByteContent::set(Segments New, LostTargets &Lost) {
  // Neighbours with different values are told apart up to here.
  static constexpr size_t Most = 300;
  if (New.size() > Most) {
    Segments Fewer;
    for (Segment &S : New) {
      if (Fewer.empty() || S.What != Bytes::Cells ||
          Fewer.back().What != Bytes::Cells || Fewer.back().Width != S.Width ||
          !Fewer.back().isAligned(S.Begin)) {
        add(std::move(S), Fewer);
        continue;
      }
      if (Fewer.back().Value.What != S.Value.What) {
        addLost(Fewer.back().Value, Lost);
        addLost(S.Value, Lost);
      }
      Fewer.back().Value = join(Fewer.back().Value, S.Value);
      Fewer.back().Value.Identity = 0;
      Fewer.back().End = S.End;
    }
    New = std::move(Fewer);
  }
  All = std::make_shared<const Segments>(std::move(New));
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// Whether one of the cells may be partly before and partly behind \p Border.
bool ByteContent::straddles(const Offsets &At, uint64_t Width, int64_t Border) {
  if (Border <= At.Low || Border >= At.High + int64_t(Width))
    return false;
  const int64_t Distance = Border - At.Low;
  if (At.isOne())
    return Distance < int64_t(Width);
  if (At.Stride < Width)
    return true;
  const int64_t Inside = Distance % int64_t(At.Stride);
  return Inside > 0 && Inside < int64_t(Width);
}

/// \p V, what a cell holds, as a value of type \p T.
static AbstractValue asType(const AbstractValue &V, const llvm::Type *T,
                            LostTargets &Lost) {
  AbstractValue Any = AbstractValue::anyOf(T);
  if (V.What == Any.What &&
      (!V.isNumber() || V.Range.getBitWidth() == Any.Range.getBitWidth()))
    return V;
  if (V.isNumber() && Any.isPointer()) {
    const llvm::APInt *Only = V.Range.getSingleElement();
    if (Only && Only->isZero())
      Any = AbstractValue::null();
  } else if (V.isPointer() && Any.isNumber() && !V.MayBeAny &&
             !V.MayBeNowhere && V.Targets.empty()) {
    Any = AbstractValue::zeroOf(T);
  }
  addLost(V, Lost);
  Any.MayBeUnset = V.MayBeUnset;
  return Any;
}

std::optional<AbstractValue> ByteContent::read(const Offsets &At,
                                               uint64_t Width,
                                               const llvm::Type *T, Cells Which,
                                               LostTargets &Lost) const {
  std::optional<AbstractValue> Result;
  auto Add = [&](AbstractValue New) {
    Result = Result ? join(*Result, New) : std::move(New);
  };
  auto AddAny = [&](bool IsUnset) {
    AbstractValue Any = AbstractValue::anyOf(T);
    Any.MayBeUnset = IsUnset;
    Add(std::move(Any));
  };
  const int64_t End = At.isAny() ? NoEnd : At.High + int64_t(Width);
  if (At.isAny() || At.Low < 0)
    AddAny(false);
  // A cell that several segments have parts of is zero if all of them are.
  bool AreZero = true, MayBeUnset = false, HasCut = false;
  for (const Segment &S : *All) {
    if (S.End <= At.Low || S.Begin >= End)
      continue;
    MayBeUnset |= S.mayBeUnset();
    AreZero &= S.What == Bytes::Zero;
    HasCut |= straddles(At, Width, S.Begin) || straddles(At, Width, S.End);
    const bool IsWhole = S.What == Bytes::Cells && S.Width == Width &&
                         S.isAligned(At.Low) &&
                         (At.isOne() || At.Stride % Width == 0);
    if (S.What == Bytes::Unset && Which == Cells::Written)
      continue;
    if (S.What == Bytes::Zero)
      Add(AbstractValue::zeroOf(T));
    else if (IsWhole)
      Add(asType(S.Value, T, Lost));
    else {
      addLost(S.Value, Lost);
      AddAny(S.mayBeUnset());
    }
  }
  if (HasCut && !AreZero)
    AddAny(MayBeUnset);
  if (Result && Which == Cells::Written)
    Result->MayBeUnset = false;
  return Result;
}

bool ByteContent::mayBeUnset(const Offsets &At, uint64_t Width) const {
  const int64_t End = At.isAny() ? NoEnd : At.High + int64_t(Width);
  return llvm::any_of(*All, [&](const Segment &S) {
    return S.End > At.Low && S.Begin < End && S.mayBeUnset();
  });
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

void ByteContent::fill(int64_t Begin, int64_t End, Bytes New, Write How,
                       LostTargets &Lost, uint64_t Grid) {
  Begin = std::max<int64_t>(Begin, 0);
  if (Begin >= End)
    return;
  if (How == Write::Certain)
    return replace(Begin, End, {{Begin, End, New}}, Lost);
  Segments Middle;
  const Segment Of{Begin, End, New};
  for (const Segment &S : part(Begin, End, Lost)) {
    Segment Both = joined(S, Of, S.Begin, S.End, Growth::Exact, {}, Lost);
    // Cells that a border may cut through have bytes of both.
    if (Both.What == Bytes::Cells && Grid != 0 &&
        (Grid % Both.Width != 0 || !S.isAligned(Begin))) {
      addLost(S.Value, Lost);
      Both = {S.Begin, S.End, Both.mayBeUnset() ? Bytes::Mixed : Bytes::Any};
    }
    add(std::move(Both), Middle);
  }
  replace(Begin, End, Middle, Lost);
}

void ByteContent::assign(int64_t Begin, int64_t End, uint64_t Width,
                         AbstractValue V, LostTargets &Lost) {
  replace(Begin, End, {{Begin, End, Bytes::Cells, Width, std::move(V)}}, Lost);
}

void ByteContent::write(const Offsets &At, uint64_t Width, AbstractValue New,
                        Write How, LostTargets &Lost) {
  if (At.isAny() || At.Low < 0) {
    addLost(New, Lost);
    return fill(0, NoEnd, New.MayBeUnset ? Bytes::Mixed : Bytes::Any,
                Write::Possible, Lost);
  }
  const int64_t Begin = At.Low, End = At.High + int64_t(Width);
  if (At.isOne() && How == Write::Certain)
    return replace(Begin, End, {{Begin, End, Bytes::Cells, Width, New}}, Lost);
  New.Identity = 0;
  // Of an array of structures, a member of each.
  static constexpr uint64_t MostApart = 64;
  if (At.Stride > Width && uint64_t(At.High - At.Low) / At.Stride < MostApart) {
    for (int64_t Each = At.Low; Each <= At.High; Each += int64_t(At.Stride))
      write(Offsets::of(Each), Width, New, Write::Possible, Lost);
    return;
  }
  if (!At.isOne() && At.Stride % Width != 0) {
    addLost(New, Lost);
    return fill(Begin, End, New.MayBeUnset ? Bytes::Mixed : Bytes::Any,
                Write::Possible, Lost);
  }
  Segments Middle;
  const Segment Of{Begin, End, Bytes::Cells, Width, New};
  for (const Segment &S : part(Begin, End, Lost))
    add(joined(S, Of, S.Begin, S.End, Growth::Exact, {}, Lost), Middle);
  replace(Begin, End, Middle, Lost);
}

void ByteContent::copy(int64_t To, const ByteContent &From, int64_t Begin,
                       int64_t Size, LostTargets &Lost) {
  Segments New = From.part(Begin, Begin + Size, Lost);
  for (Segment &S : New) {
    S.Begin += To - Begin;
    S.End += To - Begin;
    S.Value.Identity = 0;
  }
  replace(To, To + Size, New, Lost);
}

void ByteContent::copyUpTo(int64_t To, const ByteContent &From, int64_t Begin,
                           uint64_t Least, uint64_t Most, LostTargets &Lost) {
  // (The last byte that is sure is one at the end of a cell.)
  static constexpr uint64_t WidestCell = 16;
  if (Least < Most)
    Least -= Least % WidestCell;
  if (Least > 0)
    copy(To, From, Begin, int64_t(Least), Lost);
  if (Least == Most)
    return;
  auto After = [](int64_t At, uint64_t Distance) {
    return Distance > uint64_t(NoEnd - At) ? NoEnd : At + int64_t(Distance);
  };
  Segments Middle;
  for (Segment Of : From.part(After(Begin, Least), After(Begin, Most), Lost)) {
    Of.Begin = To + (Of.Begin - Begin);
    Of.End = Of.End == NoEnd ? NoEnd : After(To, uint64_t(Of.End - Begin));
    Of.Value.Identity = 0;
    for (const Segment &S : part(Of.Begin, Of.End, Lost)) {
      // The copy may end within a cell. If nothing is written behind that, the
      // cell is not.
      const bool IsCut = S.What != Bytes::Unset &&
                         (S.What == Bytes::Cells || Of.What == Bytes::Cells);
      if (IsCut) {
        addLost(S.Value, Lost);
        addLost(Of.Value, Lost);
        add({S.Begin, S.End,
             S.mayBeUnset() || Of.mayBeUnset() ? Bytes::Mixed : Bytes::Any},
            Middle);
      } else
        add(joined(S, Of, S.Begin, S.End, Growth::Exact, {}, Lost), Middle);
    }
  }
  if (!Middle.empty())
    replace(Middle.front().Begin, Middle.back().End, Middle, Lost);
}

//===----------------------------------------------------------------------===//
// Joins
//===----------------------------------------------------------------------===//

/// Of cells that hold \p V, or zeros of the same kind.
static AbstractValue orZero(AbstractValue V) {
  V.Identity = 0;
  if (V.isNumber())
    return join(V, AbstractValue::number(llvm::ConstantRange(
                       llvm::APInt::getZero(V.Range.getBitWidth()))));
  if (V.isPointer())
    V.MayBeNull = true;
  return V;
}

ByteContent::Segment ByteContent::joined(const Segment &A, const Segment &B,
                                         int64_t Begin, int64_t End, Growth How,
                                         Thresholds Steps, LostTargets &Lost) {
  Segment New{Begin, End, Bytes::Any};
  const bool IsUnset = A.mayBeUnset() || B.mayBeUnset();
  auto AreCells = [&](const Segment &S) {
    return S.What == Bytes::Cells && S.isAligned(Begin) && S.isAligned(End);
  };
  auto BeCells = [&](const Segment &S, AbstractValue V) {
    New.What = Bytes::Cells;
    New.Width = S.Width;
    New.Value = std::move(V);
    if (New.End - New.Begin != int64_t(New.Width))
      New.Value.Identity = 0;
  };
  if (A.What != Bytes::Cells && B.What != Bytes::Cells) {
    New.What = A.What == B.What ? A.What : IsUnset ? Bytes::Mixed : Bytes::Any;
    return New;
  }
  if (AreCells(A) && AreCells(B) && A.Width == B.Width) {
    BeCells(A, join(A.Value, B.Value, How, Steps));
    if (A.Value.What != B.Value.What) {
      addLost(A.Value, Lost);
      addLost(B.Value, Lost);
    }
    return New;
  }
  const Segment &Cells = A.What == Bytes::Cells ? A : B;
  const Segment &Plain = A.What == Bytes::Cells ? B : A;
  if (AreCells(Cells) && Plain.What == Bytes::Zero &&
      (Cells.Value.isNumber() || Cells.Value.isPointer())) {
    AbstractValue All = orZero(Cells.Value);
    // (What grows is what was there before.)
    BeCells(Cells, &Cells == &A || How == Growth::Exact
                       ? All
                       : join(All, All, How, Steps));
    return New;
  }
  if (AreCells(Cells) && Plain.What == Bytes::Unset) {
    AbstractValue All = Cells.Value;
    All.Identity = 0;
    All.MayBeUnset = true;
    BeCells(Cells, std::move(All));
    return New;
  }
  addLost(A.Value, Lost);
  addLost(B.Value, Lost);
  New.What = IsUnset ? Bytes::Mixed : Bytes::Any;
  return New;
}

Change ByteContent::joinWith(const ByteContent &Other, Growth How,
                             Thresholds Steps, LostTargets &Lost) {
  if (All == Other.All)
    return Change::None;
  Segments New;
  auto A = All->begin(), B = Other.All->begin();
  Change Found = Change::None;
  int64_t At = 0;
  while (A != All->end() && B != Other.All->end()) {
    const int64_t End = std::min(A->End, B->End);
    // Cells are cut where both have ends.
    Segment Next = joined(*A, *B, At, End, How, Steps, Lost);
    if (Next.What != A->What || Next.Width != A->Width ||
        (Next.What == Bytes::Cells && !Next.Value.isEqual(A->Value)))
      addChange(Found, Change::Values);
    else if (Next.Value.Identity != A->Value.Identity)
      addChange(Found, Change::Equalities);
    add(std::move(Next), New);
    At = End;
    if (A->End == End)
      ++A;
    if (B->End == End)
      ++B;
  }
  if (Found != Change::None)
    set(std::move(New), Lost);
  return Found;
}

bool ByteContent::mayInclude(const ByteContent &Other) const {
  if (All == Other.All)
    return true;
  auto A = All->begin(), B = Other.All->begin();
  int64_t At = 0;
  while (A != All->end() && B != Other.All->end()) {
    const int64_t End = std::min(A->End, B->End);
    if (A->What == Bytes::Cells && B->What == Bytes::Cells &&
        A->Width == B->Width && A->isAligned(At) && B->isAligned(At) &&
        !includes(A->Value, B->Value))
      return false;
    if (A->What != Bytes::Cells && A->What != Bytes::Mixed &&
        A->What != B->What && (A->What != Bytes::Any || B->mayBeUnset()))
      return false;
    At = End;
    if (A->End == End)
      ++A;
    if (B->End == End)
      ++B;
  }
  return true;
}

void ByteContent::forgetIdentities() {
  transform([](const AbstractValue &V) -> std::optional<AbstractValue> {
    if (V.Identity == 0)
      return std::nullopt;
    AbstractValue New = V;
    New.Identity = 0;
    return New;
  });
}

bool sooth::mayInclude(const ObjectState &Here, const ObjectState &There) {
  return (Here.Life == There.Life || Here.Life == Lifetime::MayHaveEnded) &&
         (Here.IsMany || !There.IsMany) &&
         (Here.IsAddressKept || !There.IsAddressKept) &&
         Here.LeastSize <= There.LeastSize && Here.MostSize >= There.MostSize &&
         Here.Content.mayInclude(There.Content);
}

Change sooth::joinWith(ObjectState &Here, const ObjectState &There, Growth How,
                       Thresholds Steps, LostTargets &Lost) {
  const ObjectState Before = Here;
  if (Here.Life != There.Life)
    Here.Life = Lifetime::MayHaveEnded;
  Here.IsMany |= There.IsMany;
  Here.IsAddressKept |= There.IsAddressKept;
  Here.LeastSize = std::min(Here.LeastSize, There.LeastSize);
  Here.MostSize = std::max(Here.MostSize, There.MostSize);
  // Most sites make objects of few sizes.
  static constexpr uint8_t MostSizes = 16;
  Here.SizesGrown = std::max(Here.SizesGrown, There.SizesGrown);
  if (How == Growth::Widened &&
      (Here.LeastSize < Before.LeastSize || Here.MostSize > Before.MostSize) &&
      ++Here.SizesGrown > MostSizes) {
    if (Here.LeastSize < Before.LeastSize)
      Here.LeastSize = 0;
    if (Here.MostSize > Before.MostSize)
      Here.MostSize = UINT64_MAX;
    Here.SizesGrown = MostSizes;
  }
  const Change Found = Here.Content.joinWith(There.Content, How, Steps, Lost);
  const bool Grows = Here.Life != Before.Life || Here.IsMany != Before.IsMany ||
                     Here.IsAddressKept != Before.IsAddressKept ||
                     Here.LeastSize != Before.LeastSize ||
                     Here.MostSize != Before.MostSize;
  return Grows ? Change::Values : Found;
}
