//===- MessageTest.cpp - Words for failures and causes ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Model/Cause.h"

#include "gtest/gtest.h"

using namespace sooth;

TEST(Message, CausesNameWhatTheyAreAbout) {
  EXPECT_EQ(message(Cause()), "");
  EXPECT_EQ(message(Cause::Kind::Exceptions), "exceptions");
  EXPECT_EQ(message(Cause(Cause::Kind::ReadOfArray, "a[i]")),
            "read of array 'a[i]'");
  EXPECT_EQ(message(Cause(Cause::Kind::WideInteger, uint64_t(256))),
            "integer of 256 bits");
  EXPECT_EQ(message(Cause(Cause::Kind::UndefinedCaller, "f", "g")),
            "'f' is not defined and may call 'g'");
  EXPECT_EQ(message(Failure(Failure::Kind::NullCall)),
            message(Cause(Failure(Failure::Kind::NullCall))));
}

TEST(Message, WordsOfOthersAreToldAsTheyAre) {
  EXPECT_EQ(message(Cause::quote("{subject} of {who}")), "{subject} of {who}");
  EXPECT_EQ(Cause::quote(""), Cause());
}

/// All placeholders are known, and each cause has words.
TEST(Message, NoCauseIsWithoutWords) {
  for (int K = int(Cause::Kind::Fault) + 1; K < int(Cause::Kind::End); ++K) {
    Cause C(Cause::Kind(K), "s", "o");
    std::string Text = message(C);
    EXPECT_FALSE(Text.empty()) << K;
    EXPECT_EQ(Text.find_first_of("{}"), std::string::npos) << Text;
  }
}

TEST(Message, CallsAreToldWithWhatTheFunctionNeeds) {
  Failure F(Failure::Kind::ArgumentIsNull, "it");
  F.Objects = {{NamedObject::Kind::Function, "type_of"}};
  EXPECT_EQ(message(F), "argument 'it' of 'type_of' must not be NULL");
  EXPECT_EQ(requirement(F), message(F));
  F.What = Failure::Kind::ArgumentTooSmall;
  F.IsPossible = true;
  EXPECT_EQ(message(F), "argument 'it' of 'type_of' must be NULL or lead to "
                        "memory that is there");
  F.Number = 12;
  F.IsPossible = false;
  EXPECT_EQ(message(F), "argument 'it' of 'type_of' must have at least 12 bytes");
  F.Objects.push_back({NamedObject::Kind::Variable, "n"});
  EXPECT_EQ(message(F),
            "argument 'it' of 'type_of' must have at least n * 12 bytes");
  F.What = Failure::Kind::ArgumentsOverlap;
  EXPECT_EQ(message(F),
            "arguments 'it' and 'n' of 'type_of' must not overlap");
}

TEST(Message, CallsAreToldWhatIsFreedOrCalled) {
  Failure F(Failure::Kind::ArgumentNotFreeable, "p");
  F.Objects = {{NamedObject::Kind::Function, "drop"}};
  EXPECT_EQ(message(F),
            "argument 'p' of 'drop' must be NULL or memory that can be freed");
  EXPECT_EQ(requirement(F), message(F));
  F.What = Failure::Kind::ArgumentNotFunction;
  EXPECT_EQ(message(F), "argument 'p' of 'drop' must be a function");
  F.IsPossible = true;
  EXPECT_EQ(message(F), "argument 'p' of 'drop' must be NULL or a function");
  EXPECT_EQ(requirement(F), message(F));
}

TEST(Message, ObjectsWithOneNameAreToldOnce) {
  const NamedObject O{NamedObject::Kind::Allocation, "malloc", 24, 11};
  EXPECT_EQ(describeObjects({O, O}), describeObject(O));
}

TEST(Message, MemoryOfTheLibraryIsNamedByItsCall) {
  Failure F(Failure::Kind::OutsideAccess, "1");
  F.Callee = "strtod";
  EXPECT_EQ(message(F),
            "read outside of what argument 1 of 'strtod' points to");
  F.Objects = {{NamedObject::Kind::Variable, "a", 4, 3}};
  EXPECT_EQ(message(F), "read outside of what argument 1 of 'strtod' points "
                        "to, 'a' (4 bytes, line 3)");
  F.Subject = "";
  F.Objects = {{NamedObject::Kind::OfLibrary, "", 24}};
  EXPECT_EQ(requirement(F), "no read outside of memory that 'strtod' uses, a "
                            "variable of the C library (24 bytes)");
}

TEST(Message, MemoryIsNamedByPointerAndObjects) {
  Failure F(Failure::Kind::OutsideAccess);
  EXPECT_EQ(message(F), "read outside of an object");
  F.Objects = {{NamedObject::Kind::Variable, "a", 4, 3}};
  EXPECT_EQ(message(F), "read outside of 'a' (4 bytes, line 3)");
  F.Subject = "p";
  F.IsWrite = true;
  EXPECT_EQ(message(F),
            "write outside of what 'p' points to, 'a' (4 bytes, line 3)");
  F = Failure(Failure::Kind::AccessAfterFree, "p");
  F.Objects = {{NamedObject::Kind::Allocation, "malloc", 1, 6},
               {NamedObject::Kind::Literal}};
  F.Lines = {7, 9};
  EXPECT_EQ(message(F), "read of what 'p' points to, memory of 1 byte from "
                        "'malloc' in line 6 or a string literal, after it was "
                        "freed in line 7 or 9");
}
