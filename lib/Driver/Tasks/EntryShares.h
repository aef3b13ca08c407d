//===- EntryShares.h - What each of several functions may take ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_TASKS_ENTRYSHARES_H
#define SOOTH_LIB_DRIVER_TASKS_ENTRYSHARES_H

#include "sooth/Driver/Options/VerificationTask.h"
#include "sooth/Driver/Report/Report.h"
#include "sooth/Support/Budget.h"

namespace sooth {

/// In seconds: what each of \p Functions that are left of \p Entries has of
/// \p Left seconds, or of no limit, if others leave nothing of theirs.
std::optional<double> secondsForEach(const VerificationTask &T,
                                     std::optional<double> Left,
                                     double Functions, size_t Entries);
/// The same before anything was done.
std::optional<double> secondsForEach(const VerificationTask &T, size_t Entries);

/// \p Share, or so many \p Seconds of \p All if that is more.
Budget atLeast(double Seconds, const Budget &Share, const Budget &All);

/// How many functions are looked at at a time.
unsigned lanes(const VerificationTask &T);

/// Whether \p Own is time enough to ask engines after what was done before:
/// the function has to be prepared again, of which part is for them.
bool isWorthwhile(const Report &Earlier, const Budget &Own);

/// What is left of \p B when some time is kept for collecting the answers:
/// without it all would be lost.
Budget withoutClosing(const Budget &B);

} // namespace sooth

#endif
