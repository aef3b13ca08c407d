// SPDX-License-Identifier: Apache-2.0
pragma solidity >=0.7.0;

/// @notice invariant __verifier_sum_uint(balances) <= address(this).balance
contract Bank {
    mapping(address => uint) balances;

    function deposit() public payable {
        require(balances[msg.sender] + msg.value >= msg.value);
        balances[msg.sender] += msg.value;
    }

    function withdraw(uint amount) public {
        require(balances[msg.sender] >= amount);
        (bool ok, ) = msg.sender.call{value: amount}("");
        require(ok);
        balances[msg.sender] -= amount;
    }
}

/// @notice invariant __verifier_sum_uint(balances) <= address(this).balance
contract SafeBank {
    mapping(address => uint) balances;

    function deposit() public payable {
        require(msg.sender != address(this));
        require(balances[msg.sender] + msg.value >= msg.value);
        balances[msg.sender] += msg.value;
    }

    function withdraw(uint amount) public {
        require(balances[msg.sender] >= amount);
        balances[msg.sender] -= amount;
        (bool ok, ) = msg.sender.call{value: amount}("");
        require(ok);
    }
}
