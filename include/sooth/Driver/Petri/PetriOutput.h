//===- PetriOutput.h - Answers about nets for people and machines ---------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_DRIVER_PETRI_PETRIOUTPUT_H
#define SOOTH_DRIVER_PETRI_PETRIOUTPUT_H

#include "sooth/Driver/Petri/PetriAnswer.h"

#include "llvm/Support/raw_ostream.h"

namespace sooth {

/// "Reachable", "NotReachable", "Bound" or "Inconclusive".
llvm::StringRef nameOf(PetriAnswer::Status S);

/// The first line is "Reachable", "Not reachable" or "Inconclusive: reason".
void printPetriText(llvm::raw_ostream &OS, const PetriNet &N,
                    const PetriAnswer &A);
/// "FORMULA id TRUE TECHNIQUES ...", as the contest wants it; CANNOT_COMPUTE
/// where there is no answer.
void printMccLine(llvm::raw_ostream &OS, const MccProperty &P,
                  const PetriAnswer &A);
void printPetriJson(llvm::raw_ostream &OS, const PetriNet &N,
                    llvm::ArrayRef<MccProperty> Questions,
                    const PetriReport &R);

/// One run on a line: transitions in order, "(t1 t2)*7" for repetitions.
void printFirings(llvm::raw_ostream &OS, const PetriNet &N,
                  const FiringRuns &Runs);

/// The net as a graph; marked places show their tokens.
void writePetriDot(llvm::raw_ostream &OS, const PetriNet &N);

/// 0 if no question has a reachable goal and all are answered, 1 if all are
/// answered, 2 if one is Inconclusive, 4 after an internal error.
int exitCodeOf(llvm::ArrayRef<MccProperty> Questions, const PetriReport &R);

} // namespace sooth

#endif
