//===- Harness.h - C programs that replay a trace -------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A harness is a C file that, compiled and linked with the program by any
// compiler, drives it along a trace: it defines the functions that the program
// only declares, and lets them return the recorded values.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_DRIVER_HARNESS_H
#define SOOTH_DRIVER_HARNESS_H

#include "sooth/Driver/Report.h"

namespace llvm {
class Module;
} // namespace llvm

namespace sooth {

/// What a C program needs to be able to run, as its LLVM module says.
struct OpenProgram {
  enum class Shape {
    Nothing,
    Integer,
    Pointer,
    Float,
    Double,
    LongDouble,
    Other
  };
  struct Type {
    Shape What = Shape::Nothing;
    unsigned Bits = 0;
    /// An integer of two registers is two values to the verifier, each of at
    /// most 64 bits: __int128 and small structures.
    enum class Registers { One, Two } In = Registers::One;
    /// How a small integer is extended in a register.
    enum class Extension { Zero, Sign } Extend = Extension::Sign;
  };
  struct Function {
    std::string Name;
    Type Result;
    /// Whether the C library has a function of that name.
    enum class Origin { Program, Library } From = Origin::Program;
  };
  struct Parameter {
    std::string Name;
    Type Kind;
  };

  /// Used but not defined; without those that the runtime defines.
  std::vector<Function> Missing;
  std::string Entry;
  std::vector<Parameter> Parameters; // of the entry
  enum class Main { Defined, Missing } HasMain = Main::Defined;
};

/// Reads off a module that is linked but not yet transformed.
OpenProgram describeOpenProgram(const llvm::Module &M, llvm::StringRef Entry);

/// A value that came from outside.
struct RecordedInput {
  Input::Kind What;
  /// The function called, or the parameter.
  std::string Source;
  SourceLocation Where;
  Value Val;
};

/// All inputs of a trace in order of execution.
std::vector<RecordedInput> recordedInputs(const Cfa &C, const CfaTrace &T);

/// The inputs of a run of \p Whole in which each call at a place in the source
/// returns what the calls at that place return in \p Recorded, and calls at
/// other places return zero. \p Recorded is from a slice of the program, which
/// may have lost calls that a real run makes. Nothing if that run does not
/// reach an error at \p Error within \p MaxSteps.
std::optional<std::vector<RecordedInput>>
completeInputs(const Cfa &Whole, llvm::ArrayRef<RecordedInput> Recorded,
               const SourceLocation &Error, unsigned MaxSteps);

/// The text of a harness that is to make \p Violated fail.
std::string writeHarness(const OpenProgram &Program,
                         llvm::ArrayRef<RecordedInput> Inputs,
                         const AssertionReport &Violated);

} // namespace sooth

#endif
