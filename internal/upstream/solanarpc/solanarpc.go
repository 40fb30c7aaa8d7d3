// Package solanarpc reads what a Solana node knows about validators, by JSON-RPC. Stakes are lamports (1 SOL is
// 10^9), places in time are slots: how long a slot takes has changed more than once, so that none of it is turned
// into time here but by measurement (see [Client.SlotTime]).
package solanarpc

import (
	"context"
	"encoding/json"
	"math"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the public endpoint of the main network, which needs no key and is limited for each address. The
// setting UPSTREAM_SOLANA_RPC_URL names another.
var Provider = upstream.Provider{
	Name:          "solana-rpc",
	Undated:       true,
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

// slowTTL is how long an answer is good about what changes slowly: versions, the rules in force.
const slowTTL = 10 * time.Minute

// Client calls a node.
type Client struct {
	c *upstream.Client

	mu     sync.Mutex
	readAt time.Time // when the answer came that votes were read from
	votes  *Votes
}

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{c: pool.ProbedClient(Provider, probe)} }

// probe asks for the length of an epoch.
func probe(ctx context.Context, u *upstream.Client) error {
	epoch, err := (&Client{c: u}).Epoch(ctx)
	return upstream.Fact(err, "slotsInEpoch", "432000", func() any { return epoch.SlotsInEpoch })
}

// Vote is a vote account. Credits are rows of an epoch, the credits at its end and those at its start, oldest first:
// since Alpenglow they are the lamports that the account earned by voting and by making blocks.
type Vote struct {
	Vote       string      `json:"votePubkey"`
	Identity   string      `json:"nodePubkey"`
	Stake      uint64      `json:"activatedStake"`
	Commission float64     `json:"commission" contract:"percent"` // per cent
	FineBps    *float64    `json:"inflationRewardsCommissionBps,omitempty"`
	LastVote   uint64      `json:"lastVote"`
	Credits    [][3]uint64 `json:"epochCredits"`
}

// Migrated is the row between the credits of before Alpenglow (epoch 1064, 2026-10-21) and those since: of no epoch.
// Accounts that have hardly voted since then still have it among their last five rows. Source: Agave,
// votor-messages/src/migration.rs.
var Migrated = [3]uint64{math.MaxUint64, math.MaxUint64, math.MaxUint64}

// CommissionPct is the commission in per cent, from the finer field of newer nodes where there is one.
func (v *Vote) CommissionPct() float64 {
	if v.FineBps != nil {
		return *v.FineBps / 100
	}
	return v.Commission
}

// CreditsOf gives the credits of an epoch; known is false when the node has no row of it.
func (v *Vote) CreditsOf(epoch int64) (credits uint64, known bool) {
	for _, row := range slices.Backward(v.Credits) {
		if row != Migrated && row[0] == uint64(epoch) && row[1] >= row[2] {
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

// Hold sees that there are vote accounts.
func (v *Votes) Hold() error {
	if len(v.Current) == 0 {
		return upstream.BadResponse.Errorf("no vote accounts")
	}
	return nil
}

// Read decodes an answer to getVoteAccounts, as [VotesOf] asks for it.
func Read(body []byte) (*Votes, error) {
	raw, err := result(body)
	if err != nil {
		return nil, err
	}
	var votes Votes
	if err := upstream.Decode(raw, &votes); err != nil {
		return nil, err
	}
	return &votes, nil
}

// Epoch is where the chain is.
type Epoch struct {
	Epoch        int64 `json:"epoch"`
	SlotIndex    int64 `json:"slotIndex"`
	SlotsInEpoch int64 `json:"slotsInEpoch"`
}

// Hold sees that the epoch has slots, and that the chain is in one of them.
func (e *Epoch) Hold() error {
	if e.SlotsInEpoch <= 0 || e.SlotIndex < 0 || e.SlotIndex >= e.SlotsInEpoch {
		return upstream.BadResponse.Errorf("slot %d of an epoch of %d", e.SlotIndex, e.SlotsInEpoch)
	}
	return nil
}

// Node is a node as gossip shows it. Its version is null when gossip does not know it (documented).
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
		return nil, err
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
	request := call(c.c, "getEpochInfo", map[string]any{"commitment": "finalized"}).TTL(20 * time.Second)
	if err := into(ctx, request, &e); err != nil {
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
	if err := into(ctx, call(c.c, "getBlockProduction"), &came); err != nil {
		return nil, err
	}

	for _, row := range came.Value.ByIdentity {
		if row[0] < 0 || row[1] < 0 || row[1] > row[0] {
			return nil, upstream.BadResponse.Errorf("%d blocks in %d leader slots", row[1], row[0])
		}
	}
	return &Production{Slot: max(came.Value.Range.Last, came.Context.Slot), ByIdentity: came.Value.ByIdentity}, nil
}

// refused are the statuses by which endpoints say that they do not serve a method to everybody.
var refused = []int{http.StatusUnauthorized, http.StatusForbidden, http.StatusTooManyRequests}

// Alpenglow says whether the chain votes by certificates (SIMD-0326), which a genesis certificate proves; a node of a
// chain that has none answers null. NotCovered if the endpoint refuses the question: it is not retried, and does not
// count against the endpoint.
func (c *Client) Alpenglow(ctx context.Context) (bool, error) {
	var certificate *struct {
		Block json.RawMessage `json:"block"`
	}
	err := rarely(ctx, call(c.c, "getAgGenesisCert").TTL(time.Hour), &certificate)
	return certificate != nil, err
}

type sample struct {
	Slots   int64 `json:"numSlots"`
	Seconds int64 `json:"samplePeriodSecs"`
}

// SlotTime is how long a slot takes, measured over the last minutes; NotCovered when the endpoint refuses to say.
func (c *Client) SlotTime(ctx context.Context) (time.Duration, error) {
	var samples []sample
	if err := rarely(ctx, call(c.c, "getRecentPerformanceSamples", 10).TTL(slowTTL), &samples); err != nil {
		return 0, err
	}

	var slots, seconds int64
	for _, sample := range samples {
		slots += sample.Slots
		seconds += sample.Seconds
	}
	if slots <= 0 || seconds <= 0 {
		return 0, upstream.BadResponse.Errorf("samples without slots")
	}
	return time.Duration(seconds) * time.Second / time.Duration(slots), nil
}

// rpcError is an error inside an answer with status 200.
type rpcError struct {
	Code int `json:"code" contract:"signed"`
}

// Codes of JSON-RPC errors.
const (
	codeInvalidParams = -32602
	codeUnknownMethod = -32601
	codeNodeUnhealthy = -32005
	codeLimited       = 429
)

func (e *rpcError) kind() error {
	switch e.Code {
	case codeLimited:
		return upstream.RateLimited.Errorf("code %d", e.Code)
	case codeNodeUnhealthy:
		return upstream.Unavailable.Errorf("the node is behind")
	case codeUnknownMethod:
		return upstream.NotCovered.Errorf("the endpoint does not serve the method")
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

// result is what a call gives.
func result(body []byte) (json.RawMessage, error) {
	var envelope struct {
		Result json.RawMessage `json:"result,omitempty"`
		Error  *rpcError       `json:"error,omitempty"`
	}
	switch err := upstream.Decode(body, &envelope); {
	case err != nil:
		return nil, err
	case envelope.Error != nil:
		return nil, envelope.Error.kind()
	case len(envelope.Result) == 0:
		return nil, &upstream.Error{Kind: upstream.BadResponse, Cause: upstream.Lacks("result")}
	}
	return envelope.Result, nil
}

// into reads the result of a call into v, whose type is its contract.
func into(ctx context.Context, r *upstream.Request, v any) error {
	read := func(resp *upstream.Response) error {
		raw, err := result(resp.Body)
		if err != nil {
			return err
		}
		return upstream.Decode(raw, v)
	}
	resp, err := r.Check(read).Do(ctx)
	if err != nil {
		return err
	}
	return read(resp)
}

// rarely is into for what only some endpoints serve.
func rarely(ctx context.Context, r *upstream.Request, v any) error {
	refusal := func(resp *upstream.Response) error {
		if resp.Status != http.StatusOK {
			return upstream.NotCovered.Errorf("the endpoint does not serve the method")
		}
		return nil
	}
	return into(ctx, r.Timeout(4*time.Second).AcceptStatus(refused...).Check(refusal), v)
}
