pragma solidity >=0.7.0;

// A transfer to many at once, of which the total wraps around at 256 bits.
contract Batch {
    mapping(address => uint256) balances;

    function batchTransfer(address[] memory to, uint256 value) public {
        uint256 count = to.length;
        uint256 amount = count * value;
        require(count > 0 && count <= 20);
        require(value > 0 && balances[msg.sender] >= amount);
        balances[msg.sender] -= amount;
        for (uint256 i = 0; i < count; i++) {
            require(balances[to[i]] + value >= value);
            balances[to[i]] += value;
        }
    }
}

contract FixedBatch {
    mapping(address => uint256) balances;

    function batchTransfer(address[] memory to, uint256 value) public {
        uint256 count = to.length;
        require(count > 0 && count <= 20);
        uint256 amount = count * value;
        require(amount / count == value);
        require(value > 0 && balances[msg.sender] >= amount);
        balances[msg.sender] -= amount;
        for (uint256 i = 0; i < count; i++) {
            require(balances[to[i]] + value >= value);
            balances[to[i]] += value;
        }
    }
}
