//===- StraightProgram.h - What a run does, as a program ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_EXECUTE_STRAIGHTPROGRAM_H
#define SOOTH_LIB_FRONTEND_LLVM_EXECUTE_STRAIGHTPROGRAM_H

#include "RunMemory.h"

#include "llvm/ADT/SmallVector.h"

#include <deque>

namespace llvm {
class CallBase;
class DbgVariableRecord;
class Function;
class GetElementPtrInst;
class Instruction;
class Module;
} // namespace llvm

namespace sooth {

/// A step of an address, and what its operands are: the address before it, and
/// indices.
struct RunStep {
  const llvm::GetElementPtrInst *At = nullptr;
  llvm::SmallVector<RunValue, 4> Operands = {};
};

/// An instruction, or a debug record before it, with what its operands are.
struct RunEvent {
  uint64_t Time = 0;
  const llvm::Instruction *At = nullptr;
  const llvm::DbgVariableRecord *Record = nullptr;
  uint32_t Frame = 0;
  llvm::SmallVector<RunValue, 2> Operands = {};
  /// What it allocates.
  RunObjectId Object = NullObject;
  /// What an input is.
  std::optional<RunValue> Result = std::nullopt;
  /// How its address was computed, the last step first.
  llvm::SmallVector<RunStep, 2> Steps = {};
};

/// What a run has done.
struct RunTrace {
  struct Frame {
    uint32_t Caller;
    const llvm::CallBase *Call; ///< null for the first
  };
  std::vector<Frame> Frames;
  uint64_t Time = 0; ///< of the next event
  /// The last writes and assignments.
  std::deque<RunEvent> Events;
  /// By object: what allocates, ends and frees it.
  std::vector<std::vector<RunEvent>> Lives;
  /// What fails, and what it has lost if it is about that.
  RunEvent Last;
  RunObjectId Lost = NullObject;
  /// The computation of the condition on which that is come to, and the branch:
  /// an error of clang's is told by it.
  std::vector<RunEvent> Choice = {};
};

/// Makes \p Entry do that, and what it needs. Nothing of the run is left then
/// but what \p Entry does.
void makeStraight(llvm::Function &Entry, const RunTrace &T,
                  const RunMemory &Memory);

} // namespace sooth

#endif
