//===- WorkerPoolTest.cpp - Workers that misbehave ------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Support/WorkerPool.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

#include "gtest/gtest.h"

#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <map>
#include <stdexcept>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>

using namespace sooth;
using How = ChildProcess::Ending::Kind;
using std::chrono::milliseconds;
using std::chrono::seconds;

[[noreturn]] static void hang() {
  while (true)
    pause();
}

/// Not through LineWriter: what a line is made of.
static void writeToPipe(int Descriptor, llvm::StringRef Text) {
  while (!Text.empty()) {
    ssize_t N = write(Descriptor, Text.data(), Text.size());
    if (N <= 0)
      _exit(1);
    Text = Text.substr(size_t(N));
  }
}

namespace {
struct WorkerPoolTest : testing::Test {
  std::map<size_t, std::vector<std::string>> Lines;
  std::map<size_t, ChildProcess::Ending> Ends;
  Budget B = Budget::seconds(60);
  WorkerPool Pool{
      B,
      {.Line = [this](auto W, auto Line) { Lines[W].push_back(Line.str()); },
       .Ended =
           [this](auto W, const auto &E) {
             EXPECT_FALSE(Ends.count(W)) << "told twice";
             Ends.emplace(W, E);
           }}};

  void finish() {
    while (Pool.anyRunning())
      Pool.listen();
  }
  How ending(size_t W) { return Ends.at(W).How; }
  void expectNoChildren() {
    EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
    EXPECT_EQ(errno, ECHILD);
  }
};

/// In a process of its own: what limits this one for good.
int exitCodeOf(llvm::function_ref<void()> Work) {
  pid_t Pid = fork();
  if (Pid == 0) {
    Work();
    _exit(testing::Test::HasFailure() ? 1 : 0);
  }
  int Status = 0;
  waitpid(Pid, &Status, 0);
  return WIFEXITED(Status) ? WEXITSTATUS(Status) : -1;
}
} // namespace

TEST_F(WorkerPoolTest, LinesArriveInOrderAndBeforeTheEnd) {
  Pool.start({}, [](LineWriter &Out) {
    Out.send("one");
    Out.send("");
    Out.send(std::string(1 << 20, 'x'));
  });
  finish();
  ASSERT_EQ(Lines[0].size(), 3u);
  EXPECT_EQ(Lines[0][0], "one");
  EXPECT_EQ(Lines[0][1], "");
  EXPECT_EQ(Lines[0][2].size(), size_t(1 << 20));
  EXPECT_EQ(ending(0), How::Finished);
  EXPECT_GT(Ends[0].PeakMemoryBytes, 0u);
  expectNoChildren();
}

TEST_F(WorkerPoolTest, PartsOfLinesWaitForTheRest) {
  int Go[2];
  ASSERT_EQ(pipe(Go), 0);
  Pool.start({}, [&](LineWriter &Out) {
    writeToPipe(Out.descriptor(), "whole\nfirst half, ");
    char Any;
    ASSERT_EQ(read(Go[0], &Any, 1), 1);
    writeToPipe(Out.descriptor(), "second half\nnever finished");
  });
  while (Lines[0].empty())
    Pool.listen();
  Pool.listen(milliseconds(50));
  EXPECT_EQ(Lines[0], std::vector<std::string>{"whole"});
  ASSERT_EQ(write(Go[1], "x", 1), 1);
  finish();
  EXPECT_EQ(Lines[0],
            (std::vector<std::string>{"whole", "first half, second half"}));
  close(Go[0]);
  close(Go[1]);
}

TEST_F(WorkerPoolTest, CrashIsTold) {
  Pool.start({}, [](LineWriter &Out) {
    Out.send("about to crash");
    raise(SIGSEGV);
  });
  Pool.start({}, [](LineWriter &) { std::terminate(); });
  Pool.start({}, [](LineWriter &) { _exit(3); });
  finish();
  EXPECT_EQ(ending(0), How::Crashed);
  EXPECT_EQ(Ends[0].Signal, SIGSEGV);
  EXPECT_EQ(Lines[0].size(), 1u);
  EXPECT_EQ(ending(1), How::Crashed);
  EXPECT_EQ(ending(2), How::Finished);
  expectNoChildren();
}

/// But for who is killed without warning, however it ends is no want of memory.
TEST_F(WorkerPoolTest, WhoEndsOtherwiseDoesNotLackMemory) {
  auto Start = [&](auto Work) {
    return Pool.start({.Process = {.MemoryMB = WorkerPool::withOwn(500)}},
                      [=](LineWriter &) { Work(); });
  };
  const auto Timed = Start([] { raise(SIGXCPU); });
  // (The test's framework would catch what is thrown on this thread.)
  const auto Thrown = Start(
      [] { std::thread([] { std::__throw_system_error(EAGAIN); }).join(); });
  const auto Logic = Start(
      [] { std::thread([] { std::__throw_length_error("z3"); }).join(); });
  const auto Exits = Start([] { _exit(1); });
  const auto Stack = Start([] { raise(SIGSEGV); });
  while (Pool.anyRunning())
    Pool.listen();
  for (auto W : {Timed, Thrown, Logic, Stack})
    EXPECT_EQ(Ends.at(W).How, How::Crashed) << W;
  EXPECT_EQ(Ends.at(Exits).How, How::Finished);
  const auto Bad =
      Start([] { std::thread([] { std::__throw_bad_alloc(); }).join(); });
  while (Pool.anyRunning())
    Pool.listen();
  EXPECT_EQ(Ends.at(Bad).How, How::OutOfMemory);
}

TEST_F(WorkerPoolTest, MemoryIsLimited) {
  Pool.start({.Process = {.MemoryMB = 100}}, [](LineWriter &Out) {
    std::vector<std::string> All;
    for (int I = 0; I < 1000; ++I)
      All.emplace_back(1 << 20, 'x');
    Out.send("has it all");
  });
  finish();
  EXPECT_EQ(ending(0), How::OutOfMemory);
  EXPECT_TRUE(Lines[0].empty());
}

TEST_F(WorkerPoolTest, WhoHangsIsKilledAfterItsGrace) {
  B = Budget::seconds(0.1);
  auto Start = Budget::Clock::now();
  Pool.start({}, [](LineWriter &) { hang(); });
  Pool.start({.Generations = 1}, [](LineWriter &) { hang(); });
  Pool.start({.End = WorkerOptions::Deadline::Unknown},
             [](LineWriter &) { hang(); });
  while (Pool.isRunning(2))
    Pool.listen();
  EXPECT_TRUE(Pool.isRunning(0));
  while (Pool.isRunning(0))
    Pool.listen();
  EXPECT_GE(Budget::Clock::now() - Start,
            milliseconds(100) + WorkerPool::Grace);
  EXPECT_TRUE(Pool.isRunning(1));
  finish();
  EXPECT_GE(Budget::Clock::now() - Start,
            milliseconds(100) + 2 * WorkerPool::Grace);
  for (size_t W : {0, 1, 2})
    EXPECT_EQ(ending(W), How::Killed);
  expectNoChildren();
}

/// Nobody waits longer for what others have below them.
TEST_F(WorkerPoolTest, DeadlinesOfUsersAreKept) {
  B = Budget::seconds(0.1);
  auto Start = Budget::Clock::now();
  Pool.start({.Process = {.Who = ChildProcess::Options::Kin::Family},
              .Generations = 30,
              .End = WorkerOptions::Deadline::Users},
             [](LineWriter &) { hang(); });
  finish();
  EXPECT_EQ(ending(0), How::Killed);
  EXPECT_LT(Budget::Clock::now() - Start,
            milliseconds(100) + 30 * WorkerPool::Grace);
  expectNoChildren();
}

TEST_F(WorkerPoolTest, WhatIsSaidDuringTheGraceCounts) {
  B = Budget::seconds(0.05);
  Pool.start({}, [](LineWriter &Out) {
    std::this_thread::sleep_for(milliseconds(50) + WorkerPool::Grace / 2);
    Out.send("late");
  });
  finish();
  EXPECT_EQ(Lines[0], std::vector<std::string>{"late"});
  EXPECT_EQ(ending(0), How::Finished);
}

TEST_F(WorkerPoolTest, CancellingKillsAtOnceWhoHasNoWorkers) {
  std::atomic<bool> Stop = false;
  B = Budget();
  B.cancelWith(&Stop);
  Pool.start({}, [](LineWriter &) { hang(); });
  Pool.start({.Generations = 1}, [](LineWriter &Out) {
    usleep(150000);
    Out.send("what is known so far");
    hang();
  });
  Pool.listenNow();
  EXPECT_TRUE(Pool.isRunning(0));
  Stop = true;
  Pool.listen();
  EXPECT_EQ(ending(0), How::Killed);
  EXPECT_TRUE(Pool.isRunning(1));
  finish();
  EXPECT_EQ(Lines[1], std::vector<std::string>{"what is known so far"});
  EXPECT_EQ(ending(1), How::Killed);
}

TEST_F(WorkerPoolTest, NoSignalIsIgnored) {
  Pool.start({}, [](LineWriter &Out) {
    for (int Signal : {SIGTERM, SIGINT, SIGHUP, SIGQUIT})
      std::signal(Signal, SIG_IGN);
    Out.send("deaf");
    hang();
  });
  while (Lines[0].empty())
    Pool.listen();
  Pool.stop(0);
  EXPECT_EQ(ending(0), How::Killed);
  expectNoChildren();
}

TEST_F(WorkerPoolTest, FloodsOfLinesDoNotKeepFromTheDeadline) {
  B = Budget::seconds(0.3);
  Pool.start({}, [](LineWriter &Out) {
    while (true)
      Out.send("again and again");
  });
  Pool.start({}, [](LineWriter &Out) { Out.send("heard"); });
  while (Pool.isRunning(1))
    Pool.listen();
  EXPECT_EQ(Lines[1], std::vector<std::string>{"heard"});
  // Half a second of it is much.
  while (Pool.anyRunning()) {
    Lines.clear();
    Pool.listen();
  }
  EXPECT_EQ(ending(0), How::Killed);
}

TEST_F(WorkerPoolTest, LineWithoutAnEndIsAFault) {
  Pool.start({.Process = {.MaxLineBytes = 1000}}, [](LineWriter &Out) {
    std::string Much(1 << 20, 'x');
    while (true)
      writeToPipe(Out.descriptor(), Much);
  });
  finish();
  EXPECT_EQ(ending(0), How::Flooded);
  EXPECT_TRUE(Lines[0].empty());
  expectNoChildren();
}

TEST_F(WorkerPoolTest, WhoClosesItsPipeAndHangsIsKilled) {
  B = Budget::seconds(0.1);
  Pool.start({}, [](LineWriter &Out) {
    Out.send("last words");
    close(Out.descriptor());
    hang();
  });
  finish();
  EXPECT_EQ(Lines[0].size(), 1u);
  EXPECT_EQ(ending(0), How::Killed);
}

TEST_F(WorkerPoolTest, WhoLeavesItsPipeToOthersHasEnded) {
  auto Start = Budget::Clock::now();
  constexpr auto Family = ChildProcess::Options::Kin::Family;
  Pool.start({.Process = {.Who = Family}}, [](LineWriter &Out) {
    if (fork() == 0)
      hang();
    Out.send("done");
  });
  finish();
  EXPECT_EQ(ending(0), How::Finished);
  EXPECT_EQ(Lines[0], std::vector<std::string>{"done"});
  EXPECT_LT(Budget::Clock::now() - Start, seconds(30));
  expectNoChildren(); // the other one, too
}

TEST_F(WorkerPoolTest, AGroupIsKilledTogether) {
  constexpr auto Group = ChildProcess::Options::Kin::Group;
  for (int I = 0; I < 2; ++I)
    Pool.start({.Process = {.Who = Group}}, [](LineWriter &Out) {
      pid_t Child = fork();
      if (Child == 0)
        hang();
      Out.send(std::to_string(Child));
      hang();
    });
  while (Lines.size() < 2)
    Pool.listen();
  Pool.stopAll();
  expectNoChildren();
  for (const auto &[W, Sent] : Lines) {
    // Killed, and somebody else's to wait for.
    pid_t Child = std::stoi(Sent.front());
    auto Start = Budget::Clock::now();
    while (kill(Child, 0) == 0 && Budget::Clock::now() - Start < seconds(10))
      std::this_thread::sleep_for(milliseconds(10));
    EXPECT_NE(kill(Child, 0), 0);
  }
}

TEST_F(WorkerPoolTest, ManyWorkers) {
  constexpr size_t Many = 100;
  for (size_t I = 0; I < Many; ++I)
    EXPECT_EQ(Pool.start({},
                         [I](LineWriter &Out) {
                           for (size_t Line = 0; Line <= I; ++Line)
                             Out.send(std::to_string(I));
                           if (I % 2)
                             hang();
                         }),
              I);
  // The last one to be started need not be the last one to say all it has.
  auto HasSaidAll = [&](size_t I) { return Lines[I].size() == I + 1; };
  while (!llvm::all_of(llvm::seq(Many), HasSaidAll) || Ends.size() < Many / 2)
    Pool.listen();
  Pool.stopAll();
  for (size_t I = 0; I < Many; ++I) {
    EXPECT_EQ(Lines[I], std::vector<std::string>(I + 1, std::to_string(I)));
    EXPECT_EQ(ending(I), I % 2 ? How::Killed : How::Finished);
  }
  expectNoChildren();
}

TEST_F(WorkerPoolTest, ListenersMayStartAndStopWorkers) {
  WorkerPool *P = nullptr;
  size_t Heard = 0;
  WorkerPool Own(B, {.Line = [&](auto W, auto) {
                   ++Heard;
                   P->stop(W);
                   if (W < 5)
                     P->start({}, [](LineWriter &Out) {
                       Out.send("enough");
                       Out.send("too much");
                       hang();
                     });
                 }});
  P = &Own;
  Own.start({}, [](LineWriter &Out) {
    Out.send("enough");
    hang();
  });
  while (Own.anyRunning())
    Own.listen();
  EXPECT_EQ(Heard, 6u);
  expectNoChildren();
}

TEST_F(WorkerPoolTest, NobodyIsLeftWhenThePoolGoes) {
  {
    WorkerPool Own(B, {.Line = [](auto, auto) {}});
    for (int I = 0; I < 5; ++I)
      Own.start({}, [](LineWriter &) { hang(); });
  }
  expectNoChildren();
}

static void refuseFork() {
  // fork() and clone() fail as if there were no process left.
  sock_filter Code[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
#ifdef __NR_fork
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_fork, 2, 0),
#endif
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EAGAIN),
  };
  sock_fprog Program{sizeof(Code) / sizeof(*Code), Code};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &Program) != 0)
    _exit(77);
}

TEST_F(WorkerPoolTest, NoProcessLeft) {
  int Code = exitCodeOf([&] {
    refuseFork();
    Pool.start({}, [](LineWriter &) {});
    EXPECT_TRUE(Pool.isRunning(0));
    finish();
    EXPECT_EQ(ending(0), How::NotStarted);
    EXPECT_NE(Ends[0].str().find("cannot start a process"), std::string::npos)
        << Ends[0].str();
  });
  if (Code == 77)
    GTEST_SKIP() << "system calls cannot be filtered here";
  EXPECT_EQ(Code, 0);
}

TEST_F(WorkerPoolTest, NoDescriptorLeft) {
  EXPECT_EQ(exitCodeOf([&] {
              rlimit None{0, 0};
              setrlimit(RLIMIT_NOFILE, &None);
              Pool.start({}, [](LineWriter &) {});
              finish();
              EXPECT_EQ(ending(0), How::NotStarted);
            }),
            0);
}

TEST_F(WorkerPoolTest, WorkersEndWithTheirParent) {
  // The worker holds the only end of this pipe that can be written to.
  int Alive[2];
  ASSERT_EQ(pipe(Alive), 0);
  EXPECT_EQ(exitCodeOf([&] {
              Pool.start({}, [](LineWriter &Out) {
                Out.send("here");
                hang();
              });
              while (Lines[0].empty())
                Pool.listen();
              raise(SIGKILL);
            }),
            -1);
  close(Alive[1]);
  char Any;
  EXPECT_EQ(read(Alive[0], &Any, 1), 0); // ends when the worker does
  close(Alive[0]);
}

TEST(WorkerPoolMemory, SharesAddUpToTheWhole) {
  EXPECT_EQ(WorkerPool::shareOf(0, 4, 0), 0u);
  EXPECT_EQ(WorkerPool::shareOf(400, 4, 0), 100u);
  EXPECT_EQ(WorkerPool::shareOf(2, 4, 0), 1u);
}

TEST(WorkerPoolMemory, WhatIsInheritedIsNoShare) {
  EXPECT_EQ(WorkerPool::shareOf(400, 4, 200), 250u);
  EXPECT_EQ(WorkerPool::shareOf(400, 4, 500), 501u);
  EXPECT_EQ(WorkerPool::shareOf(0, 4, 500), 0u);
}

/// What a large program takes in the parent, a worker does not have taken.
TEST(WorkerPoolMemory, WorkersOfLargeProcessesHaveTheirOwn) {
  constexpr size_t Size = size_t(200) << 20;
  std::vector<char> Large(Size, 1);
  const uint64_t Limit = WorkerPool::shareOf(WorkerPool::withOwn(80), 2);
  const Budget B;
  const Budget Own = WorkerPool::budgetWithin(B, Limit);
  std::optional<ChildProcess::Ending> End;
  std::string Said;
  WorkerPool Pool(B, {.Line = [&](auto, auto Line) { Said = Line.str(); },
                      .Ended = [&](auto, const auto &E) { End = E; }});
  Pool.start({.Process = {.MemoryMB = Limit}}, [&](LineWriter &Out) {
    const bool IsExhausted = Own.exhausted().has_value();
    std::vector<char> More(size_t(20) << 20, Large.back());
    Out.send(IsExhausted || !More.back() ? "used up" : "fine");
  });
  while (Pool.anyRunning())
    Pool.listen();
  EXPECT_EQ(Said, "fine");
  EXPECT_EQ(End->How, ChildProcess::Ending::Kind::Finished);
}
