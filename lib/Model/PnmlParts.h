//===- PnmlParts.h - What a PNML file says, before it is a net ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arcs, references and units may speak of nodes that come later in the file.
// So the file is read into these parts first, and put together afterwards.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_MODEL_PNMLPARTS_H
#define SOOTH_LIB_MODEL_PNMLPARTS_H

#include "XmlReader.h"

#include "sooth/Model/PetriNet.h"

namespace sooth {

struct PnmlNode {
  enum class Kind { Place, Transition, PlaceReference, TransitionReference };
  Kind What = Kind::Place;
  std::string Id, Name;
  std::string Target; ///< of a reference
  uint64_t Initial = 0;
  XmlPlace Where;
};

struct PnmlArc {
  enum class Kind { Normal, Inhibitor };
  Kind What = Kind::Normal;
  std::string Source, Target;
  uint64_t Weight = 1;
  XmlPlace Where;
};

struct PnmlUnit {
  std::string Id;
  std::vector<std::string> Places, Subunits;
  XmlPlace Where;
};

/// An element that was passed over.
struct PnmlExtension {
  std::string Name;
  XmlPlace Where;
};

struct PnmlParts {
  std::string File, NetId;
  std::vector<PnmlExtension> PassedOver; ///< the first of each name
  std::vector<PnmlNode> Nodes;
  std::vector<PnmlArc> Arcs;
  std::vector<PnmlUnit> Units;
  std::string RootUnit;
  bool UnitsAreSafe = false;
  bool HasUnits = false;
  XmlPlace UnitsWhere;
};

/// Puts the parts together; fails for what does not fit.
llvm::Expected<PetriNet> assemble(PnmlParts Parts);

} // namespace sooth

#endif
