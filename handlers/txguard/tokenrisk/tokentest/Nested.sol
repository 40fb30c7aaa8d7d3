// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.30;

import {PlainToken} from "./Tokens.sol";
import {Kept, Owned} from "./Traps.sol";

/// Traps of no set, whose functions take structures in structures.
struct Order {
    address from;
    address to;
    uint256 value;
    bytes note;
}

/// Anybody fills orders that nobody signed.
contract OpenOrdersToken is PlainToken {
    function fill(Order[] calldata orders) external {
        for (uint256 i = 0; i < orders.length; i++) move(orders[i].from, orders[i].to, orders[i].value);
    }
}

/// A payload of two lists, which is taken apart in memory.
contract PayloadMintToken is Owned {
    function run(bytes memory payload) external kept {
        (address[] memory who, uint256[] memory value) = abi.decode(payload, (address[], uint256[]));
        for (uint256 i = 0; i < who.length; i++) {
            balances[who[i]] += value[i];
            total += value[i];
        }
    }
}

/// Makes calls for anybody, and spends for itself.
contract CallListToken is PlainToken {
    struct Call {
        address target;
        bytes data;
    }

    function transferFrom(address from, address to, uint256 value) public override returns (bool) {
        if (msg.sender != address(this)) allowances[from][msg.sender] -= value;
        move(from, to, value);
        return true;
    }

    function aggregate(Call[] calldata calls) external {
        for (uint256 i = 0; i < calls.length; i++) {
            (bool ok,) = calls[i].target.call(calls[i].data);
            require(ok, "CALL");
        }
    }
}

/// Settings and a list in one structure.
contract SettingsToken is Owned {
    struct Entry {
        address who;
        bool out;
    }

    struct Settings {
        uint256 fee;
        Entry[] entries;
        string name;
    }

    mapping(address => bool) internal isOut;

    function configure(Settings calldata s) external kept {
        require(s.fee <= 3, "FEE");
        for (uint256 i = 0; i < s.entries.length; i++) isOut[s.entries[i].who] = s.entries[i].out;
    }

    function move(address from, address to, uint256 value) internal override {
        require(!isOut[from], "OUT");
        super.move(from, to, value);
    }
}

/// A list of numbers of few bits, one of which is a fee.
contract FeeListToken is Owned {
    uint16[] internal fees;

    function setFees(uint16[] memory parts) external kept {
        require(parts.length == 2, "PARTS");
        fees = parts;
    }

    function move(address from, address to, uint256 value) internal override {
        uint256 fee = to == pool && fees.length == 2 ? value * fees[1] / 10000 : 0;
        super.move(from, keeper, fee);
        super.move(from, to, value - fee);
    }
}

/// A message in a message says who gets what.
contract EnvelopeToken is Owned {
    function deliver(uint64 source, bytes calldata sender, bytes calldata message) external kept {
        require(source != 0 && sender.length > 0, "SOURCE");
        (uint8 kind, bytes memory body) = abi.decode(message, (uint8, bytes));
        require(kind == 3, "KIND");
        (address to, uint256 value) = abi.decode(body, (address, uint256));
        balances[to] += value;
        total += value;
    }
}

/// Three lists of the same length.
contract TripleToken is Owned {
    function airdrop(address[] calldata from, address[] calldata to, uint256[] calldata value) external kept {
        require(from.length == to.length && to.length == value.length && to.length > 0, "LENGTHS");
        for (uint256 i = 0; i < from.length; i++) move(from[i], to[i], value[i]);
    }
}

/// Lists of lists.
contract GridToken is Owned {
    mapping(address => bool) internal isOut;

    function groups(address[][] calldata all) external kept {
        for (uint256 i = 0; i < all.length; i++) {
            for (uint256 j = 0; j < all[i].length; j++) isOut[all[i][j]] = true;
        }
    }

    function move(address from, address to, uint256 value) internal override {
        require(!isOut[from], "OUT");
        super.move(from, to, value);
    }
}

/// Many arguments, the last of which counts.
contract ManyArgumentsToken is Owned {
    bool internal shut;

    struct Plan {
        uint256 a;
        uint256 b;
        uint256 c;
        uint256 d;
        uint256 e;
        uint256 f;
        uint256 g;
        uint256 h;
        uint256 i;
        uint256 j;
        uint256 k;
        bool shut;
    }

    function setPlan(Plan calldata plan) external kept {
        shut = plan.shut;
    }

    function move(address from, address to, uint256 value) internal override {
        require(!shut || from == keeper || from == pool, "SHUT");
        super.move(from, to, value);
    }
}

/// Whoever knows what a hash is of makes tokens.
contract PreimageToken is Kept {
    bytes32 internal lock;

    function open(bytes calldata secret, address to, uint256 value) external {
        require(keccak256(secret) == lock, "SECRET");
        balances[to] += value;
        total += value;
    }
}
