//===- ArbitraryValues.cpp - Functions whose result may be anything -------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArbitraryValues.h"
#include "Contracts.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

using namespace sooth;
using namespace llvm;

/// What models of the C library leave open; followed by what that is.
static constexpr StringLiteral AnyOfLibrary = "sooth.any.of.library.";

Value *sooth::callAny(IRBuilderBase &Build, StringRef Prefix, Type *T) {
  std::string Name = Prefix.str();
  raw_string_ostream(Name) << *T;
  Module &M = *Build.GetInsertBlock()->getModule();
  return Build.CreateCall(
      M.getOrInsertFunction(Name, FunctionType::get(T, false)));
}

std::optional<Cause> sooth::anyValue(StringRef Function) {
  if (Function.consume_front(AnyOfLibrary))
    return Cause(Cause::Kind::LibraryChoice, Function);
  if (Function.starts_with(AnyKeptByModels))
    return Cause(Cause::Kind::LibraryChoice,
                 "what the C library has kept from before");
  if (Function.consume_front(AnyChangeName))
    return Cause(Cause::Kind::WriteByFunction, Function);
  static constexpr std::pair<StringLiteral, Cause::Kind> Causes[] = {
      {AnyInteger, Cause::Kind::FloatTooLarge},
      {AnyNaN, Cause::Kind::NanBits},
      {AnyRounding, Cause::Kind::CompilerRounding},
      {AnyZero, Cause::Kind::ChosenZero},
      {AnyConstancy, Cause::Kind::Constancy},
      {AnyZeroCount, Cause::Kind::ZeroCount},
      {AnyExcluded, Cause::Kind::ExcludedFloat},
      {AnySign, Cause::Kind::IgnoredSign},
      {AnyInitialByte, Cause::Kind::ConstantPadding},
      {AnyLabel, Cause::Kind::NoLabel},
      {AnyJump, Cause::Kind::UnknownJump},
      {AnyChangedLocal, Cause::Kind::ChangedLocal},
      {AnyRest, Cause::Kind::LargerArgument}};
  for (const auto &[Prefix, Why] : Causes)
    if (Function.starts_with(Prefix))
      return Why;
  return std::nullopt;
}
