//===- PrintRegions.cpp - How memory is split, for people -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Memory/PrintRegions.h"

#include "Extents.h"
#include "ObjectText.h"
#include "Regions.h"
#include "Source/SourceMap.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/raw_ostream.h"

#include <map>

using namespace sooth;
using namespace llvm;

using Content = MemoryAccess::Content;

static std::string placeOf(const Instruction *I) {
  SourceLocation Where = I ? nearestLocation(*I) : SourceLocation();
  return Where.isValid() ? " at " + Where.str() : "";
}

/// "read of 4 bytes", "write of a pointer".
static std::string accessText(const MemoryAccess &A) {
  std::string What = A.Holds == Content::Pointer ? std::string("a pointer")
                                                 : bytesText(A.Size);
  return (A.Way == MemoryAccess::Direction::Read ? "read of " : "write of ") +
         What + placeOf(A.By);
}

/// Says for what reason cells are smaller than what is read and written,
/// pointers are numbers, and pointers may come from anywhere. \p Told are the
/// nodes of which it was said where their objects became one.
static void explain(raw_ostream &OS, const PointsTo &Points, const Regions &All,
                    unsigned Index, DenseSet<PointsTo::NodeId> &Told) {
  const Region &R = All.all()[Index];
  const PointsTo::Node &Node = Points.node(R.Node);
  // One access of each kind.
  std::map<std::pair<uint64_t, Content>, const MemoryAccess *> Kinds;
  for (const MemoryAccess &A : Node.Accesses)
    if (All.find({R.Node, A.Offset}) == Index &&
        (A.Size != R.Unit || A.Holds != R.Holds))
      Kinds.try_emplace({A.Size, A.Holds}, &A);
  for (auto &[Kind, A] : Kinds)
    OS << "  not of one kind: " << accessText(*A) << "\n";
  if (R.isUnbounded() && R.Dimensions.size() == 1 &&
      R.Dimensions.front().Pitch <= R.Unit && !Kinds.empty() && Node.StrideBy)
    OS << "  offsets in steps of " << bytesText(Node.Offsets.Period)
       << placeOf(Node.StrideBy) << "\n";
  // Where it does harm, and once.
  if (!Kinds.empty() && Told.insert(R.Node).second) {
    std::vector<std::string> Places;
    for (const Instruction *I : Node.JoinedBy)
      if (std::string Text = placeOf(I);
          !Text.empty() && !is_contained(Places, Text))
        Places.push_back(std::move(Text));
    for (const std::string &Text : Places)
      OS << "  objects joined" << Text << "\n";
  }
  if (Node.IsWild)
    OS << "  unknown pointers" << placeOf(Node.WildBy) << "\n";
}

static void print(raw_ostream &OS, const PointsTo &Points, const Region &R) {
  const PointsTo::Node &Node = Points.node(R.Node);
  const char *Words = R.Holds == Content::Pointer   ? "pointers"
                      : R.Holds == Content::Integer ? "integers"
                      : R.Holds == Content::Float   ? "floating-point numbers"
                      : R.Holds == Content::Mixed   ? "pointers or numbers"
                                                    : "other values";
  OS << "region";
  for (auto [Object, Start] : Node.Objects)
    OS << " " << objectText(Points.objects()[Object]);
  OS << ": " << Words << " of " << R.Unit << " bytes at "
     << reduced(int64_t(R.First), Node.Offsets.Period);
  char Index = R.Dimensions.size() > 1 ? 'i' : 'k';
  for (const Region::Dimension &D : R.Dimensions) {
    if (D.Count != 1)
      OS << " + " << D.Pitch << Index;
    if (D.Count && *D.Count > BytesToTheEnd / D.Pitch / 2)
      OS << " (to the end)";
    else if (D.Count && D.Count != 1)
      OS << " (" << *D.Count << ")";
    ++Index;
  }
  if (R.Count > 1)
    OS << (R.Dimensions.empty() ? "" : " each") << " (" << R.Count << ")";
  OS << (R.IsRead ? "" : ", never read")
     << (R.IsWritten ? "" : ", never written")
     << (Node.IsExposed ? ", exposed" : "") << (Node.IsFreed ? ", freed" : "")
     << (Node.IsWild ? ", with unknown pointers" : "")
     << (Node.IsNumbered ? ", with addresses as numbers" : "")
     << (Node.HasTags ? ", with tags" : "") << "\n";
}

void sooth::printRegions(raw_ostream &OS, const Function &Entry,
                         RegionDetail Detail, Members How,
                         Environment Outside) {
  PointsTo Points(Entry, How, Outside);
  Regions All(Points);
  DenseSet<PointsTo::NodeId> Told;
  for (auto [Index, R] : enumerate(All.all())) {
    print(OS, Points, R);
    if (Detail == RegionDetail::Explained)
      explain(OS, Points, All, Index, Told);
  }
}
