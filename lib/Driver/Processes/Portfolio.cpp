//===- Portfolio.cpp - Several engines side by side -----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Driver/Processes/Portfolio.h"

#include "ResultCodec.h"
#include "WorkerReport.h"

#include "sooth/Engine/StrengthenedQuestion.h"
#include "sooth/Expr/FloatingPoint.h"
#include "sooth/Solver/Prepare.h"
#include "sooth/Support/ChildProcess.h"
#include "sooth/Support/LargePages.h"
#include "sooth/Support/WorkerPool.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

#include <sys/resource.h>

using namespace sooth;
namespace json = llvm::json;
using ReasonKind = UnknownReason::Kind;

//===----------------------------------------------------------------------===//
// In the engine's process
//===----------------------------------------------------------------------===//

static std::string line(json::Value V) {
  std::string Text;
  llvm::raw_string_ostream(Text) << V; // without newlines
  return Text;
}

namespace {
class SendingProgress : public Progress {
public:
  enum class Updates { Sent, Dropped };
  SendingProgress(LineWriter &Out, Updates U) : Out(Out), U(U) {}
  void picture(llvm::StringRef, llvm::StringRef Text) override {
    Out.send(line(json::Object{{"picture", jsonText(Text)}}));
  }
  void noViolationWithin(llvm::StringRef, unsigned Steps) override {
    Out.send(line(json::Object{{"noViolationWithin", Steps}}));
  }
  void update(llvm::StringRef, const llvm::Twine &What) override {
    if (U == Updates::Dropped)
      return;
    auto Now = Budget::Clock::now();
    if (Now - Last < std::chrono::milliseconds(100))
      return;
    Last = Now;
    Out.send(line(json::Object{{"progress", jsonText(What.str())}}));
  }

private:
  LineWriter &Out;
  Updates U;
  Budget::Clock::time_point Last;
};
} // namespace

static AnyResult check(TsEngine &E, const Question &Q, const Budget &B) {
  return E.check(Q.System, Q.P, B);
}

static AnyResult check(CfaEngine &E, const Question &Q, const Budget &B) {
  return E.check(*Q.Program, B);
}

namespace {
struct EngineAnswer {
  AnyResult Result;
  Statistics Figures;
};
} // namespace

/// Processor time of this process and of its children that have ended.
static double processorSeconds() {
  double Seconds = 0;
  for (auto Whose : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage Usage{};
    getrusage(Whose, &Usage);
    for (const timeval &T : {Usage.ru_utime, Usage.ru_stime})
      Seconds += double(T.tv_sec) + double(T.tv_usec) / 1e6;
  }
  return Seconds;
}

template <class EngineT>
static EngineAnswer runEngine(EngineT &Engine, const Question &Q,
                              const Budget &B, Progress *Listener) {
  Engine.setProgress(Listener);
  const double Start = processorSeconds();
  AnyResult R = check(Engine, Q, B);
  Statistics Figures;
  Engine.report(Figures);
  Figures.set(("processor." + Engine.name() + ".seconds").str(),
              processorSeconds() - Start);
  return {std::move(R), std::move(Figures)};
}

static EngineAnswer runEngine(const EngineChoice &Choice, const Question &Q,
                              const Budget &B, Progress *Listener) {
  if (Q.Program)
    if (std::unique_ptr<CfaEngine> Engine = Choice.Factory->createOnCfa())
      return runEngine(*Engine, Q, B, Listener);
  return runEngine(*Choice.Factory->create(), Q, B, Listener);
}

/// How much of the time may be spent on facts.
static Budget budgetForFacts(const Budget &B) {
  constexpr double MostSeconds = 2, Share = 0.1;
  auto Left = B.remainingMs();
  return B.child(Left ? std::min(MostSeconds, Share * double(*Left) / 1000)
                      : MostSeconds);
}

/// The same with facts, if there are any.
static EngineAnswer runStrengthened(const EngineChoice &Choice,
                                    const Question &Q, const Budget &B,
                                    Progress *Listener) {
  double Seconds = 0;
  std::optional<KnownFacts> Facts = [&] {
    ScopedTimer Timer(Seconds);
    return Q.FindFacts(budgetForFacts(B));
  }();
  EngineAnswer A{TsResult::unknown(ReasonKind::NoProgress), {}};
  if (Facts) {
    const StrengthenedQuestion Stronger(Q, std::move(*Facts));
    A = runEngine(Choice, Stronger.question(), B, Listener);
    A.Result = Stronger.back(A.Result);
  } else {
    A = runEngine(Choice, Q, B, Listener);
  }
  A.Figures.set("time.facts.seconds", Seconds);
  return A;
}

static void runWorker(const EngineChoice &Choice, const Question &Q,
                      const Budget &B, PortfolioOptions::Facts Given,
                      Progress *Listener, LineWriter &Out) {
  SendingProgress Sender(Out, Listener ? SendingProgress::Updates::Sent
                                       : SendingProgress::Updates::Dropped);
  const bool IsStronger = Given == PortfolioOptions::Facts::Found &&
                          Choice.Known == EngineInfo::Facts::Used &&
                          Q.Program && Q.FindFacts;
  EngineAnswer A = IsStronger ? runStrengthened(Choice, Q, B, &Sender)
                              : runEngine(Choice, Q, B, &Sender);
  Out.send(line(json::Object{{"result", encodeResult(Q, A.Result)},
                             {"statistics", encodeStatistics(A.Figures)}}));
}

//===----------------------------------------------------------------------===//
// In the parent
//===----------------------------------------------------------------------===//

/// Most evidence is confirmed in so many seconds.
static constexpr double FirstPatience = 0.5;

namespace {
struct Runner {
  EngineChoice Engine;
  std::optional<AnyResult> Answer = std::nullopt;
  /// Why a conclusive answer does not count.
  std::optional<UnknownReason> Rejected = std::nullopt;
  /// How long its evidence is looked at next, while others may have better one.
  double Patience = FirstPatience;

  bool isConclusive() const {
    return Answer && Answer->isConclusive() && !Rejected;
  }
};

class Portfolio {
public:
  Portfolio(const Question &Q, const Budget &B, const PortfolioOptions &Options,
            Confirmation Confirm)
      : Q(Q), B(B), Options(Options), Confirm(Confirm),
        Pool(B, {.Line = [this](auto W, auto Line) { take(Runners[W], Line); },
                 .Ended = [this](auto W, auto &E) { ended(Runners[W], E); }}) {
    for (const EngineChoice &E : Options.Engines)
      if (!E.Suits || E.Suits(Q))
        Engines.push_back(E);
  }

  std::optional<PortfolioAnswer> answerAtOnce();
  void start();
  PortfolioAnswer run();

private:
  void take(Runner &R, llvm::StringRef Line);
  void ended(Runner &R, const ChildProcess::Ending &E);
  std::optional<UnknownReason> findContradiction() const;
  std::optional<UnknownReason> confirm(const AnyResult &R, double Patience,
                                       bool &NoTime);
  Runner *findWinner();
  bool mayHaveBetter(const Runner &Than) const;
  PortfolioAnswer answer(Runner &R);
  PortfolioAnswer unknown(UnknownReason R);
  UnknownReason jointReason() const;

  const Question &Q;
  const Budget &B;
  const PortfolioOptions &Options;
  Confirmation Confirm;
  std::vector<EngineChoice> Engines;
  std::vector<Runner> Runners; // by worker
  Statistics Figures;
  std::string Picture;
  std::vector<std::string> Notes;
  std::optional<unsigned> SafeSteps;
  WorkerPool Pool;
};
} // namespace

static UnknownReason internal(Cause Why) {
  return {ReasonKind::Internal, std::move(Why)};
}

/// The same about the answer of \p Engine.
static UnknownReason about(llvm::StringRef Engine, UnknownReason Why) {
  Why.Engine = Engine.str();
  return Why;
}

/// Whether formulas for a solver are made in no time; circuits of
/// floating-point operations are not, and nothing interrupts that.
static bool isSmall(const TransitionSystem &M) {
  constexpr size_t MaxNodes = 5000;
  std::vector<Expr> Stack{M.init(), M.constraint()};
  for (const TsVariable &V : M.variables())
    if (V.Update)
      Stack.push_back(V.Update);
  ExprSet Seen(Stack.begin(), Stack.end());
  while (!Stack.empty() && Seen.size() <= MaxNodes) {
    Expr E = Stack.back();
    Stack.pop_back();
    if (isFpOperator(E.kind()))
      return false;
    for (Expr Op : E.operands())
      if (Seen.insert(Op).second)
        Stack.push_back(Op);
  }
  return Seen.size() <= MaxNodes;
}

/// Most questions are easy, and processes for all engines take longer than the
/// answer. If it does not come, little is lost: workers inherit the solver.
std::optional<PortfolioAnswer> Portfolio::answerAtOnce() {
  constexpr double Seconds = 0.08; // of the processor's time
  auto IsTried = [](const EngineChoice &E) {
    return E.First == EngineInfo::Attempt::AtOnce;
  };
  if (llvm::none_of(Engines, IsTried) || !isSmall(Q.System))
    return std::nullopt;
  prepareZ3(); // whose time is not the engine's
  for (const EngineChoice &E : llvm::make_filter_range(Engines, IsTried)) {
    EngineAnswer A = runEngine(E, Q, B.onThisThread(Seconds), nullptr);
    if (!A.Result.isConclusive())
      continue;
    bool NoTime = false;
    std::optional<UnknownReason> Rejected =
        confirm(A.Result, FirstPatience, NoTime);
    if (Rejected && Rejected->What == ReasonKind::Internal)
      return unknown(about(E.Name, *Rejected));
    if (Rejected)
      continue;
    return PortfolioAnswer{
        std::move(A.Result), E.Name.str(), std::move(A.Figures), "", {}};
  }
  return std::nullopt;
}

/// An engine that is made for such questions need not share a processor with
/// those that are there for all.
void Portfolio::start() {
  uint64_t Share = WorkerPool::shareOf(Options.MemoryMB, Engines.size());
  Budget Own = WorkerPool::budgetWithin(B, Share);
  const bool OthersGiveWay = llvm::any_of(Engines, [&](const EngineChoice &E) {
    return E.IsMadeFor && E.IsMadeFor(Q);
  });
  renewLargePages(); // what was tried at once has left memory behind
  for (const EngineChoice &E : Engines) {
    Runners.push_back({E});
    Pool.start({.Process = {.MemoryMB = Share}}, [&](LineWriter &Out) {
      if (OthersGiveWay && !E.Suits)
        giveWay();
      runWorker(E, Q, Own, Options.Given, Options.Listener, Out);
    });
  }
}

void Portfolio::take(Runner &R, llvm::StringRef Line) {
  llvm::Expected<json::Value> V = json::parse(Line);
  const json::Object *O = V ? V->getAsObject() : nullptr;
  if (!O) {
    llvm::consumeError(V.takeError());
    R.Answer = TsResult::unknown(internal(Cause::Kind::UnreadableAnswer));
    return;
  }
  if (auto Text = O->getString("progress"); Text && Options.Listener)
    Options.Listener->update(R.Engine.Name, *Text);
  if (auto Steps = O->getInteger("noViolationWithin"))
    SafeSteps = std::max(SafeSteps.value_or(0), unsigned(*Steps));
  if (auto Text = O->getString("picture"))
    Picture = *Text;
  const json::Value *Result = O->get("result");
  if (!Result)
    return;
  decodeStatistics(O->get("statistics"), Figures);
  llvm::Expected<AnyResult> Decoded = decodeResult(Q, *Result);
  R.Answer = Decoded ? std::move(*Decoded)
                     : AnyResult(TsResult::unknown(internal(
                           Cause::quote(llvm::toString(Decoded.takeError())))));
}

void Portfolio::ended(Runner &R, const ChildProcess::Ending &E) {
  Figures.set(("memory." + R.Engine.Name + ".mb").str(),
              double(E.PeakMemoryBytes) / (1024 * 1024));
  if (R.Answer)
    return;
  R.Answer = TsResult::unknown(reasonOf(E, Cause::Kind::WorkerEnded));
  if (R.Answer->reason().What == ReasonKind::Internal)
    Notes.push_back(("engine " + R.Engine.Name + " " + E.str()).str());
}

std::optional<UnknownReason> Portfolio::findContradiction() const {
  for (const Runner &Safe : Runners)
    for (const Runner &Unsafe : Runners)
      if (Safe.isConclusive() && Unsafe.isConclusive() &&
          Safe.Answer->isSafe() && Unsafe.Answer->isUnsafe())
        return internal(
            {Cause::Kind::Contradiction, Safe.Engine.Name, Unsafe.Engine.Name});
  return std::nullopt;
}

/// What is said of \p R by whoever takes no more than \p Patience seconds for
/// it. \p NoTime: nothing can be said yet.
std::optional<UnknownReason> Portfolio::confirm(const AnyResult &R,
                                                double Patience, bool &NoTime) {
  // Much more than that passes only if the machine is busy.
  const Budget Own = B.onThisThread(Patience).child(10 * Patience);
  std::optional<UnknownReason> Against = Confirm(R, Own);
  NoTime = Against && Against->What != ReasonKind::Internal &&
           Own.exhausted() && !B.exhausted();
  return Against;
}

/// Whether somebody else has an answer, or may have one.
bool Portfolio::mayHaveBetter(const Runner &Than) const {
  return llvm::any_of(Runners, [&](const Runner &R) {
    return &R != &Than && (!R.Answer || R.isConclusive());
  });
}

/// Evidence that takes long to confirm does not keep the others' waiting.
Runner *Portfolio::findWinner() {
  bool IsAnyLeft = true;
  while (IsAnyLeft) {
    IsAnyLeft = false;
    for (Runner &R : Runners) {
      if (!R.isConclusive())
        continue;
      bool NoTime = false;
      R.Rejected = mayHaveBetter(R) ? confirm(*R.Answer, R.Patience, NoTime)
                                    : Confirm(*R.Answer, B);
      if (!R.Rejected)
        return &R;
      if (NoTime) {
        R.Rejected.reset();
        R.Patience *= 4; // so that not much is done again
        IsAnyLeft = true;
      }
    }
    if (IsAnyLeft)
      Pool.listenNow();
  }
  return nullptr;
}

PortfolioAnswer Portfolio::run() {
  while (true) {
    Pool.listen();
    if (auto Contradiction = findContradiction())
      return unknown(*Contradiction);
    if (Runner *Winner = findWinner()) {
      // Another engine may have had its say meanwhile.
      Pool.listenNow();
      if (auto Contradiction = findContradiction())
        return unknown(*Contradiction);
      return answer(*Winner);
    }
    for (const Runner &R : Runners)
      if (R.Rejected && R.Rejected->What == ReasonKind::Internal)
        return unknown(about(R.Engine.Name, *R.Rejected));
    if (!Pool.anyRunning())
      return unknown(B.exhausted() == Exhausted::Cancelled
                         ? UnknownReason{ReasonKind::Cancelled}
                         : jointReason());
  }
}

/// One reason for all: what the user can do something about comes first.
UnknownReason Portfolio::jointReason() const {
  std::vector<UnknownReason> Reasons;
  for (const Runner &R : Runners) {
    UnknownReason Why = R.Rejected ? *R.Rejected : R.Answer->reason();
    // What is only there besides has no say, unless it shows a bug of ours.
    if (!R.Engine.Suits || Why.What == ReasonKind::Internal)
      Reasons.push_back(about(R.Engine.Name, std::move(Why)));
  }
  if (Reasons.empty())
    return internal(Cause::Kind::NoEngine);
  for (ReasonKind K :
       {ReasonKind::Havoc, ReasonKind::Cancelled, ReasonKind::Unsupported})
    for (const UnknownReason &R : Reasons)
      if (R.What == K)
        return about("", R);
  const UnknownReason First = about("", Reasons.front());
  // Where exactly each of them ran out of it is of no use.
  for (ReasonKind K : {ReasonKind::Timeout, ReasonKind::Memory})
    if (llvm::all_of(Reasons,
                     [&](const UnknownReason &R) { return R.What == K; }))
      return {K};
  if (llvm::all_of(Reasons, [&](const UnknownReason &R) {
        return about("", R) == First;
      }))
    return First;
  UnknownReason Joint{First.What};
  // A bug must show in the exit code even if the others only ran out of time.
  if (llvm::any_of(Reasons, [](const UnknownReason &R) {
        return R.What == ReasonKind::Internal;
      }))
    Joint.What = ReasonKind::Internal;
  Joint.Each = std::move(Reasons);
  return Joint;
}

PortfolioAnswer Portfolio::answer(Runner &R) {
  Pool.stopAll();
  return {std::move(*R.Answer), R.Engine.Name.str(), std::move(Figures),
          std::move(Picture), std::move(Notes)};
}

PortfolioAnswer Portfolio::unknown(UnknownReason R) {
  Pool.stopAll();
  return {TsResult::unknown(std::move(R)),
          "",
          std::move(Figures),
          std::move(Picture),
          std::move(Notes),
          SafeSteps};
}

PortfolioAnswer sooth::runPortfolio(const Question &Q, const Budget &B,
                                    const PortfolioOptions &Options,
                                    Confirmation Confirm) {
  Portfolio Run(Q, B, Options, Confirm);
  if (auto Answer = Run.answerAtOnce())
    return std::move(*Answer);
  Run.start();
  return Run.run();
}
