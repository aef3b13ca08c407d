// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
pragma solidity >=0.7.0;

contract EventLoops {
  int level;

  /// @notice tracks-changes-in level
  /// @notice postcondition level == __verifier_before_int(level) + by
  event Rises(int by);

  constructor(bool tells) {
    level = 1;
    if (tells)
      emit Rises(1);
  }
  function eachRound(int n) public {
    /// @notice invariant i >= 0
    for (int i = 0; i < n; i++) {
      level += i;
      emit Rises(i);
    }
  }
  function someRounds(int n) public {
    /// @notice invariant i >= 0
    for (int i = 0; i < n; i++) {
      level += i;
      if (i != 2)
        emit Rises(i);
    }
  }
  function afterLoop(int n) public {
    require(0 < n && n < 1000 && -1000 < level && level < 1000);
    /// @notice invariant level == __verifier_before_int(level) + i && i <= n
    for (int i = 0; i < n; i++)
      level++;
    emit Rises(n);
  }
  function afterLoopWrong(int n) public {
    require(0 < n && n < 1000 && -1000 < level && level < 1000);
    /// @notice invariant level == __verifier_before_int(level) + i && i <= n
    for (int i = 0; i < n; i++)
      level++;
    emit Rises(n + 1);
  }
  function onOneWay(bool tells) public {
    level++;
    if (tells)
      emit Rises(1);
  }
}
