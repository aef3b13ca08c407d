//===- Messages.cpp - What the front end tells the user -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Messages.h"

#include "Base/Contracts.h"
#include "Base/MemoryChecks.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace sooth;
using namespace llvm;

static Failure::Kind checkKind(const CallBase &Trap) {
  auto *Overflow = dyn_cast_or_null<WithOverflowInst>(checkedOperation(Trap));
  if (!Overflow)
    return Failure::Kind::ClangCheck;
  return Overflow->isSigned() ? Failure::Kind::SignedCheck
                              : Failure::Kind::UnsignedCheck;
}

/// Which clause of which function it is that \p Check asks about.
static Failure failureOfContract(const CallBase &Check) {
  Failure Result(Failure::Kind::Obligation);
  Result.IsWrite = Check.hasFnAttr(EnsuredName);
  Result.Subject = Check.getFnAttr(Result.IsWrite ? EnsuredName : RequiredName)
                       .getValueAsString();
  to_integer(Check.getFnAttr(ClauseName).getValueAsString(), Result.Number);
  if (Check.hasFnAttr(ClauseFileName)) {
    NamedObject Place;
    Place.Name = Check.getFnAttr(ClauseFileName).getValueAsString();
    to_integer(Check.getFnAttr(ClauseLineName).getValueAsString(), Place.Line);
    Result.Objects.push_back(std::move(Place));
  }
  return Result;
}

Failure sooth::failureOf(const CallBase &Call) {
  if (Call.hasFnAttr(ClauseName))
    return failureOfContract(Call);
  if (Call.hasFnAttr(WithinName))
    return {Failure::Kind::Other,
            "change of what '" +
                Call.getFnAttr(WithinName).getValueAsString().str() +
                "' does not assign"};
  ErrorDescription Error = describeError(Call);
  switch (Error.Kind) {
  case ErrorKind::Assertion:
    return {Failure::Kind::Assertion, Error.Text};
  case ErrorKind::ErrorCall:
    return {Failure::Kind::ErrorCall, Error.Text};
  case ErrorKind::FalseCondition:
    return {Failure::Kind::FalseCondition, Error.Text};
  case ErrorKind::Sanitizer:
    if (Call.hasFnAttr(PastMemberName))
      return {Failure::Kind::Other,
              "write past the end of " +
                  Call.getFnAttr(PastMemberName).getValueAsString().str()};
    return {checkKind(Call), "", Error.Number};
  case ErrorKind::RecursionLimit:
    return {Failure::Kind::RecursionLimit, Error.Text, Error.Number};
  case ErrorKind::Undefined:
    return {Failure::Kind::Other, Error.Text};
  case ErrorKind::Unreachable:
    return {Failure::Kind::MarkedUnreachable};
  }
  llvm_unreachable("an error kind without failure");
}

static StringRef checkOfMemory(const MemoryCheck &Check) {
  switch (Check.What) {
  case MemoryCheck::Kind::Align:
    return "alignment";
  case MemoryCheck::Kind::Leak:
    return "leak";
  case MemoryCheck::Kind::Number:
  case MemoryCheck::Kind::Pointer:
  case MemoryCheck::Kind::Other:
  case MemoryCheck::Kind::Copy:
    return "uninitialized";
  case MemoryCheck::Kind::Read:
  case MemoryCheck::Kind::Write:
  case MemoryCheck::Kind::Free:
  case MemoryCheck::Kind::Call:
  case MemoryCheck::Kind::Overlap:
  case MemoryCheck::Kind::Apart:
  case MemoryCheck::Kind::Alive:
  case MemoryCheck::Kind::Modelled:
    return "access";
  case MemoryCheck::Kind::Argument:
  case MemoryCheck::Kind::Distinct:
  case MemoryCheck::Kind::Type:
    return "call";
  }
  llvm_unreachable("a check without a name");
}

/// Whether \p Check asks of a call what the function that is called was found to
/// need, by a kind that accesses have, too.
static bool isOfNeed(const CallBase &Check) {
  return Check.hasFnAttr(CalleeName) &&
         describeCheck(Check).What == MemoryCheck::Kind::Align;
}

StringRef sooth::checkOf(const CallBase &Call) {
  if (classify(Call) == CalleeKind::MemoryCheck)
    return Call.hasFnAttr(OfAttributeName) ? "attribute"
           : isOfNeed(Call)                ? "call"
                                           : checkOfMemory(describeCheck(Call));
  StringRef Name = checkOfError(Call);
  auto *Overflow =
      Name == "overflow"
          ? dyn_cast_or_null<WithOverflowInst>(checkedOperation(Call))
          : nullptr;
  return Overflow && !Overflow->isSigned() ? "unsigned-overflow" : Name;
}

SourceLocation sooth::errorLocation(const CallBase &Call) {
  if (SourceLocation Where = sourceLocation(ownLocation(Call.getDebugLoc()));
      Where.isValid())
    return Where;
  ErrorDescription Error = describeError(Call);
  if (Error.Line)
    return {Error.File, Error.Line, 0};
  return nearestLocation(Call);
}

static const Instruction *firstOf(const BasicBlock &B,
                                  function_ref<bool(unsigned)> IsWanted) {
  for (const Instruction &I : B)
    if (IsWanted(I.getOpcode()))
      return &I;
  return nullptr;
}

/// An llvm.*.with.overflow that \p Condition is made of.
static const Instruction *findOverflow(const llvm::Value *Condition) {
  SmallVector<const llvm::Value *, 8> Pending{Condition};
  for (unsigned Steps = 0; !Pending.empty() && Steps < 16; ++Steps) {
    auto *I = dyn_cast<Instruction>(Pending.pop_back_val());
    if (!I)
      continue;
    if (isa<WithOverflowInst>(I))
      return I;
    if (isa<ExtractValueInst>(I) || I->isBinaryOp() || isa<FreezeInst>(I))
      Pending.append(I->value_op_begin(), I->value_op_end());
  }
  return nullptr;
}

const Instruction *sooth::checkedOperation(const CallBase &Trap) {
  const BasicBlock *B = Trap.getParent();
  const BasicBlock *Check = B->getSinglePredecessor();
  auto *Branch = Check ? dyn_cast<BranchInst>(Check->getTerminator()) : nullptr;
  if (!Branch || !Branch->isConditional())
    return nullptr;
  if (const Instruction *Overflow = findOverflow(Branch->getCondition()))
    return Overflow;
  // Divisions and shifts are done where the check has passed.
  const BasicBlock &Passed =
      *Branch->getSuccessor(Branch->getSuccessor(0) == B ? 1 : 0);
  const uint64_t Number = describeError(Trap).Number;
  if (Number == DivisionCheck)
    return firstOf(Passed,
                   [](unsigned Op) { return Instruction::isIntDivRem(Op); });
  if (Number == ShiftCheck)
    return firstOf(Passed,
                   [](unsigned Op) { return Instruction::isShift(Op); });
  return nullptr;
}

static const UserName *nameOfPointer(const llvm::Value *Pointer,
                                     const SourceMap &Names) {
  const UserName *Known = Names.nameOf(Pointer);
  for (const llvm::Value *Base = Pointer; !Known && isa<GEPOperator>(Base);) {
    Base = cast<GEPOperator>(Base)->getPointerOperand();
    Known = Names.nameOf(Base);
  }
  return Known;
}

void sooth::namePointer(const llvm::Value *Pointer, const SourceMap &Names,
                        Failure &F) {
  const UserName *Known = nameOfPointer(Pointer, Names);
  if (Known && !Known->IsOfLibrary)
    F.Subject = Known->Path.str();
  if (!Known || !Known->Call)
    return;
  F.Callee = Known->Callee.str();
  if (unsigned Number = Names.argumentOf(*Known->Call, Pointer))
    F.Subject = std::to_string(Number);
}
