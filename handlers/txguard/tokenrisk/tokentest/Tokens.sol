// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.30;

/// An ordinary token: fixed supply, no owner. Storage is set in genesis: balances in slot 0, supply in
/// slot 1.
contract PlainToken {
    mapping(address => uint256) internal balances;
    uint256 internal total;
    mapping(address => mapping(address => uint256)) internal allowances;

    string public constant name = "Plain Token";
    string public constant symbol = "PLAIN";
    uint8 public constant decimals = 18;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    function totalSupply() external view returns (uint256) {
        return total;
    }

    function balanceOf(address who) public view virtual returns (uint256) {
        return balances[who];
    }

    function allowance(address owner_, address spender) external view returns (uint256) {
        return allowances[owner_][spender];
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowances[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        move(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
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

/// The wrapped native coin.
contract WrappedCoin is PlainToken {
    function deposit() external payable {
        balances[msg.sender] += msg.value;
        total += msg.value;
        emit Transfer(address(0), msg.sender, msg.value);
    }
}
