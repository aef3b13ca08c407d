//===- Environment.h - What callers of a function are taken to do -------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_BASE_ENVIRONMENT_H
#define SOOTH_FRONTEND_LLVM_BASE_ENVIRONMENT_H

namespace sooth {

/// What is taken to be true of the pointers that an entry other than main is
/// given, and of those that it finds where these lead. In all cases a pointer
/// is null or leads to the beginning of an object that is allocated.
enum class Environment {
  /// Nothing else: any of them may be null, and objects of any size.
  Any,
  /// Those that the program never compares with null are not null, and objects
  /// have all members that the program uses of them.
  Valid,
  /// As Valid, and what is declared to lead to char leads to a string: there is
  /// a 0 in the object.
  Strings,
  /// As Valid, and arrays that the entry is given have as many elements as each
  /// number that it is given with them says, and those that structures lead to
  /// as many as a number in the structure says that the program counts them by.
  /// Numbers in memory by which arrays are indexed without a test are indices.
  Counted,
  /// As Counted, and no access leaves an object from outside.
  Ample
};

/// Whether calls through pointers may lead to functions that nobody sees where
/// the program shows some of that type.
inline bool mayReachUnseen(Environment Outside) {
  return Outside == Environment::Any;
}

} // namespace sooth

#endif
