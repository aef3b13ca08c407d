//===- Environment.cpp - The message, who sent it, and the block ----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Taken to be true: nobody has the key of address 0, and no contract is there;
// who begins a transaction has a key, and so is not the contract. Who creates
// the contract is not the contract, which has no code until its constructor
// has ended.
//
//===----------------------------------------------------------------------===//

#include "Encoder.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace sooth;
using namespace sooth::solidity;
using llvm::StringRef;

/// Names under which code reads what it reads of the environment.
static std::set<std::string> readNames(llvm::ArrayRef<Node> Code,
                                       const Program &P) {
  std::set<std::string> Names;
  for (Node C : Code)
    C.walk([&](Node N) {
      Node Base = N.child("expression");
      StringRef Member = N.text("memberName");
      if (N.is("MemberAccess") && Base.typeId().starts_with("t_magic_"))
        Names.insert((Base.name() + "." + Member).str());
      else if (N.is("MemberAccess") && Base.typeId().starts_with("t_address") &&
               (Member == "code" || Member == "codehash"))
        Names.insert("code");
      else if (N.is("Identifier") && N.name() == "now" && !P.referred(N))
        Names.insert("block.timestamp");
      return true;
    });
  return Names;
}

void Encoder::declareEnvironment() {
  auto Make = [&](const char *Name, const Type *Of) {
    return B.addVariable(Name, S.sort(Of));
  };
  const Type *Word = T.uint256();
  Env.Sender = Make("msg.sender", T.address());
  Env.Amount = Make("msg.value", Word);
  Env.Self = Make("this", T.address());
  Env.Origin = Make("tx.origin", T.address());
  Env.Time = Make("block.timestamp", Word);
  Env.Number = Make("block.number", Word);
  Env.Price = Make("tx.gasprice", Word);
  Env.Data = Make("msg.data", T.get("t_bytes_memory_ptr"));
  Env.Signature = Make("msg.sig", T.get("t_bytes4"));
  std::vector<Node> Code = P.linearized(Contract);
  llvm::append_range(Code, P.sharedCode());
  const std::set<std::string> Names = readNames(Code, P);
  auto Add = [&](const char *Name, const Type *Of, Expr Var = {}) {
    if (Names.count(Name))
      ReadEnvironment.push_back({Name, Of, Var ? Var : Make(Name, Of)});
  };
  Add("block.timestamp", Word, Env.Time);
  Add("block.number", Word, Env.Number);
  Add("tx.origin", T.address(), Env.Origin);
  Add("tx.gasprice", Word, Env.Price);
  Add("block.chainid", Word);
  Add("block.basefee", Word);
  Add("block.blobbasefee", Word);
  Add("block.gaslimit", Word);
  Add("block.coinbase", T.address());
  Add("block.prevrandao", Word);
  // The older name of the same.
  Add("block.difficulty", Word, environment("block.prevrandao"));
  IsInside = B.addVariable("is inside", Ctx.boolSort(), ValueStyle::Bool);
  ReadsData = Names.count("msg.data");
  if (Names.count("code"))
    Codes =
        S.declare(T.get("t_mapping$_t_address_$_t_bytes_storage_$"), "code");
}

/// Null if the code does not read it.
Expr Encoder::environment(StringRef Name) const {
  for (const ReadValue &R : ReadEnvironment)
    if (R.Name == Name)
      return R.Var;
  return {};
}

/// What holds at all times.
void Encoder::assumeEnvironment() {
  Expr Nobody = N.constant(0, T.address());
  for (Expr E : {Env.Sender, Env.Self, Env.Origin}) {
    B.assume(N.isValue(B.read(E), T.address()));
    B.assume(Ctx.mkNot(Ctx.mkEq(B.read(E), Nobody)));
  }
  B.assume(Ctx.mkNot(Ctx.mkEq(B.read(Env.Origin), Env.Self)));
  for (Expr E : {Env.Amount, Env.Time, Env.Number, Env.Price})
    B.assume(N.isValue(B.read(E), T.uint256()));
  for (const ReadValue &R : ReadEnvironment)
    B.assume(N.isValue(B.read(R.Var), R.T));
  B.assume(N.isValue(B.read(Env.Signature), T.get("t_bytes4")));
}

void Encoder::assumeCreatorIsOther() {
  B.assume(Ctx.mkNot(Ctx.mkEq(B.read(Env.Sender), Env.Self)));
}

/// A message says which function it is for. Nothing for a constructor: what is
/// created has no message; nor has who sends ether alone.
void Encoder::assumeMessageFor(Node Function) {
  Expr Signature = B.read(Env.Signature), Data = B.read(Env.Data);
  const Type *Of = T.get("t_bytes4");
  const StringRef K = Function.text("kind");
  Expr IsEmpty = Ctx.mkEq(Data, Ctx.integer(0));
  if (!Function || K == "constructor" || K == "receive") {
    B.assume(IsEmpty);
    return B.assume(Ctx.mkEq(Signature, N.constant(0, Of)));
  }
  unsigned Selector = 0;
  if (!Function.text("functionSelector").getAsInteger(16, Selector)) {
    B.assume(Ctx.mkNot(IsEmpty));
    B.assume(Ctx.mkEq(Signature, N.constant(int64_t(Selector), Of)));
    if (ReadsData)
      B.assume(N.compare("<=", N.constant(4, T.uint256()), lengthOf(Data),
                         T.uint256()));
  }
}

/// What \p Var, of a transaction, holds in the next message: the same if that
/// is a part of the transaction before.
void Encoder::changeWithTransaction(Expr Var, StringRef Name, Expr GoesOn) {
  Expr New = B.input(Name, Var.sort(), Input::Kind::Argument);
  B.assign(Var, Ctx.mkIte(GoesOn, B.read(Var), New));
}

void Encoder::changeChain(Expr Id) {
  // A chain splits seldom, and no violation is said to need it.
  Expr Splits = B.input("the chain splits", Ctx.boolSort(), Input::Kind::Extern,
                        where(Contract));
  Expr New = B.input("what block.chainid is after a split", Id.sort(),
                     Input::Kind::Havoc, where(Contract));
  B.assign(Id, Ctx.mkIte(Splits, New, B.read(Id)));
}

void Encoder::changeTransaction(Expr GoesOn) {
  changeWithTransaction(Env.Origin, "tx.origin", GoesOn);
  changeWithTransaction(Env.Price, "tx.gasprice", GoesOn);
  for (Expr Clock : {Env.Time, Env.Number}) {
    Expr Before = B.read(Clock);
    changeWithTransaction(Clock, Clock.name(), GoesOn);
    B.assume(N.compare("<=", Before, B.read(Clock), T.uint256()));
  }
  for (const ReadValue &R : ReadEnvironment) {
    const bool IsClock = R.Var == Env.Time || R.Var == Env.Number;
    if (R.Name == "block.chainid")
      changeChain(R.Var);
    else if (StringRef(R.Name).starts_with("block.") && !IsClock)
      changeWithTransaction(R.Var, R.Name, GoesOn);
  }
  for (const Tree *Of : Transient)
    B.assign(Of->Var,
             Ctx.mkIte(GoesOn, B.read(Of->Var), S.zero(Of->Var.sort())));
}

/// Whether the next message is a part of the transaction before. That matters
/// for what there is of a transaction only.
Expr Encoder::whetherItGoesOn() {
  if (IsCalledBack)
    return Ctx.trueExpr();
  Expr Holds = B.read(IsInside);
  if (Transient.empty())
    return Holds;
  Expr Chosen = B.input("the transaction goes on", Ctx.boolSort(),
                        Input::Kind::Extern, where(Contract));
  B.tell({SourceStep::Kind::Input,
          {},
          {},
          {shown("", T.boolean(), Ctx.trueExpr())}},
         Ctx.mkAnd(Chosen, Ctx.mkNot(Holds)));
  return Ctx.mkOr(Holds, Chosen);
}

void Encoder::makeArbitraryMessage() {
  auto Any = [&](Expr Var, const char *Name) {
    B.assign(Var, B.input(Name, Var.sort(), Input::Kind::Argument));
  };
  changeTransaction(whetherItGoesOn());
  Any(Env.Sender, "msg.sender");
  Any(Env.Amount, "msg.value");
  Any(Env.Data, "msg.data");
  Any(Env.Signature, "msg.sig");
  assumeEnvironment();
  // Who begins a transaction is no contract, and the contract calls itself only
  // where it is said to be a limit.
  B.assume(Ctx.mkNot(Ctx.mkEq(B.read(Env.Sender), Env.Self)));
  // Others may have been paid, and have paid, in the meantime; the contract may
  // have been given something by force.
  Expr Own = balance(Env.Self);
  Expr Var = Balances->Parts[0]->Var;
  B.assign(Var, B.input("balance", Var.sort(), Input::Kind::Argument));
  B.assume(N.compare("<=", Own, balance(Env.Self), T.uint256()));
  if (Codes)
    Any(Codes->Parts[0]->Var, "code");
}

/// A contract has code from the end of its constructor on.
Evaluated Encoder::codeOf(Node Access, Expr Address) {
  Operand Of(B, Address);
  Expr Code = S.read(S.element(S.at(Codes), Of.get()));
  Expr IsOwn = Ctx.mkEq(Of.get(), Env.Self);
  Expr IsEmpty = Ctx.mkEq(Code, Ctx.integer(0));
  B.assume(Ctx.mkImplies(IsOwn, IsCreating ? IsEmpty : Ctx.mkNot(IsEmpty)));
  tellAnswer(Access, typeOf(T, Access), {},
             Ctx.mkAnd(Ctx.mkNot(IsOwn), Ctx.mkNot(IsEmpty)));
  if (Access.text("memberName") == "code")
    return plain(typeOf(T, Access), Code);
  const Type *Hash = T.get("t_bytes32");
  Expr E = function("codehash", "what hash code has", {Of.get(), Code},
                    N.sort(Hash));
  B.know(N.isValue(E, Hash));
  return plain(Hash, E);
}
