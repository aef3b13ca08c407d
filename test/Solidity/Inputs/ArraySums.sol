// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
pragma solidity >=0.7.0;

/// @notice invariant __verifier_sum_uint(a) == total
contract ArraySums {
  uint[] a;
  uint total;
  function add(uint v) public {
    a.push(v);
    total += v;
    require(total >= v);
  }
  function addZero() public { a.push(); }
  function addWrongly(uint8 v) public {
    require(total < 1000);
    a.push(v);
    a.push(1);
    total += v;
  }
  function remove() public {
    total -= a[a.length - 1];
    a.pop();
  }
  function removeWrongly() public { a.pop(); }
  function clear() public {
    delete a;
    total = 0;
  }
  function swap(uint i, uint j) public { (a[i], a[j]) = (a[j], a[i]); }
}

/// @notice invariant __verifier_sum_uint(all[__verifier_idx_uint].part) == total
contract PartSums {
  struct Entry {
    uint part;
    uint[] more;
  }
  Entry[] all;
  uint total;
  function add(uint8 v) public {
    require(total < 1000);
    all.push().part = v;
    total += v;
  }
  function addWrongly(uint8 v) public {
    require(total < 1000);
    all.push().part = v;
    total += v + 1;
  }
  function remove() public {
    total -= all[all.length - 1].part;
    all.pop();
  }
}
