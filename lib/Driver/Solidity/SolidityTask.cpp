//===- SolidityTask.cpp - Verifying a file of contracts -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Driver/Solidity/SolidityTask.h"

#include "sooth/Driver/Processes/Supervisor.h"
#include "sooth/Driver/Report/Wording.h"
#include "sooth/Support/ChildProcess.h"

#include "llvm/Support/MemoryBuffer.h"

using namespace sooth;
using Status = SolidityVerdict::Status;
using ReasonKind = UnknownReason::Kind;

llvm::Expected<llvm::json::Value> sooth::loadSolidity(const SolidityTask &T) {
  if (T.Of == SolidityTask::Form::Source)
    return compileSolidity(T.File, T.Compiler);
  auto Text = llvm::MemoryBuffer::getFile(T.File);
  if (!Text)
    return llvm::createStringError(Text.getError(),
                                   "cannot read '" + T.File +
                                       "': " + Text.getError().message());
  return llvm::json::parse((*Text)->getBuffer());
}

/// Work in a process of its own. What is not modelled is the reason of an
/// answer without assertions.
static Report verifyTarget(const SolidityTask &T, const SolidityProgram &P,
                           const SolidityTarget &Of, const Budget &B) {
  limitMemory(T.Verifier.Engines.MemoryMB);
  ExprContext Ctx;
  SolidityProgram::Encoded E = P.encode(Ctx, Of, T.Encoding);
  if (E.Obstacle)
    return Report::unknown({ReasonKind::Unsupported,
                            Cause(Cause::Kind::OutsideModel, E.Obstacle->What),
                            E.Obstacle->Where});
  if (E.Model->errors().empty()) {
    Report R;
    R.Outcome = Of.What == SolidityTarget::Kind::Life
                    ? Report::Status::NothingToCheck
                    : Report::Status::Safe;
    return R;
  }
  // Each transaction counts.
  VerifierOptions How = T.Verifier;
  How.Tell = [](const Cfa &C, const CfaTrace &Run, const AssertionReport &) {
    return tellEachRound(C, Run);
  };
  return verifyProgram(*E.Model, B, How).Answer;
}

static Status statusOf(ReasonKind K) {
  switch (K) {
  case ReasonKind::Timeout:
  case ReasonKind::Cancelled:
    return Status::Timeout;
  case ReasonKind::Internal:
    return Status::Internal;
  default:
    return Status::Unknown;
  }
}

static void judge(SolidityVerdict &V) {
  const Report &R = V.Details;
  if (R.Outcome == Report::Status::Safe ||
      R.Outcome == Report::Status::NothingToCheck) {
    V.Outcome =
        R.Outcome == Report::Status::Safe ? Status::Ok : Status::Nothing;
    return;
  }
  for (const AssertionReport &A : R.Assertions)
    if (A.Outcome == AssertionReport::Status::Unsafe)
      V.Reasons.push_back({A.Where, A.What.Subject});
  if (!V.Reasons.empty()) {
    V.Outcome = Status::Error;
    return;
  }
  if (R.Assertions.empty() && R.Reason.What == ReasonKind::Unsupported) {
    V.Outcome = Status::Skipped;
    V.Reasons.push_back(
        {R.Reason.Where, "not modelled: " + message(R.Reason.Why)});
    return;
  }
  V.Outcome = statusOf(R.Reason.What);
  for (const AssertionReport &A : R.Assertions)
    if (A.Outcome == AssertionReport::Status::Unknown)
      V.Reasons.push_back(
          {A.Where, A.What.Subject + " (" + A.Reason.str() + ")"});
}

void sooth::verifySolidity(
    const SolidityTask &T, const SolidityProgram &P, const Budget &B,
    llvm::function_ref<void(const SolidityVerdict &)> Take) {
  const auto &Targets =
      T.By == SolidityTask::Mode::Functions ? P.functions() : P.contracts();
  for (const SolidityTarget &Of : Targets) {
    SolidityVerdict V;
    V.Target = Of;
    const Budget Own = T.SecondsEach > 0 ? B.child(T.SecondsEach) : B;
    const Budget OfWork = budgetOfWork(Own);
    {
      ScopedTimer Timer(V.Seconds);
      V.Details = runSupervised(Own,
                                {.MemoryMB = T.Verifier.Engines.MemoryMB,
                                 .End = SupervisorOptions::Deadline::Users},
                                [&] { return verifyTarget(T, P, Of, OfWork); });
    }
    judge(V);
    Take(V);
  }
}

static llvm::StringRef statusName(Status S) {
  switch (S) {
  case Status::Ok:
    return "OK";
  case Status::Error:
    return "ERROR";
  case Status::Nothing:
    return "NOTHING TO CHECK";
  case Status::Skipped:
    return "SKIPPED";
  case Status::Unknown:
    return "UNKNOWN";
  case Status::Timeout:
    return "TIMEOUT";
  case Status::Internal:
    return "INTERNAL ERROR";
  }
  llvm_unreachable("a status without a name");
}

/// "inc(by = 2)", and who sends it, if that is known.
static void printTransaction(llvm::raw_ostream &OS, const StoryStep &S) {
  llvm::StringRef Separator = "";
  std::string Sender, Amount, Rest;
  OS << S.Function << '(';
  for (const StoryValue &V : S.Values) {
    const std::string Whole = V.Path.str();
    const llvm::StringRef Name = Whole;
    if (Name == "msg.sender") {
      Sender = V.Text;
    } else if (Name == "msg.value") {
      Amount = V.Text;
    } else if (Name.starts_with("block.") || Name.starts_with("tx.")) {
      Rest += ", " + Whole + " = " + V.Text;
    } else if (Name != "address(this).balance") {
      OS << Separator << Name << " = " << V.Text;
      Separator = ", ";
    }
  }
  OS << ") from " << Sender;
  if (Amount != "0")
    OS << " with " << Amount << " wei";
  OS << Rest << '\n';
}

/// The transactions, numbered, and what is in storage after each.
static void printStory(llvm::raw_ostream &OS, llvm::ArrayRef<StoryStep> Story) {
  unsigned Number = 0;
  const StoryStep *Before = nullptr;
  for (const StoryStep &S : Story) {
    const bool IsSaid =
        Before && Before->What == S.What && S.What == StoryStep::Kind::Return;
    Before = &S;
    if (IsSaid)
      continue;
    if (S.What == StoryStep::Kind::Call && S.Function.empty()) {
      OS << "      before that ends, the contract is called back:\n";
    } else if (S.What == StoryStep::Kind::Return && !S.Function.empty()) {
      OS << "      and the call returns\n";
    } else if (S.What == StoryStep::Kind::Call) {
      OS << "   " << ++Number << ". ";
      printTransaction(OS, S);
    } else if (S.What == StoryStep::Kind::Steps ||
               S.What == StoryStep::Kind::Blocks) {
      OS << "   (transactions that are not told)\n";
    } else if (S.What == StoryStep::Kind::Assignment) {
      OS << "     ";
      llvm::StringRef Separator = " ";
      for (const StoryValue &V : S.Values) {
        OS << Separator << V.Path.str() << " = " << V.Text;
        Separator = ", ";
      }
      OS << '\n';
    }
  }
}

void sooth::printVerdict(llvm::raw_ostream &OS, const SolidityVerdict &V) {
  OS << V.Target.Contract << (V.Target.Name.empty() ? "" : "::")
     << V.Target.Name << ": " << statusName(V.Outcome) << '\n';
  for (const Remark &R : V.Reasons)
    OS << " - " << R.Where.str() << ": " << R.Text << '\n';
  if (V.Target.What != SolidityTarget::Kind::Life)
    return;
  for (const AssertionReport &A : V.Details.Assertions)
    if (!A.Trace.empty()) {
      OS << "   violated by:\n";
      return printStory(OS, A.Trace);
    }
}
