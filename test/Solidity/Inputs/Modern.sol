// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
pragma solidity >=0.8.28;

error Low(uint a, address b);
type Price is uint128;
type Who is address;
using {plus as +, same as ==} for Price global;
function plus(Price a, Price b) pure returns (Price) {
  return Price.wrap(Price.unwrap(a) + Price.unwrap(b));
}
function same(Price a, Price b) pure returns (bool) {
  return Price.unwrap(a) == Price.unwrap(b);
}
interface I {
  function g(uint) external;
  function h() external view returns (uint);
}

contract Reverts {
  uint x;
  error Mine(string s);
  function set(uint a) public {
    if (a > 3)
      revert Low({b: msg.sender, a: a});
    else if (a == 2)
      revert Reverts.Mine("two");
    require(a != 1, Low(a, msg.sender));
    x = a;
  }
  function check() public view { assert(x == 0 || x == 3); }
}

contract Values {
  Price p;
  mapping(Who => Price) m;
  Price[] l;
  function set(Price a) public {
    require(Price.unwrap(a) < 10);
    p = a;
    m[Who.wrap(msg.sender)] = p + a;
    l.push() = p;
    assert(l[l.length - 1] == a);
  }
  function check() public view {
    assert(Price.unwrap(p) < 10 && Price.unwrap(m[Who.wrap(msg.sender)]) < 20);
  }
}

contract Chain {
  uint immutable id = block.chainid;
  function pass() public view { assert(block.chainid == block.chainid); }
  function fail() public view { assert(block.chainid != 1 || block.basefee + block.prevrandao % 7 < 50); }
}

contract Code {
  uint n;
  constructor() { n = address(this).code.length; }
  function check() public view { assert(n == 0 && address(this).code.length > 0); }
}

contract Names {
  enum E { A, B, C }
  E e;
  bytes4 s;
  error Bad(uint);
  function set(E z) public {
    require(z != type(E).max);
    e = z;
    s = msg.sig;
  }
  function check() public view {
    assert(e != E.C && type(E).min == E.A);
    assert(s == 0 || s == this.set.selector);
    assert(msg.sig == this.check.selector && msg.data.length >= 4);
    assert(I.g.selector != I.h.selector && type(I).interfaceId == I.g.selector ^ I.h.selector);
    assert(Bad.selector != 0);
  }
}

contract Texts {
  string s;
  bytes b;
  function join(string memory a) public {
    s = string.concat(a, "xy");
    assert(bytes(s).length == bytes(a).length + 2);
    assert(keccak256(bytes(string.concat("ab", "c"))) == keccak256("abc"));
  }
  function push() public {
    uint n = b.length;
    b.push(0x41);
    assert(b.length == n + 1 && b[n] == 0x41);
    b[n] = 0x42;
    assert(b[n] == 0x42);
    b.pop();
    assert(b.length == n);
  }
  function wrong(string memory a) public pure {
    assert(keccak256(abi.encodePacked("x", a)) != keccak256(abi.encodePacked(a, "x")));
  }
}

contract Fixed {
  uint immutable a;
  address immutable o;
  uint constant K = 3;
  constructor(uint x) {
    require(x > 2);
    a = x;
    o = msg.sender;
  }
  function check() public view { assert(a >= K && o != address(0)); }
  function wrong() public view { assert(msg.sender == o); }
}

contract Transient {
  bool transient locked;
  uint depth;
  function go(address to) public {
    require(!locked);
    locked = true;
    assert(depth == 0);
    depth = 1;
    (bool ok, ) = to.call("");
    depth = ok ? 0 : 0;
    locked = false;
  }
}

contract KeepsTransient {
  uint transient t;
  function set() public { t = 1; }
  function check() public view { assert(t == 0); }
}

contract Unchecked {
  function wraps(uint a) public pure { unchecked { assert(a + 1 > a); } }
  function reverts(uint a) public pure { assert(a + 1 > a); }
}
