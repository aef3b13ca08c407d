// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
pragma solidity >=0.7.0;

interface Settable {
  function set(uint) external;
}

contract CallsItself {
  uint n;
  constructor() { this.set(5); }
  function set(uint x) public { n = x; }
  function check() public view { assert(n == 0); }
}

contract AsksItself {
  uint public n = 3;
  uint m;
  constructor() { m = this.n(); }
  function check() public view { assert(m == 0); }
}

contract CallsByAddress {
  uint n;
  constructor() { Settable(address(this)).set(5); }
  function set(uint x) public { n = x; }
  function check() public view { assert(n == 0); }
}

contract CallsInHelper {
  uint n;
  constructor() { helper(); }
  function helper() internal { CallsInHelper(this).set(3); }
  function set(uint x) public { n = x; }
  function check() public pure { assert(false); }
}

contract Base {
  uint n;
  constructor() { this.set(5); }
  function set(uint x) public virtual { n = x; }
}
contract InBase is Base {
  function check() public view { assert(n == 0); }
}

contract InInitialValue {
  uint n = this.get();
  function get() public pure returns (uint) { return 4; }
  function check() public view { assert(n == 0); }
}

contract SendsNothing {
  uint n;
  bool ok;
  constructor() payable {
    uint before = address(this).balance;
    (ok,) = address(this).call{value: before}(abi.encodeWithSignature("set(uint256)", 5));
    assert(ok && address(this).balance == before);
  }
  function set(uint x) public payable { n = x; }
}

contract Fails {
  constructor() {
    (bool ok,) = address(this).call("");
    assert(!ok);
  }
}

contract SendsEther {
  constructor() payable {
    uint before = address(this).balance;
    bool ok = payable(address(this)).send(msg.value);
    payable(address(this)).transfer(1);
    assert(ok && address(this).balance == before);
  }
  receive() external payable {}
}

contract Creator {
  address owner;
  address origin;
  constructor() {
    owner = msg.sender;
    origin = tx.origin;
    assert(msg.data.length == 0 && msg.sig == 0);
  }
  function check() public view {
    assert(owner != address(this) && origin != address(this));
    assert(address(this) != address(0) && owner != address(0) && msg.sender != address(0));
  }
}

contract OthersPay {
  constructor(address payable to) payable {
    uint before = address(this).balance;
    to.call("");
    assert(address(this).balance >= before);
  }
}

contract AfterCreation {
  uint n;
  function go() public { this.set(5); }
  function set(uint x) public { n = x; }
  function check() public view { assert(n != 5); }
}
