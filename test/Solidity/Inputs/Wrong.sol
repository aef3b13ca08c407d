// SPDX-License-Identifier: Apache-2.0
pragma solidity >=0.7.0;

contract Wrong {
    uint somebody;

    /// @notice postcondition nobody > 0
    function f() public {
        somebody = 1;
    }
}
