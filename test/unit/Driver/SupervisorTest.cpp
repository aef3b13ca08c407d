//===- SupervisorTest.cpp - Work that goes wrong in its own process
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Processes/Race.h"

#include "sooth/Driver/Processes/Supervisor.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "gtest/gtest.h"

#include <csignal>
#include <cstdlib>
#include <exception>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace sooth;
using ReasonKind = UnknownReason::Kind;

static Report hang() {
  while (true)
    pause();
}

TEST(Supervisor, ReportArrivesWhole) {
  using PathStep = AccessPath::Step::Kind;
  Failure Failed(Failure::Kind::AccessAfterFree, "'a\"\\ \n'", 3);
  Failed.Objects = {{NamedObject::Kind::Allocation, "malloc", 8, 7},
                    {NamedObject::Kind::Variable, "b"}};
  Failed.Lines = {7, 9};
  Failed.IsWrite = true;
  StoryStep Assigned{StoryStep::Kind::Assignment, {"g.c", 1, 0}};
  Assigned.Function = "f";
  Assigned.Values = {{AccessPath("q", {{PathStep::Target},
                                       {PathStep::Member, "items"},
                                       {PathStep::Element, "", 3},
                                       {PathStep::ElementAt, "i"}}),
                      "&a[1]", ShownValue::Role::Variable, "a"},
                     {{}, "7", ShownValue::Role::Offset}};
  StoryStep Rounds{StoryStep::Kind::Rounds, {}};
  Rounds.Number = 5;
  Report R = runSupervised(Budget::seconds(20), {}, [&] {
    Report Made;
    Made.Outcome = Report::Status::Unsafe;
    Made.Written = 4;
    AssertionReport A;
    A.Outcome = AssertionReport::Status::Unsafe;
    A.What = Failed;
    A.Where = {"f.c", 3, 4};
    A.Trace = {Assigned, Rounds};
    Made.Assertions.push_back(A);
    Made.Outputs = {{"out\n", "text\n"}};
    Made.Notes = {"a note"};
    return Made;
  });
  EXPECT_EQ(R.Outcome, Report::Status::Unsafe);
  EXPECT_EQ(R.Written, 4u);
  ASSERT_EQ(R.Assertions.size(), 1u);
  EXPECT_EQ(R.Assertions[0].What, Failed);
  EXPECT_EQ(R.Assertions[0].Where, (SourceLocation{"f.c", 3, 4}));
  EXPECT_EQ(R.Assertions[0].Trace, (std::vector<StoryStep>{Assigned, Rounds}));
  ASSERT_EQ(R.Outputs.size(), 1u);
  EXPECT_EQ(R.Outputs[0].Text, "text\n");
  EXPECT_EQ(R.Notes, std::vector<std::string>{"a note"});
  EXPECT_GT(R.Figures.get("memory.peak.mb"), 0);
}

TEST(Supervisor, ReasonsArriveWhole) {
  UnknownReason Timeout{ReasonKind::Timeout};
  Timeout.Depth = 7;
  Timeout.Engine = "kind";
  UnknownReason Outside{ReasonKind::Unsupported,
                        Failure(Failure::Kind::OutsideAccess, "p"),
                        {"f.c", 3, 4},
                        Remedy::JoinedMembers};
  UnknownReason Joint{ReasonKind::Timeout};
  Joint.Each = {Timeout, {ReasonKind::Solver, Cause::quote("incomplete")}};
  UnknownReason Call{ReasonKind::Unsupported,
                     {Cause::Kind::CallBack, "f", "g"}};
  const std::vector<UnknownCheck> Open{
      {{"f.c", 3, 4}, Failure(Failure::Kind::OutsideAccess, "p"), Outside},
      {{"f.c", 5, 6}, Failure(Failure::Kind::NullAccess), Timeout}};
  Report R = runSupervised(Budget::seconds(20), {}, [&] {
    Report Made = Report::unknown(Joint);
    Made.Assertions.resize(1);
    Made.Assertions[0].Reason = Outside;
    Made.Functions.resize(2);
    Made.Functions[0].UnknownChecks = Open;
    Made.Functions[1].NotVerified = Call;
    return Made;
  });
  EXPECT_EQ(R.Reason, Joint);
  ASSERT_EQ(R.Assertions.size(), 1u);
  EXPECT_EQ(R.Assertions[0].Reason, Outside);
  ASSERT_EQ(R.Functions.size(), 2u);
  EXPECT_EQ(R.Functions[0].UnknownChecks, Open);
  EXPECT_EQ(R.Functions[1].NotVerified, Call);
}

TEST(Supervisor, UncaughtExceptionsAreNotPrinted) {
  testing::internal::CaptureStderr();
  Report R = runSupervised(Budget::seconds(20), {},
                           []() -> Report { std::terminate(); });
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(R.Reason.What, ReasonKind::Internal);
}

TEST(Supervisor, CrashIsAnInternalError) {
  Report R = runSupervised(Budget::seconds(20), {}, []() -> Report {
    raise(SIGSEGV);
    return {};
  });
  EXPECT_EQ(R.exitCode(), 4);
  R = runSupervised(Budget::seconds(20), {}, []() -> Report { _exit(0); });
  EXPECT_EQ(R.exitCode(), 4);
}

TEST(Supervisor, DeadlineIsEnforcedAndTheFamilyReaped) {
  auto Start = Budget::Clock::now();
  Report R = runSupervised(Budget::seconds(0.2), {}, [] {
    if (fork() == 0)
      hang();
    return hang();
  });
  EXPECT_EQ(R.Reason.str(), "timeout");
  EXPECT_LT(Budget::Clock::now() - Start, std::chrono::seconds(5));
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

TEST(Supervisor, OrphansOfACrashAreReaped) {
  Report R = runSupervised(Budget::seconds(20), {}, []() -> Report {
    if (fork() == 0)
      hang();
    abort();
  });
  EXPECT_EQ(R.exitCode(), 4);
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
}

TEST(Supervisor, CancellingStopsAtOnce) {
  std::atomic<bool> Stop = false;
  Budget B;
  B.cancelWith(&Stop);
  std::thread Canceller([&] {
    usleep(200000);
    Stop = true;
  });
  Report R = runSupervised(B, {}, hang);
  Canceller.join();
  EXPECT_EQ(R.Reason.What, ReasonKind::Cancelled);
}

TEST(Supervisor, MemoryLimitIsTold) {
  Report R = runSupervised(Budget::seconds(60), {.MemoryMB = 300}, [] {
    std::vector<std::string> All;
    for (int I = 0; I < 4000; ++I)
      All.emplace_back(1 << 20, 'x');
    return Report::done();
  });
  EXPECT_EQ(R.Reason.What, ReasonKind::Memory);
}

TEST(Supervisor, ScratchDirectoryIsRemovedWhateverHappens) {
  llvm::SmallString<64> Folder;
  ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("test", Folder));
  setenv("TMPDIR", Folder.c_str(), 1);
  runSupervised(
      Budget::seconds(20), {.Files = SupervisorOptions::Scratch::Directory},
      []() -> Report {
        int File;
        llvm::SmallString<64> Path;
        (void)llvm::sys::fs::createTemporaryFile("x", "y", File, Path);
        abort();
      });
  unsetenv("TMPDIR");
  std::error_code E;
  EXPECT_EQ(llvm::sys::fs::directory_iterator(Folder, E),
            llvm::sys::fs::directory_iterator());
  llvm::sys::fs::remove(Folder);
}

static bool always(unsigned, size_t) { return true; }

TEST(Supervisor, TaskThatFailsCostsNoOther) {
  std::vector<Report> Found(5, Report::unknown({ReasonKind::NoProgress}));
  std::vector<size_t> Order;
  runSupervised(Budget::seconds(60), {},
                {.Count = Found.size(),
                 .IsDue = always,
                 .Share = [](unsigned, const Budget &Left,
                             auto) { return Left.child(0.2); },
                 .Work =
                     [](unsigned, size_t Task, const Budget &) {
                       if (Task == 1)
                         raise(SIGSEGV);
                       if (Task == 3)
                         hang();
                       Report R;
                       R.Outcome = Report::Status::Safe;
                       R.Written = unsigned(Task);
                       return R;
                     },
                 .Done =
                     [&](size_t Task, Report R) {
                       Order.push_back(Task);
                       Found[Task] = std::move(R);
                     }});
  EXPECT_EQ(Order, (std::vector<size_t>{0, 1, 2, 3, 4}));
  for (size_t Task : {0, 2, 4}) {
    EXPECT_EQ(Found[Task].Outcome, Report::Status::Safe);
    EXPECT_EQ(Found[Task].Written, Task);
  }
  EXPECT_EQ(Found[1].Reason.What, ReasonKind::Internal);
  EXPECT_EQ(Found[3].Reason.What, ReasonKind::Timeout);
}

TEST(Supervisor, SeriesEndsWhenTimeIsUp) {
  const Budget All = Budget::seconds(0.3);
  std::vector<size_t> Done;
  runSupervised(
      All, {},
      {.Count = 3,
       .IsDue = always,
       .Share = [](unsigned, const Budget &Left, auto) { return Left; },
       .Work =
           [](unsigned, size_t Task, const Budget &) {
             if (Task == 1)
               hang();
             return Report();
           },
       .Done = [&](size_t Task, Report) { Done.push_back(Task); }});
  EXPECT_EQ(Done, std::vector<size_t>{0});
}

TEST(Supervisor, LaterRoundsHaveWhatEarlierOnesKept) {
  // What is kept is lost with a process; what was found is not.
  std::vector<unsigned> Kept(6), Found(6);
  std::vector<std::pair<size_t, unsigned>> Done;
  auto IsDue = [&](unsigned Round, size_t Task) {
    return Round == 0 || Task != 3;
  };
  auto Work = [&](unsigned Round, size_t Task, const Budget &) {
    if (Round == 1 && Task == 2)
      raise(SIGSEGV);
    Report R;
    R.Outcome = Report::Status::Safe;
    R.Written = 10 * Found[Task] + Kept[Task];
    ++Kept[Task];
    return R;
  };
  runSupervised(
      Budget::seconds(60), {},
      {.Count = Kept.size(),
       .Lanes = 2,
       .Rounds = {{}, {}, {}},
       .IsDue = IsDue,
       .Share = [](unsigned, const Budget &Left, auto) { return Left; },
       .Work = Work,
       .Done =
           [&](size_t Task, Report R) {
             ++Found[Task];
             Done.emplace_back(Task, R.Written);
           }});
  auto Of = [&](size_t Task) {
    std::vector<unsigned> Values;
    for (auto [Which, Value] : Done)
      if (Which == Task)
        Values.push_back(Value);
    return Values;
  };
  using Values = std::vector<unsigned>;
  EXPECT_EQ(Of(0), (Values{0, 11, 20})); // after 2, in another process
  EXPECT_EQ(Of(1), (Values{0, 11, 22}));
  EXPECT_EQ(Of(2), (Values{0, 0, 20})); // the one in which it failed says 0
  EXPECT_EQ(Of(3), (Values{0}));
  EXPECT_EQ(Of(4), (Values{0, 10, 21}));
  EXPECT_EQ(Of(5), (Values{0, 11, 22}));
}

/// An answer that comes long after the others have given up.
TEST(Race, OtherGoesOnAsLongAsIsSaid) {
  auto GiveUp = [] { return Report::unknown({ReasonKind::NoProgress}); };
  auto Late = [] {
    std::this_thread::sleep_for(std::chrono::seconds(8));
    return Report::done();
  };
  const Budget B = Budget::seconds(60);
  EXPECT_EQ(race(B, GiveUp, Late, AfterMain::AsLong).Outcome,
            Report::Status::Unknown);
  EXPECT_EQ(race(B, GiveUp, Late).Outcome, Report::done().Outcome);
}

TEST(Race, OtherBeginsWhenMainGivesUp) {
  auto GiveUp = [] { return Report::unknown({ReasonKind::NoProgress}); };
  auto Answer = [] {
    std::this_thread::sleep_for(std::chrono::seconds(1));
    return Report::done();
  };
  auto Wrong = [] {
    Report R;
    R.Outcome = Report::Status::Unsafe;
    return R;
  };
  constexpr std::chrono::seconds Ahead(60);
  const Budget B = Budget::seconds(50);
  EXPECT_EQ(race(B, GiveUp, Answer, AfterMain::AsLong, Ahead).Outcome,
            Report::done().Outcome);
  EXPECT_EQ(race(B, Answer, Wrong, AfterMain::AsLong, Ahead).Outcome,
            Report::done().Outcome);
  EXPECT_FALSE(B.exhausted());
}
