//===- Failure.cpp - What goes wrong at an error location -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Model/Failure.h"

#include "llvm/Support/ErrorHandling.h"

#include <iterator>

using namespace sooth;
using Kind = Failure::Kind;

std::string sooth::clangCheckName(uint64_t Number) {
  // The order of clang's SanitizerHandler.
  static constexpr const char *Names[] = {
      "addition overflow",
      "unreachable code reached",
      "control flow integrity violated",
      "division by zero or overflow",
      "dynamic type mismatch",
      "floating-point conversion overflow",
      "function type mismatch",
      "implicit conversion changes value",
      "invalid argument of a builtin",
      "invalid Objective-C cast",
      "load of an invalid value",
      "missing return",
      "multiplication overflow",
      "negation overflow",
      "null argument",
      "null return value",
      "null argument",
      "null return value",
      "index out of bounds",
      "pointer overflow",
      "shift out of bounds",
      "subtraction overflow",
      "null or misaligned pointer",
      "alignment assumption violated",
      "bound of a variable length array not positive"};
  return Number < std::size(Names) ? Names[Number] : "sanitizer check";
}

static std::string quoted(const std::string &Name) { return "'" + Name + "'"; }

/// "what 'p' points to, 'a' (4 bytes)".
static std::string place(const Failure &F) {
  return F.Object.empty() ? F.Subject : F.Subject + ", " + F.Object;
}

/// The same where the sentence goes on.
static std::string placeBefore(const Failure &F, const char *Rest) {
  return place(F) + (F.Object.empty() ? "" : ",") + Rest;
}

static std::string property(const Failure &F) {
  return F.Subject.empty() ? "property" : "property " + quoted(F.Subject);
}

static std::string operation(const Failure &F) {
  return F.IsWrite ? "write" : "read";
}

static std::string ofMemory(const Failure &F) {
  switch (F.What) {
  case Kind::NullAccess:
    return operation(F) + " through a null pointer";
  case Kind::AccessAfterEnd:
    return operation(F) + " of " + placeBefore(F, " after its end");
  case Kind::AccessAfterFree:
    return operation(F) + " of " + placeBefore(F, " after it was freed") +
           (F.Lines.empty() ? "" : " in " + F.Lines);
  case Kind::OutsideAccess:
    return operation(F) + " outside of " + place(F);
  case Kind::OutsideOfMember:
    return operation(F) + " outside of a member of " + place(F);
  case Kind::ConstantWrite:
    return "write to " + place(F) + ", which is constant";
  case Kind::SecondFree:
    return "second free of " + place(F);
  case Kind::FreeOfOther:
    return F.Subject.empty()
               ? "free of what is no allocated object"
               : "free of " + place(F) + ", which was not allocated";
  case Kind::NullCall:
    return "call through a null pointer";
  case Kind::CallOfOther:
    return "call of what is no function";
  case Kind::NumberAsAddress:
    return "number used as an address";
  case Kind::NumberCompared:
    return "comparison of a number with an address";
  case Kind::LiteralsCompared:
    return "comparison of string literals that may be in one place";
  case Kind::UnmodelledAddress:
    return "use of an address that is not modelled";
  case Kind::UninitializedRead:
    return (F.IsPossible ? "whether a read of uninitialized "
                         : "read of uninitialized ") +
           place(F);
  case Kind::UninitializedCopy:
    return "structure with uninitialized parts that is passed by value";
  case Kind::NeverFreed:
    return F.IsPossible
               ? "whether " + place(F) + " is freed or still held at the end"
               : place(F) + " is never freed";
  case Kind::Overlap:
    return "copy of memory that overlaps with where it is copied to";
  case Kind::Misaligned:
    return "access to " + place(F) +
           " at an address that need not be a multiple of " +
           std::to_string(F.Number);
  default:
    llvm_unreachable("a failure without words");
  }
}

std::string sooth::message(const Failure &F) {
  switch (F.What) {
  case Kind::Other:
    return F.Subject;
  case Kind::Assertion:
    return F.Subject.empty() ? "assertion failed"
                             : "assertion " + quoted(F.Subject) + " failed";
  case Kind::ErrorCall:
    return F.Subject + "() is reached";
  case Kind::FalseCondition:
    return "condition of " + F.Subject + "() is false";
  case Kind::ClangCheck:
    return clangCheckName(F.Number);
  case Kind::SignedCheck:
    return "signed " + clangCheckName(F.Number);
  case Kind::UnsignedCheck:
    return "unsigned " + clangCheckName(F.Number);
  case Kind::RecursionLimit:
    return "recursion of " + quoted(F.Subject) + " deeper than " +
           std::to_string(F.Number);
  case Kind::Property:
    return property(F) + " is violated";
  case Kind::Query:
    return "unsat (Unsafe): this query can be derived";
  case Kind::Marking:
    return "the marking sought is reached";
  case Kind::Obligation:
    return "clause " + std::to_string(F.Number) + " of what " +
           quoted(F.Subject) + (F.IsWrite ? " ensures" : " requires");
  default:
    return ofMemory(F);
  }
}

std::string sooth::requirement(const Failure &F) {
  switch (F.What) {
  case Kind::Assertion:
    return F.Subject.empty() ? "assertion" : "assertion " + quoted(F.Subject);
  case Kind::FalseCondition:
    return "condition of " + F.Subject + "()";
  case Kind::ErrorCall:
    return F.Subject + "() is not reached";
  case Kind::Property:
    return property(F);
  case Kind::Query:
    return "query";
  case Kind::Obligation:
    return message(F);
  default:
    return "no " + message(F);
  }
}
