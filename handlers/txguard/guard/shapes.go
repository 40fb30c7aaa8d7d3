package guard

import "fmt"

// shapes are tried in this order. Sources: EIP-2612; MakerDAO dss (DAI permit); Uniswap/permit2
// PermitHash.sol; EIP-3009; ProjectOpenSea/seaport (OrderComponents, BulkOrder); Blur, LooksRare, CoW Protocol order
// types; safe-global/safe-smart-account; OpenZeppelin ERC2771Forwarder and Votes; EAS.
var shapes = []shape{
	{
		kind:     "permit",
		standard: "EIP-2612",
		primary:  "Permit",
		members:  []string{"owner", "spender", "value", "deadline"},
		does:     permitMessage,
	},
	{
		kind:     "dai_permit",
		standard: "DAI permit",
		primary:  "Permit",
		members:  []string{"holder", "spender", "expiry", "allowed"},
		does:     daiMessage,
	},
	{
		kind:     "connector_permit",
		standard: connectorStandard,
		primary:  "Permit",
		members:  []string{"signer", "sender", "nonceNamespace", "data"},
		does:     connectorPermit,
	},
	{
		kind:     "nft_permit",
		standard: "ERC-4494",
		primary:  "Permit",
		members:  []string{"spender", "tokenId", "deadline"},
		does: func(m *message, sh *shape) {
			m.add(Action{
				Kind:     Approval,
				Standard: sh.standard,
				Token:    m.Domain.VerifyingContract,
				Spender:  m.f.addr("spender"),
				TokenID:  m.f.num("tokenId"),
				Deadline: m.f.num("deadline"),
			})
		},
	},
	{
		kind:     "permit2_single",
		standard: "Permit2",
		primary:  "PermitSingle",
		members:  []string{"details", "spender", "sigDeadline"},
		does: func(m *message, sh *shape) {
			m.allowance("message.details", m.f.obj("details"))
		},
	},
	{
		kind:     "permit2_batch",
		standard: "Permit2",
		primary:  "PermitBatch",
		members:  []string{"details", "spender", "sigDeadline"},
		does: func(m *message, sh *shape) {
			list := m.f.list("details")
			for i, d := range list {
				m.allowance(fmt.Sprintf("message.details.%d", i), d)
			}
			m.batch(len(list))
		},
	},
	{
		kind:     "permit2_transfer",
		standard: "Permit2",
		primary:  "PermitTransferFrom",
		members:  []string{"permitted", "spender", "deadline"},
		does:     signedTransferMessage,
	},
	{
		kind:     "permit2_batch_transfer",
		standard: "Permit2",
		primary:  "PermitBatchTransferFrom",
		members:  []string{"permitted", "spender", "deadline"},
		does:     signedTransferMessage,
	},
	{
		kind:     "permit2_witness_transfer",
		standard: "Permit2",
		primary:  "PermitWitnessTransferFrom",
		members:  []string{"permitted", "spender", "deadline"},
		does:     signedTransferMessage,
	},
	{
		kind:     "permit2_witness_batch_transfer",
		standard: "Permit2",
		primary:  "PermitBatchWitnessTransferFrom",
		members:  []string{"permitted", "spender", "deadline"},
		does:     signedTransferMessage,
	},
	{
		kind:     "transfer_authorization",
		standard: "EIP-3009",
		primary:  "TransferWithAuthorization",
		members:  []string{"from", "to", "value", "validBefore"},
		does:     authorizationMessage,
	},
	{
		kind:     "receive_authorization",
		standard: "EIP-3009",
		primary:  "ReceiveWithAuthorization",
		members:  []string{"from", "to", "value", "validBefore"},
		does:     authorizationMessage,
	},
	{
		kind:     "cancel_authorization",
		standard: "EIP-3009",
		primary:  "CancelAuthorization",
		members:  []string{"authorizer", "nonce"},
		does:     harmless,
	},
	{
		kind:     "seaport_order",
		standard: "Seaport",
		primary:  "OrderComponents",
		members:  []string{"offerer", "offer", "consideration"},
		does: func(m *message, sh *shape) {
			m.seaport("message", orderOfMessage(m.f))
		},
	},
	{
		kind:     "seaport_bulk_order",
		standard: "Seaport",
		primary:  "BulkOrder",
		members:  []string{"tree"},
		does:     seaportBulk,
	},
	{
		kind:     "blur_order",
		standard: "Blur",
		primary:  "Order",
		members:  []string{"trader", "side", "collection", "price"},
		does:     blurOrder,
	},
	{
		kind:     "blur_bulk",
		standard: "Blur",
		primary:  "Root",
		members:  []string{"root"},
		does: func(m *message, sh *shape) {
			m.add(Action{Kind: Order, Standard: sh.standard})
			m.hit(blindType, "the message is only the root hash of a list of orders: what they sell and "+
				"for how much cannot be seen")
		},
	},
	{
		kind:     "looksrare_order",
		standard: "LooksRare",
		primary:  "MakerOrder",
		members:  []string{"isOrderAsk", "signer", "collection", "price"},
		does: func(m *message, sh *shape) {
			m.listing(listing{
				standard:   sh.standard,
				sells:      m.f.flag("isOrderAsk"),
				owner:      m.f.addr("signer"),
				collection: m.f.addr("collection"),
				id:         m.f.num("tokenId"),
				price:      m.f.num("price"),
				currency:   m.f.addr("currency"),
				end:        m.f.num("endTime"),
			})
		},
	},
	{
		kind:     "looksrare_order",
		standard: "LooksRare",
		primary:  "Maker",
		members:  []string{"quoteType", "signer", "collection", "price"},
		does: func(m *message, sh *shape) {
			looksRareMaker(m, sh, m.f)
		},
	},
	{
		kind:     "cow_order",
		standard: "CoW",
		primary:  "Order",
		members:  []string{"sellToken", "buyToken", "sellAmount", "buyAmount", "receiver"},
		does:     cowOrder,
	},
	{
		kind:     "limit_order",
		standard: "1inch",
		primary:  "Order",
		members:  []string{"makerAsset", "takerAsset", "makingAmount", "takingAmount"},
		does: func(m *message, sh *shape) {
			m.trade(trade{
				standard: sh.standard,
				owner:    m.f.addr("maker"),
				receiver: m.f.addr("receiver"),
				sell:     m.f.addr("makerAsset"),
				amount:   m.f.num("makingAmount"),
				buy:      m.f.addr("takerAsset"),
				want:     m.f.num("takingAmount"),
			})
		},
	},
	{
		kind:     "limit_order",
		standard: "0x",
		members:  []string{"makerToken", "takerToken", "makerAmount", "takerAmount"},
		does: func(m *message, sh *shape) {
			m.trade(trade{
				standard: sh.standard,
				owner:    m.f.addr("maker"),
				sell:     m.f.addr("makerToken"),
				amount:   m.f.num("makerAmount"),
				buy:      m.f.addr("takerToken"),
				want:     m.f.num("takerAmount"),
				end:      m.f.num("expiry"),
			})
		},
	},
	{
		kind:     "nft_permit_for_all",
		standard: "ERC-721/1155",
		primary:  "PermitForAll",
		members:  []string{"operator", "approved"},
		does: func(m *message, sh *shape) {
			m.manager(ApprovalForAll, sh, "operator", "approved", "deadline")
		},
	},
	{
		kind:     "credit_delegation",
		standard: "Aave credit delegation",
		primary:  "DelegationWithSig",
		members:  []string{"delegatee", "value"},
		does: func(m *message, sh *shape) {
			value := orZero(m.f.num("value"))
			m.add(Action{
				Kind:      Approval,
				Standard:  sh.standard,
				Token:     m.Domain.VerifyingContract,
				Spender:   m.f.addr("delegatee"),
				Amount:    value,
				Unlimited: unlimited(value),
				Deadline:  m.f.num("deadline"),
			})
		},
	},
	{
		kind:     "account_authorization",
		standard: "Compound III",
		primary:  "Authorization",
		members:  []string{"owner", "manager", "isAllowed"},
		does: func(m *message, sh *shape) {
			m.manager(Approval, sh, "manager", "isAllowed", "expiry")
		},
	},
	{
		kind:     "account_authorization",
		standard: "Morpho",
		primary:  "Authorization",
		members:  []string{"authorizer", "authorized", "isAuthorized"},
		does: func(m *message, sh *shape) {
			m.manager(Approval, sh, "authorized", "isAuthorized", "deadline")
		},
	},
	{
		kind:     "user_operation",
		standard: "ERC-4337",
		primary:  "PackedUserOperation",
		members:  []string{"sender", "callData"},
		does: func(m *message, sh *shape) {
			m.operation(sh, "sender")
		},
	},
	{
		kind:     "safe_operation",
		standard: "ERC-4337",
		primary:  "SafeOp",
		members:  []string{"safe", "callData"},
		does: func(m *message, sh *shape) {
			m.operation(sh, "safe")
		},
	},
	{
		kind:     "meta_transaction",
		standard: "meta-transaction",
		primary:  "MetaTransaction",
		members:  []string{"from", "functionSignature"},
		does: func(m *message, sh *shape) {
			m.add(Action{
				Kind:     Message,
				Standard: sh.standard,
				Owner:    m.f.addr("from"),
			})
			if from, to := m.f.addr("from"), m.Domain.VerifyingContract; from != nil && to != nil {
				m.calls(from, to, zeroInt(), m.f.bytes("functionSignature"))
				m.inTheNameOf(*from).inner(*to, zeroInt(), m.f.bytes("functionSignature"))
			}
		},
	},
	{
		kind:     "safe_transaction",
		standard: "Safe",
		primary:  "SafeTx",
		members:  []string{"to", "value", "data", "operation"},
		does:     safeMessage,
	},
	{
		kind:     "forward_request",
		standard: "ERC-2771",
		primary:  "ForwardRequest",
		members:  []string{"from", "to", "data"},
		does:     forwardMessage,
	},
	{
		kind:     "delegation_7702",
		standard: "EIP-7702",
		primary:  "Authorization",
		members:  []string{"chainId", "address", "nonce"},
		does: func(m *message, sh *shape) {
			m.add(Action{
				Kind:     Delegation,
				Standard: sh.standard,
				Spender:  m.f.addr("address"),
			})
		},
	},
	{
		kind:     "account_delegation",
		standard: delegationStandard,
		primary:  "Delegation",
		members:  []string{"delegate", "delegator"},
		does:     delegated,
	},
	{
		kind:     "vote_delegation",
		standard: votesStandard,
		primary:  "Delegation",
		members:  []string{"delegatee"},
		does: func(m *message, sh *shape) {
			m.add(Action{
				Kind:     Message,
				Standard: sh.standard,
				Spender:  m.f.addr("delegatee"),
				Deadline: m.f.num("expiry"),
			})
		},
	},
	{
		kind:     "vote",
		standard: "Governor",
		primary:  "Ballot",
		members:  []string{"proposalId", "support"},
		does:     harmless,
	},
	{
		kind:     "eas_attestation",
		standard: "EAS",
		primary:  "Attest",
		members:  []string{"schema", "recipient", "data"},
		does:     harmless,
	},
	{
		kind:     "sign_in",
		standard: "message",
		primary:  "Mail",
		members:  []string{"from", "to", "contents"},
		does:     harmless,
	},
}
