// Package goplus reads GoPlus Security's token checks (api.gopluslabs.io, keyless; about 30 calls a
// minute by what clients report, the operator gives no figure). Its tokens of access last for an hour or two, each made
// from the secret of an app, and one that it does not know is passed over: none is sent.
package goplus

import (
	"bytes"
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// Provider is GoPlus Security.
var Provider = upstream.Provider{
	Name: "goplus", BaseURL: "https://api.gopluslabs.io/api/v1", Docs: "https://docs.gopluslabs.io",
	Attribution: "GoPlus Security", Terms: "https://gopluslabs.io/terms", Checked: "recorded 2026-10",
	// Retries would run into the limit again, which stands for a minute.
	RatePerMinute: 30, Burst: 5, TTL: 10 * time.Minute, Timeout: 6 * time.Second, MaxBytes: 2 << 20, Retries: -1,
}

// Client asks GoPlus.
type Client struct{ c *upstream.Client }

// New returns the pool's client of GoPlus.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for the token USDC.
func probe(ctx context.Context, u *upstream.Client) error {
	token, err := (&Client{u}).Token(ctx, 1, common.HexToAddress("0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"))
	return upstream.Fact(err, "token_symbol", "USDC", func() any { return token.Symbol })
}

// codes inside an answer of HTTP 200. Source: docs.gopluslabs.io, "Response code".
const (
	codeOK      = 1
	codeLimited = 4029
)

type answer struct {
	Code   int              `json:"code" contract:"signed"`
	Result map[string]Token `json:"result"`
}

// Token returns the checks of an ERC-20 token, or upstream.NotFound for one that GoPlus does not know.
func (c *Client) Token(ctx context.Context, chainID uint64, token common.Address) (*Token, error) {
	address := strings.ToLower(token.Hex())
	var a answer
	_, err := c.c.Get("/token_security/{}", strconv.FormatUint(chainID, 10)).
		Query("contract_addresses", address).Refusal(refused).JSON(ctx, &a)
	if err != nil {
		return nil, err
	}
	t, ok := a.Result[address]
	if !ok {
		return nil, upstream.NotFound.Errorf("no record of the token")
	}
	return &t, nil
}

// refused finds the failure inside an answer of HTTP 200, before it is remembered.
func refused(r *upstream.Response) error {
	var head struct {
		Code *int `json:"code" contract:"signed"`
	}
	if err := r.JSON(&head); err != nil {
		return err
	}
	if head.Code == nil { // the contract says that it has to be there
		return nil
	}

	switch *head.Code {
	case codeOK:
		return nil
	case codeLimited:
		e := upstream.RateLimited.Errorf("code %d", *head.Code)
		e.RetryAfter = time.Minute
		return e
	}
	return upstream.Unavailable.Errorf("code %d", *head.Code)
}

// Flag is a yes or no that may be unknown: "1", "0", or absent or empty.
type Flag struct{ Known, Yes bool }

// UnmarshalJSON reads "0", "1", 0, 1, "" and null. Another text or number is unknown, all else is refused.
func (f *Flag) UnmarshalJSON(raw []byte) error {
	if err := scalar.Written(raw); err != nil {
		return err
	}
	switch string(bytes.Trim(raw, `" `)) {
	case "1":
		*f = Flag{true, true}
	case "0":
		*f = Flag{Known: true}
	default:
		*f = Flag{}
	}
	return nil
}

// Token is what GoPlus says about a token. Taxes and percents are fractions: 0.05 is 5 percent. What GoPlus has not
// found out it leaves out: of contracts without a published source that is nearly all (documented, and recorded).
type Token struct {
	Symbol string `json:"token_symbol,omitempty"`

	OpenSource        Flag `json:"is_open_source"`
	Proxy             Flag `json:"is_proxy,omitempty"`
	Mintable          Flag `json:"is_mintable,omitempty"`
	TakeBackOwnership Flag `json:"can_take_back_ownership,omitempty"`
	OwnerChanges      Flag `json:"owner_change_balance,omitempty"` // the owner can change balances
	HiddenOwner       Flag `json:"hidden_owner,omitempty"`
	SelfDestruct      Flag `json:"selfdestruct,omitempty"`
	ExternalCall      Flag `json:"external_call,omitempty"`
	TransferPausable  Flag `json:"transfer_pausable,omitempty"`
	Blacklist         Flag `json:"is_blacklisted,omitempty"` // has a blacklist
	Whitelist         Flag `json:"is_whitelisted,omitempty"` // has a whitelist

	BuyTax       scalar.Decimal `json:"buy_tax,omitempty"`
	SellTax      scalar.Decimal `json:"sell_tax,omitempty"`
	TransferTax  scalar.Decimal `json:"transfer_tax,omitempty"`
	CannotSell   Flag           `json:"cannot_sell_all,omitempty"`
	TaxChangable Flag           `json:"slippage_modifiable,omitempty"`
	Cooldown     Flag           `json:"trading_cooldown,omitempty"`
	Honeypot     Flag           `json:"is_honeypot,omitempty"`

	OwnerAddress   *string        `json:"owner_address,omitempty"`
	CreatorPercent scalar.Decimal `json:"creator_percent,omitempty"`
	HolderCount    scalar.Decimal `json:"holder_count,omitempty"`
	TrustList      Flag           `json:"trust_list,omitempty"`

	InDex     Flag     `json:"is_in_dex,omitempty"`
	Dex       []Dex    `json:"dex,omitempty"`        // not of all tokens that trade (recorded, WETH)
	Holders   []Holder `json:"holders,omitempty"`    // the ten largest
	LPHolders []Holder `json:"lp_holders,omitempty"` // of the first pool's own token
}

// Dex is a pool.
type Dex struct {
	Type      string          `json:"liquidity_type"` // UniV2, UniV3, UniV4
	Pair      string          `json:"pair"`           // 32 bytes with UniV4
	Liquidity decimal.Decimal `json:"liquidity"`      // dollars
}

// Holder is a large holder. Percent can be above 1 after a rebase.
type Holder struct {
	Address string          `json:"address"`
	Tag     string          `json:"tag" contract:"nullable"`
	Locked  Flag            `json:"is_locked"`
	Percent decimal.Decimal `json:"percent"`
}

var _ json.Unmarshaler = (*Flag)(nil)
