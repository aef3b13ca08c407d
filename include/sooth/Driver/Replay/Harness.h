//===- Harness.h - C programs that replay a trace -------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A harness is a C file that, compiled and linked with the program by any
// compiler, drives it along a trace: it defines the functions and variables
// that the program only declares, lets functions return the recorded values,
// and fills memory with what the run finds there.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_DRIVER_HARNESS_H
#define SOOTH_DRIVER_HARNESS_H

#include "sooth/Driver/Report/Report.h"

namespace llvm {
class Module;
} // namespace llvm

namespace sooth {

/// What a C program needs to be able to run, as its LLVM module says.
struct OpenProgram {
  /// Whether what is printed to stdout and stderr may get lost.
  bool PrintingMayFail = false;
  /// Whether reads from files may get what the program has written there.
  bool FilesAreKept = false;
  enum class Shape {
    Nothing,
    Integer,
    Pointer,
    Float,
    Double,
    LongDouble,
    FloatPair, ///< a structure of two, in one register
    Structure, ///< passed in memory
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
    /// Of a structure that is passed by value, and kept in memory.
    uint64_t Size = 0, Alignment = 1;
  };
  /// A function or variable that no other file can name: what the module and
  /// the object file call it, and the name of the file that has it.
  struct Static {
    std::string Name, Symbol, File;
  };
  /// What a part of a global variable holds when the entry is called: what the
  /// function Source returns, unless one of those in Choices returns true; then
  /// the address of the function beside it.
  struct InitialValue {
    std::string Source, Global;
    uint64_t Offset = 0, Bytes = 0;
    enum class Kind { Number, Pointer } What = Kind::Number;
    std::vector<std::pair<std::string, std::string>> Choices = {};
    /// If not empty, a function that returns true if it is what the program
    /// says itself.
    std::string Unless = "";
  };

  struct Global {
    std::string Name;
    uint64_t Size = 0, Alignment = 1;
  };

  /// Used but not defined; without those that the runtime defines.
  std::vector<Function> Missing;
  /// The same for variables, without those of the C library.
  std::vector<Global> MissingGlobals;
  /// Functions of the C library that the model leaves something open of, and
  /// the function in runtime/replay-library.c that takes the place of each.
  std::vector<std::pair<std::string, std::string>> Open;
  /// Functions for wide characters that it uses and runtime/replay-wide.c has.
  std::vector<std::string> Wide;
  /// Error functions that the program defines, so that calls of them have to be
  /// watched; and those among them that no other file can name.
  std::vector<std::string> WatchedErrors, StaticErrors;
  /// What a linker needs for the functions that are used: "-lm".
  std::vector<std::string> Libraries;
  std::string Entry;
  std::vector<Parameter> Parameters; // of the entry
  /// An entry that calls others in any order (Base/CallChoices.h), which only
  /// the harness has.
  struct Callee {
    std::string Name;
    std::vector<Parameter> Parameters;
    /// Its first parameter is where the result goes, of so many bytes.
    std::optional<uint64_t> ResultSize = std::nullopt;
    bool GetsNew = false;
  };
  struct Calls {
    bool AreBursts = false;
    unsigned CountOfNew = 0;
    std::vector<Callee> Callees;
  };
  std::optional<Calls> Called;
  /// Whether it takes more.
  bool IsVariadic = false;
  /// What the entry finds in global variables, if that is anything.
  std::vector<InitialValue> Initial;
  std::vector<Static> Statics;
  enum class Main { Defined, Missing } HasMain = Main::Defined;
};

/// Reads off a module that is linked but not yet transformed.
OpenProgram describeOpenProgram(const llvm::Module &M, llvm::StringRef Entry);

/// A value that came from outside.
struct RecordedInput {
  Input::Kind What;
  /// The function called, or the parameter (or "argv" and its text, arrays).
  std::string Source;
  SourceLocation Where;
  Value Val;
  /// Of Havoc and Unset, as in UnknownInput.
  std::shared_ptr<const Cause> Why = nullptr;
  /// As in InlinedInput.
  std::vector<SourceLocation> Calls = {};
};

/// Memory that was there before anything was written to it.
struct RecordedMemory {
  FoundMemory::Kind What;
  /// The function that allocates, or the variable.
  std::string Name;
  SourceLocation Where;
  uint64_t Size = 0;
  enum class Allocation { Succeeds, Fails } Ends = Allocation::Succeeds;
  /// What it holds; 0 after that.
  std::vector<uint8_t> Bytes;
  /// How wide most of it is read.
  unsigned CellBytes = 1;
  /// As in InlinedInput.
  std::vector<SourceLocation> Calls = {};
};

/// The indices of elements of array variables.
using AccessedElements = llvm::DenseMap<Expr, std::set<Value>>;

/// What a run has from outside, in order of execution.
struct RecordedRun {
  std::vector<RecordedInput> Inputs;
  std::vector<RecordedMemory> Memory;
  /// Of the model that it is a run of; empty if it may be one of others.
  Valuation Initial{};
  /// What it reads or writes of that, or of what has become of it.
  AccessedElements Accessed{};
};
RecordedRun recordRun(const Cfa &C, const CfaTrace &T);

struct ReplayedRun {
  CfaTrace Trace;
  RecordedRun Outside;
};
/// The run of \p C, another model of the program that \p Recorded is about, in
/// which each call at a place in the source returns what the calls at that place
/// return there, memory holds the same, and all else is zero. (A slice may have
/// lost calls that a real run makes.) Nothing if that run does not break \p
/// Violated within \p MaxSteps.
std::optional<ReplayedRun> replay(const Cfa &C, const RecordedRun &Recorded,
                                  const AssertionReport &Violated,
                                  unsigned MaxSteps);

/// Plans the replay of \p Run, which was recorded of \p C: tries in \p C what a
/// replay can deliver, for no more than \p MaxSteps.
ReplayPlan planReplay(const Cfa &C, const RecordedRun &Run,
                      const AssertionReport &Violated, unsigned MaxSteps);

/// Why no replay can deliver what a run, sliced to what matters, has from
/// outside; empty if it can.
std::string undeliverable(const RecordedRun &Run);

/// The text of a harness that is to make \p Violated fail by \p Run, which was
/// recorded of \p C. Adds to the obstacles of \p Plan what it cannot pass.
std::string writeHarness(const OpenProgram &Program, const Cfa &C,
                         const RecordedRun &Run, ReplayPlan &Plan,
                         const AssertionReport &Violated);

} // namespace sooth

#endif
