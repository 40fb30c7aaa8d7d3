// Package solanarpc reads what a Solana node knows about validators, by JSON-RPC. Stakes are lamports (1 SOL is
// 10^9), places in time are slots: how long a slot takes has changed more than once, so that none of it is turned
// into time here but by measurement (see [Client.SlotTime]).
package solanarpc

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the public endpoint of the main network, which needs no key and is limited for each address. The
// setting UPSTREAM_SOLANA_RPC_URL names another.
var Provider = upstream.Provider{
	Name:          "solana-rpc",
	Undeclared:    true,
	BaseURL:       "https://api.mainnet-beta.solana.com",
	Docs:          "https://solana.com/docs/rpc",
	Attribution:   "Solana main network",
	Terms:         "https://solana.com/docs/references/clusters (shared public endpoint)",
	Checked:       "recorded 2021 and 2022; later fields as documented",
	RatePerMinute: 200,
	Burst:         20,
	TTL:           time.Minute,
	StaleFor:      -1,
	Timeout:       9 * time.Second,
	MaxBytes:      32 << 20,
	Retries:       1,
}

// slowTTL is how long an answer is good about what changes slowly: versions, blocks produced, the rules in force.
const slowTTL = 10 * time.Minute

// Client calls a node.
type Client struct {
	c *upstream.Client

	mu     sync.Mutex
	readAt time.Time // when the answer came that votes were read from
	votes  *Votes
}

// New makes a client.
func New(pool *upstream.Pool) *Client {
	c := &Client{c: pool.Client(Provider)}
	c.c.Probe(c.probe)
	return c
}

// Vote is a vote account. Credits are rows of an epoch, the credits at its end and those at its start, oldest first.
type Vote struct {
	Vote       string     `json:"votePubkey"`
	Identity   string     `json:"nodePubkey"`
	Stake      uint64     `json:"activatedStake"`
	Commission float64    `json:"commission"` // per cent
	FineBps    *float64   `json:"inflationRewardsCommissionBps"`
	LastVote   uint64     `json:"lastVote"`
	Credits    [][3]int64 `json:"epochCredits"`
}

// CommissionPct is the commission in per cent, from the finer field of newer nodes where there is one.
func (v *Vote) CommissionPct() float64 {
	if v.FineBps != nil {
		return *v.FineBps / 100
	}
	return v.Commission
}

// CreditsOf gives the credits of an epoch; known is false when the node has no row of it.
func (v *Vote) CreditsOf(epoch int64) (credits int64, known bool) {
	for _, row := range v.Credits {
		if row[0] == epoch {
			return row[1] - row[2], true
		}
	}
	return 0, false
}

// Votes are all vote accounts with stake, at one moment.
type Votes struct {
	Current    []Vote `json:"current"`
	Delinquent []Vote `json:"delinquent"`
}

// Read decodes an answer to getVoteAccounts, as [VotesOf] asks for it.
func Read(body []byte) (*Votes, error) {
	var envelope struct {
		Result *Votes    `json:"result"`
		Error  *rpcError `json:"error"`
	}
	if err := json.Unmarshal(body, &envelope); err != nil {
		return nil, upstream.BadResponse.Errorf("not JSON: %d bytes", len(body))
	}
	if envelope.Error != nil {
		return nil, envelope.Error.kind()
	}
	if envelope.Result == nil || len(envelope.Result.Current) == 0 {
		return nil, upstream.BadResponse.Errorf("no vote accounts")
	}
	return envelope.Result, nil
}

// Epoch is where the chain is.
type Epoch struct {
	Epoch        int64 `json:"epoch"`
	AbsoluteSlot int64 `json:"absoluteSlot"`
	SlotIndex    int64 `json:"slotIndex"`
	SlotsInEpoch int64 `json:"slotsInEpoch"`
}

// Node is a node as gossip shows it.
type Node struct {
	Identity string  `json:"pubkey"`
	Version  *string `json:"version"`
}

// Production is how many of their leader slots validators made blocks in, in this epoch so far.
type Production struct {
	Slot       int64
	ByIdentity map[string][2]int64 // leader slots, blocks
}

// VotesOf is the request for all vote accounts, for a list that is kept; [Read] reads the answer.
func VotesOf(c *upstream.Client) *upstream.Request {
	return call(c, "getVoteAccounts", map[string]any{"commitment": "finalized"})
}

// Votes gives all vote accounts with stake. The answer is about a megabyte, so that one that is remembered is not read
// again: the same answer gives the same pointer, which is to be read only.
func (c *Client) Votes(ctx context.Context) (*Votes, error) {
	resp, err := VotesOf(c.c).Check(func(resp *upstream.Response) error {
		_, err := Read(resp.Body)
		return err
	}).Do(ctx)
	if err != nil {
		return nil, upstream.Always(err)
	}

	c.mu.Lock()
	defer c.mu.Unlock()
	if c.votes != nil && c.readAt.Equal(resp.FetchedAt) {
		return c.votes, nil
	}
	votes, err := Read(resp.Body)
	if err != nil {
		return nil, err
	}
	c.votes = votes
	c.readAt = resp.FetchedAt
	return votes, nil
}

// Epoch gives the epoch and slot.
func (c *Client) Epoch(ctx context.Context) (*Epoch, error) {
	var e Epoch
	err := into(ctx, call(c.c, "getEpochInfo", map[string]any{"commitment": "finalized"}).TTL(20*time.Second), &e)
	if err == nil && e.SlotsInEpoch <= 0 {
		err = upstream.BadResponse.Errorf("an epoch without slots")
	}
	if err != nil {
		return nil, err
	}
	return &e, nil
}

// Nodes gives the nodes that gossip knows.
func (c *Client) Nodes(ctx context.Context) ([]Node, error) {
	var list []Node
	return list, into(ctx, call(c.c, "getClusterNodes").TTL(slowTTL), &list)
}

// Production gives the blocks of this epoch so far.
func (c *Client) Production(ctx context.Context) (*Production, error) {
	var came struct {
		Context struct {
			Slot int64 `json:"slot"`
		} `json:"context"`
		Value struct {
			ByIdentity map[string][2]int64 `json:"byIdentity"`
			Range      struct {
				Last int64 `json:"lastSlot"`
			} `json:"range"`
		} `json:"value"`
	}
	if err := into(ctx, call(c.c, "getBlockProduction").TTL(slowTTL), &came); err != nil {
		return nil, err
	}
	return &Production{Slot: max(came.Value.Range.Last, came.Context.Slot), ByIdentity: came.Value.ByIdentity}, nil
}

// refused are the statuses by which endpoints say that they do not serve a method, or not to everybody.
var refused = []int{
	http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusTooManyRequests,
	http.StatusServiceUnavailable,
}

// Alpenglow says whether the chain votes by certificates (SIMD-0326), which a genesis certificate proves; nil when
// the node does not say. Nobody's limit is spent on it twice, and an endpoint that refuses it is none the worse for
// it.
func (c *Client) Alpenglow(ctx context.Context) *bool {
	resp, err := call(c.c, "getAgGenesisCert").TTL(time.Hour).Timeout(4 * time.Second).AcceptStatus(refused...).Do(ctx)
	if err != nil || resp.Status != http.StatusOK {
		return nil
	}

	var envelope struct {
		Result json.RawMessage `json:"result"`
		Error  *rpcError       `json:"error"`
	}
	if json.Unmarshal(resp.Body, &envelope) != nil || envelope.Error != nil || len(envelope.Result) == 0 {
		return nil
	}
	if string(envelope.Result) == "null" {
		return new(false)
	}

	var certificate struct {
		Block json.RawMessage `json:"block"`
	}
	if json.Unmarshal(envelope.Result, &certificate) != nil || len(certificate.Block) == 0 {
		return nil
	}

	return new(true)
}

// SlotTime is how long a slot takes, measured over the last minutes; 0 when the node does not say.
func (c *Client) SlotTime(ctx context.Context) time.Duration {
	resp, err := call(c.c, "getRecentPerformanceSamples", 10).
		TTL(slowTTL).Timeout(4 * time.Second).AcceptStatus(refused...).Do(ctx)
	if err != nil || resp.Status != http.StatusOK {
		return 0
	}

	var envelope struct {
		Result []struct {
			Slots   int64 `json:"numSlots"`
			Seconds int64 `json:"samplePeriodSecs"`
		} `json:"result"`
	}
	if json.Unmarshal(resp.Body, &envelope) != nil {
		return 0
	}

	var slots, seconds int64
	for _, sample := range envelope.Result {
		slots += sample.Slots
		seconds += sample.Seconds
	}

	if slots <= 0 || seconds <= 0 {
		return 0
	}
	return time.Duration(seconds) * time.Second / time.Duration(slots)
}

// rpcError is an error inside an answer with status 200.
type rpcError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

// Codes of JSON-RPC errors.
const (
	codeInvalidParams = -32602
	codeNodeUnhealthy = -32005
	codeLimited       = 429
)

func (e *rpcError) kind() error {
	switch e.Code {
	case codeLimited:
		return upstream.RateLimited.Errorf("code %d", e.Code)
	case codeNodeUnhealthy:
		return upstream.Unavailable.Errorf("the node is behind")
	case codeInvalidParams:
		return upstream.Invalid.Errorf("code %d", e.Code)
	}
	return upstream.BadResponse.Errorf("code %d", e.Code)
}

func call(c *upstream.Client, method string, params ...any) *upstream.Request {
	if params == nil {
		params = []any{}
	}
	return c.Post("/").Safe().JSONBody(map[string]any{
		"jsonrpc": "2.0",
		"id":      1,
		"method":  method,
		"params":  params,
	})
}

// into reads the result of a call.
func into(ctx context.Context, r *upstream.Request, v any) error {
	read := func(resp *upstream.Response) error {
		var envelope struct {
			Result json.RawMessage `json:"result"`
			Error  *rpcError       `json:"error"`
		}
		switch err := resp.JSON(&envelope); {
		case err != nil:
			return err
		case envelope.Error != nil:
			return envelope.Error.kind()
		case len(envelope.Result) == 0 || string(envelope.Result) == "null":
			return upstream.BadResponse.Errorf("no result")
		}
		if err := json.Unmarshal(envelope.Result, v); err != nil {
			return upstream.BadResponse.Errorf("a result of another form")
		}
		return nil
	}

	resp, err := r.Check(read).Do(ctx)
	if err != nil {
		return upstream.Always(err)
	}

	err = read(resp)
	var typed *upstream.Error
	if errors.As(err, &typed) {
		return typed
	}

	return err
}
