//===- ThesisNets.cpp - The nets of chapter 1 ---------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThesisNets.h"

#include "llvm/ADT/StringRef.h"

using namespace sooth;
using namespace sooth::thesis;

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

/// "p3" or "2*p3".
static PetriArc parseArc(llvm::StringRef Text) {
  PetriArc A;
  size_t Star = Text.find('*');
  if (Star != llvm::StringRef::npos) {
    (void)Text.take_front(Star).getAsInteger(10, A.Weight);
    Text = Text.drop_front(Star + 1);
  }
  (void)Text.drop_front().getAsInteger(10, A.Place);
  return A;
}

static PetriTransition parseTransition(std::string Id, llvm::StringRef Text) {
  PetriTransition T;
  T.Id = std::move(Id);
  bool Output = false;
  while (!(Text = Text.trim(" ;")).empty()) {
    llvm::StringRef Token =
        Text.take_until([](char C) { return C == ' ' || C == ';'; });
    Text = Text.drop_front(Token.size());
    if (Token == "->")
      Output = true;
    else if (Token.consume_front("!"))
      T.Inhibitors.push_back(parseArc(Token));
    else
      (Output ? T.Outputs : T.Inputs).push_back(parseArc(Token));
  }
  return T;
}

PetriFormula thesis::marking(const Marking &M) {
  std::vector<PetriFormula> Parts;
  for (PlaceId P = 0; P < M.size(); ++P)
    Parts.push_back(
        *PetriFormula::constraint({{P, 1}}, Relation::Equal, int64_t(M[P])));
  return PetriFormula::conjunction(std::move(Parts));
}

static void addPlaces(PetriNet &N, llvm::ArrayRef<uint64_t> Initial) {
  for (uint64_t Tokens : Initial) {
    PetriPlace P;
    P.Id = "p" + std::to_string(N.places().size());
    P.Initial = Tokens;
    N.addPlace(std::move(P));
  }
}

Problem thesis::problem(std::vector<uint64_t> Initial,
                        std::vector<const char *> Transitions,
                        std::vector<uint64_t> Target) {
  Problem P;
  addPlaces(P.Net, Initial);
  for (size_t T = 0; T < Transitions.size(); ++T)
    P.Net.addTransition(
        parseTransition("t" + std::to_string(T), Transitions[T]));
  P.Goal = marking(Target);
  return P;
}

namespace {
/// A net whose nodes have names.
class Builder {
public:
  PlaceId place(std::string Id, uint64_t Tokens = 0) {
    PetriPlace P;
    P.Id = std::move(Id);
    P.Initial = Tokens;
    return Result.Net.addPlace(std::move(P));
  }
  void transition(std::string Id, std::vector<PlaceId> Inputs,
                  std::vector<PlaceId> Outputs) {
    PetriTransition T;
    T.Id = std::move(Id);
    for (PlaceId P : Inputs)
      T.Inputs.push_back({P, 1});
    for (PlaceId P : Outputs)
      T.Outputs.push_back({P, 1});
    Result.Net.addTransition(std::move(T));
  }
  void require(PlaceId P, uint64_t Tokens) {
    Goal.push_back(
        *PetriFormula::constraint({{P, 1}}, Relation::Equal, int64_t(Tokens)));
  }
  Problem finish() {
    Result.Goal = PetriFormula::conjunction(std::move(Goal));
    return std::move(Result);
  }

private:
  Problem Result;
  std::vector<PetriFormula> Goal;
};
} // namespace

//===----------------------------------------------------------------------===//
// Figures
//===----------------------------------------------------------------------===//

Problem thesis::figure1_3() {
  return problem(
      {0, 1, 0, 2},
      {"p1 p2 -> 2*p0 p2", "p1 -> p2", "2*p2 -> 2*p1", "p3 -> p1", "p1 -> p3"},
      {2, 0, 0, 2});
}

Problem thesis::figure1_5a() {
  return problem({0, 0, 1, 0}, {"p3 -> p0 p3", "p1 -> p0 p2", "p2 -> p1"},
                 {1, 0, 1, 0});
}

Problem thesis::figure1_5b() {
  return problem({0, 0, 1}, {"p1 -> p0 p1", "p2 -> p1", "p1 -> p2"}, {1, 0, 1});
}

Problem thesis::figure1_7() {
  return problem({0, 2, 1}, {"p1 -> p0", "p1 p2 -> p0 p1"}, {3, 0, 0});
}

Problem thesis::figure1_8() {
  return problem(
      {0, 0, 0, 2},
      {"p1 p2 -> p0 p1 p2", "p1 -> p2", "p2 -> p1", "p2 -> p3", "p3 -> p2"},
      {1, 0, 0, 2});
}

Problem thesis::figure1_10() {
  return problem(
      {0, 0, 0, 1},
      {"p1 -> p0 p1; !p3", "p2 -> p1", "p1 -> p2", "p3 -> p2", "p2 -> p3"},
      {1, 0, 0, 1});
}

Problem thesis::figure1_11() {
  return problem({0, 1, 0},
                 {"2*p1 -> p0 2*p1", "p2 -> p1", "p1 -> p2", "-> p2", "p2 ->"},
                 {1, 1, 0});
}

Problem thesis::figure1_12() {
  return problem({0, 1, 0, 0, 2},
                 {"3*p1 -> p0 3*p1", "p2 -> p1", "p1 -> p2", "p3 -> p2",
                  "p2 -> p3", "p4 -> p3", "p3 -> p4"},
                 {1, 1, 0, 0, 2});
}

Problem thesis::figure1_13a() {
  return problem(
      {0, 1, 0},
      {"2*p1 -> p0 2*p1", "2*p2 -> p1", "p1 -> 2*p2", "-> p2", "p2 ->"},
      {1, 1, 0});
}

Problem thesis::figure1_13b() {
  return problem({0, 1, 0, 1, 0, 0},
                 {"2*p1 -> p0 2*p1", "2*p2 p5 -> p1 p5", "p1 -> 2*p2",
                  "p3 -> p2 p3", "p2 p4 -> p4", "p3 -> p4", "p4 -> p5"},
                 {1, 1, 0, 0, 0, 1});
}

//===----------------------------------------------------------------------===//
// Families
//===----------------------------------------------------------------------===//

/// A line of places; tokens at the far end have to come to its start, where a
/// transition needs \p Needed of them at a time, and go back.
static Problem line(std::vector<uint64_t> Tokens, uint64_t Needed) {
  Problem P;
  addPlaces(P.Net, {0});
  addPlaces(P.Net, Tokens);
  PetriTransition Finish;
  Finish.Id = "t0";
  Finish.Inputs = {{1, Needed}};
  Finish.Outputs = {{0, 1}, {1, Needed}};
  P.Net.addTransition(std::move(Finish));
  for (PlaceId Near = 1; Near < Tokens.size(); ++Near)
    for (bool Forth : {true, false}) {
      PetriTransition Move;
      Move.Id = "t" + std::to_string(P.Net.transitions().size());
      Move.Inputs = {{Forth ? Near + 1 : Near, 1}};
      Move.Outputs = {{Forth ? Near : Near + 1, 1}};
      P.Net.addTransition(std::move(Move));
    }
  Marking Target = P.Net.initialMarking();
  Target[0] = 1;
  P.Goal = marking(Target);
  return P;
}

Problem thesis::chain(unsigned N, unsigned K) {
  std::vector<uint64_t> Tokens(N + K, 0);
  for (unsigned I = 0; I < K; ++I)
    Tokens[N + I] = 1;
  return line(std::move(Tokens), K);
}

Problem thesis::distant(unsigned N) {
  constexpr std::pair<unsigned, unsigned> LengthAndExtra[] = {
      {2, 2}, {3, 2}, {3, 3}, {4, 2}, {4, 3}, {5, 3}};
  if (N == 1)
    return figure1_11();
  auto [Length, Extra] = LengthAndExtra[N - 2];
  std::vector<uint64_t> Tokens(Length + 1, 0);
  Tokens.front() = 1;
  Tokens.back() = Extra;
  return line(std::move(Tokens), 1 + Extra);
}

Problem thesis::counter(unsigned Bits) {
  Problem P;
  addPlaces(P.Net, std::vector<uint64_t>(Bits, 0));
  PetriTransition Reset;
  Reset.Id = "reset";
  for (PlaceId Bit = 0; Bit < Bits; ++Bit) {
    PetriTransition Set;
    Set.Id = "t" + std::to_string(Bit);
    for (PlaceId Lower = 0; Lower < Bit; ++Lower)
      Set.Inputs.push_back({Lower, 1});
    Set.Outputs = {{Bit, 1}};
    Set.Inhibitors = {{Bit, 1}};
    P.Net.addTransition(std::move(Set));
    Reset.Inputs.push_back({Bit, 1});
  }
  P.Net.addTransition(std::move(Reset));
  P.Goal = marking(Marking(Bits, 1));
  return P;
}

Problem thesis::philosophers(unsigned N) {
  Builder B;
  std::vector<PlaceId> Idle, WaitLeft, WaitRight, HasLeft, HasRight, Fork;
  for (unsigned I = 0; I < N; ++I) {
    std::string Number = std::to_string(I);
    Idle.push_back(B.place("idle" + Number, 1));
    WaitLeft.push_back(B.place("waitl" + Number));
    WaitRight.push_back(B.place("waitr" + Number));
    HasLeft.push_back(B.place("hasl" + Number));
    HasRight.push_back(B.place("hasr" + Number));
    Fork.push_back(B.place("fork" + Number, 1));
  }
  for (unsigned I = 0; I < N; ++I) {
    std::string Number = std::to_string(I);
    PlaceId Right = Fork[(I + 1) % N];
    B.transition("hungry" + Number, {Idle[I]}, {WaitLeft[I], WaitRight[I]});
    B.transition("left" + Number, {WaitLeft[I], Fork[I]}, {HasLeft[I]});
    B.transition("right" + Number, {WaitRight[I], Right}, {HasRight[I]});
    B.transition("release" + Number, {HasLeft[I], HasRight[I]},
                 {Idle[I], Fork[I], Right});
    if (I % 2 == 0 && I + 1 < N) {
      B.require(HasLeft[I], 1);
      B.require(HasRight[I], 1);
    }
  }
  return B.finish();
}

Problem thesis::fms(unsigned N) {
  Builder B;
  PlaceId M1 = B.place("M1", 3), M2 = B.place("M2", 1), M3 = B.place("M3", 2);
  PlaceId P12 = B.place("P12"), P12wM3 = B.place("P12wM3"),
          P12M3 = B.place("P12M3"), P12s = B.place("P12s");
  struct Part {
    PlaceId Start, Waiting, Working, Done, Shipped, Joining;
  };
  auto Line = [&](std::string P, PlaceId Machine, std::string M) {
    Part X{B.place(P, N),    B.place(P + "w" + M), B.place(P + M),
           B.place(P + "d"), B.place(P + "s"),     B.place(P + "j")};
    B.transition("t" + P, {X.Start}, {X.Waiting});
    B.transition("t" + P + "begin", {X.Waiting, Machine}, {X.Working});
    B.transition("t" + P + "end", {X.Working}, {X.Done, Machine});
    B.transition("t" + P + "ship", {X.Done}, {X.Shipped});
    B.transition("t" + P + "join", {X.Done}, {X.Joining});
    B.transition("t" + P + "again", {X.Shipped}, {X.Start});
    return X;
  };
  Part A = Line("P1", M1, "M1"), C = Line("P2", M2, "M2");
  B.transition("tx", {A.Joining, C.Joining}, {P12});
  B.transition("tP12", {P12}, {P12wM3});
  B.transition("tM3", {P12wM3, M3}, {P12M3});
  B.transition("tP12M3", {P12M3}, {P12s, M3});
  B.transition("tP12s", {P12s}, {A.Start, C.Start});
  PlaceId P3 = B.place("P3", N), P3M2 = B.place("P3M2"), P3s = B.place("P3s");
  B.transition("tP3", {P3}, {P3M2});
  B.transition("tP3M2", {P3M2, M2}, {P3s, M2});
  B.transition("tP3again", {P3s}, {P3});
  B.require(A.Shipped, N);
  B.require(C.Shipped, N);
  B.require(P3s, N);
  return B.finish();
}

Problem thesis::kanban(unsigned N) {
  Builder B;
  struct Cell {
    PlaceId Tickets, Machine, Redo, Out;
  };
  std::vector<Cell> Cells;
  for (unsigned I = 1; I <= 4; ++I) {
    std::string Number = std::to_string(I);
    Cell C{B.place("kanban" + Number, N), B.place("m" + Number),
           B.place("back" + Number), B.place("out" + Number)};
    B.transition("redo" + Number, {C.Machine}, {C.Redo});
    B.transition("back" + Number, {C.Redo}, {C.Machine});
    B.transition("ok" + Number, {C.Machine}, {C.Out});
    Cells.push_back(C);
    B.require(C.Out, N);
  }
  const Cell &First = Cells[0], &Second = Cells[1], &Third = Cells[2],
             &Fourth = Cells[3];
  B.transition("in4", {Fourth.Tickets}, {Fourth.Machine});
  B.transition("synch4_23", {Second.Tickets, Third.Tickets, Fourth.Out},
               {Second.Machine, Third.Machine, Fourth.Tickets});
  B.transition("synch1_23", {First.Tickets, Second.Out, Third.Out},
               {First.Machine, Second.Tickets, Third.Tickets});
  B.transition("out1", {First.Out}, {First.Tickets});
  return B.finish();
}

Problem thesis::slottedRing(unsigned N) {
  Builder B;
  struct Node {
    PlaceId Empty, Full, Wait, Got, Owned, Ready, Sent, Pass;
  };
  std::vector<Node> Nodes;
  for (unsigned I = 0; I < N; ++I) {
    std::string Number = std::to_string(I);
    Nodes.push_back({B.place("empty" + Number, 1), B.place("full" + Number),
                     B.place("wait" + Number, 1), B.place("got" + Number),
                     B.place("owned" + Number), B.place("ready" + Number, 1),
                     B.place("sent" + Number), B.place("pass" + Number)});
  }
  for (unsigned I = 0; I < N; ++I) {
    std::string Number = std::to_string(I);
    const Node &Me = Nodes[I], &Next = Nodes[(I + 1) % N];
    B.transition("empty" + Number, {Me.Empty, Me.Wait}, {Me.Got});
    B.transition("full" + Number, {Me.Full, Me.Wait}, {Me.Owned});
    B.transition("write" + Number, {Me.Got, Me.Ready}, {Me.Sent});
    B.transition("skip" + Number, {Me.Got}, {Me.Pass});
    B.transition("passfull" + Number, {Me.Sent}, {Next.Full, Me.Wait});
    B.transition("passempty" + Number, {Me.Pass}, {Next.Empty, Me.Wait});
    B.transition("read" + Number, {Me.Owned}, {Me.Pass, Me.Ready});
    B.transition("forward" + Number, {Me.Owned, Me.Ready}, {Me.Sent, Me.Ready});
    B.require(Me.Ready, 0);
    B.require(Me.Full, 1);
  }
  return B.finish();
}
