//===- Machine.cpp - Runs of compiled code --------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"

#include "MachineCalls.h"

#include "sooth/Expr/Evaluator.h"
#include "sooth/Expr/Traversal.h"
#include "sooth/Transform/Cfa/LiveVariables.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Support/MathExtras.h"

using namespace sooth;
using namespace sooth::run;

/// Between two questions whether time is over.
static constexpr uint64_t StepsAtOnce = 1 << 15;
static constexpr unsigned MaxTries = 20;
static constexpr unsigned NoInput = ~0u;
/// Where the code is, as long as a run has not begun.
static constexpr uint64_t Nowhere = ~uint64_t(0);

Machine::Machine(const Cfa &C, uint64_t Seed)
    : C(C), L(C), Fixed(fixedBits(C)), Choose(C, Seed) {
  for (unsigned I = 0; I < L.numArrays(); ++I)
    Arrays.emplace_back(Pool);
  State.resize(StateWords::First + L.numWords());
  Log.resize(StepsAtOnce + C.locations().size() + 1);
  Operands.resize(64);
  prepareStart();
  if (!Failed)
    compile();
}

Machine::~Machine() = default;

//===- The beginning of a run ---------------------------------------------===//

/// Requires that \p Fact tells of a cell.
static std::pair<Value, Value> equatedCell(Expr Fact) {
  Expr Place = Fact.operand(0), Known = Fact.operand(1);
  if (variables({Place}).empty())
    std::swap(Place, Known);
  return {Place.operand(1).value(), Evaluator(Valuation())(Known)};
}

/// The two variables of which \p Fact says that they hold the same array; null
/// if it says something else.
static std::pair<Expr, Expr> equatedArrays(Expr Fact) {
  if (!Fact.is(Kind::Eq) || !Fact.operand(0).isVar() ||
      !Fact.operand(1).isVar() || !Fact.operand(0).sort().isArray())
    return {};
  return {Fact.operand(0), Fact.operand(1)};
}

void Machine::prepareStart() {
  FirstState.assign(State.size(), 0);
  for (const StateVariable &V : C.variables())
    Initial[V.Var] = Value::zero(V.Var.sort());
  applyEquations(C.init(), Initial);
  llvm::SmallVector<Expr, 32> Facts;
  conjuncts(C.init(), Facts);
  ExprSet Equated; // wholly
  ExprMap<KnownCells> Cells;
  ExprMap<std::vector<Expr>> Same;
  ExprSet Copied;
  std::vector<Expr> Equations;
  for (Expr Fact : Facts) {
    if (auto [Array, Copy] = equatedArrays(Fact);
        Array && !Copied.contains(Array) && !Copied.contains(Copy) &&
        !Same.count(Copy)) {
      Same[Array].push_back(Copy);
      Copied.insert(Copy);
      continue;
    }
    Expr Var = equatedVariable(Fact);
    (Var ? Equations : Beginning).push_back(Fact);
    if (Var && !equatesCell(Fact))
      Equated.insert(Var);
    else if (Var)
      Cells[Var].push_back(equatedCell(Fact));
  }
  if (!Evaluator(Initial).isTrue(C.context().mkAnd(Equations))) {
    Failed = Cause::Kind::InitContradicts;
    return;
  }
  if (!Layout::supports(Beginning))
    Failed = Cause::Kind::NotCompiled;
  // What is known of a copy by itself is not known of the other.
  for (Expr Copy : Copied)
    if (Equated.contains(Copy) || Cells.count(Copy))
      Failed = Cause::Kind::NotCompiled;
  const LiveVariables Live(C);
  for (unsigned I = 0; I < C.variables().size(); ++I) {
    Expr Var = C.variables()[I].Var;
    if (!Copied.contains(Var))
      prepareVariable(
          {Var, L.placeOf(Var), Cells.lookup(Var), Same.lookup(Var)},
          Equated.contains(Var), Live.isLive(I, C.entry()) || Same.count(Var));
    if (Equated.contains(Var) && Same.count(Var))
      Failed = Cause::Kind::NotCompiled;
  }
}

void Machine::prepareVariable(OpenVariable V, bool IsEquated, bool IsLive) {
  Expr Var = V.Var;
  const unsigned Place = V.Place;
  const bool IsOpen = !IsEquated && IsLive;
  if (!Var.sort().isArray()) {
    if (IsOpen)
      Open.push_back(std::move(V));
    const Value &First = Initial[Var];
    if (First.isBool())
      FirstState[StateWords::First + Place] = First.boolean();
    else
      std::copy_n(First.bits().getRawData(), wordsFor(bitsOf(Var.sort())),
                  &FirstState[StateWords::First + Place]);
    return;
  }
  if (IsOpen) {
    Open.push_back(std::move(V));
    return;
  }
  const ArrayValue &A = Initial[Var].array();
  KnownArrays.push_back({Place, arraysFor(Var.sort()), A.Default, {}});
  for (const auto &[Index, Element] : A.Entries)
    KnownArrays.back().Cells.push_back({Index, Element});
}

void Machine::writeCells(unsigned Place, unsigned Count,
                         const KnownCells &Cells) {
  for (const auto &[Index, Element] : Cells) {
    const uint64_t Cell = cellOf(Index, Numbers);
    for (unsigned I = 0; I < Count; ++I)
      Arrays[Place + I].write(Cell, wordOf(Element, I));
  }
}

void Machine::begin() {
  llvm::copy(FirstState, State.begin());
  State[StateWords::At] = Nowhere;
  for (const KnownArray &A : KnownArrays) {
    for (unsigned I = 0; I < A.Count; ++I)
      Arrays[A.Place + I].fill(wordOf(A.Default, I));
    writeCells(A.Place, A.Count, A.Cells);
  }
  At = Positions();
  IsAgain = false;
  for (auto &Read : CellsRead)
    Read.clear();
  Pool.reset();
  Choose.beginRun();
  for (const OpenVariable &V : Open) {
    readVariable({V.Var, false, V.Place}, false);
    if (!V.Var.sort().isArray())
      continue;
    const unsigned Count = arraysFor(V.Var.sort());
    writeCells(V.Place, Count, V.Known);
    for (Expr Copy : V.Same)
      for (unsigned I = 0; I < Count; ++I)
        Arrays[L.placeOf(Copy) + I].copy(Arrays[V.Place + I]);
  }
}

//===- Inputs -------------------------------------------------------------===//

/// After a choice with which no edge can be taken, so not that one again. Of
/// approximations, what is likely to matter is often what cannot be: nearly any
/// number is an address, but no small one.
uint64_t Machine::chooseAgain(unsigned Bits, unsigned Input) {
  if (Input == NoInput)
    return Tries % 2 ? Choose.any(Bits) : Choose.likely(Bits);
  return Choose.mode() == WordChooser::Mode::Zeros
             ? Choose.likely(Bits)
             : Choose.chooseFor(Input, Bits, /*MayStay=*/false);
}

/// \p Anew: not what the tape has. Inputs have their places as numbers.
uint64_t Machine::next(Tape &T, size_t &Position, unsigned Bits, bool Anew,
                       unsigned Input) {
  auto Choice = [&] {
    if (Anew)
      return chooseAgain(Bits, Input);
    return Input == NoInput ? Choose.choose(Bits)
                            : Choose.chooseFor(Input, Bits, /*MayStay=*/true);
  };
  if (Position == T.Words.size()) {
    T.Words.push_back(Choice());
    T.Bits.push_back(uint8_t(Bits));
  } else if (Anew) {
    T.Words[Position] = Choice();
  }
  T.Bits[Position] = uint8_t(Bits);
  uint64_t &Word = T.Words[Position++];
  Word &= llvm::maskTrailingOnes<uint64_t>(Bits);
  return Word;
}

void Machine::readVariable(const ReadInput &In, bool Anew) {
  if (In.Var.sort().isArray())
    return readArray(In, Anew);
  Tape &T = In.IsApproximation ? Now->Approximations : Now->Inputs;
  size_t &Position = In.IsApproximation ? At.Approximation : At.Input;
  unsigned Bits = bitsOf(In.Var.sort());
  const auto Known = Fixed.find(In.Var);
  for (unsigned Place = In.Place; Bits; ++Place) {
    const unsigned Part = std::min(Bits, 64u);
    next(T, Position, Part, Anew, In.IsApproximation ? NoInput : Place);
    uint64_t &Word = T.Words[Position - 1];
    if (Known != Fixed.end()) {
      const unsigned I = Place - In.Place;
      Word = (Word & ~Known->second.Zero.getRawData()[I]) |
             Known->second.One.getRawData()[I];
    }
    State[StateWords::First + Place] = Word;
    Bits -= Part;
  }
}

/// Whether all cells of an array are the same: of numbers often, of text
/// hardly ever.
static bool isFilled(uint64_t Word, unsigned ElementBits) {
  return ElementBits == TextBits ? Word == 0 : Word % 2 == 0;
}
static constexpr unsigned BitsOfFilled = 3;

void Machine::readArray(const ReadInput &In, bool Anew) {
  Tape &T = In.IsApproximation ? Now->Approximations : Now->Inputs;
  size_t &Position = In.IsApproximation ? At.Approximation : At.Input;
  const unsigned ElementBits = bitsOf(In.Var.sort().element());
  const bool IsFilled =
      isFilled(next(T, Position, BitsOfFilled, Anew, NoInput), ElementBits);
  unsigned Bits = ElementBits;
  for (unsigned Place = In.Place; Bits; ++Place) {
    const unsigned Part = std::min(Bits, 64u);
    const uint64_t Word =
        next(T, Position, Part, Anew, In.IsApproximation ? NoInput : Place);
    if (Given.size() == At.Array)
      Given.emplace_back(*this);
    Cells &Own = Given[At.Array];
    Own.begin(unsigned(At.Array++), In.IsApproximation, Part);
    if (IsFilled)
      Arrays[Place].fill(Word);
    else
      Arrays[Place].fillFrom(Own);
    Bits -= Part;
  }
}

void Machine::Cells::begin(unsigned Number, bool Is, unsigned Width) {
  Array = Number;
  IsApproximation = Is;
  Bits = Width;
  Known.fillFrom(*this);
}

uint64_t Machine::Cells::read(uint64_t Index) {
  if (Known.isWritten(Index))
    return Known.read(Index);
  const Tape &T = IsApproximation ? M.Now->Approximations : M.Now->Inputs;
  Tape::Cell Own{Array, Index, 0, uint8_t(Bits)};
  auto Found = llvm::lower_bound(
      T.Cells, Own, [](auto &A, auto &B) { return A.isBefore(B); });
  const bool IsOnTape = Found != T.Cells.end() && !Own.isBefore(*Found);
  Own.Word = (IsOnTape ? Found->Word : M.Choose.chooseCell(Bits)) &
             llvm::maskTrailingOnes<uint64_t>(Bits);
  Known.write(Index, Own.Word);
  M.CellsRead[IsApproximation].push_back(Own);
  return Own.Word;
}

/// Cells that were read since Mark are chosen again.
void Machine::forgetCells() {
  for (bool IsApproximation : {false, true}) {
    auto &Read = CellsRead[IsApproximation];
    Tape &T = IsApproximation ? Now->Approximations : Now->Inputs;
    for (size_t I = Mark.Cells[IsApproximation]; I < Read.size(); ++I) {
      Given[Read[I].Array].forget(Read[I].Index);
      llvm::erase_if(T.Cells, [&](const Tape::Cell &C) {
        return !C.isBefore(Read[I]) && !Read[I].isBefore(C);
      });
    }
    Read.resize(Mark.Cells[IsApproximation]);
  }
}

/// Writes those that the run has read to its tapes.
void Machine::keepCells() {
  for (auto [T, Read] : {std::pair(&Now->Inputs, &CellsRead[false]),
                         std::pair(&Now->Approximations, &CellsRead[true])}) {
    llvm::sort(*Read, [](auto &A, auto &B) { return A.isBefore(B); });
    T->Cells = *Read;
  }
}

void MachineCalls::readAtLocation(Machine *M, uint32_t Loc) {
  const bool IsAgain = M->IsAgain;
  M->IsAgain = false;
  if (!IsAgain) {
    for (bool Is : {false, true})
      M->At.Cells[Is] = M->CellsRead[Is].size();
    M->Mark = M->At;
    M->Tries = 0;
  }
  for (const ReadInput &In : M->L.inputsAt(Loc))
    M->readVariable(In, IsAgain);
}

void MachineCalls::readOnEdge(Machine *M, uint32_t E) {
  for (const ReadInput &In : M->L.inputsOn(E))
    M->readVariable(In, false);
}

uint64_t MachineCalls::retry(Machine *M) {
  if (++M->Tries == MaxTries)
    return false;
  M->forgetCells();
  M->At = M->Mark;
  M->IsAgain = true;
  return true;
}

uint64_t MachineCalls::choose(Machine *M, uint64_t Possible) {
  llvm::SmallVector<unsigned, 8> Edges;
  for (; Possible; Possible &= Possible - 1)
    Edges.push_back(llvm::countr_zero(Possible));
  if (Edges.size() == 1)
    return Edges.front();
  return Edges[M->next(M->Now->Choices, M->At.Choice, 8, false, NoInput) %
               Edges.size()];
}

//===- What else code calls -----------------------------------------------===//

static Value valueOf(const uint64_t *Words, Sort S) {
  if (S.isBool())
    return Value(Words[0] != 0);
  return Value(
      llvm::APInt(S.width(), llvm::ArrayRef(Words, wordsFor(S.width()))));
}

static void setWords(const Value &V, uint64_t *Words) {
  if (V.isBool())
    Words[0] = V.boolean();
  else
    std::copy_n(V.bits().getRawData(), V.bits().getNumWords(), Words);
}

void MachineCalls::apply(const ExprNode *Node, uint64_t *Words) {
  const Expr E(Node);
  llvm::SmallVector<Value, 3> Ops;
  const uint64_t *Next = Words;
  for (Expr Op : E.operands()) {
    Ops.push_back(valueOf(Next, Op.sort()));
    Next += wordsFor(bitsOf(Op.sort()));
  }
  setWords(applyKind(E.kind(), Ops, E.param(0), E.param(1), E.sort()), Words);
}

void MachineCalls::compared(ComparisonLog *Log, uint32_t Site, uint64_t Left,
                            uint64_t Right) {
  Log->add(Site, Left, Right);
}
uint64_t MachineCalls::numberOf(IndexNumbers *Numbers, uint64_t Low,
                                uint64_t High) {
  return Numbers->of(Low, High);
}
uint64_t MachineCalls::readCell(PagedArray *A, uint64_t Index) {
  return A->read(Index);
}
void MachineCalls::writeCell(PagedArray *A, uint64_t Index, uint64_t Element) {
  A->write(Index, Element);
}
void MachineCalls::fill(PagedArray *A, uint64_t Element) { A->fill(Element); }
void MachineCalls::copy(PagedArray *A, const PagedArray *From) {
  A->copy(*From);
}
void MachineCalls::swap(PagedArray *A, PagedArray *B) { A->swap(*B); }

//===- Runs ---------------------------------------------------------------===//

Machine::Ending Machine::run(Tapes &T, uint64_t MaxSteps, const Budget &B,
                             Listener Took) {
  return runWith(Code, T, MaxSteps, B, Took);
}

Machine::Ending Machine::runLogged(Tapes &T, uint64_t MaxSteps, const Budget &B,
                                   Listener Took) {
  if (!CodeWithLog)
    CodeWithLog = compileAs("run.logged", &Compared);
  Compared.beginRun();
  return runWith(CodeWithLog ? CodeWithLog : Code, T, MaxSteps, B, Took);
}

Machine::Ending Machine::runWith(Compiled Code, Tapes &T, uint64_t MaxSteps,
                                 const Budget &B, Listener Took) {
  using End = Ending::Kind;
  Now = &T;
  begin();
  uint64_t Steps = 0;
  LocationId Start = C.entry();
  while (true) {
    State[StateWords::Steps] = 0;
    State[StateWords::Limit] = std::min(MaxSteps - Steps, StepsAtOnce);
    const Stop Why = Stop(Code(State.data(), Start));
    const uint64_t Done = State[StateWords::Steps];
    Steps += Done;
    AllSteps += Done;
    if (Took)
      Took(llvm::ArrayRef(Log).take_front(Done));
    Start = LocationId(State[StateWords::At]);
    const bool IsOut =
        Steps >= MaxSteps || (Steps > StepsAtOnce && B.exhausted());
    if (Why == Stop::AtLimit && !IsOut && !Pool.isExhausted())
      continue;
    T.Inputs.cut(At.Input);
    T.Approximations.cut(At.Approximation);
    T.Choices.cut(At.Choice);
    keepCells();
    if (Pool.isExhausted())
      return {End::OutOfMemory, Start};
    return {Why == Stop::AtError ? End::AtError
            : Why == Stop::AtEnd ? End::AtEnd
                                 : End::AtLimit,
            Start};
  }
}

/// Of an array, whether it is filled with one element, and with which.
static unsigned wordsRead(const ReadInput &In) {
  const Sort S = In.Var.sort();
  if (In.IsApproximation)
    return 0;
  return S.isArray() ? 1 + wordsFor(bitsOf(S.element())) : wordsFor(bitsOf(S));
}

size_t Machine::wordsAtStart() const {
  size_t Words = 0;
  for (const OpenVariable &V : Open)
    Words += wordsRead({V.Var, false, V.Place});
  return Words;
}

size_t Machine::wordsOn(EdgeId E) const {
  size_t Words = 0;
  for (const auto *Inputs : {&L.inputsAt(C.edge(E).Source), &L.inputsOn(E)})
    for (const ReadInput &In : *Inputs)
      Words += wordsRead(In);
  return Words;
}

bool Machine::isOnlyRun(const Tapes &T) const {
  return T.Inputs.Words.size() == wordsAtStart() && T.Inputs.Cells.empty() &&
         T.Approximations.isEmpty() && T.Choices.Words.empty() &&
         !IgnoresChoices;
}

//===- Evidence -----------------------------------------------------------===//

namespace {
/// Reads tapes again.
class Reader {
public:
  Reader(const Tapes &T, const IndexNumbers &Numbers)
      : T(T), Numbers(Numbers) {}
  Value read(const ReadInput &In);

private:
  Value readArray(const Tape &From, size_t &Position, Sort S);
  Value indexOf(uint64_t Cell, Sort S) const;

  const Tapes &T;
  const IndexNumbers &Numbers;
  size_t Input = 0, Approximation = 0;
  unsigned Array = 0;
};
} // namespace

Value Reader::read(const ReadInput &In) {
  const Tape &From = In.IsApproximation ? T.Approximations : T.Inputs;
  size_t &Position = In.IsApproximation ? Approximation : Input;
  const Sort S = In.Var.sort();
  if (S.isArray())
    return readArray(From, Position, S);
  const uint64_t *Words = From.Words.data() + Position;
  Position += wordsFor(bitsOf(S));
  return valueOf(Words, S);
}

/// The index of the cell with that number.
Value Reader::indexOf(uint64_t Cell, Sort S) const {
  if (bitsOf(S) <= 64)
    return valueOf(&Cell, S);
  const auto [Low, High] = Numbers.wordsOf(Cell);
  const uint64_t Words[] = {Low, High};
  return valueOf(Words, S);
}

Value Reader::readArray(const Tape &From, size_t &Position, Sort S) {
  const Sort Element = S.element();
  const bool IsFilled = isFilled(From.Words[Position++], bitsOf(Element));
  const unsigned Parts = wordsFor(bitsOf(Element)), First = Array;
  Array += Parts;
  Position += Parts;
  if (IsFilled)
    return Value::constArray(
        S, valueOf(From.Words.data() + Position - Parts, Element));
  std::map<uint64_t, llvm::SmallVector<uint64_t, 2>> Cells;
  for (const Tape::Cell &C : From.Cells)
    if (C.Array >= First && C.Array < Array) {
      auto &Words = Cells[C.Index];
      Words.resize(Parts);
      Words[C.Array - First] = C.Word;
    }
  Value V = Value::constArray(S, Value::zero(Element));
  for (const auto &[Cell, Words] : Cells)
    V = std::move(V).store(indexOf(Cell, S.index()),
                           valueOf(Words.data(), Element));
  return V;
}

CfaTrace Machine::traceOf(const Tapes &T, llvm::ArrayRef<EdgeId> Taken) const {
  Reader From(T, Numbers);
  CfaTrace Trace{Initial, {}};
  for (const OpenVariable &V : Open) {
    Value Start = From.read({V.Var, false, V.Place});
    for (const auto &[Index, Element] : V.Known)
      Start = std::move(Start).store(Index, Element);
    for (Expr Copy : V.Same)
      Trace.Initial[Copy] = Start;
    Trace.Initial[V.Var] = std::move(Start);
  }
  for (EdgeId E : Taken) {
    CfaTrace::Step Step{E, Valuation()};
    Valuation Read;
    for (const ReadInput &In : L.inputsAt(C.edge(E).Source))
      Read[In.Var] = From.read(In);
    for (const ReadInput &In : L.inputsOn(E))
      Read[In.Var] = From.read(In);
    for (const Input &In : C.edge(E).Inputs)
      Step.Inputs[In.Var] = Read[In.Var];
    Trace.Steps.push_back(std::move(Step));
  }
  return Trace;
}
