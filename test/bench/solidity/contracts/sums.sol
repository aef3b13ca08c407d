pragma solidity >=0.7.0;

/// @notice invariant __verifier_sum_uint(balances) == total
contract Sums {
    mapping(address => uint256) balances;
    uint256 total;

    constructor(uint256 supply) {
        balances[msg.sender] = supply;
        total = supply;
    }

    function transfer(address to, uint256 value) public {
        require(balances[msg.sender] >= value && msg.sender != to);
        balances[msg.sender] -= value;
        balances[to] += value;
    }

    function burn(uint256 value) public {
        require(balances[msg.sender] >= value);
        balances[msg.sender] -= value;
        total -= value;
    }
}

/// @notice invariant __verifier_sum_uint(balances) == total
contract WrongSums {
    mapping(address => uint256) balances;
    uint256 total;

    function transfer(address to, uint256 value) public {
        uint256 mine = balances[msg.sender];
        uint256 others = balances[to];
        require(mine >= value);
        balances[msg.sender] = mine - value;
        balances[to] = others + value;
    }

    function mint(uint256 value) public {
        require(total + value >= value);
        balances[msg.sender] += value;
        total += value;
    }
}
