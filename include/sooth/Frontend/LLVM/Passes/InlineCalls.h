//===- InlineCalls.h - Calls become the called bodies ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `inline-calls` inlines calls to defined functions that are not recursive,
// bottom-up over the strongly connected components of the call graph, so that
// each body is inlined complete. Debug locations keep their history
// (inlinedAt).
//
// Which functions are inlined is a matter of ProcedureEncoding; what stays is
// encoded as a procedure (Encoder.h), or is not modelled there. Whatever is
// asked for, a function that accesses memory, or is handed an address or
// returns one, is inlined: only so do accesses become plain ones, and calls
// direct.
//
// Calls stay in any case where the callee
//  * is part of a cycle of direct calls, or an error by its name,
//  * is summarized (Vocabulary.h),
//  * has another type than the call, reads variable arguments, uses computed
//    goto, or is otherwise not viable for LLVM's inliner,
//  * would make the caller larger than the limit.
//
// Functions that are not needed any more are left for others to remove.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_INLINECALLS_H
#define SOOTH_FRONTEND_LLVM_INLINECALLS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/PassManager.h"

#include <optional>

namespace sooth {

/// How calls are encoded (EUFORIA dissertation, chapter 5).
enum class ProcedureEncoding {
  Inline, ///< each call gets its own copy of the body
  Wait,   ///< all calls share one body, and wait for it to return
  Auto ///< bodies that are called once, or small and without loops, are copied
};

/// Of "inline", "wait" or "auto"; nothing for other names.
std::optional<ProcedureEncoding> procedureEncoding(llvm::StringRef Name);

struct InlineCallsOptions {
  ProcedureEncoding Procedures = ProcedureEncoding::Inline;
  /// With Auto, the instructions up to which a body is small. (Without loops
  /// and calls it becomes part of the large blocks around the call;
  /// section 5.5, RQ1, suggests to inline what reduces their number.)
  unsigned Threshold = 100;
  /// Instructions beyond which a function takes in no more.
  unsigned SizeLimit = 300000;
};

class InlineCallsPass : public llvm::PassInfoMixin<InlineCallsPass> {
public:
  explicit InlineCallsPass(InlineCallsOptions Options = {})
      : Options(Options) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }

private:
  InlineCallsOptions Options;
};

} // namespace sooth

#endif
