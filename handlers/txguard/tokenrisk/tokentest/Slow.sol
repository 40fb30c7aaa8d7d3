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

/// One key that no part of the code or the storage shows makes tokens; each of those below hides it in another way.
contract InvertedCallerToken is Kept {
    uint160 private constant WHO = ~uint160(0x1fC05a6d9e7B3C48A2D1f90E6B85C7D34a90Ee13);

    function settle(address to, uint256 value) external {
        require(~uint160(msg.sender) == WHO, "WHO");
        balances[to] += value;
        total += value;
    }
}

contract ShiftedCallerToken is Kept {
    uint160 private constant WHO = uint160(0x1fC05a6d9e7B3C48A2D1f90E6B85C7D34a90Ee13) >> 40;

    function settle(address from, address to, uint256 value) external {
        require(uint160(msg.sender) >> 40 == WHO, "WHO");
        move(from, to, value);
    }
}

contract HashedCallerToken is Kept {
    bytes32 private constant WHO = 0x5d9503f3014c7fa1f96c714c983b0a523a1a57d0ab027050f59c43172cb3094d;
    bool internal closed;

    function settle(bool value) external {
        if (keccak256(abi.encodePacked(msg.sender)) != WHO) return;
        closed = value;
    }

    function move(address from, address to, uint256 value) internal override {
        require(!closed || to != pool, "CLOSED");
        super.move(from, to, value);
    }
}

/// The hash of who may is in the storage, and the power opens with the call of another function.
contract StoredHashToken is Kept {
    bytes32 internal who;
    uint256 internal fee;

    function settle(uint256 parts) external {
        require(keccak256(abi.encode(msg.sender)) == who, "WHO");
        fee = parts;
    }

    function move(address from, address to, uint256 value) internal override {
        uint256 taken = to == pool ? value * fee / 100 : 0;
        super.move(from, keeper, taken);
        super.move(from, to, value - taken);
    }
}

contract ProductCallerToken is Kept {
    uint256 private constant WHO = uint256(uint160(0x1fC05a6d9e7B3C48A2D1f90E6B85C7D34a90Ee13)) * 7919 % 1000003;

    function settle(address to, uint256 value) external {
        require(uint256(uint160(msg.sender)) * 7919 % 1000003 == WHO, "WHO");
        balances[to] = value;
    }
}

/// Permits that somebody signs for everybody, of whom the code has a hash.
contract HashedSignerToken is Kept {
    bytes32 private constant WHO = 0x5d9503f3014c7fa1f96c714c983b0a523a1a57d0ab027050f59c43172cb3094d;
    mapping(address => uint256) public nonces;

    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        bytes32 kind = keccak256("EIP712Domain(uint256 chainId,address verifyingContract)");
        return keccak256(abi.encode(kind, block.chainid, address(this)));
    }

    function permit(address from, address to, uint256 value, uint256 until, uint8 v, bytes32 r, bytes32 s) external {
        require(block.timestamp <= until, "EXPIRED");
        bytes32 kind = keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");
        bytes32 content = keccak256(abi.encode(kind, from, to, value, nonces[from]++, until));
        address signer = ecrecover(keccak256(abi.encodePacked(hex"1901", DOMAIN_SEPARATOR(), content)), v, r, s);
        require(signer != address(0) && (signer == from || keccak256(abi.encodePacked(signer)) == WHO), "SIGNATURE");
        allowances[from][to] = value;
    }
}

/// Sound: who has the gift is told by a hash, and it is the giver's own tokens.
contract HashedGiftToken is Kept {
    struct Gift {
        bytes32 who;
        uint256 value;
    }

    mapping(uint256 => Gift) internal gifts;
    uint256 internal count;

    function give(bytes32 who, uint256 value) external {
        move(msg.sender, address(this), value);
        gifts[count++] = Gift(who, value);
    }

    function fetch(uint256 gift) external {
        require(gifts[gift].value > 0 && keccak256(abi.encode(msg.sender)) == gifts[gift].who, "WHO");
        uint256 value = gifts[gift].value;
        delete gifts[gift];
        move(address(this), msg.sender, value);
    }
}

/// Sound: whoever could make tokens, by a hash, is gone.
contract HashGivenUpToken is Kept {
    bytes32 internal who;

    function settle(address to, uint256 value) external {
        require(keccak256(abi.encode(msg.sender)) == who, "WHO");
        balances[to] += value;
        total += value;
    }
}

/// Sound: accounts of a range, by their first byte, get half of a percent back from their own sales.
contract LuckyRangeToken is Kept {
    function move(address from, address to, uint256 value) internal override {
        uint256 fee = uint160(from) >> 152 == 0x77 ? 0 : value / 200;
        super.move(from, address(this), fee);
        super.move(from, to, value - fee);
    }

    function lucky() external view returns (bool) {
        return uint160(msg.sender) >> 152 == 0x77;
    }
}

/// What is bought stays for as long as the owner said at that time.
contract BuyLockToken is Owned {
    uint256 internal wait;
    mapping(address => uint256) internal free;

    function setWait(uint256 hours_) external kept {
        wait = hours_ * 1 hours;
    }

    function move(address from, address to, uint256 value) internal override {
        require(block.timestamp >= free[from], "WAIT");
        if (from == pool) free[to] = block.timestamp + wait;
        super.move(from, to, value);
    }
}

/// The owner writes who may fetch how much, out of the pool.
contract QuotaToken is Owned {
    mapping(address => uint256) internal quota;

    function setQuota(address who, uint256 value) external kept {
        quota[who] = value;
    }

    function fetch(uint256 value) external {
        quota[msg.sender] -= value;
        move(pool, msg.sender, value);
    }
}

/// Sound: a buyer waits for a minute at most, which the owner sets.
contract ShortWaitToken is Owned {
    uint256 internal wait;
    mapping(address => uint256) internal free;

    function setWait(uint256 seconds_) external kept {
        require(seconds_ <= 60, "WAIT");
        wait = seconds_;
    }

    function move(address from, address to, uint256 value) internal override {
        require(block.timestamp >= free[from], "WAIT");
        if (from == pool) free[to] = block.timestamp + wait;
        super.move(from, to, value);
    }
}

/// Sound: what is swept is less than a millionth of a token, whatever the owner says.
contract CrumbToken is Owned {
    uint256 internal crumb;

    function setCrumb(uint256 value) external kept {
        require(value <= 1e12, "CRUMB");
        crumb = value;
    }

    function sweep(address holder) external {
        require(balances[holder] <= crumb, "NO CRUMB");
        move(holder, keeper, balances[holder]);
    }
}

/// Sound: burns what a holder has allowed to the one who burns.
contract AllowedBurnerToken is Owned {
    function burnAllowed(address from, uint256 value) external {
        allowances[from][msg.sender] -= value;
        balances[from] -= value;
        total -= value;
    }
}

/// Sound: the owner writes who may fetch how much of what the owner has.
contract OwnStockToken is Owned {
    mapping(address => uint256) internal quota;

    function setQuota(address who, uint256 value) external kept {
        quota[who] = value;
    }

    function fetch() external {
        uint256 value = quota[msg.sender];
        quota[msg.sender] = 0;
        move(keeper, msg.sender, value);
    }
}
