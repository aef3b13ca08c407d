//===- SolidityTask.cpp - Verifying a file of contracts -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Driver/Solidity/SolidityTask.h"

#include "sooth/Driver/Solidity/EvmReplay.h"

#include "sooth/Driver/Processes/Supervisor.h"
#include "sooth/Driver/Report/Verdict.h"
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

static UnknownReason reasonFor(const NotModelled &N) {
  return {ReasonKind::Unsupported, Cause(Cause::Kind::OutsideModel, N.What),
          N.Where};
}

/// What is known of a contract whose functions are not all modelled, if no
/// other one leads to a violation.
static Report leftOut(llvm::ArrayRef<NotModelled> All) {
  UnknownReason Why = reasonFor(All.front());
  for (const NotModelled &N : All)
    Why.Each.push_back(reasonFor(N));
  return Report::unknown(std::move(Why));
}

static bool isViolated(const Report &R) {
  return llvm::any_of(R.Assertions, [](const AssertionReport &A) {
    return A.Outcome == AssertionReport::Status::Unsafe;
  });
}

/// Work in a process of its own. What is not modelled is the reason of an
/// answer without assertions.
static Report verifyTarget(const SolidityTask &T, const SolidityProgram &P,
                           const SolidityTarget &Of, const Budget &B) {
  limitMemory(T.Verifier.Engines.MemoryMB);
  ExprContext Ctx;
  SolidityProgram::Encoded E = P.encode(Ctx, Of, T.Encoding);
  if (E.Obstacle)
    return Report::unknown(reasonFor(*E.Obstacle));
  if (E.Model->errors().empty()) {
    if (!E.LeftOut.empty())
      return leftOut(E.LeftOut);
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
  Report R = verifyProgram(*E.Model, B, How).Answer;
  const bool IsDecided = isViolated(R) || isBroken(R);
  return E.LeftOut.empty() || IsDecided ? R : leftOut(E.LeftOut);
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

/// Each once: what a function does is in the model as often as it is called.
static void addReason(SolidityVerdict &V, Remark R) {
  for (const Remark &Said : V.Reasons)
    if (Said.Text == R.Text && Said.Where.str() == R.Where.str())
      return;
  V.Reasons.push_back(std::move(R));
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
      addReason(V, {A.Where, A.What.Subject});
  if (!V.Reasons.empty()) {
    V.Outcome = Status::Error;
    return;
  }
  if (R.Assertions.empty() && R.Reason.What == ReasonKind::Unsupported) {
    V.Outcome = Status::Skipped;
    const llvm::ArrayRef<UnknownReason> Each = R.Reason.Each;
    for (const UnknownReason &Why : Each.empty() ? R.Reason : Each)
      V.Reasons.push_back({Why.Where, "not modelled: " + message(Why.Why)});
    return;
  }
  V.Outcome = statusOf(R.Reason.What);
  for (const AssertionReport &A : R.Assertions)
    if (A.Outcome == AssertionReport::Status::Unknown)
      addReason(V, {A.Where, A.What.Subject + " (" + A.Reason.str() + ")"});
}

namespace {
/// Violations are run in a machine, if there is one, before they are told.
class MachineCheck {
public:
  MachineCheck(const SolidityTask &T, const SolidityProgram &P) : T(T), P(P) {}
  void run(SolidityVerdict &V);

private:
  const SolidityTask &T;
  const SolidityProgram &P;
  bool IsSought = false;
  std::unique_ptr<EvmMachine> Machine;
};
} // namespace

static void refute(AssertionReport &A, const std::string &Instead) {
  A.Outcome = AssertionReport::Status::Unknown;
  A.Reason = {ReasonKind::Unsupported,
              Cause(Cause::Kind::OutsideModel,
                    "in a machine the run is another one: " + Instead),
              A.Where};
  A.Trace.clear();
}

void MachineCheck::run(SolidityVerdict &V) {
  constexpr unsigned Seconds = 120;
  const bool HasRuns = llvm::any_of(V.Details.Assertions,
                                    [](auto &A) { return !A.Trace.empty(); });
  if (!HasRuns || T.Confirm == SolidityTask::Replays::NotRun)
    return;
  if (!std::exchange(IsSought, true))
    Machine = EvmMachine::find(T.Compiler);
  if (!Machine)
    return;
  const std::vector<EvmMachine::Outcome> All =
      Machine->replay(P.bundle(), V, Seconds);
  size_t Next = 0;
  bool IsRefuted = false;
  for (AssertionReport &A : V.Details.Assertions) {
    if (A.Trace.empty() || Next >= All.size())
      continue;
    const EvmMachine::Outcome &Is = All[Next++];
    if (Is.What != EvmMachine::Outcome::Kind::Refuted)
      continue;
    refute(A, Is.Why);
    if (!std::exchange(IsRefuted, true))
      V.Details.Reason = A.Reason;
  }
  if (IsRefuted) {
    V.Reasons.clear();
    judge(V);
  }
}

void sooth::verifySolidity(
    const SolidityTask &T, const SolidityProgram &P, const Budget &B,
    llvm::function_ref<void(const SolidityVerdict &)> Take) {
  const auto &Targets =
      T.By == SolidityTask::Mode::Functions ? P.functions() : P.contracts();
  MachineCheck Machine(T, P);
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
    if (T.By == SolidityTask::Mode::Lives)
      Machine.run(V);
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
    } else if (Name != "address(this).balance" && Name != "address(this)") {
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
    } else if (S.What == StoryStep::Kind::Input && S.Function.empty()) {
      OS << "      in the same transaction:\n";
    } else if (S.What == StoryStep::Kind::Input) {
      const StoryValue &V = S.Values[0];
      const bool IsShown = V.Path.str().empty();
      OS << "      " << S.Function
         << (IsShown ? " is " + V.Text : " is chosen by others") << '\n';
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
