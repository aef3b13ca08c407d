// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
pragma solidity >=0.7.0;

contract Other {
  struct S {
    uint u;
    address w;
    uint[] more;
  }
  mapping(address => mapping(int => int)) public nested;
  mapping(address => bool)[] public list;
  uint[][] public lists;
  mapping(uint => S) public all;
}

contract Questions {
  struct S {
    uint u;
    address w;
    uint[] more;
  }
  Other other;
  uint x;
  mapping(uint => S) public all;

  function sameView(address k, int i) public view {
    assert(other.nested(k, i) == other.nested(k, i));
    assert(other.list(1, k) == other.list(1, k));
    (uint u, address w) = other.all(3);
    (uint v, ) = other.all(3);
    assert(u == v && w == w);
  }
  function same(address k, uint i) public returns (uint) {
    int first = other.nested(k, 2);
    if (other.lists(i, 0) > 3)
      assert(other.lists(i, 0) > 2);
    assert(first == other.nested(k, 2));
    return x++;
  }
  function otherKey(address k, int i) public {
    x = 0;
    assert(other.nested(k, i) == other.nested(k, i + 1));
  }
  function afterChange(address k, address to) public {
    int first = other.nested(k, 2);
    to.call("");
    assert(first == other.nested(k, 2));
  }
  function onOneWay(address k, bool b) public {
    int first = 1;
    if (b)
      first = other.nested(k, 2);
    x = 3;
    assert(first == 1 || first == other.nested(k, 2));
  }
  function own(uint k) public view {
    (uint u, address w) = this.all(k);
    assert(u == all[k].u && w == all[k].w);
  }
}
