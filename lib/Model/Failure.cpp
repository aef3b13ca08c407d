//===- Failure.cpp - What goes wrong at an error location -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Model/Failure.h"

#include "ByteCount.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"

#include <cctype>
#include <iterator>

using namespace sooth;
using FailureKind = Failure::Kind;

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

/// Clang's number of the check whose operand has a sign that does not matter.
static constexpr uint64_t IndexCheck = 18;

static std::string quoted(const std::string &Name) { return "'" + Name + "'"; }

static std::string describeAllocation(const NamedObject &O) {
  std::string Text = "memory";
  if (O.Size)
    Text += " of " + byteCount(*O.Size);
  Text += " from " + quoted(O.Name);
  if (O.Line)
    Text += " in line " + std::to_string(O.Line);
  return Text;
}

static std::string describeWithSize(std::string Name, const NamedObject &O) {
  std::string Facts = O.Size ? byteCount(*O.Size) : "";
  if (O.Line)
    Facts += (Facts.empty() ? "line " : ", line ") + std::to_string(O.Line);
  return Facts.empty() ? Name : Name + " (" + Facts + ")";
}

static std::string functionNames(const std::vector<NamedObject> &Of) {
  return llvm::join(
      llvm::map_range(Of, [](const NamedObject &O) { return quoted(O.Name); }),
      ", ");
}

std::string sooth::describeObject(const NamedObject &O) {
  switch (O.What) {
  case NamedObject::Kind::Variable:
    return describeWithSize(quoted(O.Name), O);
  case NamedObject::Kind::Literal:
    return describeWithSize("a string literal", O);
  case NamedObject::Kind::Allocation:
    return describeAllocation(O);
  case NamedObject::Kind::Function:
    return "function " + quoted(O.Name);
  case NamedObject::Kind::OfPointer:
    return "what " + quoted(O.Name) + " points to";
  case NamedObject::Kind::OfCaller:
    return "memory of the caller's";
  case NamedObject::Kind::OfLibrary:
    return describeWithSize("a variable of the C library", O);
  }
  llvm_unreachable("an object without a description");
}

std::string sooth::describeObjects(const std::vector<NamedObject> &Objects) {
  std::vector<std::string> Texts;
  for (const NamedObject &O : Objects)
    if (std::string Text = describeObject(O); !llvm::is_contained(Texts, Text))
      Texts.push_back(std::move(Text));
  return llvm::join(Texts, " or ");
}

/// "what 'p' points to", "what argument 1 of 'strlen' points to"; empty if
/// there is no pointer.
static std::string target(const Failure &F) {
  if (F.Subject.empty())
    return F.Callee.empty() ? "" : "memory that " + quoted(F.Callee) + " uses";
  return "what " +
         (F.Callee.empty()
              ? quoted(F.Subject)
              : "argument " + F.Subject + " of " + quoted(F.Callee)) +
         " points to";
}

/// "what 'p' points to, 'a' (4 bytes)".
static std::string place(const Failure &F) {
  const std::string Objects = describeObjects(F.Objects);
  const std::string Target = target(F);
  if (Target.empty())
    return Objects.empty() ? "an object" : Objects;
  return Target + (Objects.empty() ? "" : ", " + Objects);
}

/// The same where the sentence goes on.
static std::string placeBefore(const Failure &F, const char *Rest) {
  const bool HasBoth = !target(F).empty() && !F.Objects.empty();
  return place(F) + (HasBoth ? "," : "") + Rest;
}

/// "line 3 or 4".
static std::string lines(const Failure &F) {
  return "line " + llvm::join(llvm::map_range(F.Lines,
                                              [](unsigned Line) {
                                                return std::to_string(Line);
                                              }),
                              " or ");
}

static std::string allocated(const Failure &F) {
  return F.Objects.empty() ? "allocated memory" : describeObjects(F.Objects);
}

static std::string property(const Failure &F) {
  return F.Subject.empty() ? "property" : "property " + quoted(F.Subject);
}

static std::string operation(const Failure &F) {
  return F.IsWrite ? "write" : "read";
}

static std::string ofMemory(const Failure &F) {
  switch (F.What) {
  case FailureKind::NullAccess:
    return operation(F) + " through a null pointer";
  case FailureKind::AccessAfterEnd:
    return operation(F) + " of " + placeBefore(F, " after its end");
  case FailureKind::AccessAfterFree:
    return operation(F) + " of " + placeBefore(F, " after it was freed") +
           (F.Lines.empty() ? "" : " in " + lines(F));
  case FailureKind::OutsideAccess:
    return operation(F) + " outside of " + place(F);
  case FailureKind::OutsideOfMember:
    return operation(F) + " outside of a member of " + place(F);
  case FailureKind::ConstantWrite:
    return "write to " + place(F) + ", which is constant";
  case FailureKind::SecondFree:
    return "second free of " + place(F);
  case FailureKind::FreeOfOther:
    return target(F).empty() && F.Objects.empty()
               ? "free of what is no allocated object"
               : "free of " + place(F) + ", which was not allocated";
  case FailureKind::NullCall:
    return "call through a null pointer";
  case FailureKind::CallOfOther:
    return "call of what is no function";
  case FailureKind::CalledBack:
    return "call of code that is not shown, which may call back " +
           functionNames(F.Objects);
  case FailureKind::NumberAsAddress:
    return "number used as an address";
  case FailureKind::NumberCompared:
    return "comparison of a number with an address";
  case FailureKind::LiteralsCompared:
    return "comparison of string literals that may be in one place";
  case FailureKind::OtherOrdered:
    return "order or difference of pointers to two objects";
  case FailureKind::UnmodelledAddress:
    return "use of an address that is not modelled";
  case FailureKind::UninitializedRead:
    return (F.IsPossible ? "whether a read of uninitialized "
                         : "read of uninitialized ") +
           place(F);
  case FailureKind::UninitializedCopy:
    return "structure with uninitialized parts that is passed by value";
  case FailureKind::NeverFreed:
    return F.IsPossible ? "whether " + allocated(F) +
                              " is freed or still held at the end"
                        : allocated(F) + " is never freed";
  case FailureKind::Overlap:
    return "copy of memory that overlaps with where it is copied to";
  case FailureKind::Misaligned:
    return "access to " + place(F) +
           " at an address that need not be a multiple of " +
           std::to_string(F.Number);
  default:
    llvm_unreachable("a failure without words");
  }
}

static bool isNumber(const std::string &Name) {
  return !Name.empty() && std::isdigit(static_cast<unsigned char>(Name[0]));
}

/// "argument 'it' of 'type_raw' must not be NULL".
static std::string ofCall(const Failure &F) {
  const std::string Callee =
      F.Objects.empty() ? "" : " of " + quoted(F.Objects.front().Name);
  const std::string Other = F.Objects.size() < 2 ? "" : F.Objects[1].Name;
  // One without a name has a number.
  const std::string Argument =
      isNumber(F.Subject) ? F.Subject : quoted(F.Subject);
  if (F.What == FailureKind::ArgumentsOverlap)
    return "arguments " + Argument + " and " + quoted(Other) + Callee +
           " must not overlap";
  std::string Text =
      (F.IsWrite ? "result" : "argument " + Argument) + Callee + " must ";
  if (F.What == FailureKind::ArgumentMisaligned)
    return Text + "be aligned to " + byteCount(F.Number);
  if (F.What == FailureKind::ArgumentIsNull)
    return Text + "not be NULL";
  if (F.What == FailureKind::ArgumentNotFreeable)
    return Text + "be NULL or memory that can be freed";
  Text += F.IsPossible ? "be NULL or " : "";
  if (F.What == FailureKind::ArgumentNotFunction)
    return Text + (F.IsPossible ? "a function" : "be a function");
  if (isNumber(Other))
    return Text + "have at least " +
           (F.Number > 1 ? std::to_string(F.Number) + " times " : "") +
           "as many bytes as argument " + Other + " says";
  if (!Other.empty())
    return Text + "have at least " + Other +
           (F.Number > 1 ? " * " + std::to_string(F.Number) : "") + " bytes";
  return Text + (F.Number ? "have at least " + byteCount(F.Number)
                          : "lead to memory that is there");
}

/// Of a clause in another file than the function, which is an object.
static std::string placeOfClause(const Failure &F) {
  if (F.Objects.empty())
    return "";
  const NamedObject &Place = F.Objects.front();
  return " (" + Place.Name + ":" + std::to_string(Place.Line) + ")";
}

std::string sooth::message(const Failure &F) {
  switch (F.What) {
  case FailureKind::Other:
    return F.Subject;
  case FailureKind::Assertion:
    return F.Subject.empty() ? "assertion failed"
                             : "assertion " + quoted(F.Subject) + " failed";
  case FailureKind::ErrorCall:
    return F.Subject + "() is reached";
  case FailureKind::FalseCondition:
    return "condition of " + F.Subject + "() is false";
  case FailureKind::ClangCheck:
    return clangCheckName(F.Number);
  case FailureKind::SignedCheck:
    return (F.Number == IndexCheck ? "" : "signed ") + clangCheckName(F.Number);
  case FailureKind::UnsignedCheck:
    return "unsigned " + clangCheckName(F.Number);
  case FailureKind::RecursionLimit:
    return "recursion of " + quoted(F.Subject) + " deeper than " +
           std::to_string(F.Number);
  case FailureKind::Property:
    return property(F) + " is violated";
  case FailureKind::Query:
    return "unsat (Unsafe): this query can be derived";
  case FailureKind::Marking:
    return "the marking sought is reached";
  case FailureKind::MarkedUnreachable:
    return "__builtin_unreachable is reached";
  case FailureKind::Obligation:
    return "clause " + std::to_string(F.Number) + " of what " +
           quoted(F.Subject) + (F.IsWrite ? " ensures" : " requires") +
           placeOfClause(F);
  case FailureKind::ArgumentIsNull:
  case FailureKind::ArgumentTooSmall:
  case FailureKind::ArgumentsOverlap:
  case FailureKind::ArgumentMisaligned:
  case FailureKind::ArgumentNotFreeable:
  case FailureKind::ArgumentNotFunction:
    return ofCall(F);
  default:
    return ofMemory(F);
  }
}

std::string sooth::requirement(const Failure &F) {
  switch (F.What) {
  case FailureKind::Assertion:
    return F.Subject.empty() ? "assertion" : "assertion " + quoted(F.Subject);
  case FailureKind::FalseCondition:
    return "condition of " + F.Subject + "()";
  case FailureKind::ErrorCall:
    return F.Subject + "() is not reached";
  case FailureKind::Property:
    return property(F);
  case FailureKind::Query:
    return "query";
  case FailureKind::NeverFreed:
    return (F.IsPossible ? "no possible leak of " : "no leak of ") +
           allocated(F);
  case FailureKind::Obligation:
  case FailureKind::ArgumentIsNull:
  case FailureKind::ArgumentTooSmall:
  case FailureKind::ArgumentsOverlap:
  case FailureKind::ArgumentMisaligned:
  case FailureKind::ArgumentNotFreeable:
  case FailureKind::ArgumentNotFunction:
    return message(F);
  default:
    return "no " + message(F);
  }
}
