//===- AbstractMemory.h - What memory may hold ----------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bytes of one object: segments of cells of one width that have a value in
// common, as the offset maps of Eva have them (Blazy, Bühler and Yakobowski,
// Structuring Abstract Interpreters through State and Value Abstractions, VMCAI
// 2017, section 5).
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_VALUES_ABSTRACTMEMORY_H
#define SOOTH_LIB_FRONTEND_LLVM_VALUES_ABSTRACTMEMORY_H

#include "AbstractValue.h"

#include <memory>

namespace sooth {

/// Bytes that need no value to describe them.
enum class Bytes : uint8_t {
  Cells, ///< they have one
  Zero,
  Any,   ///< anything that was written
  Mixed, ///< anything, perhaps never written
  Unset  ///< never written
};

/// Objects whose addresses have become bytes of which nothing is known.
using LostTargets = llvm::SmallVector<ObjectId, 4>;
void addLost(const AbstractValue &V, LostTargets &Lost);

class ByteContent {
public:
  /// From the first byte on.
  explicit ByteContent(Bytes All);

  /// Which cells are read: all, or those that were written.
  enum class Cells { All, Written };
  /// What a cell of \p Width bytes of type \p T may hold that begins at one of
  /// \p At; nothing if there is none.
  std::optional<AbstractValue> read(const Offsets &At, uint64_t Width,
                                    const llvm::Type *T, Cells Which,
                                    LostTargets &Lost) const;
  /// Whether one of these bytes may never have been written.
  bool mayBeUnset(const Offsets &At, uint64_t Width) const;
  enum class Write {
    Certain, ///< the only cell of these offsets, in one object, is written
    Possible ///< or another is, or none
  };
  /// \p Width bytes at one of \p At become \p New.
  void write(const Offsets &At, uint64_t Width, AbstractValue New, Write How,
             LostTargets &Lost);
  /// The bytes from \p Begin to \p End are cells of \p Width bytes, each of
  /// which is one of \p All.
  void assign(int64_t Begin, int64_t End, uint64_t Width, AbstractValue All,
              LostTargets &Lost);
  /// The bytes from \p Begin to \p End become \p New; or if \p Grid is not 0,
  /// those between two borders, each at a multiple of that from \p Begin.
  void fill(int64_t Begin, int64_t End, Bytes New, Write How, LostTargets &Lost,
            uint64_t Grid = 0);
  /// The \p Size bytes from \p To on become what \p From has from \p Begin on.
  void copy(int64_t To, const ByteContent &From, int64_t Begin, int64_t Size,
            LostTargets &Lost);
  /// The same of \p Least bytes or more, up to \p Most.
  void copyUpTo(int64_t To, const ByteContent &From, int64_t Begin,
                uint64_t Least, uint64_t Most, LostTargets &Lost);
  /// Lets this have what either has.
  Change joinWith(const ByteContent &Other, Growth How, Thresholds Steps,
                  LostTargets &Lost);
  /// Whether joining with \p Other may leave this as it is.
  bool mayInclude(const ByteContent &Other) const;
  /// Of many objects no cell is the same as another value.
  void forgetIdentities();
  /// Calls \p Do with each value, and puts in what that returns.
  template <typename DoT> bool transform(DoT Do) {
    bool HasChanged = false;
    std::vector<Segment> New = *All;
    for (Segment &S : New)
      if (S.What == Bytes::Cells)
        if (std::optional<AbstractValue> V = Do(S.Value)) {
          S.Value = std::move(*V);
          HasChanged = true;
        }
    if (HasChanged)
      All = std::make_shared<const std::vector<Segment>>(std::move(New));
    return HasChanged;
  }
  template <typename DoT> void forEachValue(DoT Do) const {
    for (const Segment &S : *All)
      if (S.What == Bytes::Cells)
        Do(S.Value);
  }

private:
  /// Cells of Width bytes, or bytes, from Begin to End.
  struct Segment {
    int64_t Begin, End;
    Bytes What;
    uint64_t Width = 0;
    AbstractValue Value = {};
    bool isAligned(int64_t At) const {
      return What != Bytes::Cells || (At - Begin) % int64_t(Width) == 0;
    }
    bool mayBeUnset() const {
      return What == Bytes::Unset || What == Bytes::Mixed ||
             (What == Bytes::Cells && Value.MayBeUnset);
    }
  };
  using Segments = std::vector<Segment>;

  static void addPart(const Segment &S, int64_t Begin, int64_t End,
                      Segments &To, LostTargets &Lost);
  static void add(Segment New, Segments &To);
  static Segment joined(const Segment &A, const Segment &B, int64_t Begin,
                        int64_t End, Growth How, Thresholds Steps,
                        LostTargets &Lost);
  static bool straddles(const Offsets &At, uint64_t Width, int64_t Border);
  Segments part(int64_t Begin, int64_t End, LostTargets &Lost) const;
  void replace(int64_t Begin, int64_t End, const Segments &Middle,
               LostTargets &Lost);
  void set(Segments New, LostTargets &Lost);

  std::shared_ptr<const Segments> All;
};

/// Whether an object is there.
enum class Lifetime : uint8_t { Lives, HasEnded, MayHaveEnded };

struct ObjectState {
  /// Whether it stands for any number of objects.
  bool IsMany = false;
  Lifetime Life = Lifetime::Lives;
  /// Whether its address may be in memory, or elsewhere than in the function
  /// that has made it.
  bool IsAddressKept = false;
  /// In bytes.
  uint64_t LeastSize = 0, MostSize = UINT64_MAX;
  /// How often these have grown apart while bounds were widened.
  uint8_t SizesGrown = 0;
  ByteContent Content{Bytes::Unset};
};

/// As ByteContent::mayInclude.
bool mayInclude(const ObjectState &Here, const ObjectState &There);

/// As ByteContent::joinWith.
Change joinWith(ObjectState &Here, const ObjectState &There, Growth How,
                Thresholds Steps, LostTargets &Lost);

} // namespace sooth

#endif
