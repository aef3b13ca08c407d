//===- Interrupt.cpp - Ctrl-C as a flag -----------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Support/Interrupt.h"

#include <csignal>
#include <ctime>
#include <new>
#include <sys/mman.h>
#include <unistd.h>

/// Processes that are started later see it, too: it is memory shared with them.
static std::atomic<bool> *Stop;
static timespec Since;

static std::atomic<bool> &sharedFlag() {
  static std::atomic<bool> Own = false; // if there is no memory to share
  void *Page = mmap(nullptr, sizeof(Own), PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return Page == MAP_FAILED ? Own : *new (Page) std::atomic<bool>(false);
}

/// Who stops a job may signal the process and its group (timeout(1) does):
/// that is one wish to stop.
static bool isRepeated() {
  timespec Now;
  clock_gettime(CLOCK_MONOTONIC, &Now);
  return Now.tv_sec - Since.tv_sec > 1;
}

const std::atomic<bool> &sooth::installInterruptHandler() {
  if (!Stop)
    Stop = &sharedFlag();
  struct sigaction Action{};
  Action.sa_handler = [](int) {
    if (!Stop->exchange(true))
      clock_gettime(CLOCK_MONOTONIC, &Since);
    else if (isRepeated())
      _exit(InterruptedExitCode);
  };
  for (int Signal : {SIGINT, SIGTERM, SIGHUP})
    sigaction(Signal, &Action, nullptr);
  return *Stop;
}
