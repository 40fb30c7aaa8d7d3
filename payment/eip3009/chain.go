package eip3009

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/rpc"
	"github.com/holiman/uint256"

	"github.com/farebox/farebox/payment/eip3009/ethrpc"
	"github.com/farebox/farebox/payment/x402"
)

// State is what became of an authorization.
type State int

const (
	// Unused: the transfer has not happened. It still may, while the authorization is valid.
	Unused State = iota
	// Used: the nonce is spent by a transfer, see Report.Same.
	Used
	// Canceled: the payer made the nonce worthless. No money moved.
	Canceled
)

// String is the state in lower case.
func (s State) String() string {
	switch s {
	case Used:
		return "used"
	case Canceled:
		return "canceled"
	}
	return "unused"
}

// Report is what a chain says about an authorization, all of it as of one block.
type Report struct {
	State       State
	Transaction common.Hash // that used or cancelled it; zero when Unused
	// Same says that the transfer made is the one authorized: this value, from this payer to this
	// receiver. A payer can sign another transfer with the same nonce.
	Same       bool
	Mark       Mark   // of the ledger whose service made Transaction
	MadeAt     uint64 // time of the block of Transaction, Unix seconds; 0 when Unused
	MadeIn     uint64 // its number
	MadeInHash common.Hash
	Block      uint64 // number of the block that this is as of
	BlockTime  uint64 // and its time, Unix seconds: the chain's own clock
}

// Expired says that the authorization is unused and can never be used: the chain's clock has passed
// validBefore. Chains with reorganisations need a margin: compare BlockTime yourself.
func (r Report) Expired(a Authorization) bool {
	return r.State == Unused && !a.ValidBefore.GtUint64(r.BlockTime)
}

// ErrEventNotFound is wrapped by errors that say that an authorization is used or cancelled but its
// event was not found, so that nobody knows yet which.
var ErrEventNotFound = errors.New("the authorization is used or canceled, but its event was not found")

// Settings of a Chain. The zero value gives the defaults.
type Settings struct {
	// Multicall is where Multicall3 is. Default MulticallAddress.
	Multicall common.Address
	// LogRange is the most blocks asked for in one eth_getLogs; it is halved when an endpoint refuses.
	// Default 2,000.
	LogRange uint64
	// LookBack is how long before validBefore a payment may have been made, in seconds, for
	// authorizations that are valid since long ago. Default 2 hours: quotes are valid for minutes.
	LookBack uint64
}

// Chain reads the token of one network. It is safe for concurrent use.
type Chain struct {
	rpc      *ethrpc.Client
	network  x402.Network
	settings Settings
}

// NewChain is a reader of a network's token over an RPC client, which stays the caller's to close.
func NewChain(client *ethrpc.Client, network x402.Network, settings Settings) *Chain {
	if settings.Multicall == (common.Address{}) {
		settings.Multicall = MulticallAddress
	}
	settings.LogRange = cmp.Or(settings.LogRange, 2000)
	settings.LookBack = cmp.Or(settings.LookBack, 2*3600)
	return &Chain{
		rpc:      client,
		network:  network,
		settings: settings,
	}
}

// State tells what became of an authorization. hints are transactions that may have carried it; they
// are looked at first and may spare the search for its event. The error wraps ethrpc.ErrUnavailable
// or ErrEventNotFound where it applies; whatever it is, nothing is known then.
func (c *Chain) State(ctx context.Context, a Authorization, hints ...common.Hash) (Report, error) {
	report, word, err := c.Snapshot(ctx, Call{
		Target: c.network.Asset,
		Data:   PackState(a.ID()),
	})
	if err != nil {
		return Report{}, fmt.Errorf("state of authorization %s of %s: %w", a.Nonce, a.From, err)
	}
	if word.GtUint64(1) {
		return Report{}, errAnswers
	}
	if word.IsZero() {
		return report, nil
	}

	for _, hint := range hints {
		if found, err := c.inspect(ctx, &report, a, hint); err == nil && found {
			return report, nil
		}
	}

	event, err := c.findEvent(ctx, a, report)
	if err != nil {
		return Report{}, fmt.Errorf("event of authorization %s of %s: %w", a.Nonce, a.From, err)
	}

	if found, err := c.inspect(ctx, &report, a, event.TxHash); err != nil {
		return Report{}, err
	} else if !found {
		return Report{}, fmt.Errorf("receipt of %s lacks the event of its own log: %w", event.TxHash, ErrEventNotFound)
	}

	return report, nil
}

var errAnswers = errors.New("the answers of Multicall3 and the token make no sense")

// Snapshot asks a contract for a number, such as the state of a nonce, together with the number and time of the block
// that it is as of. One eth_call sees one block: asked for separately, an endpoint that is behind could say "unused" as
// of a block older than the one whose time says "expired".
func (c *Chain) Snapshot(ctx context.Context, question Call) (Report, uint256.Int, error) {
	var none uint256.Int
	var answer hexutil.Bytes
	call := callElem(c.settings.Multicall, PackAggregate([]Call{
		{Target: c.settings.Multicall, Data: SelectorBlockNumber[:]},
		{Target: c.settings.Multicall, Data: SelectorBlockTime[:]},
		question,
	}), &answer)
	if err := c.rpc.Call(ctx, call.Result, call.Method, call.Args...); err != nil {
		return Report{}, none, err
	}

	results, err := UnpackAggregate(answer, 3)
	if err != nil {
		return Report{}, none, err
	}

	number, okNumber := results[0].Uint64()
	time, okTime := results[1].Uint64()
	word, okWord := results[2].Uint()
	if !okNumber || !okTime || !okWord {
		return Report{}, none, errAnswers
	}

	return Report{Block: number, BlockTime: time}, word, nil
}

// inspect looks for the authorization's end in a transaction and completes the report if it is there.
func (c *Chain) inspect(ctx context.Context, report *Report, a Authorization, hash common.Hash) (bool, error) {
	var receipt *types.Receipt
	if err := c.rpc.Call(ctx, &receipt, "eth_getTransactionReceipt", hash); err != nil {
		return false, err
	}
	if receipt == nil || receipt.Status != types.ReceiptStatusSuccessful {
		return false, nil
	}
	state, same := InLogs(receipt.Logs, c.network.Asset, a)
	if state == Unused {
		return false, nil
	}
	if err := c.Origin(ctx, report, receipt); err != nil {
		return false, err
	}

	report.State = state
	report.Same = same
	report.Transaction = hash
	return true, nil
}

// InLogs finds what a transaction's logs did to an authorization: Used or Canceled, or Unused when
// it is not among them. same says that the transfer made is the one authorized.
//
// A transaction may hold many payments, two of one payer with the same value among them. The token
// writes AuthorizationUsed and then the transfer's own Transfer (EIP-3009 reference and FiatTokenV2),
// so each Transfer is counted for the AuthorizationUsed before it only.
func InLogs(logs []*types.Log, token common.Address, a Authorization) (state State, same bool) {
	for i, log := range logs {
		if log.Address != token || len(log.Topics) != 3 || log.Topics[2] != a.Nonce ||
			common.BytesToAddress(log.Topics[1][:]) != a.From {
			continue
		}
		switch log.Topics[0] {
		case TopicCanceled:
			return Canceled, false
		case TopicUsed:
			for _, next := range logs[i+1:] {
				if next.Address != token || len(next.Topics) == 0 {
					continue
				}
				if next.Topics[0] == TopicUsed {
					break
				}
				if next.Topics[0] == TopicTransfer {
					value := a.Value.Bytes32()
					return Used, len(next.Topics) == 3 && len(next.Data) == 32 &&
						common.BytesToAddress(next.Topics[1][:]) == a.From &&
						common.BytesToAddress(next.Topics[2][:]) == a.To &&
						common.Hash(next.Data) == value
				}
			}
			return Used, false
		}
	}
	return Unused, false
}

func callElem(to common.Address, data []byte, into *hexutil.Bytes) rpc.BatchElem {
	return rpc.BatchElem{
		Method: "eth_call",
		Args:   []any{map[string]any{"to": to, "data": hexutil.Bytes(data)}, "latest"},
		Result: into,
	}
}
