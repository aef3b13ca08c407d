// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
pragma solidity >=0.7.0 <0.8.0;

library Id {
  function id(uint8 a) internal pure returns (uint8) { return a; }
}

contract OverflowCalls {
  using Id for uint8;
  uint8 x;
  uint8 y;

  function nothing() private {}
  function plus(uint8 a, uint8 b) private pure returns (uint8) { return a + b; }
  function plusChecked(uint8 a, uint8 b) private pure returns (uint8 c) {
    c = a + b;
    require(c >= a);
  }
  function open() public {}

  function beforeCall() public {
    uint8 old = x;
    x += 1;
    nothing();
    require(x > old);
  }
  function caughtBeforeCall() public {
    uint8 old = x;
    x += 1;
    require(x > old);
    nothing();
  }
  function inCallee() public {
    uint8 sum = plus(x, y);
    require(sum >= x);
  }
  function caughtInCallee() public { x = plusChecked(x, y); }
  function inArgument() public {
    uint8 z = (x + 1).id();
    require(z > x);
  }
  function onOneWay(bool b) public {
    uint8 old = x;
    if (b)
      x += 1;
    nothing();
    require(x >= old);
  }
  function beforePublic() public {
    x++;
    open();
    require(x > 0);
  }
}
