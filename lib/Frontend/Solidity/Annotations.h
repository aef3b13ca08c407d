//===- Annotations.h - What comments say about contracts ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Annotations follow @notice, as those of solc-verify do. Their expressions
// become functions, and calls at the beginning of a loop's body, so that the
// compiler types them. What such a function is called says which annotation it
// is.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_SOLIDITY_ANNOTATIONS_H
#define SOOTH_LIB_FRONTEND_SOLIDITY_ANNOTATIONS_H

#include "Ast.h"

#include <optional>
#include <string>

namespace sooth::solidity {

struct Annotation {
  enum class Kind {
    Invariant,     ///< of a contract or a loop
    Precondition,  ///< of a function
    Postcondition, ///< of a function
    Modifies,      ///< Text may change if Condition held
    Emits,         ///< event Text may happen
    Tracks,        ///< an event tells of changes of the variable Text
    TellsNothing,  ///< an event may happen without a change
    Case,          ///< of a specification: where this held before, the next one
                   ///< holds after the function
    CaseResult,    ///< the one after Case
    ContractInvariants, ///< of a function or loop: those of the contract
    Unsupported         ///< one that is known but not modelled
  } What = Kind::Invariant;
  /// What it is about: file and offset there.
  std::string File;
  unsigned Owner = 0;
  /// The expression as the user wrote it; of Modifies, "" for everything.
  std::string Text, Condition = "";
  /// "forall (uint x) exists (uint y)" before the expression, from the outside.
  struct Binder {
    enum class Quantifier { ForAll, Exists } What = Quantifier::ForAll;
    std::string Type, Name;
  };
  std::vector<Binder> Binders = {};
  /// What is after these, for the compiler. A property of the elements of an
  /// array is about what is in its bounds.
  std::string Formula = "";
};

/// A text to insert into a file for the compiler.
struct Insertion {
  unsigned Offset = 0; ///< offset in the file as the user wrote it
  std::string Text;
  int Annotation = -1;
};

/// What the functions for annotations are called; a number follows.
inline constexpr llvm::StringLiteral AnnotationPrefix = "sooth_annotation_";
/// What loop invariants are given to: function FILE, annotation NUMBER.
inline constexpr llvm::StringLiteral LoopPrefix = "sooth_loop_invariant_";
inline constexpr llvm::StringLiteral VerifierPrefix = "__verifier_";

struct Annotations {
  std::vector<Annotation> All;
  /// By file.
  std::vector<std::vector<Insertion>> Insertions;
};

/// Reads the annotations of the files \p Names with these \p Texts and the
/// trees that the compiler made of them.
Annotations readAnnotations(llvm::ArrayRef<std::string> Names,
                            llvm::ArrayRef<std::string> Texts,
                            llvm::ArrayRef<Node> Trees);

/// Where \p Offset of the text with \p Inserted is in the text without.
struct OriginalPlace {
  unsigned Offset = 0;
  int Annotation = -1; ///< what was inserted there
};
OriginalPlace originalPlace(llvm::ArrayRef<Insertion> Inserted,
                            unsigned Offset);

/// \p Text with the insertions, which are sorted.
std::string withInsertions(llvm::StringRef Text,
                           llvm::ArrayRef<Insertion> Inserted);

} // namespace sooth::solidity

#endif
