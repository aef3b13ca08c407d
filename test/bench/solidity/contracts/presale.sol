pragma solidity >=0.7.0;

contract Presale {
    uint256 constant most = 1000 ether;
    uint256 raised;
    bool closed;

    function buy() public payable {
        require(!closed && msg.value <= most - raised);
        raised += msg.value;
        closed = raised == most;
    }

    function check() public view {
        assert(raised <= most);
    }
}
