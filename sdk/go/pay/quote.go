package pay

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// Version is a generation of the x402 protocol.
type Version int

// The versions. AnyVersion is version 2 where the seller quotes it, else version 1.
const (
	AnyVersion Version = iota
	V1                 // the quote is the body, and the payment goes into X-PAYMENT
	V2                 // the quote is in PAYMENT-REQUIRED, and the payment goes into PAYMENT-SIGNATURE
)

// Asset is a dollar token that can be paid with. Its place and its EIP-712 domain are taken from here, never from a
// quote: a seller cannot have another token signed for. It has 6 decimals. One of Solana has no domain.
type Asset struct {
	Network   string // CAIP-2, such as eip155:8453 or solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp
	V1Network string // the name in quotes of version 1, such as base; "" when it has none there
	ChainID   uint64 // the number in Network; 0 on Solana
	Contract  string // 0x and 40 hex digits; on Solana the mint of a token of the SPL Token program, in base58
	Name      string // of the EIP-712 domain: not the same on all networks
	Version   string // of the EIP-712 domain
}

// Assets that are known. Source: Circle's USDC contract addresses.
var (
	BaseUSDC = Asset{
		Network:   "eip155:8453",
		V1Network: "base",
		ChainID:   8453,
		Contract:  "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
		Name:      "USD Coin",
		Version:   "2",
	}
	BaseSepoliaUSDC = Asset{
		Network:   "eip155:84532",
		V1Network: "base-sepolia",
		ChainID:   84532,
		Contract:  "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
		Name:      "USDC",
		Version:   "2",
	}
	SolanaUSDC = Asset{
		Network:   "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp",
		V1Network: "solana",
		Contract:  "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
		Name:      "USDC",
	}
	SolanaDevnetUSDC = Asset{
		Network:   "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1",
		V1Network: "solana-devnet",
		Contract:  "4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU",
		Name:      "USDC",
	}
)

// is says that a quote names this asset. Addresses of Solana are written in one way only.
func (a Asset) is(version Version, network, contract string) bool {
	name := a.network(version)
	if name == "" || name != network {
		return false
	}
	if a.onSolana() {
		return a.Contract == contract
	}
	return strings.EqualFold(a.Contract, contract)
}

// check says why an asset cannot be paid with.
func (a Asset) check() error {
	if a.onSolana() {
		_, err := parseAccount(a.Contract)
		return err
	}
	_, err := a.separator()
	return err
}

// network is the name of the asset's network in a version.
func (a Asset) network(version Version) string {
	if version == V1 {
		return a.V1Network
	}
	return a.Network
}

// Quote is what a seller asks for one request.
type Quote struct {
	Version     Version `json:"version"` // that it was read in: V1 or V2
	Reason      string  `json:"reason"`  // why payment is asked for, or why one was refused
	Resource    string  `json:"resource"`
	Description string  `json:"description"`
	Offers      []Offer `json:"offers"` // in the seller's order

	resource   json.RawMessage // to be echoed
	extensions map[string]json.RawMessage
	allowed    []Asset
}

// Offer is one way to pay a quote.
type Offer struct {
	Scheme            string `json:"scheme"`
	Network           string `json:"network"` // CAIP-2 where the asset is allowed, else as it was quoted
	Asset             string `json:"asset"`
	Token             string `json:"token,omitempty"` // name of an allowed asset
	Amount            string `json:"amount"`          // atomic units
	USD               string `json:"usd,omitempty"`   // the price in an allowed asset, in decimal dollars
	PayTo             string `json:"pay_to"`
	MaxTimeoutSeconds int64  `json:"max_timeout_seconds"`
	Obstacle          string `json:"obstacle,omitempty"` // why the offer cannot be paid by itself; "" when it can

	asset    Asset
	amount   micro
	byPermit bool            // the token is moved by Permit2
	channel  *channelExtra   // of an offer to pay by channel
	solana   *solanaExtra    // of an offer on Solana
	raw      json.RawMessage // to be echoed with members that are not known here
}

// isTo says that the offer pays an account.
func (o Offer) isTo(account string) bool {
	if o.asset.onSolana() {
		return o.PayTo == account
	}
	return strings.EqualFold(o.PayTo, account)
}

// validity is how long what is signed for the offer is good.
func (o Offer) validity() time.Duration {
	if o.MaxTimeoutSeconds <= 0 {
		return defaultValidity
	}
	return time.Duration(min(o.MaxTimeoutSeconds, int64(maxValidity/time.Second))) * time.Second
}

// ParseQuote reads the quote of a 402. Only offers in an allowed asset can be paid; the others are listed with what
// stands in the way.
func ParseQuote(header http.Header, body []byte, version Version, allowed []Asset) (*Quote, error) {
	if text := header.Get(headerRequired); text != "" && version != V1 {
		return parseV2(text, allowed)
	}
	if version == V2 {
		return nil, fmt.Errorf("the answer has no %s header", headerRequired)
	}
	return parseV1(body, allowed)
}

func parseV2(text string, allowed []Asset) (*Quote, error) {
	raw, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, fmt.Errorf("%s is not base64", headerRequired)
	}
	var read struct {
		X402Version int                        `json:"x402Version"`
		Error       string                     `json:"error"`
		Resource    json.RawMessage            `json:"resource"`
		Accepts     []json.RawMessage          `json:"accepts"`
		Extensions  map[string]json.RawMessage `json:"extensions"`
	}
	if err := json.Unmarshal(raw, &read); err != nil || read.X402Version != 2 {
		return nil, fmt.Errorf("%s is no quote of x402 version 2", headerRequired)
	}

	q := &Quote{
		Version:    V2,
		Reason:     read.Error,
		resource:   read.Resource,
		extensions: read.Extensions,
		allowed:    allowed,
	}
	q.Resource, q.Description = describe(read.Resource)
	q.readOffers(read.Accepts)
	return q, nil
}

// describe reads the resource of version 2; anything that is not such an object describes nothing.
func describe(resource json.RawMessage) (url, description string) {
	var read struct {
		URL         string `json:"url"`
		Description string `json:"description"`
	}
	if json.Unmarshal(resource, &read) != nil {
		return "", ""
	}
	return read.URL, read.Description
}

func parseV1(body []byte, allowed []Asset) (*Quote, error) {
	var read struct {
		X402Version int               `json:"x402Version"`
		Error       string            `json:"error"`
		Accepts     []json.RawMessage `json:"accepts"`
	}
	if err := json.Unmarshal(body, &read); err != nil || read.X402Version != 1 {
		return nil, errors.New("the answer holds no quote of x402")
	}

	q := &Quote{
		Version: V1,
		Reason:  read.Error,
		allowed: allowed,
	}
	if len(read.Accepts) > 0 {
		var first accept
		_ = json.Unmarshal(read.Accepts[0], &first) // an offer that is malformed is listed as such
		q.Resource = first.Resource
		q.Description = first.Description
	}
	q.readOffers(read.Accepts)
	return q, nil
}

func (q *Quote) readOffers(entries []json.RawMessage) {
	q.Offers = make([]Offer, len(entries))
	for i, entry := range entries {
		q.Offers[i] = parseOffer(q.Version, entry, q.allowed)
	}
}

// Best is the cheapest offer in the first of the allowed assets that has one. The error says why each cannot be paid.
func (q *Quote) Best() (Offer, error) {
	for _, asset := range q.allowed {
		var best *Offer
		for i, o := range q.Offers {
			if o.Obstacle == "" && o.asset == asset && (best == nil || o.amount < best.amount) {
				best = &q.Offers[i]
			}
		}
		if best != nil {
			return *best, nil
		}
	}
	if len(q.Offers) == 0 {
		return Offer{}, errors.New("the quote offers no way to pay")
	}

	why := make([]string, len(q.Offers))
	for i, o := range q.Offers {
		why[i] = o.Obstacle
	}
	return Offer{}, fmt.Errorf("no offer can be paid: %s", strings.Join(why, "; "))
}

// byChannel is the offer to pay by channel in the first of the allowed assets that has one.
func (q *Quote) byChannel() (Offer, bool) {
	for _, asset := range q.allowed {
		for _, o := range q.Offers {
			if o.channel != nil && o.asset == asset {
				return o, true
			}
		}
	}
	return Offer{}, false
}

// accept is an entry of accepts in both versions: what a version lacks stays empty.
type accept struct {
	Scheme            string `json:"scheme"`
	Network           string `json:"network"`
	Amount            string `json:"amount"`
	MaxAmountRequired string `json:"maxAmountRequired"` // the amount in version 1
	Asset             string `json:"asset"`
	PayTo             string `json:"payTo"`
	MaxTimeoutSeconds int64  `json:"maxTimeoutSeconds"`
	Resource          string `json:"resource"`    // version 1
	Description       string `json:"description"` // version 1
	Extra             struct {
		Name                string `json:"name"`
		Version             string `json:"version"`
		AssetTransferMethod string `json:"assetTransferMethod"`
	} `json:"extra"`
}

// parseOffer never fails: what cannot be paid is kept with the reason, for people to see.
func parseOffer(version Version, entry json.RawMessage, allowed []Asset) Offer {
	var read accept
	if json.Unmarshal(entry, &read) != nil {
		return Offer{Obstacle: "an offer is malformed"}
	}
	o := Offer{
		Scheme:            read.Scheme,
		Network:           read.Network,
		Asset:             read.Asset,
		Amount:            read.Amount,
		PayTo:             read.PayTo,
		MaxTimeoutSeconds: read.MaxTimeoutSeconds,
		raw:               entry,
	}
	if version == V1 {
		o.Amount = read.MaxAmountRequired
	}

	err := o.readTerms(version, &read, allowed)
	if err == nil && o.asset.onSolana() {
		err = o.readSolana(entry)
	}
	if err == nil && o.Scheme == schemeChannel {
		o.channel, err = readChannelExtra(entry)
		o.Obstacle = fmt.Sprintf("scheme %q takes a deposit", schemeChannel)
	}
	if err != nil {
		o.Obstacle = err.Error()
	}
	return o
}

// readTerms reads what is to be paid, in which asset and to whom.
func (o *Offer) readTerms(version Version, read *accept, allowed []Asset) error {
	if o.Scheme != schemeExact && (o.Scheme != schemeChannel || version == V1) {
		return fmt.Errorf("scheme %q is not supported", o.Scheme)
	}
	m := read.Extra.AssetTransferMethod
	o.byPermit = m == methodPermit2 && o.Scheme == schemeExact && version == V2
	if m != "" && m != "eip3009" && !o.byPermit {
		return fmt.Errorf("transfer method %q is not supported", m)
	}

	known := false
	for _, asset := range allowed {
		if asset.is(version, read.Network, read.Asset) {
			o.asset = asset
			known = true
		}
	}
	if !known {
		return fmt.Errorf("asset %s on network %s is not allowed", read.Asset, read.Network)
	}
	amount, err := parseUnits(o.Amount)
	if err != nil {
		return err
	}
	switch {
	case !o.asset.onSolana():
		if err := o.checkToken(read); err != nil {
			return err
		}
	case o.byPermit:
		return fmt.Errorf("transfer method %q is not one of Solana", m)
	}
	o.amount = amount
	o.USD = amount.String()
	o.Network = o.asset.Network
	o.Token = o.asset.Name
	return nil
}

// checkToken sees that a quote on an EVM network means the token that is signed for, and names somebody to pay.
func (o *Offer) checkToken(read *accept) error {
	name := read.Extra.Name
	domain := read.Extra.Version
	if name != "" && name != o.asset.Name || domain != "" && domain != o.asset.Version {
		return fmt.Errorf("the quote calls the token %q version %q, it is %q version %q",
			name, domain, o.asset.Name, o.asset.Version)
	}
	word, err := addressWord(o.PayTo)
	if err != nil || [32]byte(word) == [32]byte{} {
		return fmt.Errorf("payTo %q is no account", o.PayTo)
	}
	return nil
}
