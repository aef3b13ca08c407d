//===- Interrupt.h - Ctrl-C as a flag -------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_SUPPORT_INTERRUPT_H
#define SOOTH_SUPPORT_INTERRUPT_H

#include <atomic>

namespace sooth {

/// The exit code of a program that was interrupted.
inline constexpr int InterruptedExitCode = 130;

/// From now on SIGINT, SIGTERM and SIGHUP set the flag that is returned, so
/// that whoever has children can clean up. One that comes more than a second
/// later ends the process at once: who asks twice does not want to wait for
/// that. Processes that are started later see the flag change, too.
const std::atomic<bool> &installInterruptHandler();

} // namespace sooth

#endif
