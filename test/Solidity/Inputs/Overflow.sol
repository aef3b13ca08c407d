// SPDX-License-Identifier: Apache-2.0
pragma solidity >=0.7.0;

contract Overflow {
    mapping(address => uint) balances;

    function sendAll(address[] memory to, uint value) public {
        uint amount = to.length * value;
        require(balances[msg.sender] >= amount);
        balances[msg.sender] -= amount;
        for (uint i = 0; i < to.length; i++) {
            require(balances[to[i]] + value >= value);
            balances[to[i]] += value;
        }
    }

    function sendAllRight(address[] memory to, uint value) public {
        require(to.length > 0);
        uint amount = to.length * value;
        require(amount / to.length == value);
        require(balances[msg.sender] >= amount);
        balances[msg.sender] -= amount;
    }

    function late(uint a, uint b) public pure {
        uint c = a + b;
        require(c >= a);
        assert(c >= b);
    }

    function wraps(uint8 a) public pure {
        uint8 b = a + 1;
        assert(b > a);
    }

    function bits(uint8 a) public pure {
        assert((a ^ a) == 0 && (a | 1) >= a);
    }
}
