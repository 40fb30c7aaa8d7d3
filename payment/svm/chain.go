package svm

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/rpc"

	"github.com/farebox/farebox/payment/eip3009/ethrpc"
)

// Commitments: how sure a node is of the state that it answers from.
const (
	// Confirmed is voted for by two thirds of the stake, after about a second. None has been taken back so far.
	Confirmed = "confirmed"
	// Finalized is what no vote can take back, after 32 slots.
	Finalized = "finalized"
)

// Chain asks the nodes of one cluster. It is safe for concurrent use.
type Chain struct {
	rpc     *ethrpc.Client
	network Network
}

// NewChain asks about a network over a JSON-RPC client, which stays the caller's to close.
func NewChain(client *ethrpc.Client, network Network) *Chain {
	return &Chain{rpc: client, network: network}
}

// valued is an answer that a node gives as of a slot.
type valued[T any] struct {
	Context struct {
		Slot uint64 `json:"slot"`
	} `json:"context"`
	Value T `json:"value"`
}

// account is what a node tells of an account.
type account struct {
	Owner    Address   `json:"owner"`
	Lamports uint64    `json:"lamports"`
	Data     [2]string `json:"data"` // base64, and the word that it is
}

// bytes are the account's data.
func (a *account) bytes() ([]byte, error) {
	raw, err := base64.StdEncoding.DecodeString(a.Data[0])
	if err != nil || a.Data[1] != "base64" {
		return nil, errors.New("the node does not write accounts in base64")
	}
	return raw, nil
}

// askAccount is the question for an account; *into is nil afterwards when there is none.
func askAccount(a Address, commitment string, into *valued[*account]) rpc.BatchElem {
	return rpc.BatchElem{
		Method: "getAccountInfo",
		Args:   []any{a, map[string]string{"encoding": "base64", "commitment": commitment}},
		Result: into,
	}
}

// ask makes all calls in one request. The first error of one of them is the answer's.
func (c *Chain) ask(ctx context.Context, calls ...rpc.BatchElem) error {
	if err := c.rpc.Batch(ctx, calls); err != nil {
		return fmt.Errorf("%s: %w", c.network.CAIP2, err)
	}
	return c.firstError(calls)
}

func (c *Chain) firstError(calls []rpc.BatchElem) error {
	for _, call := range calls {
		if call.Error != nil {
			return fmt.Errorf("%s on %s: %w", call.Method, c.network.CAIP2, call.Error)
		}
	}
	return nil
}

// mintBytes is the length of a mint of the token program, and mintDecimals where its decimals are.
const (
	mintBytes    = 82
	mintDecimals = 44
)

// Check compares the cluster and its token with what the network is configured to be, and asks for a transaction of the
// past, which a node without history refuses. The token must be one of the SPL Token program: with Token-2022 less can
// arrive than was sent.
func (c *Chain) Check(ctx context.Context) error {
	var genesis string
	var mint valued[*account]
	var statuses valued[[]*Status]
	err := c.ask(ctx,
		rpc.BatchElem{Method: "getGenesisHash", Result: &genesis},
		askAccount(c.network.Mint, Confirmed, &mint),
		askStatuses([]Signature{{}}, true, &statuses))
	if err != nil {
		return err
	}

	const named = 32 // letters of the genesis hash in a CAIP-2 name
	switch id := strings.TrimPrefix(c.network.CAIP2, Namespace); {
	case len(genesis) < named || genesis[:named] != id:
		return fmt.Errorf("the endpoint of %s serves the cluster %.44q", c.network.CAIP2, genesis)
	case mint.Value == nil:
		return fmt.Errorf("there is no token %s on %s", c.network.Mint, c.network.CAIP2)
	case mint.Value.Owner != TokenProgram:
		return fmt.Errorf("%s on %s is no token of the SPL Token program", c.network.Mint, c.network.CAIP2)
	}

	raw, err := mint.Value.bytes()
	switch {
	case err != nil:
		return err
	case len(raw) != mintBytes:
		return fmt.Errorf("%s on %s is no mint", c.network.Mint, c.network.CAIP2)
	case raw[mintDecimals] != c.network.Decimals:
		return fmt.Errorf("%s on %s has %d decimals, not %d",
			c.network.Mint, c.network.CAIP2, raw[mintDecimals], c.network.Decimals)
	}
	return nil
}

// ErrNoTokenAccount is wrapped by errors that say that an owner cannot receive the token, because it has no account for
// it. Anybody can make one, for a deposit of about 0.002 SOL.
var ErrNoTokenAccount = errors.New("there is no token account")

// ErrFrozen is wrapped by errors that say that the issuer has frozen an account.
var ErrFrozen = errors.New("the token account is frozen")

// tokenBytes is the length of a token account. Behind the mint (32 bytes) and the owner (32) is what it holds (8).
const (
	tokenBytes  = 165
	tokenAmount = 64
	tokenState  = 108
	stateFrozen = 2
)

// Holds is what an owner's token account holds, in atomic units.
func (c *Chain) Holds(ctx context.Context, owner Address) (uint64, error) {
	place, err := c.network.TokenAccount(owner)
	if err != nil {
		return 0, err
	}
	var held valued[*account]
	if err := c.ask(ctx, askAccount(place, Confirmed, &held)); err != nil {
		return 0, err
	}
	if held.Value == nil {
		return 0, fmt.Errorf("%w %s for %s of %s on %s: whoever has some SOL can make it with "+
			"`spl-token create-account %s --owner %s --fee-payer KEYFILE`",
			ErrNoTokenAccount, place, c.network.Symbol, owner, c.network.CAIP2, c.network.Mint, owner)
	}

	raw, err := held.Value.bytes()
	if err != nil {
		return 0, err
	}
	if held.Value.Owner != TokenProgram || len(raw) < tokenBytes ||
		!bytes.Equal(raw[:32], c.network.Mint[:]) || !bytes.Equal(raw[32:tokenAmount], owner[:]) {
		return 0, fmt.Errorf("%w: %s on %s is another's", ErrNoTokenAccount, place, c.network.CAIP2)
	}
	if raw[tokenState] == stateFrozen {
		return 0, fmt.Errorf("%w: %s on %s", ErrFrozen, place, c.network.CAIP2)
	}
	return binary.LittleEndian.Uint64(raw[tokenAmount:]), nil
}

// Lamports is what an account holds for fees. A SOL is 10^9 lamports.
func (c *Chain) Lamports(ctx context.Context, owner Address) (uint64, error) {
	var held valued[uint64]
	err := c.ask(ctx, rpc.BatchElem{
		Method: "getBalance",
		Args:   []any{owner, map[string]string{"commitment": Confirmed}},
		Result: &held,
	})
	return held.Value, err
}

// Fault is why a transaction fails, in the words of nodes: a text, or an object with one member. "" means none.
type Fault string

// UnmarshalJSON takes any value.
func (f *Fault) UnmarshalJSON(raw []byte) error {
	*f = Fault(raw)
	var word string
	if json.Unmarshal(raw, &word) == nil { // also of null
		*f = Fault(word)
	}
	return nil
}

// Faults that mean something to whoever pays the fee.
const (
	FaultProcessed = "AlreadyProcessed"
	FaultBlockhash = "BlockhashNotFound"
	faultNoPayer   = "AccountNotFound"
	faultNoFee     = "InsufficientFundsForFee"
	faultRent      = "InsufficientFundsForRent" // the fee payer would keep less than the least that an account must hold
)

// Sponsor says that the fee payer, not the payer, is to blame.
func (f Fault) Sponsor() bool {
	return f == faultNoPayer || f == faultNoFee || strings.Contains(string(f), faultRent)
}

// Poor says that the payer's account holds less than the price: that the transfer has failed with the token program's
// number for that.
func (f Fault) Poor() bool {
	const tooLittle = 1
	var fault struct {
		Instruction []json.RawMessage `json:"InstructionError"`
	}
	if json.Unmarshal([]byte(f), &fault) != nil || len(fault.Instruction) != 2 {
		return false
	}

	var place int
	var why struct {
		Custom *int `json:"Custom"`
	}
	if json.Unmarshal(fault.Instruction[0], &place) != nil || json.Unmarshal(fault.Instruction[1], &why) != nil {
		return false
	}
	return place == placeTransfer && why.Custom != nil && *why.Custom == tooLittle
}

// A block comes every 200 ms at the soonest, and a blockhash serves for 150 blocks. Sources: SIMD-0525; Solana
// documentation, "Transaction confirmation and expiration".
const (
	blockTime   = 200 * time.Millisecond
	blocksAlive = 150
)

// Lasts is how long a transaction can still be sent: from the place of its blockhash among those of the last 150
// blocks, at the soonest pace of blocks. It is 0 when it has expired, and when the node does not tell.
func (c *Chain) Lasts(ctx context.Context, t *Transaction) (time.Duration, error) {
	var recent valued[*account]
	if err := c.ask(ctx, askAccount(blockhashSysvar, Confirmed, &recent)); err != nil {
		return 0, err
	}
	return lasts(recent.Value, t.Message.Blockhash), nil
}

// lasts reads the list of recent blockhashes, newest first: a length (8 bytes), then each with its fee (8).
func lasts(recent *account, wanted Hash) time.Duration {
	if recent == nil {
		return 0
	}
	raw, err := recent.bytes()
	if err != nil || len(raw) < 8 {
		return 0
	}

	const row = len(wanted) + 8
	for age, rest := 0, raw[8:]; len(rest) >= row && age < blocksAlive; age, rest = age+1, rest[row:] {
		if bytes.Equal(rest[:len(wanted)], wanted[:]) {
			return time.Duration(blocksAlive-age) * blockTime
		}
	}
	return 0
}

// Send hands a signed transaction to a node. The node does not try it first, because a simulation has. Sending the same
// again is harmless.
func (c *Chain) Send(ctx context.Context, t *Transaction) (ethrpc.Delivery, error) {
	return c.rpc.Deliver(ctx, []string{"already processed", "alreadyprocessed"}, "sendTransaction", t.Text(),
		map[string]any{
			"encoding":            "base64",
			"skipPreflight":       true,
			"preflightCommitment": Confirmed,
			"maxRetries":          0,
		})
}
