package pay

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Asset is a dollar token that can be paid with. Its place and its EIP-712 domain are taken from here, never from a
// quote: a seller cannot have another token signed for. It has 6 decimals.
type Asset struct {
	Network  string // CAIP-2, such as eip155:8453
	ChainID  uint64 // the number in Network
	Contract string // 0x and 40 hex digits
	Name     string // of the EIP-712 domain: not the same on all networks
	Version  string // of the EIP-712 domain
}

// Assets that are known. Source: Circle's USDC contract addresses.
var (
	BaseUSDC = Asset{
		Network:  "eip155:8453",
		ChainID:  8453,
		Contract: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
		Name:     "USD Coin",
		Version:  "2",
	}
	BaseSepoliaUSDC = Asset{
		Network:  "eip155:84532",
		ChainID:  84532,
		Contract: "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
		Name:     "USDC",
		Version:  "2",
	}
)

// quote is the decoded PAYMENT-REQUIRED header.
type quote struct {
	X402Version int                        `json:"x402Version"`
	Error       string                     `json:"error"`
	Resource    json.RawMessage            `json:"resource"`
	Accepts     []json.RawMessage          `json:"accepts"`
	Extensions  map[string]json.RawMessage `json:"extensions"`
}

// offer is an entry of accepts that can be paid.
type offer struct {
	Scheme            string `json:"scheme"`
	Network           string `json:"network"`
	Amount            string `json:"amount"`
	Asset             string `json:"asset"`
	PayTo             string `json:"payTo"`
	MaxTimeoutSeconds int64  `json:"maxTimeoutSeconds"`
	Extra             struct {
		Name                string `json:"name"`
		Version             string `json:"version"`
		AssetTransferMethod string `json:"assetTransferMethod"`
	} `json:"extra"`

	asset   Asset
	amount  micro
	channel channelExtra    // of scheme batch-settlement
	raw     json.RawMessage // to be echoed
}

func (o offer) validity() time.Duration {
	if o.MaxTimeoutSeconds <= 0 {
		return defaultValidity
	}
	return time.Duration(min(o.MaxTimeoutSeconds, int64(maxValidity/time.Second))) * time.Second
}

func parseQuote(header string) (*quote, error) {
	if header == "" {
		return nil, fmt.Errorf("the answer has no %s header", headerRequired)
	}
	raw, err := base64.StdEncoding.DecodeString(header)
	if err != nil {
		return nil, fmt.Errorf("%s is not base64", headerRequired)
	}
	var q quote
	if err := json.Unmarshal(raw, &q); err != nil || q.X402Version != 2 {
		return nil, fmt.Errorf("%s is no quote of x402 version 2", headerRequired)
	}
	return &q, nil
}

func (q *quote) resourceURL() string {
	var resource struct {
		URL string `json:"url"`
	}
	_ = json.Unmarshal(q.Resource, &resource) // without one, no receipt is of it
	return resource.URL
}

// choose is the cheapest offer in the first of the allowed assets that has one. The error says why each cannot be paid.
func (q *quote) choose(allowed []Asset) (offer, error) {
	offers := make([]offer, 0, len(q.Accepts))
	var why []string
	for _, entry := range q.Accepts {
		o, err := parseOffer(entry, allowed, schemeExact)
		if err != nil {
			why = append(why, err.Error())
			continue
		}
		offers = append(offers, o)
	}

	for _, asset := range allowed {
		var best *offer
		for i := range offers {
			if offers[i].asset == asset && (best == nil || offers[i].amount < best.amount) {
				best = &offers[i]
			}
		}
		if best != nil {
			return *best, nil
		}
	}
	if len(why) == 0 {
		return offer{}, fmt.Errorf("the quote offers no way to pay")
	}
	return offer{}, fmt.Errorf("no offer can be paid: %s", strings.Join(why, "; "))
}

func parseOffer(entry json.RawMessage, allowed []Asset, scheme string) (offer, error) {
	o := offer{raw: entry}
	if err := json.Unmarshal(entry, &o); err != nil {
		return offer{}, fmt.Errorf("an offer is malformed")
	}
	if o.Scheme != scheme {
		return offer{}, fmt.Errorf("scheme %q is not supported", o.Scheme)
	}
	if m := o.Extra.AssetTransferMethod; m != "" && m != "eip3009" {
		return offer{}, fmt.Errorf("transfer method %q is not supported", m)
	}

	known := false
	for _, asset := range allowed {
		if asset.Network == o.Network && strings.EqualFold(asset.Contract, o.Asset) {
			o.asset = asset
			known = true
		}
	}
	if !known {
		return offer{}, fmt.Errorf("asset %s on network %s is not allowed", o.Asset, o.Network)
	}
	name := o.Extra.Name
	version := o.Extra.Version
	if name != "" && name != o.asset.Name || version != "" && version != o.asset.Version {
		return offer{}, fmt.Errorf("the quote calls the token %q version %q, it is %q version %q",
			name, version, o.asset.Name, o.asset.Version)
	}

	amount, err := strconv.ParseUint(o.Amount, 10, 62)
	if err != nil {
		return offer{}, fmt.Errorf("%q is no amount", o.Amount)
	}
	o.amount = micro(amount)
	word, err := addressWord(o.PayTo)
	if err != nil || [32]byte(word) == [32]byte{} {
		return offer{}, fmt.Errorf("payTo %q is no account", o.PayTo)
	}
	if scheme == schemeChannel {
		o.channel, err = readChannelExtra(entry)
	}
	return o, err
}
