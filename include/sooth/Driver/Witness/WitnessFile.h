//===- WitnessFile.h - Witnesses that verifiers exchange ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Format 2.0 of SV-COMP, in YAML: what a violating run passes, or what holds in
// a program that is correct.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_DRIVER_WITNESS_WITNESSFILE_H
#define SOOTH_DRIVER_WITNESS_WITNESSFILE_H

#include "sooth/Frontend/LLVM/Compile/Compile.h"
#include "sooth/Support/SourceLocation.h"

namespace sooth {

/// What a run passes.
struct Waypoint {
  enum class Kind {
    Assumption,     ///< Constraint holds before the statement
    Branching,      ///< the condition is Constraint: "true" or "false"
    FunctionEnter,  ///< the function is called
    FunctionReturn, ///< it returns what Constraint, with \result, says
    Target          ///< the property is violated
  } What = Kind::Assumption;
  SourceLocation Where;
  std::string Constraint = "";
};

/// A formula that holds whenever the condition of a loop is checked, or before
/// a statement.
struct WitnessInvariant {
  enum class Kind { Loop, Location } What = Kind::Loop;
  SourceLocation Where;
  std::string Value;
};

struct WitnessFile {
  enum class Kind { Violation, Correctness } What = Kind::Violation;
  std::vector<std::string> InputFiles;
  /// By file, SHA-256.
  std::vector<std::pair<std::string, std::string>> Hashes;
  /// As in a property file: "CHECK( init(main()), LTL(G ! overflow) )".
  std::string Specification;
  DataModel Model = DataModel::Bits64;
  /// What is to be passed, in this order; the last is the target.
  std::vector<Waypoint> Waypoints;
  /// Whether there are some that must not be passed; they are not kept.
  bool AvoidsSome = false;
  std::vector<WitnessInvariant> Invariants;
};

/// SHA-256 in hexadecimal; of a file empty if it cannot be read.
std::string hashOfText(llvm::StringRef Text);
std::string hashOfFile(llvm::StringRef Path);

/// \p Files and their hashes.
void setInputFiles(WitnessFile &W, llvm::ArrayRef<std::string> Files);

/// \p Seconds is the time of creation, since 1970.
std::string writeWitness(const WitnessFile &W, int64_t Seconds);

/// Fails with "FILE: what is wrong" if the text is no witness of format
/// 2.0 or 2.1, or has entries that are not known.
llvm::Expected<WitnessFile> readWitness(llvm::StringRef Path);

} // namespace sooth

#endif
