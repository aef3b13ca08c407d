//===- EntryShares.cpp - What each of several functions may take ----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EntryShares.h"

#include "OpenFunctionTimes.h"

#include "llvm/Support/Threading.h"

using namespace sooth;

std::optional<double> sooth::secondsForEach(const VerificationTask &T,
                                            std::optional<double> Left,
                                            double Functions, size_t Entries) {
  if (Left) {
    const double Share = *Left / std::max(Functions, 1.0);
    return T.SecondsEach > 0 ? std::min(Share, T.SecondsEach) : Share;
  }
  if (T.SecondsEach > 0)
    return T.SecondsEach;
  return Entries > 1 ? std::optional(FileTimes::SecondsForEach) : std::nullopt;
}

std::optional<double> sooth::secondsForEach(const VerificationTask &T,
                                            size_t Entries) {
  return secondsForEach(
      T, T.TimeoutSeconds > 0 ? std::optional(T.TimeoutSeconds) : std::nullopt,
      double(Entries), Entries);
}

Budget sooth::atLeast(double Seconds, const Budget &Share, const Budget &All) {
  return Share.remainingSeconds().value_or(Seconds) < Seconds
             ? All.child(Seconds)
             : Share;
}

unsigned sooth::lanes(const VerificationTask &T) {
  static constexpr unsigned Most = 8;
  return T.Jobs
             ? T.Jobs
             : std::clamp(llvm::hardware_concurrency().compute_thread_count(),
                          1u, Most);
}

bool sooth::isWorthwhile(const Report &Earlier, const Budget &Own) {
  const std::optional<double> Seconds = Own.remainingSeconds();
  if (!Seconds || Earlier.Functions.empty())
    return !Own.exhausted();
  return *Seconds >
             RoundTimes::LeastOfEarlier * Earlier.Functions.front().Seconds &&
         *Seconds > RoundTimes::LeastOfEncoding * Earlier.SecondsToEncode;
}

Budget sooth::withoutClosing(const Budget &B) {
  return B.leaving(FileTimes::Closing, FileTimes::MostClosingSeconds);
}
