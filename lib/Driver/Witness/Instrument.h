//===- Instrument.h - Witnesses as parts of programs ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a witness says becomes code in a copy of the program, so that the
// compiler reads its expressions and the verifier judges them. All that the
// program itself has keeps its line and column; what is added has lines from
// FirstAddedLine on.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_WITNESS_INSTRUMENT_H
#define SOOTH_LIB_DRIVER_WITNESS_INSTRUMENT_H

#include "SourceTokens.h"

#include "sooth/Driver/Witness/WitnessFile.h"

namespace sooth {

inline constexpr unsigned FirstAddedLine = 1000000;

/// Functions that the copies call: one asserts and one assumes its argument.
inline constexpr llvm::StringLiteral HoldsName = "sooth_invariant_holds";
inline constexpr llvm::StringLiteral GoesOnName = "sooth_run_goes_on";
/// The variable that says how many waypoints were passed.
inline constexpr llvm::StringLiteral PassedName = "sooth_passed_waypoints";

/// What happens to runs that come to the place of the next waypoint but do not
/// satisfy its constraint.
enum class Straying { Ends, GoesOn };

/// The text of the file \p Path, which is \p S, with the waypoints of \p W that
/// are in this file, up to the target. Fails if one has no place there.
llvm::Expected<std::string> withWaypoints(const SourceTokens &S,
                                          llvm::StringRef Path,
                                          const WitnessFile &W, Straying How);

/// The same with assertions for invariants: that of number N is in line
/// FirstAddedLine + N.
llvm::Expected<std::string>
withInvariants(const SourceTokens &S, llvm::StringRef Path,
               llvm::ArrayRef<WitnessInvariant> Invariants);

/// The text alone.
std::string withoutChange(const SourceTokens &S, llvm::StringRef Path);

/// Whether \p Where, of a witness, is in the file: witnesses may have the
/// file's name alone.
bool isIn(const SourceLocation &Where, llvm::StringRef Path);

} // namespace sooth

#endif
