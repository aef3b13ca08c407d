//===- Failure.h - What goes wrong at an error location -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an error is, as data, and the one place where it becomes English.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_MODEL_FAILURE_H
#define SOOTH_MODEL_FAILURE_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sooth {

/// An object in memory, or several, as the user knows it.
struct NamedObject {
  enum class Kind {
    Variable,
    Literal,    ///< a string literal
    Allocation, ///< what the function Name allocates
    Function,
    OfPointer, ///< what the parameter Name points to
    OfCaller,  ///< other memory that callers have made
    OfLibrary  ///< a variable of a model of the C library
  };
  Kind What = Kind::Variable;
  std::string Name = "";
  std::optional<uint64_t> Size = {}; ///< in bytes
  unsigned Line = 0;                 ///< where it is made, or 0

  friend auto operator<=>(const NamedObject &, const NamedObject &) = default;
};

/// "'a' (4 bytes, line 3)", "memory of 4 bytes from 'malloc' in line 6".
std::string describeObject(const NamedObject &O);
/// One of them.
std::string describeObjects(const std::vector<NamedObject> &Objects);

struct Failure {
  enum class Kind {
    Other,          ///< Subject says it all
    Assertion,      ///< the assertion of the expression Subject fails
    ErrorCall,      ///< the function Subject is called
    FalseCondition, ///< the condition that the function Subject is given fails
    ClangCheck,     ///< the sanitizer's check that clang calls Number fails
    SignedCheck,    ///< the same, of signed arithmetic
    UnsignedCheck,  ///< the same, of unsigned arithmetic
    RecursionLimit, ///< calls of Subject are nested deeper than Number
    // Of models.
    Property,   ///< the property Subject is violated
    Query,      ///< a query of Horn clauses can be derived
    Marking,    ///< the marking sought is reached
    Obligation, ///< clause Number of what the procedure Subject requires or, if
                ///< IsWrite, ensures; Objects[0] says the file and line of the
                ///< clause, if it is in another file than the procedure
    MarkedUnreachable, ///< a place that the source says is not reached
    // Of memory: what the pointer Subject points to, and which Objects that may
    // be; without a pointer one of Objects; or neither, if nothing is known. In
    // the call of a function Callee of the C library, Subject is the number of
    // its argument, or empty of what the function points to by itself.
    NullAccess,        ///< through null
    AccessAfterEnd,    ///< of what has ended
    AccessAfterFree,   ///< of what was freed, perhaps in one of Lines
    OutsideAccess,     ///< of bytes that are not in the object
    OutsideOfMember,   ///< of bytes in the object but not in the member meant
    ConstantWrite,     ///< to what must not change
    SecondFree,        ///< of what was freed
    FreeOfOther,       ///< of what was not allocated
    NullCall,          ///< through null
    CallOfOther,       ///< of what is no function
    NumberAsAddress,   ///< a use of a number that is no object's address
    NumberCompared,    ///< a comparison of such a number with an address
    LiteralsCompared,  ///< the same of string literals that may be in one place
    OtherOrdered,      ///< an order or difference of pointers to two objects
    UnmodelledAddress, ///< a use of an address that is not modelled
    UninitializedRead, ///< of what was never written
    UninitializedCopy, ///< a structure with such parts is handed over
    NeverFreed,        ///< what was allocated is left
    Overlap,           ///< of what is copied with where to
    Misaligned,        ///< the address is no multiple of Number
    // Of calls: what Objects[0] needs of its argument Subject, or says of its
    // result, if IsWrite; perhaps also of its argument Objects[1].
    ArgumentIsNull,   ///< not to be null
    ArgumentTooSmall, ///< at least Number bytes, or as often so many as the
                      ///< other says; or null, if IsPossible
    ArgumentsOverlap, ///< not to be in one object with the other
    CalledBack,       ///< Objects, by code that is not shown
    ArgumentMisaligned,  ///< of a call, as above: to be a multiple of Number
    ArgumentNotFreeable, ///< to be allocated and not freed, or null
    ArgumentNotFunction  ///< to be a function; or null, if IsPossible
  };

  Failure(std::string Text) : Subject(std::move(Text)) {}
  Failure(const char *Text) : Subject(Text) {}
  Failure(Kind What = Kind::Other, std::string Subject = "",
          uint64_t Number = 0)
      : What(What), Subject(std::move(Subject)), Number(Number) {}

  Kind What = Kind::Other;
  std::string Subject;
  std::string Callee = "";
  std::vector<NamedObject> Objects = {};
  std::vector<unsigned> Lines = {};
  uint64_t Number = 0;
  bool IsWrite = false;
  /// Whether it is only known that it may be so.
  bool IsPossible = false;

  friend auto operator<=>(const Failure &, const Failure &) = default;
};

/// That it happens: "assertion 'i < 7' failed".
std::string message(const Failure &F);
/// What has to hold so that it does not: "assertion 'i < 7'", "no division by
/// zero".
std::string requirement(const Failure &F);

/// The name of the check that clang numbers \p Number in llvm.ubsantrap.
std::string clangCheckName(uint64_t Number);

} // namespace sooth

#endif
