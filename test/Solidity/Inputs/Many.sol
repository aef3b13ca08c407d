pragma solidity >=0.7.0;
contract Many {
  uint8 n;
  function step() public { n++; }
  function check() public view { assert(n != 12); }
}
