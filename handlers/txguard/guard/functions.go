package guard

import (
	"encoding/hex"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/farebox/farebox/internal/chain/abijson"
)

// function is one known function: how to decode its arguments, and what a call of it does.
type function struct {
	signature string // canonical: "approve(address,uint256)"
	selector  [4]byte
	params    abi.Arguments
	does      func(c *call)
}

// declaration is a function as it is written down in the tables.
type declaration struct {
	signature string // with the names of the arguments: "approve(address spender,uint256 amount)"
	does      func(c *call)
}

// Parts of signatures that occur more than once. Sources: Uniswap/permit2 (IAllowanceTransfer,
// ISignatureTransfer), ProjectOpenSea/seaport-types (ConsiderationStructs).
const (
	permitDetails  = "(address token,uint160 amount,uint48 expiration,uint48 nonce)"
	permitSingle   = "(" + permitDetails + " details,address spender,uint256 sigDeadline) permit"
	permitBatch    = "(" + permitDetails + "[] details,address spender,uint256 sigDeadline) permit"
	tokenAmount    = "(address token,uint256 amount)"
	signedTransfer = "(" + tokenAmount + " permitted,uint256 nonce,uint256 deadline) permit"
	signedBatch    = "(" + tokenAmount + "[] permitted,uint256 nonce,uint256 deadline) permit"
	toAmount       = "(address to,uint256 requestedAmount)"
	authorization  = "address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce"
)

// functions are all known functions by selector.
type functions map[[4]byte]*function

// newFunctions builds the table: what has to be read where nothing is executed, and what no execution shows. A mistake
// in it is an error naming the row, two rows with one selector likewise.
func newFunctions() (functions, error) {
	table := functions{}
	for _, rows := range [][]declaration{
		tokenFunctions(),      // allowances and transfers, which standards define for every token
		controlFunctions(),    // a new owner or new code may leave no log that says so
		wrapperFunctions(),    // carry calls of the others
		permissionFunctions(), // rights over positions, which some contracts do not log
		voteFunctions(),       // name somebody and give nothing away
		otherFunctions(),      // baits, and coins that are wrapped
	} {
		for _, d := range rows {
			f, err := newFunction(d)
			if err != nil {
				return nil, fmt.Errorf("function %s: %w", d.signature, err)
			}
			if other, taken := table[f.selector]; taken {
				return nil, fmt.Errorf("functions %s and %s have the same selector", other.signature, f.signature)
			}
			table[f.selector] = f
		}
	}

	return table, nil
}

func newFunction(d declaration) (*function, error) {
	signature, err := abijson.ParseSignature(d.signature)
	if err != nil {
		return nil, err
	}
	params, err := abijson.Arguments(signature.Params)
	if err != nil {
		return nil, err
	}

	f := &function{signature: signature.String(), params: params, does: d.does}
	copy(f.selector[:], crypto.Keccak256([]byte(f.signature)))
	return f, nil
}

func selectorText(s [4]byte) string { return "0x" + hex.EncodeToString(s[:]) }

// tokenFunctions move tokens or let others move them.
func tokenFunctions() []declaration {
	return []declaration{
		{"approve(address spender,uint256 amount)", func(c *call) {
			c.approval("ERC-20", c.to, c.addr("spender"), c.num("amount"))
		}},
		{"increaseAllowance(address spender,uint256 addedValue)", func(c *call) {
			c.approval("ERC-20", c.to, c.addr("spender"), c.num("addedValue"))
		}},
		{"increaseApproval(address spender,uint256 addedValue)", func(c *call) {
			c.approval("ERC-20", c.to, c.addr("spender"), c.num("addedValue"))
		}},
		{"approveAndCall(address spender,uint256 amount,bytes data)", func(c *call) {
			c.approval("ERC-20", c.to, c.addr("spender"), c.num("amount"))
			c.told()
		}},
		{"approveAndCall(address spender,uint256 amount)", func(c *call) {
			c.approval("ERC-20", c.to, c.addr("spender"), c.num("amount"))
		}},
		{"authorizeOperator(address operator)", func(c *call) {
			c.add(Action{
				Kind:      Approval,
				Standard:  "ERC-777",
				Token:     &c.to,
				Owner:     c.from,
				Spender:   c.addr("operator"),
				Unlimited: true,
			})
		}},
		{"decreaseApproval(address spender,uint256 subtractedValue)", func(c *call) {
			c.approval("ERC-20", c.to, c.addr("spender"), zeroInt())
		}},
		{"decreaseAllowance(address spender,uint256 subtractedValue)", func(c *call) {
			c.approval("ERC-20", c.to, c.addr("spender"), zeroInt())
		}},
		{"setApprovalForAll(address operator,bool approved)", func(c *call) {
			approved := c.flag("approved")
			c.add(Action{
				Kind:      ApprovalForAll,
				Standard:  "ERC-721/1155",
				Token:     &c.to,
				Spender:   c.addr("operator"),
				Approved:  &approved,
				Unlimited: approved,
			})
		}},
		{"transfer(address to,uint256 amount)", sent},
		{"transferAndCall(address to,uint256 amount,bytes data)", func(c *call) {
			sent(c)
			c.told()
		}},
		{"transferAndCall(address to,uint256 amount)", sent},
		{"transfer(address to,uint256 amount,bytes data)", func(c *call) { // ERC-223
			sent(c)
			c.told()
		}},
		{"transferFrom(address from,address to,uint256 amount)", func(c *call) {
			c.add(Action{
				Kind:      TransferFrom,
				Standard:  "ERC-20",
				Token:     &c.to,
				Owner:     c.addr("from"),
				Recipient: c.addr("to"),
				Amount:    c.num("amount"),
			})
		}},
		{"safeTransferFrom(address from,address to,uint256 tokenId)", func(c *call) {
			c.nft("ERC-721", c.num("tokenId"), nil)
		}},
		{"safeTransferFrom(address from,address to,uint256 tokenId,bytes data)", func(c *call) {
			c.nft("ERC-721", c.num("tokenId"), nil)
		}},
		{"safeTransferFrom(address from,address to,uint256 id,uint256 amount,bytes data)", func(c *call) {
			c.nft("ERC-1155", c.num("id"), c.num("amount"))
		}},
		{"safeBatchTransferFrom(address from,address to,uint256[] ids,uint256[] amounts,bytes data)", func(c *call) {
			amounts := argument[[]*big.Int](c.arguments, "amounts")
			for i, id := range argument[[]*big.Int](c.arguments, "ids") {
				a := Action{
					Kind:      TransferFrom,
					Standard:  "ERC-1155",
					Token:     &c.to,
					Owner:     c.addr("from"),
					Recipient: c.addr("to"),
					TokenID:   id,
				}
				if i < len(amounts) {
					a.Amount = amounts[i]
				}
				c.add(a)
			}
		}},
		{
			"permit(address owner,address spender,uint256 value,uint256 deadline,uint8 v,bytes32 r," +
				"bytes32 s)",
			func(c *call) {
				c.permit("EIP-2612", c.to, c.addr("owner"), c.addr("spender"), c.num("value"), c.num("deadline"))
			},
		},
		{"permit(address owner,address spender,uint256 value,uint256 deadline,bytes signature)", func(c *call) {
			c.permit("EIP-2612", c.to, c.addr("owner"), c.addr("spender"), c.num("value"), c.num("deadline"))
		}},
		{"permit(address spender,uint256 tokenId,uint256 deadline,uint8 v,bytes32 r,bytes32 s)", func(c *call) {
			c.add(Action{
				Kind:     Approval,
				Standard: "ERC-4494",
				Token:    &c.to,
				Spender:  c.addr("spender"),
				TokenID:  c.num("tokenId"),
				Deadline: c.num("deadline"),
			})
		}},
		{
			"permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed,uint8 v," +
				"bytes32 r,bytes32 s)",
			func(c *call) {
				allowed := c.flag("allowed")
				c.add(Action{
					Kind:      Approval,
					Standard:  "DAI permit",
					Token:     &c.to,
					Owner:     c.addr("holder"),
					Spender:   c.addr("spender"),
					Approved:  &allowed,
					Unlimited: allowed,
					Deadline:  orForever(c.num("expiry")),
				})
			},
		},
		{"approve(address token,address spender,uint160 amount,uint48 expiration)", func(c *call) {
			c.permit("Permit2", *c.addr("token"), c.from, c.addr("spender"), c.num("amount"), c.num("expiration"))
		}},
		{"permit(address owner," + permitSingle + ",bytes signature)", func(c *call) {
			p := argument[allowanceOfOne](c.arguments, "permit")
			c.allowance(p.Details, c.addr("owner"), &p.Spender)
		}},
		{"permit(address owner," + permitBatch + ",bytes signature)", func(c *call) {
			p := argument[allowanceOfMany](c.arguments, "permit")
			for _, d := range p.Details {
				c.allowance(d, c.addr("owner"), &p.Spender)
			}
		}},
		{
			"permitTransferFrom(" + signedTransfer + "," + toAmount +
				" transferDetails,address owner,bytes signature)",
			signedTransferCall,
		},
		{
			"permitTransferFrom(" + signedBatch + "," + toAmount +
				"[] transferDetails,address owner,bytes signature)",
			signedTransfersCall,
		},
		{
			"permitWitnessTransferFrom(" + signedTransfer + "," + toAmount +
				" transferDetails,address owner,bytes32 witness,string witnessTypeString,bytes signature)",
			signedTransferCall,
		},
		{
			"permitWitnessTransferFrom(" + signedBatch + "," + toAmount +
				"[] transferDetails,address owner,bytes32 witness,string witnessTypeString," +
				"bytes signature)",
			signedTransfersCall,
		},
		{"transferFrom(address from,address to,uint160 amount,address token)", func(c *call) {
			c.movedByOwner(allowedTransfer{
				From:   *c.addr("from"),
				To:     *c.addr("to"),
				Amount: c.num("amount"),
				Token:  *c.addr("token"),
			})
		}},
		{"transferFrom((address from,address to,uint160 amount,address token)[] transferDetails)", func(c *call) {
			for _, t := range argument[[]allowedTransfer](c.arguments, "transferDetails") {
				c.movedByOwner(t)
			}
		}},
		{"lockdown((address token,address spender)[] approvals)", func(c *call) {
			for _, p := range argument[[]tokenAndSpender](c.arguments, "approvals") {
				c.approval("Permit2", p.Token, &p.Spender, zeroInt())
			}
		}},
		{"transferWithAuthorization(" + authorization + ",uint8 v,bytes32 r,bytes32 s)", authorized},
		{"transferWithAuthorization(" + authorization + ",bytes signature)", authorized},
		{"receiveWithAuthorization(" + authorization + ",uint8 v,bytes32 r,bytes32 s)", authorized},
		{"receiveWithAuthorization(" + authorization + ",bytes signature)", authorized},
		{"cancelAuthorization(address authorizer,bytes32 nonce,uint8 v,bytes32 r,bytes32 s)", named("EIP-3009")},
	}
}

// sent is a transfer of the caller's own tokens.
func sent(c *call) {
	c.add(Action{
		Kind:      Transfer,
		Standard:  "ERC-20",
		Token:     &c.to,
		Owner:     c.from,
		Recipient: c.addr("to"),
		Amount:    c.num("amount"),
	})
}

// told looks at what the contract that gets tokens, or may take them, is told to do with them: it may pay whom that
// names.
func (c *call) told() { c.suspect(c.d.scan(c.bytes("data"))) }

// authorized is a transfer that the owner has signed and anybody may send (EIP-3009).
func authorized(c *call) {
	c.add(Action{
		Kind:      TransferFrom,
		Standard:  "EIP-3009",
		Token:     &c.to,
		Owner:     c.addr("from"),
		Recipient: c.addr("to"),
		Amount:    c.num("value"),
		Deadline:  c.num("validBefore"),
	})
}

// named is a call that is known and does nothing that is scored.
func named(standard string) func(*call) {
	return func(c *call) { c.add(Action{Kind: Call, Standard: standard}) }
}

// otherFunctions are known calls without an effect that is scored, and the bait of drainers.
func otherFunctions() []declaration {
	lure := func(c *call) {
		c.add(Action{Kind: Call})
		c.hit(lureSelector, "the function %s exists to make people send a transaction; drainers use it, honest "+
			"contracts do not", c.signature)
	}

	mild := func(c *call) {
		c.add(Action{Kind: Call})
		c.hit(claimSelector, "%s is a common bait of drainers, though honest contracts have it too", c.signature)
		if c.value.Sign() > 0 {
			c.hit(valueToUnknown, "%s takes coins along, which nobody pays to claim something", c.signature)
		}
	}

	return []declaration{
		{"deposit()", named("wrapped native")},
		{"withdraw(uint256 amount)", named("wrapped native")},
		{"claim()", mild},
		{"claimRewards()", mild},
		{"Claim()", lure},
		{"SecurityUpdate()", lure},
		{"NetworkMerge()", lure},
		{"Connect()", lure},
	}
}
