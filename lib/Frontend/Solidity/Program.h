//===- Program.h - A compiled program and its declarations ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_SOLIDITY_PROGRAM_H
#define SOOTH_LIB_FRONTEND_SOLIDITY_PROGRAM_H

#include "Annotations.h"
#include "Types.h"

#include "sooth/Support/SourceLocation.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Error.h"

namespace sooth::solidity {

class Program {
public:
  /// Reads what compileSolidity() has made, which must outlive the program.
  static llvm::Expected<Program> read(const llvm::json::Value &Bundle);

  /// The declaration with this number, or nothing.
  Node declaration(int64_t Id) const { return Declarations.lookup(Id); }
  /// What an expression refers to.
  Node referred(Node E) const {
    return declaration(E.number("referencedDeclaration"));
  }
  SourceLocation where(Node N) const;
  /// As the user wrote it, on one line.
  std::string textOf(Node N) const;
  /// All contracts, imported ones first.
  const std::vector<Node> &contracts() const { return Contracts; }
  /// Libraries, and functions outside of contracts.
  const std::vector<Node> &sharedCode() const { return Shared; }
  bool isChecked() const { return Checked; }

  /// A contract and its bases, the most derived first.
  std::vector<Node> linearized(Node Contract) const;
  /// The contract that a function, modifier or variable is a part of, or
  /// nothing.
  Node contractOf(Node Part) const;
  /// What a call of \p Function, or a use of a modifier, means in \p Contract;
  /// if \p After, from the bases behind that contract on (super).
  Node resolve(Node Function, Node Contract, Node After = {}) const;

  /// The numbers of what is said about \p Owner.
  std::vector<unsigned> annotationsOf(Node Owner) const;
  const Annotation &annotation(unsigned Number) const {
    return Known.All[Number];
  }
  size_t annotationCount() const { return Known.All.size(); }
  /// The function that the compiler has typed it in; nothing if there is none.
  Node typed(unsigned Number) const { return TypedAs.lookup(Number); }

private:
  std::vector<Node> Contracts, Shared;
  llvm::DenseMap<int64_t, Node> Declarations;
  llvm::DenseMap<int64_t, Node> ContractOf;
  llvm::DenseMap<unsigned, Node> TypedAs;
  Annotations Known; ///< its insertions have sizes, in place of texts
  struct File {
    std::string Name, Text;
    std::vector<Insertion> Inserted;
  };
  llvm::DenseMap<int, File> Files;
  bool Checked = false;
};

/// Whether \p Function gets a verdict of its own, but for constructors: it can
/// be called from outside, or has assembly, for which it is skipped. Only then
/// what calls it may rely on its specification.
bool isVerifiedByItself(Node Function);

} // namespace sooth::solidity

#endif
