//===- Interrupt.cpp - Ctrl-C as a flag -----------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Support/Interrupt.h"

#include <csignal>
#include <unistd.h>

static std::atomic<bool> Stop = false;

const std::atomic<bool> &sooth::installInterruptHandler() {
  struct sigaction Action{};
  Action.sa_handler = [](int) {
    if (Stop.exchange(true))
      _exit(InterruptedExitCode);
  };
  for (int Signal : {SIGINT, SIGTERM, SIGHUP})
    sigaction(Signal, &Action, nullptr);
  return Stop;
}
