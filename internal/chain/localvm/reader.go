package localvm

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"

	"github.com/farebox/farebox/internal/chain/evm"
)

// ErrTooMuch means that a transaction needs more of the state than is read for one.
var ErrTooMuch = errors.New("the transaction needs more of the network's state than is read for one")

// reader is the state of a network at one block, read as it is asked for and kept. It implements go-ethereum's
// state.Reader for one execution, which asks from one goroutine.
type reader struct {
	ctx    context.Context // go-ethereum asks without one
	client *evm.Client
	at     evm.At
	stop   func() // ends the execution

	accounts map[common.Address]*account
	slots    map[common.Address]map[common.Hash]common.Hash
	requests int
	bytes    int
	count    int   // of slots
	err      error // the first one
}

type account struct {
	balance *big.Int
	nonce   uint64
	code    []byte
	hash    common.Hash
}

func newReader(ctx context.Context, client *evm.Client) *reader {
	return &reader{
		ctx:      ctx,
		client:   client,
		accounts: map[common.Address]*account{},
		slots:    map[common.Address]map[common.Hash]common.Hash{},
	}
}

// touched is what eth_createAccessList expects a transaction to read.
type touched struct {
	List types.AccessList `json:"accessList"`
}

// perRequest bounds the calls of one request: hosts refuse longer ones.
const perRequest = 50

// start fixes the block, and reads at once what an endpoint expects the transaction to need. That is a help and no
// more: what it leaves out is read later.
func (r *reader) start(m evm.Msg) (*evm.Header, error) {
	var header *evm.Header
	var expected touched
	guess := evm.NewCall(&expected, "eth_createAccessList", m, evm.Latest)
	head := evm.HeaderCall(&header, evm.Latest)
	if err := r.ask(head, guess); err != nil {
		return nil, err
	}
	if head.Err != nil || header == nil {
		return nil, fmt.Errorf("newest block: %w", errors.Join(head.Err, errNoBlock))
	}
	r.at = evm.AtNumber(header.Number)

	wanted := newWant()
	wanted.account(m.From)
	if m.To != nil {
		wanted.account(*m.To)
	}
	if guess.Err == nil {
		for _, entry := range expected.List {
			wanted.account(entry.Address)
			for _, slot := range entry.StorageKeys {
				wanted.slot(entry.Address, slot)
			}
		}
	}
	return header, r.read(wanted)
}

var errNoBlock = errors.New("no newest block")

// ask makes one request, unless too many were made.
func (r *reader) ask(calls ...*evm.Call) error {
	if r.requests >= MostRequests {
		return ErrTooMuch
	}
	r.requests++
	return r.client.Batch(r.ctx, calls...)
}

// want is a part of the state that is to be read.
type want struct {
	accounts []common.Address
	slots    []place
	seen     map[any]bool
}

type place struct {
	address common.Address
	slot    common.Hash
}

func newWant() *want { return &want{seen: map[any]bool{}} }

func (w *want) account(a common.Address) {
	if !w.seen[a] {
		w.seen[a] = true
		w.accounts = append(w.accounts, a)
	}
}

func (w *want) slot(a common.Address, slot common.Hash) {
	p := place{a, slot}
	if !w.seen[p] {
		w.seen[p] = true
		w.slots = append(w.slots, p)
	}
}

// read reads a part of the state in as few requests as hosts allow.
func (r *reader) read(w *want) error {
	if r.count += len(w.slots); r.count > mostSlots {
		return ErrTooMuch
	}

	type found struct {
		code    hexutil.Bytes
		balance hexutil.Big
		nonce   hexutil.Uint64
	}
	accounts := make([]found, len(w.accounts))
	words := make([]hexutil.Bytes, len(w.slots))
	var calls []*evm.Call
	for i, a := range w.accounts {
		f := &accounts[i]
		calls = append(calls, evm.CodeCall(&f.code, a, r.at), evm.NewCall(&f.balance, "eth_getBalance", a, r.at),
			evm.NewCall(&f.nonce, "eth_getTransactionCount", a, r.at))
	}
	for i, p := range w.slots {
		calls = append(calls, evm.StorageCall(&words[i], p.address, p.slot, r.at))
	}

	for rest := calls; len(rest) > 0; {
		now := rest[:min(len(rest), perRequest)]
		rest = rest[len(now):]
		if err := r.ask(now...); err != nil {
			return err
		}
		if err := evm.First(now...); err != nil {
			return err
		}
	}

	for i, a := range w.accounts {
		f := &accounts[i]
		if r.bytes += len(f.code); r.bytes > mostBytes {
			return ErrTooMuch
		}
		r.accounts[a] = &account{
			balance: (*big.Int)(&f.balance),
			nonce:   uint64(f.nonce),
			code:    f.code,
			hash:    crypto.Keccak256Hash(f.code),
		}
	}
	for i, p := range w.slots {
		if r.slots[p.address] == nil {
			r.slots[p.address] = map[common.Hash]common.Hash{}
		}
		r.slots[p.address][p.slot] = common.BytesToHash(words[i])
	}
	return nil
}

// fail keeps the first error and ends the execution: with a part of the state missing its result would be another.
func (r *reader) fail(err error) error {
	if r.err == nil {
		r.err = err
		if r.stop != nil {
			r.stop()
		}
	}
	return r.err
}

func (r *reader) get(a common.Address) (*account, error) {
	if r.err != nil {
		return nil, r.err
	}
	if have, ok := r.accounts[a]; ok {
		return have, nil
	}
	w := newWant()
	w.account(a)
	if err := r.read(w); err != nil {
		return nil, r.fail(err)
	}
	return r.accounts[a], nil
}

// Account is an account, nil where there is none.
func (r *reader) Account(a common.Address) (*types.StateAccount, error) {
	have, err := r.get(a)
	if err != nil {
		return nil, err
	}
	if have.nonce == 0 && have.balance.Sign() == 0 && len(have.code) == 0 {
		return nil, nil
	}
	balance, over := uint256.FromBig(have.balance)
	if over {
		return nil, r.fail(fmt.Errorf("balance of %s: %s", a, have.balance))
	}
	return &types.StateAccount{
		Nonce:    have.nonce,
		Balance:  balance,
		Root:     types.EmptyRootHash,
		CodeHash: have.hash[:],
	}, nil
}

// Storage is a word of a contract's storage.
func (r *reader) Storage(a common.Address, slot common.Hash) (common.Hash, error) {
	if r.err != nil {
		return common.Hash{}, r.err
	}
	if have, ok := r.slots[a][slot]; ok {
		return have, nil
	}
	w := newWant()
	w.slot(a, slot)
	if err := r.read(w); err != nil {
		return common.Hash{}, r.fail(err)
	}
	return r.slots[a][slot], nil
}

// Code is a contract's code.
func (r *reader) Code(a common.Address, hash common.Hash) []byte {
	have, err := r.get(a)
	if err != nil || have.hash != hash {
		return nil
	}
	return have.code
}

// CodeSize is the length of a contract's code.
func (r *reader) CodeSize(a common.Address, hash common.Hash) int { return len(r.Code(a, hash)) }

// Has says whether a contract has this code.
func (r *reader) Has(a common.Address, hash common.Hash) bool { return r.CodeSize(a, hash) > 0 }
