//===- CDeclarations.h - Types of debug information in C ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_TASKS_CDECLARATIONS_H
#define SOOTH_LIB_DRIVER_TASKS_CDECLARATIONS_H

#include "llvm/ADT/StringRef.h"

#include <set>
#include <string>
#include <vector>

namespace llvm {
class DICompositeType;
class DIDerivedType;
class DISubroutineType;
class DIType;
} // namespace llvm

namespace sooth {

/// Writes declarators in C, and gathers the declarations of types that they
/// need. A structure whose layout C would not give it, as packed ones, and one
/// of the system stay incomplete.
class CDeclarations {
public:
  /// Whether structures that pointers lead to are told with their members.
  enum class Structures { Incomplete, Complete };
  explicit CDeclarations(Structures Told) : Told(Told) {}

  /// "struct list *next" for a \p T, which is null for void, called \p Name.
  std::string declare(const llvm::DIType *T, const std::string &Name);
  /// A declaration each, in an order in which C takes them.
  std::vector<std::string> takeDeclarations();

private:
  std::string declarator(const llvm::DIType *T, std::string Inner);
  std::string composite(const llvm::DICompositeType &T);
  std::string parameters(const llvm::DISubroutineType &T);
  std::string array(const llvm::DICompositeType &T, std::string Inner);
  std::string body(const llvm::DICompositeType &T);
  std::string bodyOfEnumeration(const llvm::DICompositeType &T);
  void declareTypedef(const llvm::DIDerivedType &T);
  void define(const llvm::DICompositeType &T);
  void defineAll();

  const Structures Told;
  std::vector<std::string> Declarations;
  /// What has been declared, defined, or is being so: "typedef size_t".
  std::set<std::string> Done;
  /// Structures to define at the end.
  std::vector<const llvm::DICompositeType *> Wanted;
};

} // namespace sooth

#endif
