// SPDX-License-Identifier: Apache-2.0
pragma solidity >=0.7.0;

/// @notice invariant x + y == total
contract Specifications {
    int x;
    int y;
    int total;
    mapping(address => int) shares;
    event Moved(int by);
    event Reset();

    /// @notice precondition by > 0
    /// @notice postcondition x == __verifier_old_int(x) - by
    /// @notice modifies x
    /// @notice modifies y if by < 100
    function move(int by) public {
        require(by < 100);
        x -= by;
        y += by;
    }

    /// @notice postcondition x == __verifier_old_int(x) + by
    function wrongMove(int by) public {
        x -= by;
        y += by;
    }

    /// @notice modifies x
    function movesMore() public {
        x += 1;
        y -= 1;
    }

    /// @notice modifies shares[msg.sender]
    function take(int n) public {
        shares[msg.sender] = n;
    }

    /// @notice modifies shares[msg.sender]
    function takeFrom(address who, int n) public {
        shares[who] = n;
    }

    function broken() public {
        x = 5;
    }

    function brokenBetween() public {
        x += 1;
        move(2);
        y -= 1;
    }

    function callsWrongly() public {
        move(0);
    }

    /// @notice postcondition n == 10
    function count() public pure returns (uint n) {
        /// @notice invariant n <= 10
        while (n < 10)
            n++;
    }

    /// @notice postcondition n == 10
    function countWrongly() public pure returns (uint n) {
        /**
         * @notice invariant n < 10
         */
        while (n < 10) {
            n++;
        }
    }

    /// @notice emits Moved
    function emitsOther(bool b) public {
        emit Moved(1);
        if (b)
            emit Reset();
    }
}

/// @notice invariant forall (uint i) i >= list.length || list[i] > 0
contract Quantified {
    uint[] list;

    function add(uint n) public {
        require(n > 0);
        list.push(n);
    }
}
