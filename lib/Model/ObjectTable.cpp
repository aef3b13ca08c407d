//===- ObjectTable.cpp - Addresses for people -----------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Model/ObjectTable.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace sooth;
using llvm::Twine;
using What = ObjectTable::Object::Kind;

/// Characters of a string that are shown.
static constexpr size_t MaxShown = 40;

std::string ObjectTable::quoted(const std::string &Characters) {
  std::string Text = "\"";
  llvm::StringRef Shown = llvm::StringRef(Characters).take_front(MaxShown);
  for (char C : Shown) {
    if (C == '"' || C == '\\')
      Text += '\\';
    if (C == '\n')
      Text += "\\n";
    else if (C == '\t')
      Text += "\\t";
    else if (llvm::isPrint(C))
      Text += C;
    else
      Text += "\\x" + llvm::toHex(llvm::StringRef(&C, 1), /*LowerCase=*/true);
  }
  return Text + (Characters.size() > MaxShown ? "\"..." : "\"");
}

static std::string moved(const std::string &Place, int64_t Offset) {
  if (Offset == 0)
    return Place;
  uint64_t Distance = Offset < 0 ? -uint64_t(Offset) : uint64_t(Offset);
  return (Place + (Offset < 0 ? " - " : " + ") + Twine(Distance) +
          (Distance == 1 ? " byte" : " bytes"))
      .str();
}

static std::string textIn(const ObjectTable::Object &O, int64_t Offset) {
  bool IsInside = Offset >= 0 && (!O.Size || uint64_t(Offset) < *O.Size);
  switch (O.What) {
  case What::Function:
    return moved(O.Name, Offset);
  case What::Text:
    return Offset >= 0 && uint64_t(Offset) <= O.Characters.size()
               ? ObjectTable::quoted(O.Characters.substr(Offset))
               : moved(ObjectTable::quoted(O.Characters), Offset);
  case What::Other:
    return moved(O.Name, Offset);
  case What::Array:
    if (Offset == 0)
      return O.Name;
    break;
  case What::Structure:
  case What::Scalar:
    if (Offset == 0)
      return "&" + O.Name;
    break;
  }
  if (auto It = O.Parts.find(Offset); IsInside && It != O.Parts.end())
    return "&" + AccessPath(O.Name, It->second).str();
  if (O.Size && Offset == int64_t(*O.Size))
    return "the end of " + O.Name;
  return moved("&" + O.Name, Offset);
}

/// "A3", "B1": the families are letters, as long as there are enough.
static std::string nameInFamily(uint64_t Family, uint64_t Number) {
  std::string Name = Family < 26 ? std::string(1, char('A' + Family))
                                 : "Z" + std::to_string(Family) + ".";
  return Name + std::to_string(Number);
}

std::string ObjectTable::text(uint64_t Number, int64_t Offset) const {
  if (Number == 0)
    return Offset == 0 ? "null"
                       : "0x" + llvm::utohexstr(uint64_t(Offset), true);
  if (Number <= Objects.size())
    return textIn(Objects[Number - 1], Offset);
  if (Number >= FirstOfCallers) {
    const uint64_t Rest = Number - FirstOfCallers;
    return moved("the caller's object " +
                     nameInFamily(Rest / FamilySize, Rest % FamilySize),
                 Offset);
  }
  // They are numbered as they are allocated.
  std::string Name =
      (Others + " (number " + Twine(Number - Objects.size()) + ")").str();
  return moved(Name, Offset);
}
