//===- EvmReplay.cpp - Violations of contracts in a real machine ----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Driver/Solidity/EvmReplay.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FormatVariadic.h"

using namespace sooth;
namespace json = llvm::json;

static constexpr llvm::StringLiteral Head = R"(#!/usr/bin/env node
// Replays violations of contracts in an Ethereum Virtual Machine. Needs the packages
//   npm install solc@VERSION @ethereumjs/evm@3 @ethereumjs/common@4 @ethereumjs/util@9
// of which solc is the version that the contracts are written for.
// Exit code 0: all are confirmed; 1: some is not; 2: some cannot be replayed.
)";

static constexpr llvm::StringLiteral Machine = R"(
const solc = require('solc');
const {EVM} = require('@ethereumjs/evm');
const {Account, Address, hexToBytes} = require('@ethereumjs/util');
const {Common, Chain, Hardfork} = require('@ethereumjs/common');

function compile(texts, wanted) {
  const input = {language: 'Solidity', sources: {}, settings: {outputSelection: {'*': wanted}}};
  for (const name in texts)
    input.sources[name] = {content: texts[name]};
  return JSON.parse(solc.compile(JSON.stringify(input)));
}

// The machine does the same where an assertion fails as where it divides by zero. So
// each assertion gets a message that says where it is.
function withPlaces() {
  const trees = compile(sources, {'': ['ast']}).sources, texts = {};
  for (const name in sources) {
    let bytes = Buffer.from(sources[name], 'utf8');
    const found = [];
    const walk = (node) => {
      if (!node || typeof node !== 'object')
        return;
      if (node.nodeType === 'FunctionCall'
          && node.expression.typeDescriptions.typeIdentifier.startsWith('t_function_assert_'))
        found.push([node, node.src.split(':').map(Number)]);
      Object.values(node).forEach(walk);
    };
    walk(trees[name].ast);
    found.sort((one, other) => other[1][0] - one[1][0]);
    for (const [node, [start, length]] of found) {
      const before = bytes.subarray(0, start).toString().split('\n');
      const place = `${name}:${before.length}:${Buffer.byteLength(before.pop()) + 1}`;
      const [from, size] = node.arguments[0].src.split(':').map(Number);
      bytes = Buffer.concat([bytes.subarray(0, start), Buffer.from('require('),
        bytes.subarray(from, from + size), Buffer.from(', ' + JSON.stringify('fails at ' + place) + ')'),
        bytes.subarray(start + length)]);
    }
    texts[name] = bytes.toString();
  }
  return texts;
}

const output = compile(withPlaces(), {'*': ['abi', 'evm.bytecode.object', 'evm.methodIdentifiers']});
const compiled = {};
for (const file in output.contracts || {})
  Object.assign(compiled, output.contracts[file]);

class CannotReplay extends Error {}

const word = (n) => (BigInt.asUintN(256, n)).toString(16).padStart(64, '0');
const bytes = (hex) => hexToBytes('0x' + hex);
const numberOf = (text) => text === 'true' ? 1n : text === 'false' ? 0n
  : text.startsWith('-') ? -BigInt(text.slice(1)) : BigInt(text.split(' ')[0]);
const addressOf = (n) => new Address(bytes(BigInt.asUintN(160, n).toString(16).padStart(40, '0')));

function encode(inputs, values) {
  let data = '';
  for (const {name, type} of inputs) {
    if (!/^(bool|address|u?int\d*|bytes\d+)$/.test(type))
      throw new CannotReplay('an argument of type ' + type);
    let n = name in values ? numberOf(values[name]) : 0n;
    const fixed = /^bytes(\d+)$/.exec(type);
    if (fixed)
      n <<= 8n * (32n - BigInt(fixed[1]));
    data += word(n);
  }
  return data;
}

function dataOf(contract, step) {
  const {abi, evm} = compiled[contract];
  if (step.function === 'constructor') {
    const own = abi.find((e) => e.type === 'constructor');
    return evm.bytecode.object + encode(own ? own.inputs : [], step.values);
  }
  const named = abi.filter((e) => e.type === 'function' && e.name === step.function
    && Object.keys(step.values).every((v) => e.inputs.some((i) => i.name === v)));
  if (!named.length && (step.function === 'receive' || step.function === 'fallback'))
    return step.function === 'fallback' && abi.some((e) => e.type === 'receive') ? '00000000' : '';
  const chosen = named.filter((e) => e.inputs.filter((i) => i.name).length
    === Math.max(...named.map((f) => f.inputs.filter((i) => i.name in step.values).length)));
  const one = (chosen.length ? chosen : named)[0];
  if (!one)
    throw new CannotReplay('function ' + step.function);
  const signature = one.name + '(' + one.inputs.map((i) => i.type).join(',') + ')';
  return evm.methodIdentifiers[signature] + encode(one.inputs, step.values);
}

// What of the checks of the program fails, if any does.
function failure(result) {
  const error = result.execResult.exceptionError;
  if (!error)
    return undefined;
  const returned = Buffer.from(result.execResult.returnValue);
  const said = /fails at ([^\0]*)/.exec(returned.toString());
  if (said)
    return said[1];
  const isPanic = /^4e487b71.*(21|32)$/.test(returned.toString('hex'));
  return error.error === 'invalid opcode' || isPanic ? 'a check of the compiler' : undefined;
}

async function replay({contract, place, steps}) {
  const common = new Common({chain: Chain.Mainnet, hardfork: Hardfork.Shanghai});
  const evm = await EVM.create({common, allowUnlimitedContractSize: true});
  const give = async (who, amount) => {
    const account = await evm.stateManager.getAccount(who) || new Account();
    account.balance = amount;
    await evm.stateManager.putAccount(who, account);
  };
  let address, data, last;
  for (const step of steps) {
    if (last)
      throw new Error('transaction ' + last + ' fails already');
    const sender = addressOf(numberOf(step.from)), value = numberOf(step.value);
    await give(sender, 1n << 255n);
    if (address && step.balance !== undefined)
      await give(address, numberOf(step.balance) - value);
    const header = {number: numberOf(step.number), timestamp: numberOf(step.time),
      coinbase: Address.zero(), cliqueSigner: () => Address.zero(), difficulty: 0n,
      prevRandao: new Uint8Array(32), gasLimit: 1n << 60n, baseFeePerGas: 0n,
      getBlobGasPrice: () => undefined};
    data = dataOf(contract, step);
    const result = await evm.runCall({caller: sender, origin: addressOf(numberOf(step.origin)),
      to: address, value, data: bytes(data), gasLimit: 1n << 50n,
      gasPrice: numberOf(step.price), block: {header}});
    if (step.function === 'constructor')
      address = result.createdAddress;
    const failed = failure(result);
    if (failed && place && failed !== place)
      throw new Error('in transaction ' + step.at + ', what fails is ' + failed);
    if (failed)
      last = step.at;
    else if (result.execResult.exceptionError)
      throw new Error('transaction ' + step.at + ' ends with ' + result.execResult.exceptionError.error);
  }
  if (!last)
    throw new Error('nothing fails');
  return last;
}

(async () => {
  let code = 0;
  for (const story of stories) {
    try {
      if (story.obstacle)
        throw new CannotReplay(story.obstacle);
      const at = await replay(story);
      console.log(`${story.what}: confirmed, it fails in transaction ${at}`);
    } catch (e) {
      const cannot = e instanceof CannotReplay;
      console.log(`${story.what}: ${cannot ? 'cannot be replayed: ' : 'NOT confirmed: '}${e.message}`);
      code = cannot ? Math.max(code, 2) : 1;
    }
  }
  process.exitCode = code;
})();
)";

/// A failed check that ends a transaction in the machine as well.
static bool endsTransaction(llvm::StringRef Check) {
  return Check == "assert" || Check == "bounds" || Check == "enum";
}

static json::Object encodeStep(const StoryStep &S, unsigned Number) {
  json::Object Result{{"at", Number},  {"function", S.Function},
                      {"from", "0"},   {"value", "0"},
                      {"origin", "0"}, {"time", "1"},
                      {"number", "1"}, {"price", "0"}};
  json::Object Values;
  for (const StoryValue &V : S.Values) {
    llvm::StringRef Key = llvm::StringSwitch<llvm::StringRef>(V.Path.str())
                              .Case("msg.sender", "from")
                              .Case("msg.value", "value")
                              .Case("address(this).balance", "balance")
                              .Case("tx.origin", "origin")
                              .Case("tx.gasprice", "price")
                              .Case("block.timestamp", "time")
                              .Case("block.number", "number")
                              .Default("");
    if (Key.empty())
      Values[V.Path.str()] = V.Text;
    else
      Result[Key] = V.Text;
  }
  Result["values"] = std::move(Values);
  return Result;
}

static json::Object encodeStory(const SolidityVerdict &V,
                                const AssertionReport &A) {
  json::Object Result{{"contract", V.Target.Contract},
                      {"what", V.Target.Contract + ": " + A.Where.str() + ": " +
                                   A.What.Subject}};
  if (A.Check == "assert")
    Result["place"] = A.Where.str();
  json::Array Steps;
  for (const StoryStep &S : A.Trace) {
    if (S.What == StoryStep::Kind::Steps || S.What == StoryStep::Kind::Blocks)
      Result["obstacle"] = "transactions are left out as the run is long";
    if (S.What != StoryStep::Kind::Call)
      continue;
    if (S.Function.empty())
      Result["obstacle"] = "the contract is called back by other code";
    Steps.push_back(encodeStep(S, unsigned(Steps.size() + 1)));
  }
  if (!endsTransaction(A.Check))
    Result["obstacle"] = "this is no assertion of the program";
  Result["steps"] = std::move(Steps);
  return Result;
}

void sooth::printEvmReplay(llvm::raw_ostream &OS, const json::Value &Bundle,
                           llvm::ArrayRef<SolidityVerdict> All) {
  json::Array Stories;
  for (const SolidityVerdict &V : All)
    for (const AssertionReport &A : V.Details.Assertions)
      if (!A.Trace.empty())
        Stories.push_back(encodeStory(V, A));
  const json::Object *O = Bundle.getAsObject();
  const json::Value *Sources = O ? O->get("sources") : nullptr;
  OS << Head << "\nconst sources = "
     << llvm::formatv("{0:2}", Sources ? *Sources : json::Value(json::Object()))
     << ";\nconst stories = "
     << llvm::formatv("{0:2}", json::Value(std::move(Stories))) << ";\n"
     << Machine;
}
