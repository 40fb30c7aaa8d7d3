package guard

import "github.com/farebox/farebox/internal/scored"

// The codes of what is found. Codes are stable; points are in points below.
const (
	unlimitedPermit     = "unlimited_permit"
	permitSpenderEOA    = "permit_spender_eoa"
	permitUnknown       = "permit_spender_unknown"
	knownDrainer        = "known_drainer"
	chainMismatch       = "chain_mismatch"
	contractMismatch    = "domain_contract_mismatch"
	zeroConsideration   = "seaport_zero_consideration"
	belowDust           = "seaport_below_dust"
	transferAuth        = "transfer_authorization"
	safeDelegateCall    = "safe_delegatecall"
	blindType           = "blind_type"
	rawHash             = "eip191_hex_hash"
	unlimitedApproval   = "unlimited_approval"
	approvalSpenderEOA  = "approval_spender_eoa"
	approvalUnknown     = "approval_spender_unknown"
	approvalAllNFT      = "approval_all_nft"
	approvalRevoke      = "approval_revoke"
	toNotContract       = "to_not_contract"
	lureSelector        = "drainer_lure_selector"
	ownershipChange     = "ownership_change"
	proxyUpgrade        = "proxy_upgrade"
	transferToToken     = "transfer_to_token_contract"
	transferToZero      = "transfer_to_zero"
	addressPoisoning    = "address_poisoning_like"
	delegation7702      = "eip7702_delegation"
	malformed           = "malformed_calldata"
	unknownSelector     = "unknown_selector"
	unknownType         = "unknown_type"
	tooDeep             = "nested_too_deep"
	unknownPermission   = "unknown_permission"
	noChainID           = "domain_without_chain_id"
	ownAllowance        = "allowance_for_sender"
	strangerNamed       = "stranger_in_unknown_data"
	valueToUnknown      = "value_to_unknown_contract"
	safeRefund          = "safe_gas_refund"
	unpricedOrder       = "order_unpriced"
	foreignRecipient    = "foreign_recipient"
	recipientUnchecked  = "recipient_not_checked"
	largeAmount         = "amount_large"
	mostOfBalance       = "amount_most_of_balance"
	unknownAmount       = "amount_unknown"
	lastingTransfer     = "transfer_lasting"
	belowWorth          = "order_below_worth"
	hashSigned          = "eth_sign_hash"
	tradingAgent        = "trading_agent"
	spendPermitted      = "spend_permission"
	exchangeAction      = "exchange_action"
	appKey              = "app_key"
	keySignature        = "key_signature"
	originUnknown       = "origin_not_given"
	signInElsewhere     = "sign_in_other_site"
	signInURI           = "sign_in_other_uri"
	signInAccount       = "sign_in_other_account"
	signInRights        = "sign_in_hands_rights_on"
	siteUnnamed         = "text_site_unnamed"
	unreadableAddress   = "unreadable_address"
	assetsTaken         = "assets_taken"
	assetsMoved         = "assets_moved_by_unknown"
	effectUnread        = "effect_unreadable"
	wouldFail           = "would_fail_now"
	knownCounterparty   = "known_contract"
	statedIntent        = "stated_intent"
	nothingFound        = "nothing_found"
	notCheckedOnChain   = "onchain_not_checked"
	blocklistNotChecked = "blocklist_not_checked"
)

// points is what each finding adds on its own, 0 to 100; rules that depend on more than the code give
// their points themselves. The weights follow the severities of Rabby's security engine, raised for the shapes of
// known drainers. Codes at 0 explain and do not score.
var points = map[string]int{
	unlimitedPermit: 45,
	knownDrainer:    100, chainMismatch: 40, contractMismatch: 60,
	zeroConsideration: 90, belowDust: 75,
	blindType: 35, rawHash: 60, unknownType: 25,
	unlimitedApproval: 40,
	toNotContract:     35, lureSelector: 70,
	transferToToken: 60, transferToZero: 55, addressPoisoning: 40, delegation7702: 70,
	malformed: 30, unknownSelector: 25, tooDeep: 40, unknownPermission: 40,
	strangerNamed: 35, valueToUnknown: 40,
	safeRefund: 35, unpricedOrder: 35,
	unreadableAddress: 40, lastingTransfer: 30,
	tradingAgent: 25, exchangeAction: 20, appKey: 15, keySignature: 20,
	hashSigned: 80, signInElsewhere: 80, signInURI: 40, signInAccount: 30, signInRights: 40, siteUnnamed: 35,
	foreignRecipient: 50,
}

// Points of rules with more than one weight.
const (
	allNFTMarketplace = 15 // setApprovalForAll to a known marketplace
	unlimitedToKnown  = 10 // an allowance without limit for a well-known contract that is made to take them
	notExecuted       = 35 // an unknown function that was not executed
	thresholdChange   = 20 // how many owners of a Safe have to agree, as long as it is more than one
	rightToUnseen     = 75 // a right, or what the sender is owed, for such an account by the name of the value
	controlMeant      = 10 // control for somebody whom the caller names
	swapUnpriced      = 20 // an order that buys what has no known price with tokens, as swaps and bids do
	allowedToUnseen   = 70 // one of much money for a contract that is young or has no published source
	chainUnchecked    = 10 // a domain of another chain, where no contract is known to look at the message
	coOwner           = 60 // another owner of a Safe, beside whom others have to agree
	elsewhere         = 35 // what is sent goes to an account of a network of another kind
	publishedPayee    = 20 // what comes out goes to a contract that nothing speaks against
	revokeOfListed    = 30 // taking an allowance away from a listed address: right, but worth a look
)

// Thresholds of the verdict.
const (
	warnFrom  = 30
	blockFrom = 70
)

// Other bounds of rules.
const (
	longDays = 30 // a permission that lasts longer is long
	newDays  = 3  // a contract is new for so long
)

// severities are those of rules, by their points.
var severities = scored.Severities{Low: 10, Medium: 30, High: 50}
