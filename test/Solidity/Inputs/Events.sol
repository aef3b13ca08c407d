// SPDX-License-Identifier: Apache-2.0
pragma solidity >=0.7.0;

contract Events {
    uint level;
    address owner;

    /// @notice tracks-changes-in level
    /// @notice precondition level < 100
    /// @notice postcondition level == __verifier_before_uint(level) + by
    event Rises(uint by);

    /// @notice tracks-changes-in owner
    /// @notice allow-no-change-emit
    event Passes(address indexed to);

    /// @notice emits Rises
    function rise(uint by) public {
        require(level < 100 && by < 100);
        level += by;
        emit Rises(by);
    }

    function risesTwice() public {
        require(level < 50);
        level += 1;
        emit Rises(1);
        level += 2;
        emit Rises(2);
    }

    function silent() public {
        level = 0;
    }

    function tellsNothing() public {
        require(level < 100);
        emit Rises(0);
    }

    function tellsWrongly(uint by) public {
        require(level < 100 && by < 100);
        level += by;
        emit Rises(by + 1);
    }

    function tooHigh() public {
        level += 1;
        emit Rises(1);
    }

    function pass(address to) public {
        emit Passes(to);
        owner = to;
        emit Passes(to);
    }

    function late() public {
        owner = msg.sender;
        (bool ok, ) = msg.sender.call("");
        require(ok);
        emit Passes(msg.sender);
    }
}
