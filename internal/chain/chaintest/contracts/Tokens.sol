// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.30;

/// Tokens for tests. They are placed in genesis, so that balances are read from a mapping at slot 0 and there are no
/// constructors.

/// An ERC-20 token of the usual kind: 18 decimals, balances at slot 0, supply at slot 1.
contract PlainToken {
    mapping(address => uint256) public balanceOf;
    uint256 public totalSupply;
    mapping(address => mapping(address => uint256)) public allowance;
    string private label; // slot 3, as short strings are stored
    string private ticker; // slot 4
    uint8 public decimals; // slot 5

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    function name() external view returns (string memory) {
        return label;
    }

    function symbol() external view returns (string memory) {
        return ticker;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        move(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        allowance[from][msg.sender] -= value;
        move(from, to, value);
        return true;
    }

    function move(address from, address to, uint256 value) internal virtual {
        require(balanceOf[from] >= value, "balance too low");
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }
}

/// A token from before strings: name and symbol are 32 bytes, as those of MKR and SAI.
contract BytesToken {
    mapping(address => uint256) public balanceOf;
    uint256 public totalSupply;
    bytes32 public constant name = "Ancient Coin";
    bytes32 public constant symbol = "ANC";
    uint256 public constant decimals = 18;
}

/// A token whose transfers return nothing, as those of USDT on Ethereum, and which has no decimals.
contract SilentToken {
    mapping(address => uint256) public balanceOf;
    uint256 public totalSupply;
    string public constant name = "Silent";
    string public constant symbol = "SIL";

    event Transfer(address indexed from, address indexed to, uint256 value);

    function transfer(address to, uint256 value) external {
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
    }
}

/// An NFT collection: it has a name, a symbol and a supply, but is no ERC-20 token.
contract Collection {
    string public constant name = "Collection";
    string public constant symbol = "COL";
    uint256 public constant totalSupply = 7;

    function balanceOf(address) external pure returns (uint256) {
        return 1;
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x80ac58cd;
    }
}

/// A hostile token: whoever asks for its balances pays with all the gas there is.
contract GasEater {
    string public constant name = "Eater";

    function balanceOf(address) external pure returns (uint256) {
        assembly {
            invalid()
        }
    }
}
