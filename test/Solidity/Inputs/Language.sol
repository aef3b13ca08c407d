// SPDX-License-Identifier: Apache-2.0
pragma solidity >=0.7.0;

library Math {
    function most(uint a, uint b) internal pure returns (uint) {
        return a > b ? a : b;
    }
}

contract Base {
    uint public x;

    constructor(uint initial) {
        x = initial;
    }

    function twice() public virtual {
        x = 2 * x;
    }

    modifier onlySmall(uint n) {
        require(n < 10);
        _;
        assert(x < 100);
    }
}

contract Language is Base(7) {
    using Math for uint;

    enum Color { Red, Green, Blue }
    struct Point { uint x; int y; }
    struct Shape { Point from; uint[] sides; mapping(uint => bool) seen; Color color; }

    Shape one;
    Shape other;
    mapping(address => mapping(uint => Point)) points;
    uint[] list;
    bytes32 constant tag = "abc";

    constructor() {
        assert(x == 7);
        assert(one.sides.length == 0 && one.color == Color.Red);
    }

    function twice() public override {
        uint before = x;
        super.twice();
        assert(x == 2 * before);
    }

    function small(uint n) public onlySmall(n) {
        x = n + 1;
    }

    function tooLarge(uint n) public onlySmall(n) {
        x = n * n * 2;
    }

    function storageCopy() public {
        one.from.x = 1;
        one.sides.push(5);
        one.seen[3] = true;
        Point storage p = one.from;
        p.x = 2;
        assert(one.from.x == 2);
        other.from = one.from;
        p.x = 3;
        assert(other.from.x == 2 && one.from.x == 3);
        other.sides = one.sides;
        uint last = one.sides.length - 1;
        one.sides[last] = 6;
        assert(other.sides[last] == 5);
        p = other.from;
        p.x = 9;
        assert(one.from.x == 3 && other.from.x == 9);
        delete one.from;
        assert(one.from.x == 0);
    }

    function memoryAlias() public pure {
        Point memory p = Point(1, -2);
        Point memory q = p;
        q.x = 4;
        assert(p.x == 4 && p.y == -2);
        uint[] memory a = new uint[](3);
        uint[] memory b = a;
        b[1] = 8;
        assert(a[1] == 8 && a[2] == 0 && a.length == 3);
    }

    function memoryCopy() public {
        points[msg.sender][1].x = 5;
        Point memory p = points[msg.sender][1];
        p.x = 6;
        assert(points[msg.sender][1].x == 5);
    }

    function wrongAlias(address a, address b) public {
        points[a][1].x = 1;
        points[b][1].x = 2;
        assert(points[a][1].x == 1);
    }

    function arrays() public {
        uint n = list.length;
        list.push(3);
        list.push();
        assert(list.length == n + 2);
        assert(list[n] == 3 && list[n + 1] == 0);
        list.pop();
        assert(list.length == n + 1);
    }

    function swap(uint a, uint b) public pure {
        uint c = a;
        uint d = b;
        (c, d) = (d, c);
        assert(c == b && d == a);
    }

    function libraries(uint a, uint b) public pure {
        assert(a.most(b) >= a && a.most(b) >= b);
    }

    function effects(uint a) public {
        x = 1;
        if (a > 3 && next() > 0)
            assert(x == 2);
        else
            assert(x == 1);
        uint y = a > 5 ? next() : 0;
        assert(y == 0 || y == x);
    }

    function next() private returns (uint) {
        return ++x;
    }

    function color(uint n) public pure returns (Color) {
        return Color(n);
    }

    function bytesAndHashes(bytes32 b, string memory s) public pure {
        assert(tag[0] == "a" && tag[3] == 0);
        assert(bytes2(b)[1] == b[1]);
        assert(keccak256(bytes(s)) == keccak256(bytes(s)));
        assert(uint8(-1 + int8(3)) == 2);
        assert(type(uint8).max == 255);
    }

    function loops(uint8 n) public pure {
        uint i = 0;
        while (true) {
            if (i >= n)
                break;
            i++;
            if (i % 2 == 0)
                continue;
        }
        assert(i == n);
    }

    function environment(address payable to) public payable {
        require(to != address(this));
        uint before = address(this).balance;
        to.transfer(1);
        assert(address(this).balance == before - 1);
        assert(block.timestamp == block.timestamp && tx.origin == tx.origin);
    }

    function assembled() public pure {
        assembly {
        }
    }

    function recursive(uint n) public {
        if (n > 0)
            recursive(n - 1);
    }
}
