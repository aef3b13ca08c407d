// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
pragma solidity >=0.7.0;

contract Violated {
  uint n;
  function assembled() public pure returns (uint r) { assembly { r := 1 } }
  function set(uint a) public { n = a; }
  function check() public view { assert(n != 5); }
}

contract NotViolated {
  function(uint) internal returns (uint) f;
  uint n;
  function calls() public { n = f(3); }
  function set(uint a) public { n = a; assert(n == a); }
}
