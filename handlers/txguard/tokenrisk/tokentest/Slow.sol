// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.30;

import "./Traps.sol";

/// A fee that the owner announces, and that somebody else calls into force two days later.
contract QueuedFeeToken is Owned {
    uint256 internal fee;
    uint256 internal next;
    uint256 internal ready;

    function queueFee(uint256 parts) external kept {
        require(parts <= 100, "PARTS");
        next = parts;
        ready = block.timestamp + 2 days;
    }

    function applyFee() external kept {
        require(ready > 0 && block.timestamp >= ready, "WAIT");
        fee = next;
    }

    function move(address from, address to, uint256 value) internal override {
        uint256 taken = to == pool && from != keeper ? value * fee / 100 : 0;
        super.move(from, keeper, taken);
        super.move(from, to, value - taken);
    }
}

/// The owner starts a week, after which nobody sells.
contract ClosingToken is Owned {
    uint256 internal end;

    function season() external kept {
        end = block.timestamp + 7 days;
    }

    function move(address from, address to, uint256 value) internal override {
        require(end == 0 || block.timestamp < end || to != pool, "OVER");
        super.move(from, to, value);
    }
}

/// Those on a list that no log tells of make tokens.
contract QuietListToken is Kept {
    mapping(address => bool) internal desks;

    function settle(address to, uint256 value) external {
        require(desks[msg.sender], "DESK");
        balances[to] += value;
        total += value;
    }
}
