package tokenrisk

import (
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/chain/known"
)

// Dimension is one of the six sides that a token is judged on.
type Dimension string

// The dimensions.
const (
	ContractIntegrity   Dimension = "contract_integrity"
	OwnershipDimension  Dimension = "ownership"
	HolderConcentration Dimension = "holder_concentration"
	Liquidity           Dimension = "liquidity"
	Honeypot            Dimension = "honeypot"
	Age                 Dimension = "age"
)

// Dimensions are all six, in the order of answers.
func Dimensions() []Dimension {
	return []Dimension{ContractIntegrity, OwnershipDimension, HolderConcentration, Liquidity, Honeypot, Age}
}

// OwnerKind says who controls a token.
type OwnerKind string

// The kinds of owners. The empty one means that it is not known.
const (
	OwnerRenounced OwnerKind = "renounced" // the zero or a burn address
	OwnerNone      OwnerKind = "none"      // the contract has no owner function
	OwnerContract  OwnerKind = "contract"  // a multisig, a timelock or another contract
	OwnerEOA       OwnerKind = "eoa"       // one key
)

// Evidence is what is known of a token. Nil is unknown, never "no".
type Evidence struct {
	Trusted bool // a token that is known to be sound: powers that regulated issuers have weigh little

	Verified     *bool // its source is published
	Upgradeable  *bool // EIP-1967 implementation or beacon set
	AdminEOA     *bool // one key can replace the code
	MinimalProxy *bool // EIP-1167
	SelfDestruct *bool
	DelegateCall *bool // runs foreign code, outside of a proxy's own way
	Mintable     *bool
	Blacklist    *bool
	Pausable     *bool
	ExternalCall *bool // transfers call other contracts

	Owner             OwnerKind
	OwnerAddress      *common.Address
	Roles             *bool // accounts with roles have powers beside the owner's
	TakeBackOwnership *bool
	HiddenOwner       *bool
	OwnerChanges      *bool // the owner can change balances

	TopTen         *float64 // part of the supply, percent, without burnt and locked tokens, pools and exchanges
	CreatorPercent *float64
	HolderCount    *int64
	HoldersBy      string // the source of HolderCount

	Trades       bool             // somebody says that it does, without the pools
	LiquidityUSD *decimal.Decimal // of the best pool
	NoPool       *bool
	LPUnlocked   *bool // one holder has most of the best pool and can take it out

	IsHoneypot    *bool
	CannotSellAll *bool
	BuyTax        *float64 // percent
	SellTax       *float64
	TransferTax   *float64
	TaxModifiable *bool
	Cooldown      *bool
	SalesEnd      bool // a simulated sale works now, and fails a month or a year later
	Whitelist     *bool

	Powers      *Powers  // what its functions let somebody do; nil where they could not be tried
	LPBoundPct  *float64 // part of the best pool that is burnt or locked, in percent
	WalletTried bool     // a token's trade was simulated: WalletSold then tells, and nil is a gap

	Paused     *bool        // its paused() says so
	WalletSold *bool        // a wallet's sale through a router went through in a simulation
	Posing     *known.Poser // it has a known token's symbol; nil for none

	Since   *time.Time // when the contract or its first pool came to be, the earlier one known
	SinceBy string     // the source that says so

	// Sources are the names of those that a dimension's evidence came from.
	Sources map[Dimension][]string
}

// From notes that a source has spoken on dimensions.
func (e *Evidence) From(source string, on ...Dimension) {
	if e.Sources == nil {
		e.Sources = map[Dimension][]string{}
	}
	for _, d := range on {
		if !slices.Contains(e.Sources[d], source) {
			e.Sources[d] = append(e.Sources[d], source)
		}
	}
}

// Worse combines two opinions: a "yes" to a danger stands against a "no", and either against nothing.
func Worse(have *bool, yes bool) *bool {
	if have != nil && *have {
		return have
	}
	return &yes
}

// Higher combines two figures of which the higher is the more dangerous.
func Higher(have *float64, value float64) *float64 {
	if have != nil && *have >= value {
		return have
	}
	return &value
}

// Existed takes over that the token, or a pool of it, was there at a time, and who says so; the earliest time stands.
func (e *Evidence) Existed(at time.Time, source string) {
	if e.Since == nil || at.Before(*e.Since) {
		e.Since = &at
		e.SinceBy = source
	}
	e.From(source, Age)
}

// Deeper keeps the larger of two pools' worth.
func Deeper(have *decimal.Decimal, usd decimal.Decimal) *decimal.Decimal {
	if have != nil && have.GreaterThanOrEqual(usd) {
		return have
	}
	return &usd
}
