pragma solidity >=0.8.2;
library L {
  function first(uint a, uint b) internal pure returns (uint) { return a; }
}
contract C {
  using L for uint;
  function f(uint x) public pure { assert(x.first(10) == x); }
  function g(uint x) public pure { assert(x.first(10) == 10); }
}
