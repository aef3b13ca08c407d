//===- Need.h - What a function needs of its callers ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What has to be true where a function is called so that a check in it holds,
// as data, and the one place where it becomes English.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_MODEL_NEED_H
#define SOOTH_MODEL_NEED_H

#include "sooth/Support/SourceLocation.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sooth {

struct Need {
  enum class Kind {
    Memory,  ///< Given is not null, or may be, and has at least Bytes bytes,
             ///< and Before bytes in front of them
    Ample,   ///< the same with as many bytes as are used
    String,  ///< Given is a string, or null if it may be
    Counted, ///< Given has at least Other * Bytes bytes, and Other, if
             ///< IsNatural, is not negative
    CountedMembers, ///< in structures called Expressions[0], memory that the
                    ///< member Expressions[1] leads to has at least as many
                    ///< times Bytes bytes as Expressions[2] says
    StoredIndices,  ///< in structures called Expressions[0], or what is given
                    ///< if that is empty, the number Expressions[1], or each of
                    ///< them, is at least Before, and below Bytes
    KeptMembers, ///< in structures that C calls Expressions[0], the condition
                 ///< Expressions[1] holds of members: the program keeps that in
                 ///< all that it writes, and others have to
    Apart,       ///< Given and Other do not overlap, or what Expressions, two
                 ///< pointers or a text about all, lead to
    Targets,     ///< pointers to functions lead to functions of the program
    Found,       ///< pointers in memory from outside are valid, and null only
                 ///< where that is tested
    FoundStrings,  ///< what is char there is a string
    Calls,         ///< what Needy need holds where they are called, after that
                   ///< what they ensure, and after calls of Changing the
                   ///< pointers that they left are After
    Accesses,      ///< memory is accessed at Places as C allows
    NotCalledBack, ///< code that is not shown does not call Needy
    NotReached,    ///< no run comes to Places, of which the source says that
    NotUsed,       ///< numbers are not used as addresses at Places
    NotCompared,   ///< nor compared with addresses
    InOneObject,   ///< pointers that are ordered or subtracted at Places lead
                   ///< into one object
    Modelled,      ///< what is done at Places is allowed by C, and modelled
    ResultsApart,  ///< what Needy return is apart from what they are not given
    InRange,    ///< Expressions, one number, is at least 0, and below Bytes if
                ///< that is not 0
    Valid,      ///< what Expressions name is in memory that is there
    Extent,     ///< Expressions: a pointer, and how many bytes are there
    Conditions, ///< Expressions, which are conditions, hold
    Aligned, ///< the address Given, or Expressions, one pointer, is a multiple
             ///< of Bytes
    FoundAligned, ///< so are the pointers that are found in memory from outside
    Freeable,     ///< Given may be freed: it is null or was allocated, and was
                  ///< not freed; without a name, what is found is, where the
                  ///< program frees it; or closed, by the functions Expressions
    Function      ///< Given is a function, or null if it may be
  };
  /// An argument of the function, by its number, and the name of its parameter.
  struct Argument {
    std::string Name = "";
    unsigned Number = 0;
    friend auto operator<=>(const Argument &, const Argument &) = default;
  };
  /// A function, by its name in the program that is verified and in the source.
  struct Callee {
    std::string Symbol, Name;
    /// Whether it has a contract that says what it ensures.
    bool Ensures = false;
    friend auto operator<=>(const Callee &, const Callee &) = default;
  };
  /// What is taken to be true of pointers after a call.
  enum class Left {
    NullOrValid,
    Valid,       ///< and null only where that is tested
    ValidAndUsed ///< and what was freed is not used
  };

  Kind What = Kind::Memory;
  Argument Given = {}, Other = {};
  bool MayBeNull = false, IsNatural = false;
  uint64_t Bytes = 0, Before = 0;
  std::vector<Callee> Needy = {}, Changing = {};
  Left After = Left::NullOrValid;
  /// In order.
  std::vector<SourceLocation> Places = {};
  /// In C, as they are when the function is called.
  std::vector<std::string> Expressions = {};

  friend auto operator<=>(const Need &, const Need &) = default;
};

/// Whether \p N says what one check asks in terms of what the function is
/// given: of such a check it is not known whether less would do.
bool restatesCheck(const Need &N);

/// "keeps" of what the program does its part for, otherwise "needs".
const char *needLabel(const Need &N);

/// "it != NULL, with at least 12 bytes".
std::string describeNeed(const Need &N);

/// Adds \p New to \p Known: one need where both are of the same argument.
void addNeed(std::vector<Need> &Known, const Need &New);

/// Lets \p Known be what both take, if both are known; else nothing.
void addNeeds(std::optional<std::vector<Need>> &Known,
              const std::optional<std::vector<Need>> &More);

} // namespace sooth

#endif
