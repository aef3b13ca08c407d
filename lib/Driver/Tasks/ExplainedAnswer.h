//===- ExplainedAnswer.h - What one answer means and rests on -------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What docs/Trust.md says of all answers, of one: the evidence there is, the
// assumptions made, and the parts of the way to it that nothing has checked.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_TASKS_EXPLAINEDANSWER_H
#define SOOTH_LIB_DRIVER_TASKS_EXPLAINEDANSWER_H

#include "sooth/Driver/Options/VerificationTask.h"
#include "sooth/Driver/Report/Report.h"

namespace sooth {

/// What is known of a program beside the report.
struct ExplainedProgram {
  /// "x86_64-pc-linux-gnu".
  std::string Machine;
  /// What is taken to be true of functions without a body, in sentences.
  std::vector<std::string> Assumptions;
  /// The functions of the C library whose models are a part of it.
  std::vector<std::string> LibraryModels;
  /// What came of comparing runs with the model; empty if nobody did.
  std::string SelfCheck;
  /// Whether runs begin in each function that others may call.
  bool StartsEverywhere = false;
  /// Whether --certificate has something to write.
  bool MayHaveCertificate = false;
};

/// Both set R.Basis, from R.Certificates among others, which are to have been
/// asked for where there are any.
void explainProgram(const VerificationTask &T, const ExplainedProgram &P,
                    Report &R);

/// A transition system, or hardware; Horn clauses; a program in Structured
/// Text.
enum class ModelKind { System, Clauses, Controller };
void explainModel(const VerificationTask &T, ModelKind Kind, Report &R);

} // namespace sooth

#endif
