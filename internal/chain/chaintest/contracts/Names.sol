// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.30;

/// Name services for tests: the parts of the ENS registry, of a public resolver, of Base's reverse registrar and of the
/// Universal Resolver that clients call, with their selectors, errors and return forms.

contract Registry {
    mapping(bytes32 => address) public resolver; // slot 0

    function setResolver(bytes32 node, address at) external {
        resolver[node] = at;
    }
}

contract Resolver {
    mapping(bytes32 => address) private addresses;
    mapping(bytes32 => mapping(uint256 => bytes)) private coins;
    mapping(bytes32 => string) public name;

    function addr(bytes32 node) external view returns (address) {
        return addresses[node];
    }

    function addr(bytes32 node, uint256 coin) external view returns (bytes memory) {
        return coins[node][coin];
    }

    function setAddr(bytes32 node, address a) external {
        addresses[node] = a;
    }

    function setAddr(bytes32 node, uint256 coin, bytes calldata a) external {
        coins[node][coin] = a;
    }

    function setName(bytes32 node, string calldata n) external {
        name[node] = n;
    }

    /// ENSIP-10: whatever is below the name that has this resolver gets the address that is this contract's own.
    function resolve(bytes calldata, bytes calldata) external view returns (bytes memory) {
        return abi.encode(address(this));
    }
}

contract ReverseRegistrar {
    mapping(address => string) public nameForAddr;

    function setName(address a, string calldata n) external {
        nameForAddr[a] = n;
    }
}

contract Universal {
    error ResolverNotFound(bytes name);
    error ReverseAddressMismatch(string primary, bytes primaryAddress);
    error HttpError(uint16 status, string message);
    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);

    struct Request {
        address sender;
        string[] urls;
        bytes data;
    }

    mapping(bytes32 => mapping(uint256 => bytes)) private records; // by hash of the wire form of the name, and coin
    mapping(bytes32 => string[]) private gateways; // names that are looked up off-chain
    mapping(address => string) private primary;
    address private constant resolverOf = 0x231b0Ee14048e9dCcD1d247744d114a4EB5E8E63;

    function set(bytes calldata wire, uint256 coin, bytes calldata a) external {
        records[keccak256(wire)][coin] = a;
    }

    function setGateway(bytes calldata wire, string calldata url) external {
        gateways[keccak256(wire)].push(url);
    }

    function setPrimary(address a, string calldata n) external {
        primary[a] = n;
    }

    /// Like the real one it looks names up by way of a batch gateway (ENSIP-21), and gets addresses of Ethereum by addr(bytes32).
    function resolve(bytes calldata wire, bytes calldata data) external view returns (bytes memory, address) {
        if (gateways[keccak256(wire)].length > 0) {
            Request[] memory requests = new Request[](1);
            requests[0] = Request(address(this), gateways[keccak256(wire)], data);
            string[] memory batch = new string[](1);
            batch[0] = "x-batch-gateway:true";
            revert OffchainLookup(
                address(this),
                batch,
                abi.encodeWithSignature("query((address,string[],bytes)[])", requests),
                this.answered.selector,
                data
            );
        }
        return found(wire, data);
    }

    function answered(bytes calldata response, bytes calldata) external pure returns (bytes memory, address) {
        (bool[] memory failures, bytes[] memory responses) = abi.decode(response, (bool[], bytes[]));
        if (failures[0]) {
            bytes memory failure = responses[0];
            assembly {
                revert(add(failure, 32), mload(failure))
            }
        }
        return (responses[0], resolverOf);
    }

    function found(bytes calldata wire, bytes calldata data) private view returns (bytes memory, address) {
        bool multi = bytes4(data) == 0xf1cb7e06;
        bytes memory a = records[keccak256(wire)][multi ? uint256(bytes32(data[36:68])) : 60];
        if (a.length == 0 && records[keccak256(wire)][60].length == 0) revert ResolverNotFound(wire);
        if (multi) return (abi.encode(a), resolverOf);
        return (abi.encode(address(bytes20(a))), resolverOf);
    }

    function reverse(bytes calldata a, uint256) external view returns (string memory, address, address) {
        string memory n = primary[address(bytes20(a))];
        if (keccak256(bytes(n)) == keccak256("liar.eth")) revert ReverseAddressMismatch(n, hex"01");
        return (n, resolverOf, resolverOf);
    }
}
