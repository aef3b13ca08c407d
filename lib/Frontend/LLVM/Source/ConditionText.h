//===- ConditionText.h - Conditions as the source has them ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Debug information says where a comparison is, but not its text: that is read
// from the file, if this still is the one that was compiled. Only what
// certainly is the condition that an instruction decides is told: nothing of
// conditions that macros write, but of `assert` what it is given.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_CONDITIONTEXT_H
#define SOOTH_LIB_FRONTEND_LLVM_CONDITIONTEXT_H

#include "sooth/Model/SourceTable.h"

#include "llvm/ADT/StringSet.h"

#include <map>
#include <memory>

namespace llvm {
class DIFile;
class Module;
class Value;
} // namespace llvm

namespace sooth {

/// The condition that \p Text, a source, has at the character \p At: an
/// operator, which has to be \p Operator, or if \p MayTest what is tested for
/// being true. Nothing if that is not certain.
std::optional<ConditionText> conditionAt(llvm::StringRef Text, size_t At,
                                         llvm::StringRef Operator, bool MayTest,
                                         const llvm::StringSet<> &Functions);

/// The sources that were compiled, as far as they are still there.
class SourceFiles {
public:
  struct File {
    explicit File(const llvm::DIFile &Source);

    std::string Text;          ///< empty if it is not known
    std::vector<size_t> Lines; ///< where they begin
  };
  const File &find(const llvm::DIFile &File);

private:
  std::map<const llvm::DIFile *, std::shared_ptr<const File>> Files;
};

/// Of the conditions of a module, which must not change.
class ConditionTexts {
public:
  explicit ConditionTexts(const llvm::Module &M);

  struct Condition {
    std::shared_ptr<const ConditionText> Text;
    /// What is compared; null for what is not.
    const llvm::Value *Left = nullptr, *Right = nullptr;
  };
  /// The condition \p V, a comparison or what makes a number a truth value, as
  /// the user wrote it; without text if that is not known.
  const Condition &find(const llvm::Value *V);

private:
  Condition read(const llvm::Value *V);

  llvm::StringSet<> Functions;
  SourceFiles Files;
  std::map<const llvm::Value *, Condition> Known;
};

} // namespace sooth

#endif
