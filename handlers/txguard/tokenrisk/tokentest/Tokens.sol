// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.30;

/// An ordinary token: fixed supply, no owner. Storage is set in genesis: balances in slot 0, supply in
/// slot 1.
contract PlainToken {
    mapping(address => uint256) internal balances;
    uint256 internal total;
    mapping(address => mapping(address => uint256)) internal allowances;

    string public constant name = "Plain Token";
    uint8 public constant decimals = 18;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    function symbol() external pure virtual returns (string memory) {
        return "PLAIN";
    }

    function totalSupply() external view returns (uint256) {
        return total;
    }

    function balanceOf(address who) public view virtual returns (uint256) {
        return balances[who];
    }

    function allowance(address owner_, address spender) external view returns (uint256) {
        return allowances[owner_][spender];
    }

    function approve(address spender, uint256 value) public virtual returns (bool) {
        allowances[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function transfer(address to, uint256 value) external virtual returns (bool) {
        move(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) public virtual returns (bool) {
        allowances[from][msg.sender] -= value;
        move(from, to, value);
        return true;
    }

    function move(address from, address to, uint256 value) internal virtual {
        balances[from] -= value;
        balances[to] += value;
        emit Transfer(from, to, value);
    }
}

/// Takes 3 percent of purchases and 12 percent of sales. The pool is in slot 3, the owner in slot 4.
contract TaxToken is PlainToken {
    address internal pool;
    address public owner;

    function move(address from, address to, uint256 value) internal override {
        uint256 tax = from == pool ? value * 3 / 100 : to == pool ? value * 12 / 100 : 0;
        balances[from] -= value;
        balances[to] += value - tax;
        balances[address(this)] += tax;
        emit Transfer(from, to, value - tax);
    }
}

/// Can be bought by everybody and sold by its owner only.
contract HoneypotToken is PlainToken {
    address internal pool;
    address public owner;

    function move(address from, address to, uint256 value) internal override {
        require(to != pool || from == owner, "TRADING_PAUSED");
        super.move(from, to, value);
    }

    function mint(address to, uint256 value) external {
        require(msg.sender == owner, "OWNER");
        balances[to] += value;
        total += value;
    }

    function setBlacklist(address who, bool yes) external {
        require(msg.sender == owner, "OWNER");
        balances[who] = yes ? 0 : balances[who];
    }
}

/// Refuses to be sold in the block in which the seller bought: hard on arbitrage, no trap.
contract CooldownToken is PlainToken {
    address internal pool;
    address public owner;
    mapping(address => uint256) internal bought;

    function move(address from, address to, uint256 value) internal override {
        if (from == pool) bought[to] = block.number;
        require(to != pool || bought[from] < block.number, "COOLDOWN");
        super.move(from, to, value);
    }
}

/// transferFrom is for a list that nobody is on: a contract that sells what it holds by transfer gets through, and a
/// wallet, which sells through a router, does not.
contract ListedToken is PlainToken {
    mapping(address => bool) public listed;

    function transferFrom(address from, address to, uint256 value) public override returns (bool) {
        require(listed[msg.sender], "NOT_LISTED");
        return super.transferFrom(from, to, value);
    }
}

/// Nobody but the owner, in slot 3, can approve.
contract NoApproveToken is PlainToken {
    address public owner;

    function approve(address spender, uint256 value) public override returns (bool) {
        require(msg.sender == owner, "APPROVE_DISABLED");
        return super.approve(spender, value);
    }
}

/// approve says false and does nothing.
contract FalseApproveToken is PlainToken {
    function approve(address, uint256) public pure override returns (bool) {
        return false;
    }
}

/// Accounts without code cannot send tokens: simulators have code, and wallets have none. Those that have tokens in
/// slot 0 from genesis, the pools, have code too.
contract CodeOnlyToken is PlainToken {
    function move(address from, address to, uint256 value) internal override {
        require(from.code.length > 0, "LOCKED");
        super.move(from, to, value);
    }
}

/// Works in calls that cost nothing, which simulations are, and in no transaction.
contract FreeOnlyToken is PlainToken {
    function move(address from, address to, uint256 value) internal override {
        require(tx.gasprice == 0, "LOCKED");
        super.move(from, to, value);
    }
}

/// Is paused, in the way of OpenZeppelin's Pausable, for all that is not the owner's.
contract PausedToken is PlainToken {
    bool public constant paused = true;

    function move(address from, address to, uint256 value) internal override {
        require(!paused, "Pausable: paused");
        super.move(from, to, value);
    }
}

/// Says that it is paused, which stops something else: everybody trades on.
contract PausedElsewhereToken is PlainToken {
    bool public constant paused = true;
}

/// Cannot be sold by a contract, and by every wallet: some tokens keep robots out in this way.
contract WalletsOnlyToken is PlainToken {
    address internal pool;

    function move(address from, address to, uint256 value) internal override {
        require(from == pool || from.code.length == 0 || msg.sender != from, "NO_ROBOTS");
        super.move(from, to, value);
    }
}

/// Its owner is the zero address, and a role of its own mints.
contract RenouncedToken is PlainToken {
    address public constant owner = address(0);
    address internal minter;

    function mint(address to, uint256 value) external {
        require(msg.sender == minter, "MINTER");
        balances[to] += value;
        total += value;
    }
}

/// Calls itself what it is not.
contract FakeDollar is PlainToken {
    function symbol() external pure override returns (string memory) {
        return "USDC";
    }
}

/// An ERC-721 collection, as far as it can be taken for a token.
contract Collectible {
    string public constant name = "Collectible";
    string public constant symbol = "NFT";

    function balanceOf(address) external pure returns (uint256) {
        return 1;
    }

    function totalSupply() external pure returns (uint256) {
        return 10;
    }

    function ownerOf(uint256) external pure returns (address) {
        return address(1);
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x80ac58cd || id == 0x01ffc9a7;
    }
}

/// A contract that is no token at all.
contract Registry {
    mapping(uint256 => uint256) public entries;

    function set(uint256 key, uint256 value) external {
        entries[key] = value;
    }
}

/// The wrapped native coin.
contract WrappedCoin is PlainToken {
    function deposit() external payable {
        balances[msg.sender] += msg.value;
        total += msg.value;
        emit Transfer(address(0), msg.sender, msg.value);
    }
}
