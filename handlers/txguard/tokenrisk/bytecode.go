package tokenrisk

import (
	"bytes"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/vm"
)

// Code is what byte code shows without being run.
type Code struct {
	Size         int
	SelfDestruct bool
	DelegateCall bool
	Roles        bool             // others than an owner may have powers
	Functions    [][4]byte        // the selectors that its dispatcher knows
	Accounts     []common.Address // addresses in the code
	Minimal      *common.Address  // the contract that a minimal proxy (EIP-1167 and its kin) runs
}

// roleFunctions give powers to accounts beside an owner's. Sources: OpenZeppelin's AccessControl, Solady's
// OwnableRoles, the minters of older tokens.
var roleFunctions = selectors("grantRole(bytes32,address)", "grantRoles(address,uint256)", "addMinter(address)",
	"setMinter(address)", "isMinter(address)", "configureMinter(address,uint256)", "MINTER_ROLE()", "minter()")

func selectors(signatures ...string) map[[4]byte]bool {
	out := map[[4]byte]bool{}
	for _, s := range signatures {
		out[[4]byte(selector(s))] = true
	}
	return out
}

// minimals are the codes of minimal proxies before and after the address. Sources: EIP-1167, ERC-7511, Solady's LibClone.
var minimals = [][2][]byte{
	{common.FromHex("0x363d3d373d3d3d363d73"), common.FromHex("0x5af43d82803e903d91602b57fd5bf3")},
	{common.FromHex("0x365f5f375f5f365f73"), common.FromHex("0x5af43d5f5f3e5f3d91602a57fd5bf3")},
	{common.FromHex("0x3d3d3d3d363d3d37363d73"), common.FromHex("0x5af43d3d93803e602a57fd5bf3")},
}

// minimal is the contract that a minimal proxy runs.
func minimal(code []byte) *common.Address {
	for _, m := range minimals {
		if from, to := len(m[0]), len(m[0])+common.AddressLength; len(code) >= to && bytes.HasPrefix(code, m[0]) && bytes.HasPrefix(code[to:], m[1]) {
			a := common.BytesToAddress(code[from:to])
			return &a
		}
	}
	return nil
}

// ReadCode goes once over runtime byte code, instruction by instruction, so that data pushed on the stack is
// not taken for instructions. What the compiler appends after the instructions is left out.
func ReadCode(code []byte) Code {
	out := Code{Size: len(code)}
	if out.Minimal = minimal(code); out.Minimal != nil {
		return out
	}

	code = withoutMetadata(code)
	for i := 0; i < len(code); i++ {
		op := vm.OpCode(code[i])
		switch {
		case op == vm.SELFDESTRUCT:
			out.SelfDestruct = true
		case op == vm.DELEGATECALL || op == vm.CALLCODE:
			out.DelegateCall = true
		case op.IsPush():
			n := int(op - vm.PUSH0)
			if end := i + 1 + n; end <= len(code) && (n == 4 || n == 3) && compared(code[end:]) {
				s := [4]byte(common.LeftPadBytes(code[i+1:end], 4))
				if !slices.Contains(out.Functions, s) {
					out.Functions = append(out.Functions, s)
				}
				out.Roles = out.Roles || roleFunctions[s]
			}
			if end := i + 1 + n; end <= len(code) {
				if a, ok := pushedAccount(code[i+1 : end]); ok {
					out.Accounts = append(out.Accounts, a)
				}
			}
			i += n
		}
	}

	return out
}

// pushedAccount is the address that is pushed on the stack: a constant, or an immutable, which fills a word.
func pushedAccount(pushed []byte) (common.Address, bool) {
	padding := len(pushed) - common.AddressLength
	if padding != 0 && len(pushed) != common.HashLength || padding > 0 && !isZero(pushed[:padding]) {
		return common.Address{}, false
	}
	a := common.BytesToAddress(pushed)
	return a, looksLikeAddress(a)
}

// compared says whether a pushed value is compared within the next instructions, as a dispatcher does with
// selectors; selectors that are pushed to call other contracts are shifted and stored.
func compared(next []byte) bool {
	for i := 0; i < len(next) && i < 3; i++ {
		switch vm.OpCode(next[i]) {
		case vm.EQ, vm.SUB, vm.XOR:
			return true
		case vm.DUP1, vm.DUP2, vm.DUP3, vm.DUP4, vm.SWAP1, vm.SWAP2:
			continue
		}
		return false
	}
	return false
}

// withoutMetadata cuts the CBOR block off that Solidity and Vyper append, whose length is in the last two bytes.
func withoutMetadata(code []byte) []byte {
	if len(code) < 4 {
		return code
	}
	n := int(code[len(code)-2])<<8 | int(code[len(code)-1])
	start := len(code) - 2 - n
	if n < 4 || start < 0 || code[start] < 0xa0 || code[start] > 0xa5 { // not a CBOR map
		return code
	}
	return code[:start]
}
