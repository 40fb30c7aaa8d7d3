package evm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/upstream"
)

// BlockNumber is the number of the newest block.
func (c *Client) BlockNumber(ctx context.Context) (uint64, error) {
	var n Uint64
	err := c.do(ctx, NewCall(&n, "eth_blockNumber"))
	return uint64(n), err
}

// HeaderCall asks for a block; afterwards into is nil if the endpoint lacks it.
func HeaderCall(into **Header, at At) *Call {
	if at.hash != nil {
		return NewCall(into, "eth_getBlockByHash", at.hash, false)
	}
	call := NewCall(into, "eth_getBlockByNumber", at, false)
	if at == Latest {
		call.newest = func() blockMark { return blockMark{(*into).Number, (*into).Time} }
	}
	return call
}

// Header is a block by tag, number or hash, or NotFound if no asked endpoint has it.
func (c *Client) Header(ctx context.Context, at At) (*Header, error) {
	var h *Header
	call := HeaderCall(&h, at)
	if _, err := c.run(ctx, plan{worth: func() uint64 {
		if h == nil {
			return 0
		}
		return allThereIs
	}}, []*Call{call}); err != nil {
		return nil, err
	}
	if call.Err != nil {
		return nil, call.Err
	}
	if h == nil {
		return nil, c.notFound(call.Method)
	}
	return h, nil
}

func (c *Client) notFound(method string) error {
	return &upstream.Error{
		Kind:     upstream.NotFound,
		Provider: c.network.Name + " RPC",
		Doing:    method,
	}
}

// Confirm checks that a block still has its hash, and returns ErrReorg if not.
func (c *Client) Confirm(ctx context.Context, number uint64, hash common.Hash) error {
	var h *Header
	if err := c.do(ctx, HeaderCall(&h, AtNumber(number))); err != nil {
		return err
	}
	if h == nil || h.Hash != hash {
		return fmt.Errorf("block %d: %w", number, ErrReorg)
	}
	return nil
}

// Found is a transaction with its outcome.
type Found struct {
	Tx      *Transaction
	Receipt *Receipt // nil while it is pending
	Head    uint64   // the newest block at the time of the lookup
}

// worth ranks an endpoint's answer about a transaction, from worst to best: nothing, two contradicting blocks, no
// receipt, a receipt whose block the transaction lacks, a receipt without the L1 fee, everything.
func (f *Found) worth(n *Network) uint64 {
	switch {
	case f.Tx == nil:
		return 0
	case f.Receipt == nil:
		return 2
	case f.Tx.BlockHash == nil:
		return 3
	case *f.Tx.BlockHash != f.Receipt.BlockHash:
		return 1
	case f.Receipt.L1FeeMissing(n):
		return 4
	}
	return allThereIs
}

// contradicts is why transaction and receipt cannot both be right, or "".
func (f *Found) contradicts() string {
	switch {
	case f.Tx == nil:
		return "a receipt without its transaction"
	case f.Receipt == nil && f.Tx.BlockHash != nil:
		return "a transaction in a block, without its receipt"
	case f.Receipt != nil && !f.Receipt.Of(f.Tx):
		return "the receipt is not that of the transaction"
	}
	return ""
}

// Confirmations is the number of blocks from the transaction's own to the newest, inclusive; 0 while it is pending.
func (f *Found) Confirmations() uint64 {
	if f.Receipt == nil || f.Head < f.Receipt.BlockNumber {
		return 0
	}
	return f.Head - f.Receipt.BlockNumber + 1
}

// Transaction looks up a transaction with its receipt in one request. It asks a second endpoint before it reports
// the transaction as NotFound or pending, if the two do not belong to the same block, or if the L1 fee is missing.
func (c *Client) Transaction(ctx context.Context, hash common.Hash) (*Found, error) {
	var f Found
	var head Uint64
	tx := NewCall(&f.Tx, "eth_getTransactionByHash", hash)
	receipt := NewCall(&f.Receipt, "eth_getTransactionReceipt", hash)
	number := NewCall(&head, "eth_blockNumber")
	number.Optional = true
	calls := []*Call{tx, receipt, number}
	_, err := c.run(ctx, plan{worth: func() uint64 { return f.worth(&c.network) }}, calls)
	if err != nil {
		return nil, err
	}

	f.Head = uint64(head) // an endpoint may know the transaction without reporting its newest block
	if err := First(tx, receipt); err != nil {
		return nil, err
	}
	if f.Tx == nil && f.Receipt == nil {
		return nil, c.notFound(tx.Method)
	}
	if why := f.contradicts(); why != "" {
		return nil, &upstream.Error{
			Kind:     upstream.BadResponse,
			Provider: c.network.Name + " RPC",
			Doing:    tx.Method,
			Cause:    errors.New(why),
		}
	}

	if f.Receipt != nil && (f.Tx.BlockHash == nil || *f.Tx.BlockHash != f.Receipt.BlockHash) {
		if f.Tx.BlockHash != nil {
			return nil, &upstream.Error{
				Kind:     upstream.Unavailable,
				Provider: c.network.Name + " RPC",
				Doing:    tx.Method,
				Cause:    ErrReorg,
			}
		}
		f.Tx.BlockHash = &f.Receipt.BlockHash
		f.Tx.BlockNumber = &f.Receipt.BlockNumber
	}

	if r := f.Receipt; r != nil && (len(r.Logs) > 0 || r.GasUsed < f.Tx.Gas) {
		r.Stateless = false // before Byzantium a failure left no events and used all gas
	}
	return &f, nil
}

// Code is the code at an address; it is empty for an account without code.
func (c *Client) Code(ctx context.Context, address common.Address, at At) ([]byte, error) {
	var code hexutil.Bytes
	err := c.do(ctx, CodeCall(&code, address, at))
	return code, err
}

// CodeCall asks for the code at an address.
func CodeCall(into *hexutil.Bytes, address common.Address, at At) *Call {
	return NewCall(into, "eth_getCode", address, at)
}

// Balance is an address's balance of the network's coin, in wei.
func (c *Client) Balance(ctx context.Context, address common.Address, at At) (*big.Int, error) {
	var wei Big
	err := c.do(ctx, NewCall(&wei, "eth_getBalance", address, at))
	return &wei.Int, err
}

// StorageCall asks for one word of a contract's storage.
func StorageCall(into *hexutil.Bytes, address common.Address, slot common.Hash, at At) *Call {
	return NewCall(into, "eth_getStorageAt", address, slot, at)
}

// FeeHistory is eth_feeHistory's answer.
type FeeHistory struct {
	BaseFee []*big.Int   // wei per gas, one per block and one for the next block
	Rewards [][]*big.Int // per block, the priority fee at each requested percentile
}

type feeHistoryJSON struct {
	Oldest  quantity     `json:"oldestBlock"`
	BaseFee []quantity   `json:"baseFeePerGas"`
	Used    []float64    `json:"gasUsedRatio"`
	Rewards [][]quantity `json:"reward,omitempty"` // when percentiles are asked for
}

// UnmarshalJSON reads the result of eth_feeHistory.
func (f *FeeHistory) UnmarshalJSON(b []byte) error {
	var j feeHistoryJSON
	if err := upstream.Decode(b, &j); err != nil {
		return fmt.Errorf("fee history: %w", err)
	}

	var fit fitting
	*f = FeeHistory{
		BaseFee: numbers(j.BaseFee),
	}
	for _, row := range j.Rewards {
		f.Rewards = append(f.Rewards, numbers(row))
	}
	return fit.err
}

func numbers(list []quantity) []*big.Int {
	return each.Of(list, func(q quantity) *big.Int { return q.n })
}

// FeeHistoryCall asks for the fees of the newest blocks with the priority fees at these percentiles (0 to 100).
func FeeHistoryCall(into *FeeHistory, blocks uint64, percentiles ...float64) *Call {
	if percentiles == nil {
		percentiles = []float64{}
	}
	return NewCall(into, "eth_feeHistory", hexutil.Uint64(blocks), "latest", percentiles)
}

// Msg is a simulated contract call.
type Msg struct {
	From  common.Address  // the zero address when not set
	To    *common.Address // nil runs Data as a constructor
	Data  []byte
	Value *big.Int // wei
	Gas   uint64   // 0: as much as the endpoint allows

	// GasPrice in wei: nil for a free call. Otherwise From must have the coins for Gas.
	GasPrice *big.Int
}

// MarshalJSON writes the transaction object of eth_call. It never sends both data and input, because some servers
// refuse that.
func (m Msg) MarshalJSON() ([]byte, error) {
	object := struct {
		From  *common.Address `json:"from,omitempty"`
		To    *common.Address `json:"to,omitempty"`
		Data  hexutil.Bytes   `json:"data"`
		Value *hexutil.Big    `json:"value,omitempty"`
		Gas   hexutil.Uint64  `json:"gas,omitempty"`
		Price *hexutil.Big    `json:"gasPrice,omitempty"`
	}{To: m.To, Data: m.Data, Gas: hexutil.Uint64(m.Gas)}

	if m.From != (common.Address{}) {
		object.From = &m.From
	}
	if m.Value != nil && m.Value.Sign() > 0 {
		object.Value = (*hexutil.Big)(m.Value)
	}

	if m.GasPrice != nil {
		object.Price = (*hexutil.Big)(m.GasPrice)
	}
	return json.Marshal(object)
}

// Override changes an account during one simulated call. Not every endpoint supports it.
type Override struct {
	Nonce     *uint64
	Code      []byte
	Balance   *big.Int
	State     map[common.Hash]common.Hash // replaces all storage
	StateDiff map[common.Hash]common.Hash // replaces these words

	MovePrecompileTo *common.Address // where the precompile at the account goes, whose place Code takes
}

// MarshalJSON writes the override object of geth's eth_call.
func (o Override) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Nonce     *hexutil.Uint64             `json:"nonce,omitempty"`
		Code      hexutil.Bytes               `json:"code,omitempty"`
		Balance   *hexutil.Big                `json:"balance,omitempty"`
		State     map[common.Hash]common.Hash `json:"state,omitempty"`
		StateDiff map[common.Hash]common.Hash `json:"stateDiff,omitempty"`
		Move      *common.Address             `json:"movePrecompileToAddress,omitempty"`
	}{(*hexutil.Uint64)(o.Nonce), o.Code, (*hexutil.Big)(o.Balance), o.State, o.StateDiff, o.MovePrecompileTo})
}

// CallCall simulates a contract call, with accounts changed by overrides.
func CallCall(into *hexutil.Bytes, m Msg, at At, overrides map[common.Address]Override) *Call {
	if len(overrides) == 0 {
		return NewCall(into, "eth_call", m, at)
	}
	return NewCall(into, "eth_call", m, at, overrides)
}

// Call simulates a contract call and returns its result. A Revert is an error with the reason.
func (c *Client) Call(ctx context.Context, m Msg, at At, overrides map[common.Address]Override) ([]byte, error) {
	var out hexutil.Bytes
	err := c.do(ctx, CallCall(&out, m, at, overrides))
	return out, err
}

// TimeOf is the time of a block: computed on networks with exact block times, else read.
func (c *Client) TimeOf(ctx context.Context, at At) (time.Time, error) {
	if at.number != nil {
		if t, ok := c.network.TimeOf(*at.number); ok {
			return t, nil
		}
	}
	h, err := c.Header(ctx, at)
	if err != nil {
		return time.Time{}, err
	}
	return h.Time, nil
}
