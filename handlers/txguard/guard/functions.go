package guard

import (
	"encoding/hex"
	"fmt"

	"github.com/ethereum/go-ethereum/crypto"
)

// function is one known function: how to decode its arguments, and what a call of it does.
type function struct {
	signature string // canonical: "approve(address,uint256)"
	selector  [4]byte
	params    []parameter
	does      func(c *call)
}

// declaration is a function as it is written down in the tables.
type declaration struct {
	name   string
	params string
	does   func(c *call)
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
	offerItem      = "(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount)"
	wantItem       = "(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount,address recipient)"
	orderParams    = "(address offerer,address zone," + offerItem + "[] offer," + wantItem +
		"[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 totalOriginalConsiderationItems) parameters"
	plainOrder    = "(" + orderParams + ",bytes signature)"
	advancedOrder = "(" + orderParams + ",uint120 numerator,uint120 denominator,bytes signature,bytes extraData)"
	resolver      = "(uint256 orderIndex,uint8 side,uint256 index,uint256 identifier,bytes32[] criteriaProof)[] criteriaResolvers"
	fulfillments  = "((uint256 orderIndex,uint256 itemIndex)[] offerComponents,(uint256 orderIndex,uint256 itemIndex)[] considerationComponents)[] fulfillments"
	basicOrder    = "(address considerationToken,uint256 considerationIdentifier,uint256 considerationAmount,address offerer,address zone,address offerToken," +
		"uint256 offerIdentifier,uint256 offerAmount,uint8 basicOrderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 offererConduitKey," +
		"bytes32 fulfillerConduitKey,uint256 totalOriginalAdditionalRecipients,(uint256 amount,address recipient)[] additionalRecipients,bytes signature) parameters"
	authorization = "address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce"
)

// functions are all known functions by selector.
type functions map[[4]byte]*function

// newFunctions builds the table. A mistake in it is an error naming the row, two rows with one selector likewise.
func newFunctions() (functions, error) {
	table := functions{}
	for _, rows := range [][]declaration{tokenFunctions(), controlFunctions(), wrapperFunctions(), tradeFunctions(), permissionFunctions(), otherFunctions()} {
		for _, d := range rows {
			params, err := parseParameters(d.params)
			if err != nil {
				return nil, fmt.Errorf("function %s: %w", d.name, err)
			}
			f := &function{signature: canonical(d.name, params), params: params, does: d.does}
			copy(f.selector[:], crypto.Keccak256([]byte(f.signature)))
			if other, taken := table[f.selector]; taken {
				return nil, fmt.Errorf("functions %s and %s have the same selector", other.signature, f.signature)
			}
			table[f.selector] = f
		}
	}
	return table, nil
}

func selectorText(s [4]byte) string { return "0x" + hex.EncodeToString(s[:]) }

// tokenFunctions move tokens or let others move them.
func tokenFunctions() []declaration {
	return []declaration{
		{"approve", "address spender,uint256 amount", func(c *call) { c.approval("ERC-20", c.to, c.addr(0), c.num(1)) }},
		{"increaseAllowance", "address spender,uint256 addedValue", func(c *call) { c.approval("ERC-20", c.to, c.addr(0), c.num(1)) }},
		{"increaseApproval", "address spender,uint256 addedValue", func(c *call) { c.approval("ERC-20", c.to, c.addr(0), c.num(1)) }},
		{"approveAndCall", "address spender,uint256 amount,bytes data", func(c *call) { c.approval("ERC-20", c.to, c.addr(0), c.num(1)) }},
		{"authorizeOperator", "address operator", func(c *call) {
			c.add(Action{Kind: Approval, Standard: "ERC-777", Token: &c.to, Owner: c.from, Spender: c.addr(0), Unlimited: true})
		}},
		{"decreaseApproval", "address spender,uint256 subtractedValue", func(c *call) { c.approval("ERC-20", c.to, c.addr(0), zeroInt()) }},
		{"decreaseAllowance", "address spender,uint256 subtractedValue", func(c *call) { c.approval("ERC-20", c.to, c.addr(0), zeroInt()) }},
		{"setApprovalForAll", "address operator,bool approved", func(c *call) {
			approved := c.flag(1)
			c.add(Action{Kind: ApprovalForAll, Standard: "ERC-721/1155", Token: &c.to, Spender: c.addr(0), Approved: &approved, Unlimited: approved})
		}},
		{"transfer", "address to,uint256 amount", func(c *call) {
			c.add(Action{Kind: Transfer, Standard: "ERC-20", Token: &c.to, Owner: c.from, Recipient: c.addr(0), Amount: c.num(1)})
		}},
		{"transferFrom", "address from,address to,uint256 amount", func(c *call) {
			c.add(Action{Kind: TransferFrom, Standard: "ERC-20", Token: &c.to, Owner: c.addr(0), Recipient: c.addr(1), Amount: c.num(2)})
		}},
		{"safeTransferFrom", "address from,address to,uint256 tokenId", func(c *call) { c.nft("ERC-721", c.num(2), nil) }},
		{"safeTransferFrom", "address from,address to,uint256 tokenId,bytes data", func(c *call) { c.nft("ERC-721", c.num(2), nil) }},
		{"safeTransferFrom", "address from,address to,uint256 id,uint256 amount,bytes data", func(c *call) { c.nft("ERC-1155", c.num(2), c.num(3)) }},
		{"safeBatchTransferFrom", "address from,address to,uint256[] ids,uint256[] amounts,bytes data", func(c *call) {
			ids, amounts := c.list(2), c.list(3)
			for i := range ids {
				a := Action{Kind: TransferFrom, Standard: "ERC-1155", Token: &c.to, Owner: c.addr(0), Recipient: c.addr(1), TokenID: asInt(ids[i])}
				if i < len(amounts) {
					a.Amount = asInt(amounts[i])
				}
				c.add(a)
			}
		}},
		{"permit", "address owner,address spender,uint256 value,uint256 deadline,uint8 v,bytes32 r,bytes32 s", func(c *call) {
			c.permit("EIP-2612", c.to, c.addr(0), c.addr(1), c.num(2), c.num(3))
		}},
		{"permit", "address owner,address spender,uint256 value,uint256 deadline,bytes signature", func(c *call) {
			c.permit("EIP-2612", c.to, c.addr(0), c.addr(1), c.num(2), c.num(3))
		}},
		{"permit", "address spender,uint256 tokenId,uint256 deadline,uint8 v,bytes32 r,bytes32 s", func(c *call) {
			c.add(Action{Kind: Approval, Standard: "ERC-4494", Token: &c.to, Spender: c.addr(0), TokenID: c.num(1), Deadline: c.num(2)})
		}},
		{"permit", "address holder,address spender,uint256 nonce,uint256 expiry,bool allowed,uint8 v,bytes32 r,bytes32 s", func(c *call) {
			allowed := c.flag(4)
			c.add(Action{
				Kind: Approval, Standard: "DAI permit", Token: &c.to, Owner: c.addr(0), Spender: c.addr(1), Approved: &allowed, Unlimited: allowed, Deadline: orForever(c.num(3)),
			})
		}},
		{"approve", "address token,address spender,uint160 amount,uint48 expiration", func(c *call) {
			c.permit("Permit2", *c.addr(0), c.from, c.addr(1), c.num(2), c.num(3))
		}},
		{"permit", "address owner," + permitSingle + ",bytes signature", func(c *call) {
			p := c.list(1)
			c.permit2Details(asList(p[0]), c.addr(0), asAddress(p[1]))
		}},
		{"permit", "address owner," + permitBatch + ",bytes signature", func(c *call) {
			p := c.list(1)
			for _, d := range asList(p[0]) {
				c.permit2Details(asList(d), c.addr(0), asAddress(p[1]))
			}
		}},
		{"permitTransferFrom", signedTransfer + "," + toAmount + " transferDetails,address owner,bytes signature", func(c *call) {
			c.signedTransfer(asList(c.list(0)[0]), c.list(1), c.addr(2))
		}},
		{"permitTransferFrom", signedBatch + "," + toAmount + "[] transferDetails,address owner,bytes signature", func(c *call) { c.signedTransfers() }},
		{"permitWitnessTransferFrom", signedTransfer + "," + toAmount + " transferDetails,address owner,bytes32 witness,string witnessTypeString,bytes signature", func(c *call) {
			c.signedTransfer(asList(c.list(0)[0]), c.list(1), c.addr(2))
		}},
		{"permitWitnessTransferFrom", signedBatch + "," + toAmount + "[] transferDetails,address owner,bytes32 witness,string witnessTypeString,bytes signature", func(c *call) { c.signedTransfers() }},
		{"transferFrom", "address from,address to,uint160 amount,address token", func(c *call) {
			c.add(Action{Kind: TransferFrom, Standard: "Permit2", Token: c.addr(3), Owner: c.addr(0), Recipient: c.addr(1), Amount: c.num(2)})
		}},
		{"transferFrom", "(address from,address to,uint160 amount,address token)[] transferDetails", func(c *call) {
			for _, d := range c.list(0) {
				t := asList(d)
				c.add(Action{Kind: TransferFrom, Standard: "Permit2", Token: asAddress(t[3]), Owner: asAddress(t[0]), Recipient: asAddress(t[1]), Amount: asInt(t[2])})
			}
		}},
		{"lockdown", "(address token,address spender)[] approvals", func(c *call) {
			for _, d := range c.list(0) {
				t := asList(d)
				c.approval("Permit2", *asAddress(t[0]), asAddress(t[1]), zeroInt())
			}
		}},
		{"transferWithAuthorization", authorization + ",uint8 v,bytes32 r,bytes32 s", authorized},
		{"transferWithAuthorization", authorization + ",bytes signature", authorized},
		{"receiveWithAuthorization", authorization + ",uint8 v,bytes32 r,bytes32 s", authorized},
		{"receiveWithAuthorization", authorization + ",bytes signature", authorized},
		{"cancelAuthorization", "address authorizer,bytes32 nonce,uint8 v,bytes32 r,bytes32 s", named("EIP-3009")},
	}
}

// authorized is a transfer that the owner has signed and anybody may send (EIP-3009).
func authorized(c *call) {
	c.add(Action{Kind: TransferFrom, Standard: "EIP-3009", Token: &c.to, Owner: c.addr(0), Recipient: c.addr(1), Amount: c.num(2), Deadline: c.num(4)})
}

// named is a call that is known and does nothing that is scored.
func named(standard string) func(*call) {
	return func(c *call) { c.add(Action{Kind: Call, Standard: standard}) }
}

// otherFunctions are known calls without an effect that is scored, and the bait of drainers.
func otherFunctions() []declaration {
	lure := func(c *call) {
		c.add(Action{Kind: Call})
		c.hit(lureSelector, "the function %s exists to make people send a transaction; drainers use it, honest contracts do not", c.signature)
	}
	mild := func(c *call) {
		c.add(Action{Kind: Call})
		c.hit(claimSelector, "%s is a common bait of drainers, though honest contracts have it too", c.signature)
	}
	return []declaration{
		{"deposit", "", func(c *call) {
			c.add(Action{Kind: Call, Standard: "wrapped native"})
			if c.value.Sign() > 0 {
				c.expect(RoleWrapped)
			}
		}},
		{"withdraw", "uint256 amount", named("wrapped native")},
		{"claim", "", mild},
		{"claimRewards", "", mild},
		{"Claim", "", lure},
		{"SecurityUpdate", "", lure},
		{"NetworkMerge", "", lure},
		{"Connect", "", lure},
	}
}
