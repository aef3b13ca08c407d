//===- WorkerReport.h - What a worker says of a task ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_WORKERREPORT_H
#define SOOTH_LIB_DRIVER_WORKERREPORT_H

#include "sooth/Driver/Report/Report.h"
#include "sooth/Support/ChildProcess.h"

namespace sooth {

/// Sends \p R, and reads it again; Unknown{Internal} for what is not a report.
void sendReport(LineWriter &Out, const Report &R);
Report receivedReport(llvm::StringRef Line);

/// Of a worker that has ended without a report.
Report reportWithout(const ChildProcess::Ending &E);

/// Why a process that ended like this gave no answer: a limit, or a failure of
/// ours, told with the words \p Who first.
UnknownReason reasonOf(const ChildProcess::Ending &E, Cause::Kind Who);

} // namespace sooth

#endif
