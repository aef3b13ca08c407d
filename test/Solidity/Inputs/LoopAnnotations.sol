// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
pragma solidity >=0.7.0;

/// @notice invariant x == y
contract LoopAnnotations {
  uint x;
  uint y;

  function keeps(uint n) public {
    /// @notice {contractInvariants}
    for (uint i = 0; i < n; i++) {
      x++;
      y++;
    }
  }
  function breaksInLoop(uint n) public {
    /// @notice {contractInvariants}
    for (uint i = 0; i < n; i++)
      x++;
    y = x;
  }
  function breaksBefore(uint n) public {
    x = y + 1;
    /// @notice {contractInvariants}
    while (n > 0) {
      y = x;
      n--;
    }
    y = x;
  }
  function withOthers(uint n) public {
    uint sum = 0;
    /**
     * @notice {contractInvariants}
     * @notice invariant sum == i
     * @notice invariant i <= n
     */
    for (uint i = 0; i < n; i++)
      if (i >= 0) {
        x++;
        y++;
        sum++;
      }
    assert(sum == n && x == y);
  }
  /// @notice {contractInvariants}
  function both() internal {
    x++;
    y++;
  }
  /// @notice {contractInvariants}
  function one() internal { x++; }
  function callsBoth() public { both(); }
  function callsOne() public {
    one();
    y = x;
  }
  /// @notice postcondition x == __verifier_old_uint(x) + 2
  function ensuresTwo() internal { x++; }
  function callsWrong() public {
    ensuresTwo();
    y = x;
  }
  function doWhile() public pure {
    uint i = 0;
    /// @notice invariant i <= 10
    do {
      i++;
    } while (i < 10);
    assert(i == 10);
  }
  function doWhileWrong(uint n) public pure {
    uint i = 0;
    /// @notice invariant i >= 0
    do {
      i++;
      if (i == 3)
        break;
    } while (i < n);
    assert(i >= n);
  }
  receive() external payable {
    uint i = 0;
    /// @notice invariant i <= 4
    while (i < 4)
      i++;
    assert(i == 4);
  }
}
