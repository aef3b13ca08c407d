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

} // namespace sooth

#endif
