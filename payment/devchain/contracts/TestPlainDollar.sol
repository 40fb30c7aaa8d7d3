// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.30;

/// A dollar token for development chains that has ERC-20 and nothing more: no signature moves it, so that it is paid
/// with by Permit2.
///
/// The code is placed at an address in genesis and has no constructor. `balances` must stay the first variable (slot 0),
/// `total` the second (slot 1) and `allowances` the third (slot 2): genesis.go writes them.
contract TestPlainDollar {
    mapping(address => uint256) private balances;
    uint256 private total;
    mapping(address => mapping(address => uint256)) private allowances;

    string public constant name = "Plain Dollar";
    string public constant symbol = "PLN";
    uint8 public constant decimals = 6;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    function totalSupply() external view returns (uint256) {
        return total;
    }

    function balanceOf(address account) external view returns (uint256) {
        return balances[account];
    }

    function allowance(address owner, address spender) external view returns (uint256) {
        return allowances[owner][spender];
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

    /// An allowance of the greatest number is never used up.
    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        uint256 allowed = allowances[from][msg.sender];
        require(value <= allowed, "transfer amount exceeds allowance");
        if (allowed != type(uint256).max) allowances[from][msg.sender] = allowed - value;
        move(from, to, value);
        return true;
    }

    function move(address from, address to, uint256 value) private {
        require(to != address(0), "transfer to the zero address");
        uint256 held = balances[from];
        require(value <= held, "transfer amount exceeds balance");
        balances[from] = held - value;
        balances[to] += value;
        emit Transfer(from, to, value);
    }
}
