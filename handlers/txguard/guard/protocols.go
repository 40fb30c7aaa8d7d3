package guard

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/chain/eip712"
)

// Domains of exchanges and registers whose types have names that others use too.
const (
	hyperliquidDomain   = "HyperliquidSignTransaction"
	hyperliquidStandard = "Hyperliquid"
	exchangeDomain      = "Exchange"
	polymarketDomain    = "Polymarket CTF Exchange"
	zeroExDomain        = "ZeroEx"
	snapshotDomain      = "snapshot"
)

// protocolShapes are messages of single protocols. Sources: hyperliquid-python-sdk (signing), Polymarket's clob-client,
// the contracts of Farcaster, 0x protocol (LibNFTOrder), snapshot.js, CoW's GPv2Signing, Aave's governance tokens,
// dYdX's onboarding.
var protocolShapes = slices.Concat(hyperliquidShapes(), farcasterShapes(), spendingShapes(), []shape{
	{
		kind:     "prediction_order",
		standard: "Polymarket",
		primary:  "Order",
		domain:   polymarketDomain,
		members:  []string{"maker", "tokenId", "makerAmount", "takerAmount", "side"},
		does:     outcomeOrder,
	},
	{
		kind:     "nft_order",
		standard: "0x",
		primary:  "ERC721Order",
		domain:   zeroExDomain,
		members:  []string{"direction", "maker", "erc20Token", "erc20TokenAmount", "erc721Token"},
		does:     zeroExNFT("erc721Token", "erc721TokenId"),
	},
	{
		kind:     "nft_order",
		standard: "0x",
		primary:  "ERC1155Order",
		domain:   zeroExDomain,
		members:  []string{"direction", "maker", "erc20Token", "erc20TokenAmount", "erc1155Token"},
		does:     zeroExNFT("erc1155Token", "erc1155TokenId"),
	},
	{
		kind:     "nft_order",
		standard: "Rarible",
		primary:  "Order",
		domain:   raribleDomain,
		members:  []string{"maker", "makeAsset", "takeAsset"},
		does:     raribleOrder,
	},
	{
		kind:     "safe_message",
		standard: "Safe",
		primary:  "SafeMessage",
		members:  []string{"message"},
		does:     safeText,
	},
	{
		kind:     "off_chain_vote",
		standard: "Snapshot",
		domain:   snapshotDomain,
		members:  []string{"from"},
		does: func(m *message, sh *shape) {
			harmless(m, sh)
			switch m.Data.PrimaryType {
			case "Alias":
				m.hit(tradingAgent, "another key may vote and post in the signer's name on Snapshot")
			case "Space", "DeleteSpace":
				m.hit(unknownType, "the message changes a space of Snapshot, or ends it")
			}
		},
	},
	{
		kind:     "order_cancellation",
		standard: "Seaport",
		primary:  "OrderHash",
		domain:   "Seaport",
		members:  []string{"orderHash"},
		does:     harmless,
	},
	{
		kind:     "order_cancellation",
		standard: "CoW",
		primary:  "OrderCancellations",
		members:  []string{"orderUids"},
		does:     harmless,
	},
	{
		kind:     "order_cancellation",
		standard: "CoW",
		primary:  "OrderCancellation",
		members:  []string{"orderUid"},
		does:     harmless,
	},
	{
		kind:     "vote_delegation",
		standard: "Aave",
		primary:  "DelegateByType",
		members:  []string{"delegator", "delegatee", "delegationType"},
		does:     harmless,
	},
	{
		kind:     "vote_delegation",
		standard: "Aave",
		primary:  "Delegate",
		members:  []string{"delegator", "delegatee"},
		does:     harmless,
	},
	{
		kind:     "vote",
		standard: "Governor",
		primary:  "ExtendedBallot",
		members:  []string{"proposalId", "support"},
		does:     harmless,
	},
	{
		kind:     "exchange_login",
		standard: "Polymarket",
		primary:  "ClobAuth",
		members:  []string{"address", "message"},
		does:     harmless,
	},
	{
		kind:     "key_message",
		standard: "dYdX",
		primary:  "dYdX",
		members:  []string{"action"},
		does:     keyMessage,
	},
})

// hyperliquidShapes are the actions that an account signs with its own key. The chain of the domain is the wallet's and
// may be any; hyperliquidChain in the message says where it holds.
func hyperliquidShapes() []shape {
	transfer := func(name string, members ...string) shape {
		return hyperliquid("hyperliquid_transfer", name, members, sentElsewhere)
	}
	plain := func(name string, members ...string) shape {
		return hyperliquid("hyperliquid_action", name, members, harmless)
	}

	return []shape{
		hyperliquid("hyperliquid_agent", "ApproveAgent", []string{"agentAddress"}, func(m *message, sh *shape) {
			m.add(Action{Kind: Message, Standard: sh.standard, Spender: m.f.addr("agentAddress")})
			m.hit(tradingAgent,
				"the agent %s can trade with all that the account holds on the exchange, at any price; it "+
					"cannot withdraw", text(m.f.addr("agentAddress")))
		}),
		hyperliquid("hyperliquid_signers", "ConvertToMultiSigUser", []string{"signers"}, func(m *message, sh *shape) {
			m.add(Action{Kind: Ownership, Standard: sh.standard, Owner: m.Signer})
		}),
		hyperliquid("hyperliquid_builder_fee", "ApproveBuilderFee", []string{"maxFeeRate", "builder"}, builderFee),
		transfer("UsdSend", "destination", "amount"),
		transfer("SpotSend", "destination", "amount"),
		transfer("SendAsset", "destination", "amount"),
		hyperliquid("hyperliquid_transfer", "Withdraw", []string{"destination", "amount"}, withdrawn),
		plain("UsdClassTransfer", "amount", "toPerp"),
		plain("TokenDelegate", "validator", "wei"),
		plain("UserDexAbstraction", "enabled"),
		plain("UserSetAbstraction", "abstraction"),
		{
			kind:     "hyperliquid_order",
			standard: hyperliquidStandard,
			primary:  "Agent",
			domain:   exchangeDomain,
			members:  []string{"source", "connectionId"},
			does: func(m *message, sh *shape) {
				m.add(Action{Kind: Message, Standard: sh.standard})
				m.hit(exchangeAction,
					"an order or another action on Hyperliquid, of which only the hash is signed: it cannot "+
						"withdraw, but what it trades cannot be seen")
			},
		},
	}
}

func hyperliquid(kind, name string, members []string, does func(*message, *shape)) shape {
	return shape{
		kind:     kind,
		standard: hyperliquidStandard,
		primary:  "HyperliquidTransaction:" + name,
		domain:   hyperliquidDomain,
		members:  members,
		does:     does,
	}
}

// sentElsewhere is a transfer on Hyperliquid, whose recipient is a text and whose amount is in whole units; dollars,
// where it is not of another token.
func sentElsewhere(m *message, sh *shape) {
	a := Action{
		Kind:      Transfer,
		Standard:  sh.standard,
		Owner:     m.Signer,
		Recipient: m.f.addr("destination"),
	}
	token, named := m.f["token"].(string)
	amount, _ := m.f["amount"].(string)
	dollars, err := decimal.NewFromString(clipped(amount))
	if err == nil && (!named || strings.HasPrefix(token, "USDC")) {
		a.dollars = dollars
	}
	m.add(a)
}

// withdrawn takes out of the exchange: that is the signer's own, so that nobody else is to get it.
func withdrawn(m *message, sh *shape) {
	sentElsewhere(m, sh)
	m.s.Actions[len(m.s.Actions)-1].proceeds = true
}

// clipped bounds a number that is read as a decimal: an exponent would make it long.
func clipped(text string) string {
	if len(text) > 40 || strings.ContainsAny(text, "eE") {
		return ""
	}
	return text
}

// mostBuilderFee is the highest fee that the exchange lets builders take of spot trades, in per cent.
var mostBuilderFee = decimal.NewFromInt(1)

func builderFee(m *message, sh *shape) {
	m.add(Action{Kind: Message, Standard: sh.standard, Spender: m.f.addr("builder")})
	text, _ := m.f["maxFeeRate"].(string)
	rate, err := decimal.NewFromString(clipped(strings.TrimSuffix(text, "%")))
	if err != nil || rate.GreaterThan(mostBuilderFee) {
		m.hit(unknownPermission, "the builder may take more than %s %% of what is traded, or its fee cannot be read",
			mostBuilderFee)
	}
}

// farcasterShapes are what an account of Farcaster signs.
func farcasterShapes() []shape {
	const name = "Farcaster"
	given := func(m *message, sh *shape) {
		m.add(Action{Kind: Ownership, Standard: sh.standard, Owner: m.Signer, Spender: m.f.addr("to")})
	}

	shapeOf := func(kind, primary, domain string, does func(*message, *shape), members ...string) shape {
		return shape{
			kind:     kind,
			standard: name,
			primary:  primary,
			domain:   name + " " + domain,
			members:  members,
			does:     does,
		}
	}

	return []shape{
		shapeOf("farcaster_transfer", "Transfer", "IdRegistry", given, "fid", "to"),
		shapeOf("farcaster_transfer", "TransferAndChangeRecovery", "IdRegistry", given, "fid", "to"),
		shapeOf("farcaster_recovery", "ChangeRecoveryAddress", "IdRegistry", given, "fid", "to"),
		shapeOf("farcaster_key", "Add", "KeyGateway", func(m *message, sh *shape) {
			m.add(Action{Kind: Message, Standard: sh.standard})
			m.hit(appKey, "the key may post in the account's name until it is removed")
		}, "owner", "key"),
		shapeOf("farcaster_key", "Remove", "KeyRegistry", harmless, "owner", "key"),
		shapeOf("farcaster_key", "SignedKeyRequest", "SignedKeyRequestValidator", harmless, "requestFid", "key"),
		shapeOf("farcaster_account", "Register", "IdGateway", harmless, "to", "recovery"),
		shapeOf("farcaster_address", "VerificationClaim", "Verify Ethereum Address", harmless, "fid", "address"),
	}
}

// outcomeOrder trades shares of an outcome, each of which pays a dollar at most. Side 0 buys shares (taker amount) with
// dollars (maker amount), side 1 sells.
func outcomeOrder(m *message, sh *shape) {
	maker := orZero(m.f.num("makerAmount"))
	taker := orZero(m.f.num("takerAmount"))
	side := m.f.num("side")

	m.add(Action{
		Kind:     Order,
		Standard: sh.standard,
		Owner:    m.f.addr("maker"),
		TokenID:  m.f.num("tokenId"),
		Amount:   maker,
	})

	switch sells := side != nil && side.Sign() != 0; {
	case taker.Sign() == 0:
		m.hit(zeroConsideration, "the order gives and asks for nothing")
	case sells && new(big.Int).Mul(taker, big.NewInt(1000)).Cmp(maker) < 0:
		m.hit(belowDust, "the order sells shares for less than a tenth of a cent each")
	case !sells && maker.Cmp(taker) > 0:
		m.hit(belowDust, "the order pays more than a dollar for a share, which is the most that it can bring")
	}

	if fee := m.f.num("feeRateBps"); fee != nil && fee.Cmp(big.NewInt(1000)) > 0 {
		m.hit(paysOthers, "the order lets the exchange take more than a tenth as its fee")
	}
}

// zeroExNFT is an order of 0x's NFT exchange. Direction 0 sells; fees are paid by the buyer on top.
func zeroExNFT(token, id string) func(*message, *shape) {
	return func(m *message, sh *shape) {
		direction := m.f.num("direction")
		m.listing(listing{
			standard:   sh.standard,
			sells:      direction == nil || direction.Sign() == 0,
			owner:      m.f.addr("maker"),
			collection: m.f.addr(token),
			id:         m.f.num(id),
			price:      m.f.num("erc20TokenAmount"),
			currency:   m.f.addr("erc20Token"),
			end:        m.f.num("expiry"),
		})
		if taker := m.f.addr("taker"); taker != nil && *taker != zero {
			m.hit(privateBuyer, "only %s can take the order", taker.Hex())
		}
	}
}

// keyMessage is a message out of whose signature the keys of an account on dYdX are made: whoever has it has the
// account.
func keyMessage(m *message, sh *shape) {
	m.add(Action{Kind: Message, Standard: sh.standard})
	m.hit(keySignature,
		"the keys of an account on dYdX are made out of this signature: whoever gets it has the account")
	site, _ := m.f["onlySignOn"].(string)
	asks := hostOf(m.Origin)
	switch {
	case m.Origin == "":
		m.hit(originUnknown, "say in origin which site asks, and it is compared")
	case site != "" && asks != hostOf(site):
		m.hit(signInElsewhere, "the message is for %s only, but another site asks for it", site)
	case site == "" && !below(asks, "dydx.exchange") && !below(asks, "dydx.trade"):
		m.hit(signInElsewhere, "the message is dYdX's, but another site asks for it")
	}
}

func below(host, of string) bool { return host == of || strings.HasSuffix(host, "."+of) }

// nested is the message within the nested signature of a smart account (ERC-7739): the account wraps it, and the
// contract of the domain sees what is in it.
func (m *message) nested() *message {
	if m.Data.PrimaryType != "TypedDataSign" || !m.f.has("contents", "verifyingContract") {
		return m
	}

	i := slices.IndexFunc(m.Data.Types["TypedDataSign"], func(x eip712.Member) bool { return x.Name == "contents" })
	contents := m.f.obj("contents")
	if i < 0 || contents == nil {
		return m
	}

	inner := *m.Typed
	inner.Data.PrimaryType = m.Data.Types["TypedDataSign"][i].Type
	inner.Data.Message = contents
	inner.Remarks = nil
	if account := m.f.addr("verifyingContract"); account != nil {
		m.s.From = account
		inner.Signer = account
	}

	return &message{
		Typed: &inner,
		d:     m.d,
		s:     m.s,
		f:     contents,
	}
}

// paid is a payment of x402 through Permit2: the proxy sends the tokens to whom the witness names, and to nobody else.
func (m *message) paid(permitted []fields) bool {
	k, ok := m.d.known[m.s.Network.Name][orNobody(m.f.addr("spender"))]
	to := m.f.obj("witness").addr("to")
	if !ok || !strings.HasPrefix(k.Name, "x402 ") || to == nil {
		return false
	}
	for i, p := range permitted {
		m.addAt(fmt.Sprintf("message.permitted.%d", i), Action{
			Kind:      Transfer,
			Standard:  "x402",
			Token:     p.addr("token"),
			Owner:     m.Signer,
			Recipient: to,
			Amount:    orZero(p.num("amount")),
			Deadline:  m.f.num("deadline"),
		})
	}
	return true
}
