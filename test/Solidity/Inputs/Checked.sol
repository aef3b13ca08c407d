// SPDX-License-Identifier: Apache-2.0
pragma solidity >=0.8.0;

contract Checked {
    uint8 total;

    function add(uint8 n) public {
        uint8 before = total;
        total += n;
        assert(total >= before);
    }

    function unchecks(uint8 n) public {
        uint8 before = total;
        unchecked {
            total += n;
        }
        assert(total >= before);
    }

    function callsChecked(uint8 n) public {
        uint8 before = total;
        unchecked {
            add(n);
        }
        assert(total >= before);
    }

    function counts() public pure returns (uint8 n) {
        /// @notice invariant n <= 10
        for (uint8 i = 0; i < 10; i++)
            n += 1;
    }
}
