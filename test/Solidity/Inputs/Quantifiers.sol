pragma solidity >=0.7.0;

/// @notice invariant property(scores) (i) scores[i] <= 100
/// @notice invariant property(ids) (i, j) (i == j || ids[i] != ids[j])
/// @notice invariant forall (address a) exists (uint k) !joined[a] || (k < who.length && who[k] == a)
contract Club {
    uint[] scores;
    int[] ids;
    address[] who;
    mapping(address => bool) joined;

    function score(uint s) public {
        require(s <= 100);
        scores.push(s);
    }

    function wrongScore(uint s) public {
        require(s <= 101);
        scores.push(s);
    }

    function addId(int id) public {
        /// @notice invariant i <= ids.length
        /// @notice invariant property(ids) (j) (j >= i || ids[j] != id)
        for (uint i = 0; i < ids.length; i++) {
            if (ids[i] == id)
                return;
        }
        ids.push(id);
    }

    function wrongId(int id) public {
        /// @notice invariant i <= ids.length
        for (uint i = 0; i < ids.length; i++) {
            if (ids[i] == id)
                return;
        }
        ids.push(id);
    }

    function removeId(uint at) public {
        ids[at] = ids[ids.length - 1];
        ids.pop();
    }

    function join() public {
        if (!joined[msg.sender]) {
            joined[msg.sender] = true;
            who.push(msg.sender);
        }
    }

    function wrongJoin(address other) public {
        joined[other] = true;
        who.push(msg.sender);
    }

    /// @notice postcondition exists (uint k) (k < ids.length && ids[k] == 7)
    function has() public view {
        require(ids[3] == 7);
    }

    /// @notice postcondition forall (uint k) (k >= ids.length || ids[k] != 7)
    function wrongHas() public view {
        require(ids[3] == 5);
    }
}

contract Cases {
    int x;
    bool open;

    /// @notice specification [
    ///   case open && by > 0: x == __verifier_old_int(x) + by;
    ///   case !open: open && x == 0;
    /// ]
    function step(int by) public {
        if (!open) {
            open = true;
            x = 0;
        } else if (by > 0)
            x += by;
    }

    /// @notice specification [ case by > 0: x == by; ]
    function wrongResult(int by) public {
        if (by > 1)
            x = by;
    }

    /// @notice specification [ case by > 0: x == by; ]
    function wrongElsewhere(int by) public {
        if (by > 0)
            x = by;
        else
            open = false;
    }
}
