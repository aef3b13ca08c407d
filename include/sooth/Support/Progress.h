//===- Progress.h - A line of progress on a terminal ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_SUPPORT_PROGRESS_H
#define SOOTH_SUPPORT_PROGRESS_H

#include "llvm/ADT/Twine.h"

namespace sooth {

/// Told by engines what they are doing. The base class says nothing; the
/// driver installs one that rewrites a terminal line.
class Progress {
public:
  virtual ~Progress();
  /// \p Who is an engine's name, \p What a few words ("depth 12, 31 lemmas").
  /// May be called often; implementations limit their own rate.
  virtual void update(llvm::StringRef Who, const llvm::Twine &What) {}
  /// No run of \p Steps steps of the model, or fewer, violates anything.
  virtual void noViolationWithin(llvm::StringRef Who, unsigned Steps) {}
  /// A picture, in whatever format the user asked for, of what \p Who has
  /// built; a later one replaces it.
  virtual void picture(llvm::StringRef Who, llvm::StringRef Text) {}
};

} // namespace sooth

#endif
