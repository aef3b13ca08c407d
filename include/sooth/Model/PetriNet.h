//===- PetriNet.h - Place/transition nets -------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Petri nets with weighted arcs and inhibitor arcs (thesis of Hajdu, Sections
// 1.1.1 and 1.2.2). A transition t is enabled in a marking m if m(p) ≥ w for
// every input arc (p, w) and m(p) < w for every inhibitor arc (p, w); firing it
// takes the inputs and adds the outputs.
//
// Token counts are exact: no marking has more than MaxTokens in a place, and
// what would lead there is reported, never wrapped around.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_MODEL_PETRINET_H
#define SOOTH_MODEL_PETRINET_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sooth {

/// Indices into PetriNet::places() and PetriNet::transitions().
using PlaceId = unsigned;
using TransitionId = unsigned;

/// Tokens by place.
using Marking = std::vector<uint64_t>;
/// How often each transition fires.
using ParikhVector = std::vector<uint64_t>;
using FiringSequence = std::vector<TransitionId>;

/// A word that fires several times in a row. With 10^9 tokens, runs are that
/// long, but little happens in them.
struct FiringRun {
  FiringSequence Word;
  uint64_t Times = 1;
};
using FiringRuns = std::vector<FiringRun>;

/// The most tokens a place may have, and the greatest weight: 2^63 - 1, so that
/// differences fit a signed number.
inline constexpr uint64_t MaxTokens = INT64_MAX;

struct PetriArc {
  PlaceId Place = 0;
  uint64_t Weight = 1;
  friend bool operator==(const PetriArc &, const PetriArc &) = default;
};

struct PetriPlace {
  std::string Id;   ///< unique in the net, not empty
  std::string Name; ///< for people; may be empty or occur twice
  uint64_t Initial = 0;
  unsigned Line = 0; ///< in the file of the net; 0 is unknown
  unsigned Column = 0;
};

struct PetriTransition {
  std::string Id;
  std::string Name;
  /// Sorted by place, at most one arc per place in each, weights in
  /// 1..MaxTokens.
  std::vector<PetriArc> Inputs, Outputs, Inhibitors;
  unsigned Line = 0;
  unsigned Column = 0;
};

/// A unit of a nested-unit Petri net: its own places and its subunits, which
/// are indices into NupnStructure::Units.
struct NupnUnit {
  std::string Id;
  std::vector<PlaceId> Places;
  std::vector<unsigned> Subunits;
};

/// If Safe, then the author of the net claims that in every reachable marking
/// each unit has at most one token on its own places, and none on places of
/// units nested in it if it has one.
struct NupnStructure {
  std::vector<NupnUnit> Units;
  unsigned Root = 0;
  bool Safe = false;
};

/// What became of an attempt to fire.
enum class Firing {
  Fired,
  Disabled,
  Overflow ///< a place would have more than MaxTokens
};

class PetriNet {
public:
  /// Requires an id that no place (transition) has yet, and at most MaxTokens.
  PlaceId addPlace(PetriPlace P);
  /// Arcs may come in any order. Requires valid places, one arc per place and
  /// kind, and weights in 1..MaxTokens.
  TransitionId addTransition(PetriTransition T);
  void setNupn(NupnStructure N) { Units = std::move(N); }
  /// The net's id and the name of its file, for messages.
  void setOrigin(std::string Id, std::string File);
  /// What the file says that was passed over, for the user: "net.pnml:3:7:
  /// note: ...".
  void setRemarks(std::vector<std::string> Texts) {
    Remarks = std::move(Texts);
  }

  const std::vector<PetriPlace> &places() const { return Ps; }
  const std::vector<PetriTransition> &transitions() const { return Ts; }
  const PetriPlace &place(PlaceId P) const { return Ps[P]; }
  const PetriTransition &transition(TransitionId T) const { return Ts[T]; }
  const std::optional<NupnStructure> &nupn() const { return Units; }
  const std::string &id() const { return NetId; }
  const std::string &file() const { return NetFile; }
  llvm::ArrayRef<std::string> remarks() const { return Remarks; }
  bool hasInhibitors() const { return Inhibited; }

  /// By id; nothing if there is none.
  std::optional<PlaceId> findPlace(llvm::StringRef Id) const;
  std::optional<TransitionId> findTransition(llvm::StringRef Id) const;

  Marking initialMarking() const;
  /// Requires a marking of this net, as all below.
  bool isEnabled(TransitionId T, llvm::ArrayRef<uint64_t> M) const;
  /// Changes \p M if and only if the result is Fired.
  Firing fire(TransitionId T, Marking &M) const;
  /// Whether no transition is enabled.
  bool isDeadlock(llvm::ArrayRef<uint64_t> M) const;

private:
  std::vector<PetriPlace> Ps;
  std::vector<PetriTransition> Ts;
  llvm::StringMap<PlaceId> PlacesById;
  llvm::StringMap<TransitionId> TransitionsById;
  std::optional<NupnStructure> Units;
  std::string NetId, NetFile;
  std::vector<std::string> Remarks;
  bool Inhibited = false;
};

/// What transitions mean to a place.
struct PlaceUse {
  TransitionId Transition = 0;
  uint64_t Weight = 1;
};

/// The arcs of a net by place: who consumes from it, produces on it, is
/// inhibited by it. Refers to nothing; built in linear time.
class PlaceIndex {
public:
  explicit PlaceIndex(const PetriNet &N);
  llvm::ArrayRef<PlaceUse> consumers(PlaceId P) const { return Consumers[P]; }
  llvm::ArrayRef<PlaceUse> producers(PlaceId P) const { return Producers[P]; }
  llvm::ArrayRef<PlaceUse> inhibited(PlaceId P) const { return Inhibited[P]; }

private:
  std::vector<std::vector<PlaceUse>> Consumers, Producers, Inhibited;
};

/// How firing \p T changes each place: sorted by place, no zeros. A difference
/// of two weights always fits.
struct TokenChange {
  PlaceId Place = 0;
  int64_t Change = 0;
};
std::vector<TokenChange> effectOf(const PetriTransition &T);

} // namespace sooth

#endif
