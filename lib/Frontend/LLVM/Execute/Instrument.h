//===- Instrument.h - Code that tells what a run does ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_EXECUTE_INSTRUMENT_H
#define SOOTH_LIB_FRONTEND_LLVM_EXECUTE_INSTRUMENT_H

#include "sooth/Frontend/LLVM/Execute/ModuleRun.h"

namespace sooth {

/// The functions that instrumented code calls.
namespace hook {
inline constexpr llvm::StringLiteral Block = "sooth.hook.block", ///< void ()
    Enter = "sooth.hook.enter",   ///< void (i32 number of the call's place)
    Leave = "sooth.hook.leave",   ///< void ()
    Assign = "sooth.hook.assign", ///< void (i32 place, i32 width, i64 value)
    Read = "sooth.hook.read",     ///< void (i32 input, ptr result)
    Fill = "sooth.hook.fill", ///< void (ptr object, i64 size): with any bytes
    Allocate = "sooth.hook.allocate", ///< ptr (i64 size, i64 align, i32 zeros)
    Fail = "sooth.hook.fail",         ///< void (i32 ending), does not return
    End = "sooth.hook.end",           ///< void (), does not return
    Cut = "sooth.hook.cut";           ///< void (i32 reason), does not return
} // namespace hook

/// Where runs begin in an instrumented module: an int ().
inline constexpr llvm::StringLiteral RunName = "sooth.hook.run";

/// What the numbers mean that hooks are given.
struct HookTables {
  struct InputSite {
    std::string Function;
    SourceLocation Where;
    /// Of calls that were inlined here, outermost first.
    std::vector<SourceLocation> Calls;
    unsigned Width;
  };
  std::vector<InputSite> Inputs;
  std::vector<SourceLocation> Calls;
  std::vector<RunEnding> Failures;
  std::vector<std::string> Reasons;
};

/// Requires that \p O.Entry is defined. Of what \p M only declares, intrinsics
/// are left.
llvm::Expected<HookTables>
instrument(llvm::Module &M, const ModuleRunOptions &O, PlaceNumbers &Places);

} // namespace sooth

#endif
