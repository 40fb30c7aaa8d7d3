package guard

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
)

// TestWhatTakesASignature: each message of the table has one call that uses it, made by whom it names.
func TestWhatTakesASignature(t *testing.T) {
	nonce := common.HexToHash("0x01").Hex()
	values := map[string]any{
		"owner": ownerA, "holder": ownerA, "from": ownerA, "to": spenderB, "spender": spenderB, "delegatee": spenderB,
		"operator": spenderB, "value": 5, "nonce": 1, "deadline": 9, "expiry": 9, "allowed": true, "approved": true,
		"tokenId": 7, "validAfter": 0, "validBefore": 9, "sigDeadline": 9,
		"permitted": map[string]any{"token": usdcBase, "amount": 5},
		"details":   map[string]any{"token": usdcBase, "amount": 5, "expiration": 9, "nonce": 1},
	}
	const permitted, details = "address token,uint256 amount", "address token,uint160 amount,uint48 expiration,uint48 nonce"
	const authorization = "address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce"
	for _, c := range []struct{ primary, members, takes string }{
		{"Permit", "address owner,address spender,uint256 value,uint256 nonce,uint256 deadline",
			"permit(address,address,uint256,uint256,uint8,bytes32,bytes32)"},
		{"Permit", "address holder,address spender,uint256 nonce,uint256 expiry,bool allowed",
			"permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)"},
		{"Permit", "address spender,uint256 tokenId,uint256 nonce,uint256 deadline",
			"permit(address,uint256,uint256,uint8,bytes32,bytes32)"},
		{"PermitSingle", "Details details,address spender,uint256 sigDeadline",
			"permit(address,((address,uint160,uint48,uint48),address,uint256),bytes)"},
		{"PermitTransferFrom", "Permitted permitted,address spender,uint256 nonce,uint256 deadline",
			"permitTransferFrom(((address,uint256),uint256,uint256),(address,uint256),address,bytes)"},
		{"TransferWithAuthorization", authorization,
			"transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)"},
		{"ReceiveWithAuthorization", authorization,
			"receiveWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)"},
		{"Delegation", "address delegatee,uint256 nonce,uint256 expiry",
			"delegateBySig(address,uint256,uint256,uint8,bytes32,bytes32)"},
		{"Permit", "address owner,address spender,uint256 value,uint256 fee,uint256 deadline", ""},
	} {
		message := map[string]any{"fee": 1}
		for name, v := range values {
			message[name] = v
		}
		if c.members == authorization {
			message["nonce"] = nonce
		}
		p := parse(t, typed(t, map[string]string{c.primary: c.members, "Details": details, "Permitted": permitted},
			c.primary, map[string]any{"name": "T", "chainId": 8453, "verifyingContract": usdcBase}, message))
		p.Signer = new(common.HexToAddress(ownerA))
		runs := engine(t).Signature(network(t, "base"), p).Runs()
		if len(runs) == 0 {
			if c.takes != "" {
				t.Errorf("%s: nothing", c.takes)
			}
			continue
		}
		got := hexutil.Encode(runs[0].Data[:4])
		if got != fn(c.takes)[:10] || *runs[0].From != common.HexToAddress(spenderB) {
			t.Errorf("%s by %s: %s", c.takes, runs[0].From, got)
		}
	}
}
