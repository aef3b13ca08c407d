pragma solidity >=0.7.0;

library Parts {
    struct Pair { int a; int b; }
    /// @notice postcondition self.a == __verifier_old_int(self.b)
    function turn(Pair storage self) public {
        int a = self.a;
        self.a = self.b;
        self.b = a;
    }
}

/// @notice invariant x >= 0
contract Unmodelled {
    int x;
    int y;

    /// @notice modifies x
    /// @notice postcondition x == __verifier_old_int(x) + 1
    function more() internal {
        assembly { sstore(x.slot, add(sload(x.slot), 1)) }
    }

    /// @notice modifies x
    /// @notice modifies y
    function callsMore() public {
        x = 4;
        y = 2;
        more();
        assert(x == 5);
        assert(y == 2);
    }

    /// @notice modifies x
    function wrongCall() public {
        x = 4;
        more();
        assert(x == 4);
    }

    function fill(int[] memory into) internal pure returns (int n) {
        assembly { mstore(add(into, 0x20), 3) n := 1 }
    }

    function memoryIsAnything() public pure {
        int[] memory list = new int[](1);
        fill(list);
        assert(list[0] == 0);
    }
}

abstract contract Abstract {
    int z;

    /// @notice postcondition r == 3
    function three() public virtual returns (int r);

    function callsThree() public {
        z = 1;
        assert(three() == 3);
    }

    function wrongCall() public {
        z = 1;
        three();
        assert(z == 1);
    }
}

/// @notice invariant __verifier_eq(one, other)
contract Calls {
    mapping(int => int) one;
    mapping(int => int) other;
    bool called;

    function value() public pure returns (int) {
        return 7;
    }

    function asksItself() public view {
        assert(Calls(this).value() == 7);
    }

    function both(int k, int v) public {
        one[k] = v;
        other[k] = v;
    }

    function onlyOne(int k, int v) public {
        one[k] = v;
    }

    function senderIsOther() public {
        assert(msg.sender != address(this));
    }

    function pays(address to) public {
        (bool done, ) = to.call{value: 1}("");
        called = done;
    }

    function powers() public pure {
        uint8 digits = 3;
        uint constantBase = 10 ** uint(18);
        assert(constantBase == 1000000000000000000);
        assert(uint(digits) ** 2 == 9);
        uint8 wrapped = uint8(2) ** 9;
        assert(wrapped == 0);
    }
}

contract Recursive {
    int x;

    /// @notice postcondition x >= n
    function climb(int n) public {
        x = n;
        if (n < 10)
            climb(n + 1);
    }

    function inside(int n) private {
        assert(n < 5);
        if (n < 10)
            inside(n + 1);
    }

    function callsInside() public {
        inside(0);
    }
}

contract MayCallItself {
    function asks() public {
        assembly { pop(call(gas(), address(), 0, 0, 4, 0, 0)) }
    }

    function senderIsOther() public {
        assert(msg.sender != address(this));
    }
}

contract Bits {
    function mask(uint8 a, uint8 b) public pure {
        assert((a & b) <= a);
        assert((a | b) >= a);
        assert((a ^ b) != 3);
    }
}

/// @notice invariant __verifier_sum_uint(parts) >= 0
contract BitsOfSums {
    mapping(address => uint) parts;

    function mask(uint8 a, uint8 b) public {
        parts[msg.sender] = a | b;
    }
}
