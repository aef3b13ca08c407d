// SPDX-License-Identifier: Apache-2.0
pragma solidity >=0.7.0;

contract Counter {
    uint count;
    address owner;

    constructor() {
        owner = msg.sender;
    }

    function add(uint by) public {
        require(by < 3);
        count += by;
    }

    function reset() public {
        require(msg.sender == owner);
        count = 0;
    }

    function check() public view {
        assert(count != 5);
    }
}

contract Sale {
    uint raised;
    uint max;
    bool open;

    constructor(uint limit) {
        max = limit;
        open = true;
    }

    function buy(uint amount) public {
        require(open && amount <= max - raised);
        raised += amount;
        if (raised == max)
            open = false;
    }

    function check() public view {
        assert(raised <= max);
    }
}

contract CalledBack {
    uint paid;
    bool done;

    function pay() public {
        require(!done);
        (bool ok, ) = msg.sender.call("");
        require(ok);
        paid += 1;
        done = true;
        assert(paid == 1);
    }
}

contract Locked {
    uint paid;
    bool done;

    function pay() public {
        require(!done);
        done = true;
        (bool ok, ) = msg.sender.call("");
        require(ok);
        assert(done);
    }
}

contract Nothing {
    uint x;

    function set(uint to) public {
        x = to;
    }
}
