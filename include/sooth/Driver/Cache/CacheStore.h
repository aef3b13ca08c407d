//===- CacheStore.h - The entries of a cache ------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A folder with one file for each entry, shared by all processes that want to:
// a file appears as a whole or not at all. An entry is bound to its key by a
// hash, so that one that was damaged, cut off or renamed is not found; and,
// where this user has a secret, by a seal made with it, which tells what this
// user has put there from what came from elsewhere.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_DRIVER_CACHE_CACHESTORE_H
#define SOOTH_DRIVER_CACHE_CACHESTORE_H

#include "sooth/Support/Statistics.h"

#include "llvm/Support/CachePruning.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <optional>
#include <string>

namespace sooth {

class CacheStore {
public:
  /// Makes \p Folder if it is not there. \p Policy is one of LLVM's, as in
  /// "cache_size_bytes=1g:prune_after=24h"; empty for a gigabyte, and a month
  /// without use. Fails with a sentence for the user.
  static llvm::Expected<std::shared_ptr<CacheStore>>
  open(llvm::StringRef Folder, llvm::StringRef Policy);
  CacheStore(const CacheStore &) = delete;
  CacheStore &operator=(const CacheStore &) = delete;
  ~CacheStore();

  /// Whether entries are sealed: this user has a secret, or was given one now.
  bool seals() const { return !Secret.empty(); }
  /// What tells this user's keys from those of others, if entries are sealed;
  /// the secret cannot be told from it.
  std::string owner() const;

  enum class Origin {
    Anywhere, ///< whoever made it
    Own       ///< sealed by this user
  };
  /// What \p Key stands for, if it is there and from \p From.
  std::optional<std::string> find(llvm::StringRef Key, Origin From) const;
  /// Does nothing if that cannot be written.
  void add(llvm::StringRef Key, llvm::StringRef Content) const;
  /// Removes what the policy says, now and then.
  void prune() const;

  /// What came of looking for an answer, or for evidence that was to be
  /// confirmed.
  enum class Event { AnswerFound, AnswerMissing, Confirmed, NotConfirmed };
  /// Counts for all processes that were forked since this was opened.
  void note(Event E) const;
  unsigned count(Event E) const;
  /// Adds "cache.hits", "cache.misses", and the same of "cache.evidence".
  void addFigures(Statistics &To) const;

private:
  CacheStore(std::string Folder, llvm::CachePruningPolicy Policy);
  std::string pathOf(llvm::StringRef Name) const;

  const std::string Folder;
  const llvm::CachePruningPolicy Policy;
  std::string Secret;
  struct Counts;
  Counts *Shared;
};

/// Which code answers: versions of Sooth, LLVM and z3, and the build of the
/// program, or plugin, that this is.
const std::string &cacheVersion();

} // namespace sooth

#endif
