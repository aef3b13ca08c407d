//===- PetriTask.h - What a user asks about a net -------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_DRIVER_PETRI_PETRITASK_H
#define SOOTH_DRIVER_PETRI_PETRITASK_H

#include "sooth/Driver/Petri/PetriPortfolio.h"

namespace sooth {

struct PetriTask {
  std::string NetFile;
  /// What to ask; Text is a formula, a marking or a file's name.
  enum class Ask { Nothing, Reach, Marking, Submarking, Deadlock, Mcc };
  Ask Question = Ask::Nothing;
  std::string Text;
  PetriPortfolioOptions Portfolio;

  /// A form of the model to write instead of answering.
  enum class Form { None, Vmt, Smt2, Pnml } Emit = Form::None;
};

/// Reads "-" as standard input. Errors are complete with their place.
llvm::Expected<PetriNet> readNetFile(const std::string &Path);
llvm::Expected<std::vector<MccProperty>> readQuestions(const PetriTask &T,
                                                       const PetriNet &N);
/// The net and its only question as text; fails if there are several.
llvm::Expected<std::string> emitNet(const PetriTask &T, const PetriNet &N,
                                    llvm::ArrayRef<MccProperty> Questions);

} // namespace sooth

#endif
