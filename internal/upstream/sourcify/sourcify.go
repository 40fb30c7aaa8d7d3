// Package sourcify reads the Sourcify repository of verified contract sources (sourcify.dev, keyless).
package sourcify

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is Sourcify.
var Provider = upstream.Provider{
	Name: "sourcify", BaseURL: "https://sourcify.dev/server", Docs: "https://docs.sourcify.dev/docs/api/", Attribution: "Sourcify",
	Terms: "https://sourcify.dev", Checked: "documentation examples 2026-11", RatePerMinute: 120, Burst: 10,
	TTL: time.Hour, Timeout: 6 * time.Second, MaxBytes: 4 << 20, Retries: -1,
}

// Client asks Sourcify.
type Client struct{ c *upstream.Client }

// New returns the pool's client of Sourcify.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for the deposit contract.
func probe(ctx context.Context, u *upstream.Client) error {
	contract, err := (&Client{u}).Contract(ctx, 1, common.HexToAddress("0x00000000219ab540356cBB839Cbe05303d7705Fa"))
	return upstream.Fact(err, "deployment.blockNumber", "11052984", func() any {
		return contract.Deployment.BlockNumber
	})
}

// Contract is what Sourcify knows about a verified contract.
type Contract struct {
	Match      *string         `json:"match"` // exact_match or match
	ChainID    string          `json:"chainId,omitempty" asked:"/v2/contract/{}/{}"`
	Address    string          `json:"address,omitempty" asked:"/v2/contract/{}/{}"`
	ABI        json.RawMessage `json:"abi,omitempty"` // absent from recordings that were not asked for it
	Deployment *struct {
		BlockNumber *string `json:"blockNumber"` // decimal; null when the deployment is not known
	} `json:"deployment"` // null without a match
	Proxy *Proxy `json:"proxyResolution"` // null without a match
}

// Proxy is what Sourcify finds out, at each request, about the contract being a proxy.
type Proxy struct {
	Known   bool    `json:"-"` // false if its node did not answer: the object is a proxyResolutionError alone
	IsProxy bool    `json:"isProxy"`
	Type    *string `json:"proxyType"` // null if it is not a proxy

	Implementations []struct {
		Address string `json:"address"`
	} `json:"implementations,omitempty"` // absent if the contract is not a proxy
}

// UnmarshalJSON reads either form.
func (p *Proxy) UnmarshalJSON(raw []byte) error {
	var failed struct {
		Error json.RawMessage `json:"proxyResolutionError"`
	}
	if json.Unmarshal(raw, &failed) == nil && failed.Error != nil {
		*p = Proxy{}
		return nil
	}

	type plain Proxy
	p.Known = true
	return upstream.Decode(raw, (*plain)(p))
}

// Hold requires the members that every verified contract has.
func (c *Contract) Hold() error {
	switch {
	case c.Match == nil:
		return nil
	case c.Deployment == nil:
		return upstream.Lacks("deployment")
	case c.Proxy == nil:
		return upstream.Lacks("proxyResolution")
	}
	return nil
}

// Verified says whether the source is published and compiles to the contract's code.
func (c *Contract) Verified() bool { return c.Match != nil && *c.Match != "" }

// Interface is the contract's ABI; ok is false where there is none that can be read, and where it may be that of a
// proxy alone.
func (c *Contract) Interface() (interfaces abi.ABI, ok bool) {
	if c.Proxy == nil || !c.Proxy.Known || len(c.ABI) == 0 || string(c.ABI) == "null" {
		return abi.ABI{}, false
	}
	parsed, err := abi.JSON(bytes.NewReader(c.ABI))
	return parsed, err == nil
}

// Implementation is the code behind a proxy; ok is false unless it is exactly one contract.
func (c *Contract) Implementation() (at common.Address, ok bool) {
	if c.Proxy == nil || !c.Proxy.IsProxy || len(c.Proxy.Implementations) != 1 {
		return common.Address{}, false
	}
	text := c.Proxy.Implementations[0].Address
	return common.HexToAddress(text), common.IsHexAddress(text)
}

// Block is the block of the deployment; ok is false when it is not known.
func (c *Contract) Block() (n uint64, ok bool) {
	if c.Deployment == nil || c.Deployment.BlockNumber == nil {
		return 0, false
	}
	n, err := strconv.ParseUint(*c.Deployment.BlockNumber, 10, 64)
	return n, err == nil
}

// unmatched says whether an answer is about a contract without verified source: its match is null.
func unmatched(resp *upstream.Response) bool {
	var told struct {
		Match json.RawMessage `json:"match"`
	}
	return json.Unmarshal(resp.Body, &told) == nil && string(told.Match) == "null"
}

// Contract returns the entry of a contract, or upstream.NotFound for one without verified source.
func (c *Client) Contract(ctx context.Context, chainID uint64, address common.Address) (*Contract, error) {
	var out Contract
	_, err := c.c.Get("/v2/contract/{}/{}", strconv.FormatUint(chainID, 10), address.Hex()).
		Query("fields", "abi,deployment,proxyResolution").
		NoRecord(http.StatusNotFound, unmatched).
		JSON(ctx, &out)
	if err != nil {
		return nil, err
	}
	return &out, nil
}
