//===- RunMemory.h - What a run of LLVM IR knows --------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers and memory of a run in which nothing comes from outside. Addresses
// are objects and offsets, as nobody knows where objects are. What is not the
// same in each run of the program is unknown.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_EXECUTE_RUNMEMORY_H
#define SOOTH_LIB_FRONTEND_LLVM_EXECUTE_RUNMEMORY_H

#include "llvm/ADT/APInt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Alignment.h"

#include <memory>
#include <optional>
#include <vector>

namespace llvm {
class DataLayout;
class Function;
class Type;
class Value;
} // namespace llvm

namespace sooth {

/// The number of an object. Null is where null leads.
using RunObjectId = uint32_t;
inline constexpr RunObjectId NullObject = 0;

/// What a register or a part of memory holds.
struct RunValue {
  enum class Kind : uint8_t {
    Unknown,
    Bits,    ///< a number, also one with a point
    Signed,  ///< some number with the sign of Number, which is not 0
    Pointer, ///< to Offset in Object
    Address, ///< the number that this pointer is
    Parts    ///< of a structure or an array
  } What = Kind::Unknown;
  llvm::APInt Number = llvm::APInt();
  RunObjectId Object = NullObject;
  int64_t Offset = 0;
  std::shared_ptr<const std::vector<RunValue>> Parts;
  /// Whether it is computed from what the entry chose.
  bool IsChosen = false;

  static RunValue bits(llvm::APInt N) {
    RunValue V;
    V.What = Kind::Bits;
    V.Number = std::move(N);
    return V;
  }
  static RunValue boolean(bool B) { return bits(llvm::APInt(1, B)); }
  static RunValue pointer(RunObjectId Object, int64_t Offset) {
    RunValue V;
    V.What = Kind::Pointer;
    V.Object = Object;
    V.Offset = Offset;
    return V;
  }
  static RunValue parts(std::vector<RunValue> Of) {
    RunValue V;
    V.What = Kind::Parts;
    V.Parts = std::make_shared<const std::vector<RunValue>>(std::move(Of));
    return V;
  }
  bool is(Kind K) const { return What == K; }
  bool isNull() const {
    return is(Kind::Pointer) && Object == NullObject && Offset == 0;
  }
};

struct RunObject {
  enum class Kind { Null, Function, Global, Local, Heap } What = Kind::Null;
  /// The function or variable, or what allocates it.
  const llvm::Value *Site = nullptr;
  uint64_t Size = 0;
  llvm::Align Alignment;
  /// Whether it is there, was freed, or ended with its block or function.
  enum class State { Alive, Freed, Ended } Now = State::Alive;
  /// If it was freed: in which call that the entry made.
  const llvm::Function *FreedBy = nullptr;
  uint32_t FreedIn = 0;
  bool IsConstant = false;
  /// Whether its address was used as a number.
  bool IsNumber = false;
  /// Whether another object may be at the same place, as texts may.
  bool MayBeShared = false;

  struct Byte {
    enum class Kind : uint8_t { Unwritten, Known, Unknown, Part } What;
    uint8_t Number; ///< of Known the byte, of Part which one of the value
    bool IsChosen = false; ///< of Known
  };
  std::vector<Byte> Bytes;
  /// What bytes are parts of, by their offsets.
  llvm::DenseMap<uint64_t, std::shared_ptr<const RunValue>> Wholes;

  bool hasBytes(int64_t Offset, uint64_t Count) const {
    return Offset >= 0 && uint64_t(Offset) <= Size &&
           Count <= Size - uint64_t(Offset);
  }
};

class RunMemory {
public:
  explicit RunMemory(const llvm::DataLayout &Layout) : Layout(Layout) {
    Objects.emplace_back();
  }

  /// Its bytes are unwritten. Nothing if there is too much.
  std::optional<RunObjectId> allocate(RunObject::Kind What,
                                      const llvm::Value *Site, uint64_t Size,
                                      llvm::Align Alignment);
  RunObject &at(RunObjectId O) { return Objects[O]; }
  const RunObject &at(RunObjectId O) const { return Objects[O]; }
  size_t size() const { return Objects.size(); }
  const llvm::DataLayout &layout() const { return Layout; }

  /// The object is there and has so many bytes at \p P.
  bool isValid(const RunValue &P, uint64_t Bytes) const;
  /// Requires valid accesses.
  RunValue load(const RunValue &P, llvm::Type *T) const;
  void store(const RunValue &P, llvm::Type *T, const RunValue &V);
  void copy(const RunValue &To, const RunValue &From, uint64_t Bytes);
  void fill(const RunValue &To, const RunValue &Byte, uint64_t Bytes);
  void forget(RunObjectId O, RunObject::Byte::Kind Now);
  /// Whether one of the bytes was never written.
  bool isUnwritten(const RunValue &P, uint64_t Bytes) const;
  /// Where the pointers lead that are in an object, or also what is left of
  /// some.
  enum class Pointers { Whole, Any };
  void pointersIn(RunObjectId O, Pointers Which,
                  std::vector<RunObjectId> &To) const;

private:
  RunValue loadScalar(const RunObject &O, uint64_t At, llvm::Type *T) const;
  /// The value of which so many bytes are there; null if there is none.
  const RunValue *wholeAt(const RunObject &O, uint64_t At, uint64_t Size) const;
  void storeScalar(RunObject &O, uint64_t At, llvm::Type *T, const RunValue &V);

  const llvm::DataLayout &Layout;
  std::vector<RunObject> Objects;
  uint64_t Total = 0;
};

} // namespace sooth

#endif
