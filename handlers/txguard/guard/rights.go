package guard

import (
	"math/big"
	"strings"

	"github.com/ethereum/go-ethereum/common"
)

// standardRights is the standard of rights that somebody gets over what the caller has in a contract, short of owning
// it.
const standardRights = "rights"

// rightsFunctions say who may act for the caller in contracts of single protocols. Sources: delegatexyz's
// delegate-registry (both versions), Curve's Minter, superfluid-finance (CFAv1Forwarder), Farcaster's contracts,
// Coinbase's spend-permissions, Safe's allowance module, OpenZeppelin's Votes.
func rightsFunctions() []declaration {
	list := append(delegateFunctions(), streamFunctions()...)
	list = append(list, farcasterFunctions()...)
	list = append(list, allowanceFunctions()...)
	return append(list,
		declaration{"toggle_approve_mint(address minting_user)", mayAct("minting_user", "")},
		declaration{"delegate(address delegatee)", votes},
		declaration{
			"delegateBySig(address delegatee,uint256 nonce,uint256 expiry,uint8 v,bytes32 r,bytes32 s)", votes,
		},
	)
}

// mayAct gives rights to the address under a name, unless a flag under another name takes them away.
func mayAct(who, flag string) func(*call) {
	return func(c *call) {
		if flag != "" && !c.flag(flag) {
			c.add(Action{Kind: Call, Standard: standardRights})
			return
		}
		c.right(c.addr(who))
	}
}

func (c *call) right(who *common.Address) {
	c.add(Action{
		Kind:     Ownership,
		Standard: standardRights,
		Owner:    c.from,
		Spender:  who,
	})
}

// votes lets somebody vote: that moves nothing.
func votes(c *call) {
	c.add(Action{Kind: Call, Standard: votesStandard, Spender: c.addr("delegatee")})
}

// votesStandard names delegations of votes.
const votesStandard = "ERC-5805"

func delegateFunctions() []declaration {
	return []declaration{
		{"delegateAll(address to,bytes32 rights,bool enable)", mayAct("to", "enable")},
		{"delegateContract(address to,address contract_,bytes32 rights,bool enable)", mayAct("to", "enable")},
		{
			"delegateERC721(address to,address contract_,uint256 tokenId,bytes32 rights,bool enable)",
			mayAct("to", "enable"),
		},
		{"delegateERC20(address to,address contract_,bytes32 rights,uint256 amount)", mayActOver("to", "amount")},
		{
			"delegateERC1155(address to,address contract_,uint256 tokenId,bytes32 rights,uint256 amount)",
			mayActOver("to", "amount"),
		},
		{"delegateForAll(address delegate,bool value)", mayAct("delegate", "value")},
		{"delegateForContract(address delegate,address contract_,bool value)", mayAct("delegate", "value")},
		{
			"delegateForToken(address delegate,address contract_,uint256 tokenId,bool value)",
			mayAct("delegate", "value"),
		},
	}
}

// mayActOver is mayAct for so much of something: none takes the right away.
func mayActOver(who, amount string) func(*call) {
	return func(c *call) {
		if c.num(amount).Sign() == 0 {
			c.add(Action{Kind: Call, Standard: standardRights})
			return
		}
		c.right(c.addr(who))
	}
}

// streamFunctions open streams of tokens, which are payments, and let others open them.
func streamFunctions() []declaration {
	const standard = "Superfluid"
	operator := func(amount func(*call) *big.Int) func(*call) {
		return func(c *call) {
			c.approval(standard, *c.addr("token"), c.addr("flowOperator"), amount(c))
			c.expectOf(standard)
		}
	}

	paid := func(c *call) {
		c.add(Action{
			Kind:      Call,
			Standard:  standard,
			Token:     c.addr("token"),
			Owner:     c.from,
			Recipient: c.addr("receiver"),
		})
		c.expectOf(standard)
	}

	return []declaration{
		{"setFlowrate(address token,address receiver,int96 flowrate)", paid},
		{"createFlow(address token,address sender,address receiver,int96 flowrate,bytes userData)", paid},
		{"updateFlow(address token,address sender,address receiver,int96 flowrate,bytes userData)", paid},
		{"deleteFlow(address token,address sender,address receiver,bytes userData)", named(standard)},
		{
			"grantPermissions(address token,address flowOperator)",
			operator(func(*call) *big.Int { return new(big.Int).Set(forever) }),
		},
		{
			"updateFlowOperatorPermissions(address token,address flowOperator,uint8 permissions," +
				"int96 flowrateAllowance)",
			operator(func(c *call) *big.Int {
				if c.num("permissions").Sign() == 0 {
					return zeroInt()
				}
				return c.num("flowrateAllowance")
			}),
		},
		{
			"revokePermissions(address token,address flowOperator)",
			operator(func(*call) *big.Int { return zeroInt() }),
		},
	}
}

// farcasterFunctions change who has an account of Farcaster, and who may take it back.
func farcasterFunctions() []declaration {
	const standard = "Farcaster"
	const signed = "uint256 deadline,bytes sig)"
	owner := func(parties ...string) func(*call) {
		return func(c *call) {
			if !strings.HasPrefix(c.name(), standard) {
				c.elsewhere(parties...)
				return
			}
			for _, p := range parties {
				c.right(c.addr(p))
			}
		}
	}

	return []declaration{
		{"changeRecoveryAddress(address recovery)", owner("recovery")},
		{"changeRecoveryAddressFor(address owner,address recovery," + signed, owner("recovery")},
		{"transfer(address to,uint256 amount,bytes sig)", func(c *call) {
			if strings.HasPrefix(c.name(), standard) {
				c.right(c.addr("to")) // the number is a deadline
				return
			}
			sent(c) // of a token (ERC-223)
		}},
		{"transferAndChangeRecovery(address to,address recovery," + signed, owner("to", "recovery")},
		{"recover(address from,address to," + signed, owner("to")},
		{"register(address recovery)", owner("recovery")},
		{"register(address recovery,uint256 extraStorage)", owner("recovery")},
		{"add(uint32 keyType,bytes key,uint8 metadataType,bytes metadata)", func(c *call) {
			c.add(Action{Kind: Call, Standard: standard})
			c.hit(appKey, "the key may post in the account's name until it is removed")
			c.expectOf(standard)
		}},
		{"rent(uint256 fid,uint256 units)", quiet(standard, standard)},
	}
}

// allowanceFunctions let somebody take an amount again and again.
func allowanceFunctions() []declaration {
	const permission = "((address account,address spender,address token,uint160 allowance,uint48 period,uint48 start," +
		"uint48 end,uint256 salt,bytes extraData) spendPermission"
	spend := func(c *call) {
		p := argument[struct {
			Account   common.Address
			Spender   common.Address
			Token     common.Address
			Allowance *big.Int
			Period    *big.Int
			End       *big.Int
		}](c.arguments, "spendPermission")
		c.add(Action{
			Kind:      Approval,
			Standard:  spendStandard,
			Token:     &p.Token,
			Owner:     &p.Account,
			Spender:   &p.Spender,
			Amount:    orZero(p.Allowance),
			Unlimited: unlimited(orZero(p.Allowance)),
			Deadline:  p.End,
			period:    p.Period,
		})
		c.expectOf(spendStandard)
	}

	return []declaration{
		{"approve" + permission + ")", spend},
		{"approveWithSignature" + permission + ",bytes signature)", spend},
		{"revoke" + permission + ")", quiet(spendStandard, spendStandard)},
		{addDelegate, mayAct("delegate", "")},
		{"removeDelegate(address delegate,bool removeAllowances)", named(moduleStandard)},
		{"deleteAllowance(address delegate,address token)", named(moduleStandard)},
		{"resetAllowance(address delegate,address token)", named(moduleStandard)},
		{
			"setAllowance(address delegate,address token,uint96 allowanceAmount,uint16 resetTimeMin," +
				"uint32 resetBaseMin)",
			func(c *call) {
				amount := c.num("allowanceAmount")
				c.add(Action{
					Kind:      Approval,
					Standard:  moduleStandard,
					Token:     c.addr("token"),
					Owner:     c.from,
					Spender:   c.addr("delegate"),
					Amount:    amount,
					Unlimited: amount.BitLen() > 90, // of the 96 bits that there are
					period:    new(big.Int).Mul(c.num("resetTimeMin"), big.NewInt(60)),
				})
			},
		},
	}
}

// moduleStandard is Safe's allowance module: a delegate takes up to an amount in each period out of a Safe.
const moduleStandard = "Safe allowance"

// addDelegate names somebody who may then be given allowances.
const addDelegate = "addDelegate(address delegate)"

// voter looks at who gets votes: delegates are mostly plain accounts, but no contract of yesterday is one.
func (j *judge) voter(a *Action) {
	if a.Standard != votesStandard || a.Spender == nil || !j.f.Young[*a.Spender] {
		return
	}
	j.hit(permitSpenderNew, a.Path, "the votes go to %s, a contract of the last %d days", a.Spender.Hex(), newDays)
}

// rights judges who may act for the account in a contract.
func (j *judge) rights(a *Action) {
	if a.Spender == nil || *a.Spender == zero || is(a.Owner, *a.Spender) {
		return
	}
	if k, ok := j.at(a.Spender); ok && k.Role == RoleRegistry {
		j.add(knownCounterparty, 0, a.Path, "%s may act for the account", k.Name)
		return
	}

	for i := range j.s.Actions {
		b := &j.s.Actions[i]
		if b.Standard == moduleStandard && b.Kind == Approval && is(b.Spender, *a.Spender) {
			return // what it may take is judged there
		}
	}

	if a.Owner == nil {
		j.add(recipientUnchecked, 0, a.Path, "%s gets rights: make sure that this is an account of the sender's",
			a.Spender.Hex())
		return
	}

	j.hit(unknownPermission, a.Path, "%s may then act for %s in %s", a.Spender.Hex(), a.Owner.Hex(), text(a.Contract))
}
