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
#include <unistd.h>

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
  return B.share(Share, MostSeconds);
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

/// In a process that looks at evidence: what is said of \p R.
static void runConfirmation(const AnyResult &R, const Budget &B,
                            Confirmation Confirm, LineWriter &Out) {
  const std::optional<UnknownReason> Against = Confirm(R, B);
  Out.send(line(json::Object{
      {"against", Against ? encodeReason(*Against) : json::Value(nullptr)}}));
}

//===----------------------------------------------------------------------===//
// How large evidence is
//===----------------------------------------------------------------------===//

/// How many terms there are, but no more than \p Most; nothing if there is an
/// operator of which solvers are told a circuit: that is large, and while it is
/// made nothing interrupts them.
static std::optional<size_t> sizeOf(std::vector<Expr> Roots, size_t Most) {
  ExprSet Seen(Roots.begin(), Roots.end());
  while (!Roots.empty() && Seen.size() <= Most) {
    Expr E = Roots.back();
    Roots.pop_back();
    if (isFpOperator(E.kind()))
      return std::nullopt;
    for (Expr Op : E.operands())
      if (Seen.insert(Op).second)
        Roots.push_back(Op);
  }
  return Seen.size();
}

static constexpr size_t Huge = size_t(1) << 20;

static size_t sizeOf(const TsInvariant &I) {
  return sizeOf(std::vector<Expr>{I.Formula}, Huge).value_or(Huge) * I.K;
}

static size_t sizeOf(const CfaInvariant &I) {
  std::vector<Expr> Roots;
  for (const auto &[L, Formula] : I.Formulas)
    Roots.push_back(Formula);
  return sizeOf(std::move(Roots), Huge).value_or(Huge) +
         I.Unwinding.Nodes.size();
}

/// What tells evidence that is soon confirmed from other. Runs are executed,
/// and formulas solvers are asked about. Requires an answer.
static size_t costOf(const AnyResult &R) {
  constexpr size_t OfFormula = 100;
  if (const TsResult *OnSystem = R.onSystem())
    return OnSystem->isUnsafe() ? OnSystem->trace().States.size()
                                : OfFormula * sizeOf(OnSystem->invariant());
  const CfaResult &OnProgram = *R.onAutomaton();
  return OnProgram.isUnsafe() ? OnProgram.trace().Steps.size()
                              : OfFormula * sizeOf(OnProgram.invariant());
}

/// Whether formulas for a solver are made in no time.
static bool isSmall(const TransitionSystem &M) {
  constexpr size_t MaxNodes = 5000;
  std::vector<Expr> Roots{M.init(), M.constraint()};
  for (const TsVariable &V : M.variables())
    if (V.Update)
      Roots.push_back(V.Update);
  const auto Size = sizeOf(std::move(Roots), MaxNodes);
  return Size && *Size <= MaxNodes;
}

/// Whether a solver may take any time to simplify a formula that it is told, in
/// which nothing interrupts it: as soon as there are arrays.
static bool mayHang(const TransitionSystem &M) {
  return llvm::any_of(M.variables(), [](const TsVariable &V) {
    return V.Cur.sort().isArray();
  });
}

//===----------------------------------------------------------------------===//
// In the parent
//===----------------------------------------------------------------------===//

namespace {
struct Runner {
  EngineChoice Engine;
  std::optional<AnyResult> Answer = std::nullopt;
  /// Of a conclusive answer: what tells which to look at first.
  size_t Cost = 0;
  /// What is said of it.
  enum class Evidence {
    Unseen,
    Looked, ///< at in another process
    Confirmed,
    Rejected
  } Is = Evidence::Unseen;
  /// Why it does not count.
  std::optional<UnknownReason> Rejected = std::nullopt;
  /// Whether that is because who looked at it has ended.
  bool IsUnchecked = false;

  bool isConclusive() const {
    return Answer && Answer->isConclusive() && Is != Evidence::Rejected;
  }
  bool isUnseen() const { return isConclusive() && Is == Evidence::Unseen; }
  void answer(AnyResult R) {
    Answer = std::move(R);
    if (Answer->isConclusive())
      Cost = costOf(*Answer);
  }
  void take(std::optional<UnknownReason> Against) {
    Is = Against ? Evidence::Rejected : Evidence::Confirmed;
    Rejected = std::move(Against);
  }
};

/// Who looks at the evidence of a runner.
struct Checker {
  size_t Of;
  Budget::Clock::time_point Start;
  bool HasSpoken = false;
  bool IsRunning = true;
};

static bool isTriedAtOnce(const EngineChoice &E) {
  return E.First == EngineInfo::Attempt::AtOnce;
}

class Portfolio {
public:
  Portfolio(const Question &Q, const Budget &B, const PortfolioOptions &Options,
            Confirmation Confirm)
      : Q(Q), B(B), Options(Options), Confirm(Confirm),
        Pool(B, {.Line = [this](auto W, auto Line) { take(W, Line); },
                 .Ended = [this](auto W, auto &E) { ended(W, E); }}) {
    for (const EngineChoice &E : Options.Engines) {
      if (!E.Suits || E.Suits(Q))
        Engines.push_back(E);
      if (isTriedAtOnce(E))
        AtOnce.push_back(E);
    }
  }

  std::optional<PortfolioAnswer> answerAtOnce();
  void start();
  /// In place of engines: what \p Engine has found earlier.
  void takeEarlier(llvm::StringRef Engine, AnyResult R);
  PortfolioAnswer run();

private:
  std::optional<PortfolioAnswer> tryAtOnce();
  std::optional<PortfolioAnswer> tryInProcess();
  void take(WorkerPool::Id W, llvm::StringRef Line);
  void take(Runner &R, llvm::StringRef Line);
  void take(Checker &C, llvm::StringRef Line);
  void ended(WorkerPool::Id W, const ChildProcess::Ending &E);
  void ended(Runner &R, const ChildProcess::Ending &E);
  void ended(Checker &C, const ChildProcess::Ending &E);
  std::optional<UnknownReason> findContradiction() const;
  bool isConfirmedHere(const AnyResult &R, size_t Cost,
                       std::optional<UnknownReason> &Against);
  void startConfirmations();
  void startConfirmation(size_t Of);
  bool isAnyUnseen() const;
  Runner *findWinner();
  PortfolioAnswer answer(Runner &R);
  PortfolioAnswer unknown(UnknownReason R);
  UnknownReason jointReason() const;

  const Question &Q;
  const Budget &B;
  const PortfolioOptions &Options;
  Confirmation Confirm;
  const bool IsSmall = isSmall(Q.System);
  /// Whether a solver may hang that is asked in this process.
  bool MayHang = mayHang(Q.System);
  uint64_t LimitMB = 0; // of each process that looks at evidence
  std::vector<EngineChoice> Engines;
  /// Also where they do not suit: moments cost little, and may do.
  std::vector<EngineChoice> AtOnce;
  std::vector<Runner> Runners;
  size_t Started = 0;            // workers, one for each runner
  std::vector<Checker> Checkers; // workers after them
  double CheckSeconds = 0;
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

/// Most questions are easy, and processes for all engines take longer than the
/// answer. If it does not come, little is lost: workers inherit the solver.
std::optional<PortfolioAnswer> Portfolio::answerAtOnce() {
  if (!IsSmall || AtOnce.empty())
    return std::nullopt;
  prepareZ3(); // whose time is not the engine's
  return MayHang ? tryInProcess() : tryAtOnce();
}

std::optional<PortfolioAnswer> Portfolio::tryAtOnce() {
  constexpr double Seconds = 0.08; // of the processor's time
  for (const EngineChoice &E : AtOnce) {
    EngineAnswer A = runEngine(E, Q, B.onThisThread(Seconds), nullptr);
    if (!A.Result.isConclusive())
      continue;
    std::optional<UnknownReason> Against;
    if (isConfirmedHere(A.Result, costOf(A.Result), Against))
      return PortfolioAnswer{
          std::move(A.Result), E.Name.str(), std::move(A.Figures), "", {},
          std::nullopt,        CheckSeconds};
  }
  return std::nullopt;
}

/// The same where it can be stopped.
std::optional<PortfolioAnswer> Portfolio::tryInProcess() {
  constexpr double MostSeconds = 0.5;
  std::optional<PortfolioAnswer> Found;
  auto Read = [&](auto, llvm::StringRef Line) {
    Runner R;
    take(R, Line);
    if (!R.isConclusive())
      return;
    const json::Value V = llvm::cantFail(json::parse(Line));
    Found =
        PortfolioAnswer{std::move(*R.Answer),
                        V.getAsObject()->getString("engine").value_or("").str(),
                        std::move(Figures),
                        "",
                        {},
                        std::nullopt,
                        V.getAsObject()->getNumber("check").value_or(0)};
  };
  const Budget Own = B.child(MostSeconds);
  WorkerPool First(Own, {.Line = Read});
  First.start({.End = WorkerOptions::Deadline::Unknown}, [&](LineWriter &Out) {
    MayHang = false;
    if (std::optional<PortfolioAnswer> A = tryAtOnce())
      Out.send(line(json::Object{{"engine", A->Engine},
                                 {"result", encodeResult(Q, A->Result)},
                                 {"statistics", encodeStatistics(A->Figures)},
                                 {"check", A->CheckSeconds}}));
  });
  while (First.anyRunning())
    First.listen();
  return Found;
}

/// What an engine's process may have, what it inherits included.
static uint64_t limitOfEngine(const PortfolioOptions &O, size_t Engines) {
  if (O.MemoryMB)
    return WorkerPool::shareOf(O.MemoryMB, Engines);
  if (!O.MostMBOfEach)
    return 0;
  // All of them should not have more than half of the machine.
  constexpr uint64_t LeastMB = 100;
  const uint64_t Machine =
      (uint64_t(sysconf(_SC_PHYS_PAGES)) * uint64_t(sysconf(_SC_PAGESIZE))) >>
      20;
  return WorkerPool::withOwn(
      std::min(O.MostMBOfEach, std::max(LeastMB, Machine / (2 * Engines))));
}

/// How many parts of the memory that is shared out \p E gets. Engines that are
/// only there besides end soon, or need little.
static size_t partsOf(const EngineChoice &E, const Question &Q) {
  return !E.Suits || (E.IsMadeFor && E.IsMadeFor(Q)) ? 2 : 1;
}

/// What the process of \p E may have beside \p Engines.
static uint64_t limitAmong(llvm::ArrayRef<EngineChoice> Engines,
                           const EngineChoice &E, const Question &Q,
                           const PortfolioOptions &O) {
  if (!O.MemoryMB)
    return limitOfEngine(O, Engines.size());
  size_t All = 0;
  for (const EngineChoice &Each : Engines)
    All += partsOf(Each, Q);
  const uint64_t Inherited = WorkerPool::residentMB();
  const uint64_t Left = O.MemoryMB > Inherited ? O.MemoryMB - Inherited : 0;
  return WorkerPool::withOwn(std::max<uint64_t>(1, Left * partsOf(E, Q) / All),
                             Inherited);
}

/// An engine that is made for such questions need not share a processor with
/// those that are there for all.
void Portfolio::start() {
  LimitMB = limitOfEngine(Options, Engines.size());
  const bool OthersGiveWay = llvm::any_of(Engines, [&](const EngineChoice &E) {
    return E.IsMadeFor && E.IsMadeFor(Q);
  });
  renewLargePages(); // what was tried at once has left memory behind
  Started = Engines.size();
  for (const EngineChoice &E : Engines) {
    Runners.push_back({E});
    const uint64_t OwnMB = limitAmong(Engines, E, Q, Options);
    const Budget Own = WorkerPool::budgetWithin(B, OwnMB);
    Pool.start({.Process = {.MemoryMB = OwnMB}}, [&](LineWriter &Out) {
      if (Engines.size() == 1)
        stayFirst();
      if (OthersGiveWay && !E.Suits)
        giveWay();
      runWorker(E, Q, Own, Options.Given, Options.Listener, Out);
    });
  }
}

void Portfolio::takeEarlier(llvm::StringRef Engine, AnyResult R) {
  LimitMB = limitOfEngine(Options, 1);
  EngineChoice Earlier;
  Earlier.Name = Engine;
  Runners.push_back({std::move(Earlier)});
  Runners.back().answer(std::move(R));
}

void Portfolio::take(WorkerPool::Id W, llvm::StringRef Line) {
  if (W < Started)
    take(Runners[W], Line);
  else
    take(Checkers[W - Started], Line);
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
  R.answer(Decoded ? std::move(*Decoded)
                   : AnyResult(TsResult::unknown(internal(
                         Cause::quote(llvm::toString(Decoded.takeError()))))));
}

/// What was said of evidence.
static std::optional<UnknownReason> verdict(llvm::StringRef Line) {
  llvm::Expected<json::Value> V = json::parse(Line);
  if (!V) {
    llvm::consumeError(V.takeError());
    return internal(Cause::Kind::UnreadableAnswer);
  }
  const json::Object *O = V->getAsObject();
  const json::Value *Against = O ? O->get("against") : nullptr;
  if (!Against)
    return internal(Cause::Kind::UnreadableAnswer);
  if (Against->kind() == json::Value::Null)
    return std::nullopt;
  llvm::Expected<UnknownReason> R = decodeReason(*Against);
  if (R)
    return std::move(*R);
  return internal(Cause::quote(llvm::toString(R.takeError())));
}

void Portfolio::take(Checker &C, llvm::StringRef Line) {
  C.HasSpoken = true;
  Runners[C.Of].take(verdict(Line));
}

void Portfolio::ended(WorkerPool::Id W, const ChildProcess::Ending &E) {
  if (W < Started)
    ended(Runners[W], E);
  else
    ended(Checkers[W - Started], E);
}

/// That a look at it was too much says nothing about evidence: others may have
/// an answer.
void Portfolio::ended(Checker &C, const ChildProcess::Ending &E) {
  C.IsRunning = false;
  CheckSeconds +=
      std::chrono::duration<double>(Budget::Clock::now() - C.Start).count();
  if (C.HasSpoken)
    return;
  Runner &R = Runners[C.Of];
  UnknownReason Why = reasonOf(E, Cause::Kind::WorkerEnded);
  if (Why.What == ReasonKind::Internal)
    Notes.push_back(
        ("check of what engine " + R.Engine.Name + " has found " + E.str())
            .str());
  else
    Why.Why = R.Answer->isSafe() ? Cause::Kind::CheckingInvariant
                                 : Cause::Kind::CheckingTrace;
  R.take(std::move(Why));
  R.IsUnchecked = true;
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

/// Whether \p R is soon confirmed in this process. Nothing is known if that
/// takes long, or is \p Against it.
bool Portfolio::isConfirmedHere(const AnyResult &R, size_t Cost,
                                std::optional<UnknownReason> &Against) {
  // A process takes some milliseconds.
  constexpr size_t MostCost = 100000;
  constexpr double Patience = 0.05; // of the processor's time
  if (!IsSmall || Cost > MostCost || (MayHang && R.isSafe()))
    return false;
  ScopedTimer Timer(CheckSeconds);
  // Much more than that passes only if the machine is busy.
  const Budget Own = B.onThisThread(Patience).child(10 * Patience);
  Against = Confirm(R, Own);
  if (!Against)
    return true;
  // With so little time an invariant that is used for few values may seem
  // wrong.
  if (Own.exhausted() || Against->What == ReasonKind::Internal)
    Against.reset();
  return false;
}

bool Portfolio::isAnyUnseen() const {
  return llvm::any_of(Runners, [](const Runner &R) { return R.isUnseen(); });
}

/// In another process, as solvers do not always hear that time is up.
void Portfolio::startConfirmation(size_t Of) {
  Runner &R = Runners[Of];
  std::optional<UnknownReason> Against;
  if (isConfirmedHere(*R.Answer, R.Cost, Against) || Against)
    return R.take(std::move(Against));
  R.Is = Runner::Evidence::Looked;
  Checkers.push_back({Of, Budget::Clock::now()});
  const Budget Own = WorkerPool::budgetWithin(B, LimitMB);
  Pool.start({.Process = {.MemoryMB = LimitMB}}, [&](LineWriter &Out) {
    runConfirmation(*R.Answer, Own, Confirm, Out);
  });
}

/// What costs least is looked at first, and some side by side; what takes long
/// keeps nobody waiting.
void Portfolio::startConfirmations() {
  constexpr unsigned AtATime = 2;
  constexpr std::chrono::milliseconds Long(500);
  const auto Now = Budget::Clock::now();
  unsigned InTheWay = llvm::count_if(Checkers, [&](const Checker &C) {
    return C.IsRunning && Now - C.Start < Long;
  });
  std::vector<std::pair<size_t, size_t>> ToDo; // by cost
  for (size_t I = 0; I < Runners.size(); ++I)
    if (Runners[I].isUnseen())
      ToDo.push_back({Runners[I].Cost, I});
  llvm::sort(ToDo);
  for (const auto &[Cost, I] : ToDo) {
    if (InTheWay >= AtATime || findWinner())
      return;
    startConfirmation(I);
    InTheWay += Runners[I].Is == Runner::Evidence::Looked;
  }
}

Runner *Portfolio::findWinner() {
  auto Found = llvm::find_if(Runners, [](const Runner &R) {
    return R.Is == Runner::Evidence::Confirmed;
  });
  return Found == Runners.end() ? nullptr : &*Found;
}

PortfolioAnswer Portfolio::run() {
  while (true) {
    if (Pool.anyRunning())
      Pool.listen();
    if (auto Contradiction = findContradiction())
      return unknown(*Contradiction);
    startConfirmations();
    if (Runner *Winner = findWinner()) {
      // Another engine may have had its say meanwhile.
      Pool.listenNow();
      if (auto Contradiction = findContradiction())
        return unknown(*Contradiction);
      return answer(*Winner);
    }
    for (const Runner &R : Runners)
      if (R.Rejected && R.Rejected->What == ReasonKind::Internal &&
          !R.IsUnchecked)
        return unknown(about(R.Engine.Name, *R.Rejected));
    if (!Pool.anyRunning() && (!isAnyUnseen() || B.exhausted()))
      return unknown(B.exhausted() == Exhausted::Cancelled
                         ? UnknownReason{ReasonKind::Cancelled}
                         : jointReason());
  }
}

/// Why it has no answer that counts. What nobody has looked at was too late.
static UnknownReason reasonOf(const Runner &R) {
  if (R.Rejected)
    return *R.Rejected;
  return R.Answer->isUnknown() ? R.Answer->reason()
                               : UnknownReason{ReasonKind::Timeout};
}

/// One reason for all: what the user can do something about comes first.
UnknownReason Portfolio::jointReason() const {
  std::vector<UnknownReason> Reasons;
  for (const Runner &R : Runners) {
    UnknownReason Why = reasonOf(R);
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
          std::move(Picture),   std::move(Notes),    std::nullopt,
          CheckSeconds};
}

PortfolioAnswer Portfolio::unknown(UnknownReason R) {
  Pool.stopAll();
  return {TsResult::unknown(std::move(R)),
          "",
          std::move(Figures),
          std::move(Picture),
          std::move(Notes),
          SafeSteps,
          CheckSeconds};
}

/// What the answer is if \p Fault happens, perhaps to what \p Options find.
static PortfolioAnswer answerWith(InjectedFault Fault, const Question &Q,
                                  const Budget &B, PortfolioOptions Options) {
  Options.Injected = InjectedFault::None;
  switch (Fault) {
  case InjectedFault::End:
    _exit(1);
  case InjectedFault::Evidence:
    return runPortfolio(Q, B, Options, [](auto &, auto &) {
      return internal({Cause::Kind::WrongTrace, "a fault was injected"});
    });
  case InjectedFault::Contradiction:
  case InjectedFault::None:
    break;
  }
  return {TsResult::unknown(
              internal({Cause::Kind::Contradiction, "one", "another"})),
          "",
          {},
          "",
          {}};
}

PortfolioAnswer sooth::runPortfolio(const Question &Q, const Budget &B,
                                    const PortfolioOptions &Options,
                                    Confirmation Confirm) {
  if (Options.Injected != InjectedFault::None)
    return answerWith(Options.Injected, Q, B, Options);
  Portfolio Run(Q, B, Options, Confirm);
  if (auto Answer = Run.answerAtOnce())
    return std::move(*Answer);
  Run.start();
  return Run.run();
}

PortfolioAnswer sooth::confirmEarlier(const Question &Q, const Budget &B,
                                      const PortfolioOptions &Options,
                                      Confirmation Confirm,
                                      llvm::StringRef Engine, AnyResult Found) {
  Portfolio Run(Q, B, Options, Confirm);
  Run.takeEarlier(Engine, std::move(Found));
  return Run.run();
}
