// SPDX-License-Identifier: Apache-2.0
pragma solidity >=0.7.0;

contract Hashes {
    function differs(uint a, uint b) public pure {
        assert(a == b || keccak256(abi.encode(a)) != keccak256(abi.encode(b)));
    }
}

contract Same {
    function same(uint a, uint b) public pure {
        assert(a != b || keccak256(abi.encode(a)) == keccak256(abi.encode(b)));
    }
}

interface Other {
    function number() external view returns (uint);
}

contract NobodyThere {
    Other other;

    function ask() public view {
        assert(other.number() == 7);
    }
}

contract SomebodyThere {
    function ask(Other other) public view {
        assert(other.number() == 7);
    }
}
