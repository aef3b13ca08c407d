//===- Contracts.h - What functions say of their calls ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_BASE_CONTRACTS_H
#define SOOTH_LIB_FRONTEND_LLVM_BASE_CONTRACTS_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class CallBase;
} // namespace llvm

namespace sooth {

// What programs call to say what a function requires and ensures, and what the
// macros of sooth.h call for that.
inline constexpr llvm::StringLiteral RequiresName = "sooth_requires";
inline constexpr llvm::StringLiteral EnsuresName = "sooth_ensures";
/// Void (ptr, size): a place that the function may change; and the end of a
/// clause with such places.
inline constexpr llvm::StringLiteral AssignedName = "sooth_assigned";
inline constexpr llvm::StringLiteral AssignsName = "sooth_assigns";
/// A clause begins, which ends with the call of one of the above.
inline constexpr llvm::StringLiteral ClauseBeginName = "sooth_clause";
/// Begins the names of functions whose clauses are those of another function;
/// the second of one that has no body.
inline constexpr llvm::StringLiteral ContractOfName = "sooth_contract_of_";
inline constexpr llvm::StringLiteral FoundContractName =
    "sooth_found_contract_of_";
/// I1 (ptr, ptr): whether one is null, or they lead to different objects.
inline constexpr llvm::StringLiteral ApartName = "sooth_apart";
inline constexpr llvm::StringLiteral ResultName = "sooth_result_place";
/// A condition that holds in each round of a loop.
inline constexpr llvm::StringLiteral InvariantName = "sooth_invariant";
// i1 (ptr, size) and size (ptr): whether so many bytes are there from a pointer
// on, and how many are.
inline constexpr llvm::StringLiteral ValidName = "sooth_valid";
inline constexpr llvm::StringLiteral SizeName = "sooth_size";
/// Both have the address of the same variable, and of nothing else's.
inline constexpr llvm::StringLiteral OldBeginName = "sooth_old_begin";
inline constexpr llvm::StringLiteral OldEndName = "sooth_old_end";

/// Asserts that passes put in where a function is called that requires
/// something, and where one returns that ensures something; the attributes of
/// their calls say what function it is, and which of its clauses, from 1 on.
inline constexpr llvm::StringLiteral RequiredName = "sooth.required";
inline constexpr llvm::StringLiteral EnsuredName = "sooth.ensured";
inline constexpr llvm::StringLiteral ClauseName = "sooth.clause";
/// The same: the file, without its folder, and line of that clause, if it is in
/// another file than the function.
inline constexpr llvm::StringLiteral ClauseFileName = "sooth.clause.file";
inline constexpr llvm::StringLiteral ClauseLineName = "sooth.clause.line";

/// An Assert that passes put in where a function whose name is an attribute of
/// the call, or what it calls, may change something that it does not assign.
inline constexpr llvm::StringLiteral WithinName = "sooth.within";

/// What passes make of AssignedName: the function changes nothing else. The
/// attribute of functions says how many such calls they have.
inline constexpr llvm::StringLiteral PlaceName = "sooth.place";
inline constexpr llvm::StringLiteral PlaceCountName = "sooth.place.count";

/// i1 (ptr): whether it leads into an object that was there when the entry was
/// called.
inline constexpr llvm::StringLiteral ExistedName = "sooth.existed";
/// Followed by the name of a function, i1 (): whether that keeps to what must
/// not change, which nobody knows.
inline constexpr llvm::StringLiteral AnyChangeName = "sooth.any.change.";

/// The attribute of calls that are there for what the function named ensures:
/// they mean nothing if its calls are followed.
inline constexpr llvm::StringLiteral AssumedOfName = "sooth.assumed.of";
/// The attribute of functions that ensure something.
inline constexpr llvm::StringLiteral HasEnsuresName = "sooth.has.ensures";
/// The same of those that require something.
inline constexpr llvm::StringLiteral HasRequiresName = "sooth.has.requires";
/// The attribute of functions in which no access to memory is asked about.
inline constexpr llvm::StringLiteral UncheckedName = "sooth.unchecked";
/// The attribute of functions that passes have made of clauses.
inline constexpr llvm::StringLiteral OfContractName = "sooth.of.contract";

/// Whether \p Call says that a condition holds in each round of a loop.
bool isInvariant(const llvm::CallBase &Call);
bool asksIfExisted(const llvm::CallBase &Call);
/// Whether \p Call asks what is there, which depends on what memory is
/// allocated.
bool asksForMemory(const llvm::CallBase &Call);

} // namespace sooth

#endif
