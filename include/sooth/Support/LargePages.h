//===- LargePages.h - Large pages for the heap ----------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_SUPPORT_LARGEPAGES_H
#define SOOTH_SUPPORT_LARGEPAGES_H

namespace sooth {

/// Asks the system for large pages for the first 64 MB that the heap of this
/// process will need: for short tasks, to get memory page by page takes longer
/// than what they do with it (solvers begin with tables of many megabytes). For
/// programs of ours to call first, not for libraries; does nothing where the
/// system has no such pages.
void useLargePages();

/// Gives free memory of the heap back to the system, so that processes that are
/// started next get new large pages for it. Otherwise they would get a copy of
/// each small page in it that this process has ever written. Does nothing
/// unless useLargePages() was called.
void renewLargePages();

/// For a process that has just been started and has one thread: makes a copy,
/// in large pages, of the first 16 MB of the heap that it shares with the one
/// that started it. What uses the heap at all writes to much of it, and the
/// system makes a copy of each small page then, which takes twenty times as
/// long. Does nothing unless useLargePages() was called.
void copySharedHeap();

} // namespace sooth

#endif
