//===- Vocabulary.h - What the names in a C program mean ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one place that knows which functions state the property (errors,
// assertions, assumptions), which yield inputs, and which end a run. Passes
// and the encoder ask here and nowhere else.
//
// Errors go by name even where the program defines the function: a program
// that calls reach_error() has failed, whatever its body does. All other names
// mean what they mean only while they are not defined; a program that brings
// its own __VERIFIER_assume is taken at its word. The user may give names these
// meanings, whether they are defined or not.
//
// abort() ends the run silently. It is how programs write assumptions
// (`if (!c) abort();`), and after a failed assertion the run is already in
// error.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_VOCABULARY_H
#define SOOTH_FRONTEND_LLVM_VOCABULARY_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>
#include <vector>

namespace llvm {
class CallBase;
class Function;
class GlobalVariable;
class Instruction;
class Module;
class Value;
} // namespace llvm

namespace sooth {

enum class CalleeKind {
  /// Has a body, look there.
  Defined,
  /// Declared only, and nothing is known of it: its result is an input, and it
  /// may write what it is given the address of.
  External,
  /// A function pointer.
  Indirect,
  InlineAsm,
  /// Reaching the call is an error; the run ends there.
  Error,
  /// Calling it with a first argument (integer or pointer) of zero is an
  /// error.
  Assert,
  /// Calling it with a first argument of zero ends the run silently.
  Assume,
  /// The result is an input. No other effect.
  Nondet,
  /// Ends the run silently.
  Exit,
  /// llvm.memcpy, llvm.memmove, llvm.memset and their kin.
  Memory,
  /// llvm.lifetime.start or .end; start makes the object's content arbitrary.
  Lifetime,
  /// An intrinsic, or TaggedName or TagName, that computes a value and touches
  /// no memory.
  Operation,
  /// No effect on the run and no result that matters: annotations, prefetches,
  /// stack saving.
  Ignored,
  /// Asks whether an access to memory is valid (CheckMemory.h).
  MemoryCheck,
  /// malloc and its kin: the result is a new object.
  Allocation,
  /// free.
  Deallocation,
  /// Prints. The result is an input; with pointer arguments beyond the stream
  /// and the format it may also write memory (printf's %n).
  Output,
};

/// An Assume that passes put in: no C program can call it.
inline constexpr llvm::StringLiteral ContinueIfName = "sooth.continue.if";

/// An Error that passes put in where recursion gets deeper than they follow it,
/// and the attributes of its calls that say what function's it is, and how
/// deep.
inline constexpr llvm::StringLiteral RecursionLimitName =
    "sooth.recursion.limit";
inline constexpr llvm::StringLiteral RecursionDepthName =
    "sooth.recursion.depth";

/// An Error that passes put in where a run does what C leaves undefined, so
/// that nothing can be said of the rest; and the attribute of its calls that
/// says what it does. Models of the C library pass a text instead.
inline constexpr llvm::StringLiteral UndefinedName = "sooth.undefined";
/// Of calls of that: for __builtin_unreachable.
inline constexpr llvm::StringLiteral UnreachableName = "sooth.unreachable";

/// What writes to the arguments of printf and its kin where nobody knows
/// whether the format has "%n".
inline constexpr llvm::StringLiteral UnknownFormatName =
    "printf with a format that is not known";

/// The attribute of functions whose calls are not executed: a call may change
/// what the body may change, in any way, and returns anything.
inline constexpr llvm::StringLiteral SummarizedName = "sooth.summarized";
bool isSummarized(const llvm::Function &F);
/// Whether \p I calls such a function.
bool callsSummarized(const llvm::Instruction &I);

/// Metadata of stores, and of calls that fill or copy memory: an earlier check
/// has asked about what they write.
inline constexpr llvm::StringLiteral CheckedName = "sooth.checked";

/// Metadata of calls: the copies that passes made of one call have the same.
inline constexpr llvm::StringLiteral CopiesName = "sooth.copies";

/// ptr sooth.tagged(ptr p, iN keep, iN add) is the pointer whose number is
/// (n & keep) + add, n being that of p, and iN sooth.tag.of(ptr p, iN low) is
/// n & low; N is the width of a pointer. Passes put them in where programs keep
/// a few bits of their own in the lowest ones of an address. Bits that are not
/// in keep, or are in low, are zero in the addresses of all objects to which p
/// may lead.
inline constexpr llvm::StringLiteral TaggedName = "sooth.tagged";
inline constexpr llvm::StringLiteral TagName = "sooth.tag.of";
bool isTagged(const llvm::CallBase &Call);
bool isTagOf(const llvm::CallBase &Call);

/// i1 sooth.same.object(ptr p, ptr q): whether both lead to one object, also to
/// one that is gone. Models of the C library ask for it.
inline constexpr llvm::StringLiteral SameObjectName = "sooth.same.object";
bool isSameObject(const llvm::CallBase &Call);

/// An attribute of calls: an allocation that may return null.
inline constexpr llvm::StringLiteral MayFailName = "sooth-may-fail";

/// The same: an allocation that may be where an object is that will be freed
/// before anybody sees the new address.
inline constexpr llvm::StringLiteral MayReplaceName = "sooth-may-replace";

/// How the names of files begin that the models of the C library are from.
inline constexpr llvm::StringLiteral LibraryFileName = "<libc>";
/// The attribute of functions that come with these models.
inline constexpr llvm::StringLiteral OfLibraryName = "sooth.of.library";
/// Whether \p F is made by passes, under a name that no C program can write:
/// nothing of the program is or leads to it.
bool isMadeByPasses(const llvm::Function &F);
/// Metadata of variables that another file defines, and that have a definition
/// here so that their initial values are anything.
inline constexpr llvm::StringLiteral DefinedElsewhereName =
    "sooth.defined.elsewhere";
/// Whether no file that is given defines it.
bool isDefinedElsewhere(const llvm::GlobalVariable &Variable);
/// Whether another file says how large that is: extern int table[].
bool isOfUnknownSize(const llvm::GlobalVariable &Variable);
/// Whether \p F is defined, as a model of a library function or a part of one.
bool isLibraryModel(const llvm::Function &F);

/// The attribute of calls through pointers that lead to none of the functions
/// that the program shows for them.
inline constexpr llvm::StringLiteral UnknownTargetName = "sooth.unknown.target";

/// Followed by what a pointer is called: a declaration that stands for what a
/// call through it leads to, where that is not shown. No C program can call it.
inline constexpr llvm::StringLiteral ThroughPointerPrefix = "*";
bool isThroughPointer(const llvm::Function &F);

/// Followed by the name of a global or a part of it: what it holds before the
/// entry function runs. An input.
inline constexpr llvm::StringLiteral InitialValuePrefix =
    "sooth_nondet_initial.";
bool isInitialValue(const llvm::Value &V);
/// What follows the prefix; empty for other values.
llvm::StringRef initialPart(const llvm::Value &V);
/// Whether it is that of stdin, stdout or stderr, which are open at first.
bool isStandardStream(const llvm::Value &V);
/// Whether \p Name is that of a variable of the C library which leads to one.
bool isStandardStreamName(llvm::StringRef Name);
/// One that is a pointer has as arguments the addresses of variables that the
/// program itself may have put there. Attributes of its function: it is null,
/// or one of these; it is not null.
inline constexpr llvm::StringLiteral NeverOutsideName = "sooth.never.outside";
inline constexpr llvm::StringLiteral NeverNullName = "sooth.never.null";
/// The same: where the program begins, it is null.
inline constexpr llvm::StringLiteral NullAtFirstName = "sooth.null.at.first";
/// An input, whether the program has just begun: then variables are as they are
/// initialized, whatever their initial values are.
inline constexpr llvm::StringLiteral ProgramBeginsName =
    "sooth_nondet_program.begins";
bool asksWhetherProgramBegins(const llvm::Value &V);
/// Metadata of such a value that is a pointer: the declared type of what it
/// leads to.
inline constexpr llvm::StringLiteral TargetTypeName = "sooth.target.type";

/// Metadata of a load of a member that the program keeps in bounds: the least
/// and the largest number, signed where the first is less as a signed number,
/// how C calls the structure, and the condition in C.
inline constexpr llvm::StringLiteral KeptName = "sooth.kept";

/// What passes put in where main's arguments come from (MainArguments.h).
inline constexpr llvm::StringLiteral ArgumentsName = "sooth.arguments";
inline constexpr llvm::StringLiteral EnvironmentCountName =
    "sooth_nondet_envp.count";
/// The parameter of the function that runs begin in for what callers pass as
/// "...".
inline constexpr llvm::StringLiteral VariadicArgumentsName =
    "variable arguments";

/// Names of functions to which the user gives a meaning.
struct FunctionMeanings {
  std::vector<std::string> Errors, Assertions, Assumptions;
};
/// Makes classify() return Error, Assert and Assume for these functions of
/// \p M, and drops their bodies. A name that M does not have is left alone.
void giveMeanings(llvm::Module &M, const FunctionMeanings &Functions);
/// Whether it did that to \p F.
bool hasGivenMeaning(const llvm::Function &F);

CalleeKind classify(const llvm::Function &F);
/// Whether this is a function of math.h that computes a number from numbers:
/// "sin", "powf".
bool isFunctionOfNumbers(llvm::StringRef Name);
CalleeKind classify(const llvm::CallBase &Call);

/// The function called, looking through aliases and casts; null for function
/// pointers and inline assembly. Its type may differ from the call's.
llvm::Function *calledFunction(const llvm::CallBase &Call);

/// True if the call has no effect but its result: nothing changes for the rest
/// of the run if it is left out where the result is not used.
enum class Effect { None, Some };
Effect effectOf(const llvm::CallBase &Call);

enum class ErrorKind {
  /// assert() of the C library failed.
  Assertion,
  /// reach_error(), __VERIFIER_error() and the like.
  ErrorCall,
  /// A condition given to sooth_assert() or __VERIFIER_assert() is false.
  FalseCondition,
  /// A sanitizer's check failed (-fsanitize-trap).
  Sanitizer,
  /// Not the program's: RecursionLimitName, UndefinedName, UnreachableName.
  RecursionLimit,
  Undefined,
  Unreachable,
};

/// What is known of an error from the call that raises it.
struct ErrorDescription {
  ErrorKind Kind;
  /// The asserted expression, the function's name (also of RecursionLimit), or
  /// what is undefined.
  std::string Text;
  /// Where the call says it is; empty or 0 where it does not.
  std::string File;
  unsigned Line = 0;
  std::string Function;
  /// What clang numbers the sanitizer's check, or the depth of recursion.
  uint64_t Number = 0;
};

/// Clang's numbers of some checks, as in its SanitizerHandler.
enum SanitizerNumber : uint64_t {
  AdditionCheck = 0,
  DivisionCheck = 3,
  FloatCastCheck = 5,
  MultiplicationCheck = 12,
  NegationCheck = 13,
  BoundsCheck = 18,
  ShiftCheck = 20,
  SubtractionCheck = 21
};

/// Requires classify(Call) to be Error or Assert.
ErrorDescription describeError(const llvm::CallBase &Call);

/// What a user calls the check that ends in the error, "assert", "overflow",
/// "div"; "undefined" for those that nobody asks for by name. Requires
/// classify(Call) to be Error or Assert.
llvm::StringRef checkOfError(const llvm::CallBase &Call);

} // namespace sooth

#endif
