// Random transactions to contracts: node solidity_evm.js FILE.sol SEED CONTRACT...
// Prints a line for each contract of which an assertion fails. Assertions have lines of
// their own; they get a message, as the machine does the same where it divides by zero.
const fs = require('fs');
const solc = require('solc');
const {EVM} = require('@ethereumjs/evm');
const {Account, Address, hexToBytes} = require('@ethereumjs/util');
const {Common, Chain, Hardfork} = require('@ethereumjs/common');

const ROUNDS = 25, LENGTH = 16;
const [file, seed, ...names] = process.argv.slice(2);
let state = BigInt(seed) * 2654435761n + 1n;
const random = (n) => {
  state = (state * 6364136223846793005n + 1442695040888963407n) & ((1n << 64n) - 1n);
  return Number((state >> 33n) % BigInt(n));
};
const text = fs.readFileSync(file, 'utf8').replace(/\bassert\((.*)\);/g, 'require($1, "assertion fails");');
const output = JSON.parse(solc.compile(JSON.stringify({
  language: 'Solidity', sources: {'x.sol': {content: text}},
  settings: {outputSelection: {'*': {'*': ['abi', 'evm.bytecode.object', 'evm.methodIdentifiers']}}}})));
const word = (n) => BigInt.asUintN(256, BigInt(n)).toString(16).padStart(64, '0');
const bytes = (hex) => hexToBytes('0x' + hex);

async function fails({abi, evm}) {
  const common = new Common({chain: Chain.Mainnet, hardfork: Hardfork.Cancun});
  const machine = await EVM.create({common, allowUnlimitedContractSize: true});
  const functions = abi.filter((e) => e.type === 'function');
  for (let round = 0; round < ROUNDS; ++round) {
    const story = [];
    let to;
    for (let i = 0; i < LENGTH; ++i) {
      const f = functions[random(functions.length)];
      const caller = new Address(bytes(word(1000 + random(2)).slice(24)));
      await machine.stateManager.putAccount(caller, new Account(0n, 1n << 200n));
      let data = evm.bytecode.object, value = 0n;
      if (to) {
        const values = f.inputs.map((p) => p.type === 'uint8' ? random(4) : p.type === 'int8' ? random(5) - 2 : 0);
        const name = f.name + '(' + f.inputs.map((p) => p.type).join(',') + ')';
        data = evm.methodIdentifiers[name] + values.map(word).join('');
        value = f.stateMutability === 'payable' ? BigInt(random(4)) : 0n;
        story.push(`${f.name}(${values.join(', ')}) from ${caller} with ${value}`);
      }
      const result = await machine.runCall({caller, to, value, data: bytes(data), gasLimit: 1n << 40n});
      if (!to)
        to = result.createdAddress;
      if (result.execResult.exceptionError
          && Buffer.from(result.execResult.returnValue).includes('assertion fails'))
        return story;
    }
  }
}

(async () => {
  for (const name of names) {
    const story = await fails(output.contracts['x.sol'][name]);
    if (story)
      console.log(`${name}: proved, but fails after: ${story.join('; ')}`);
  }
})();
