package tokenrisk

import (
	"context"
	"math/big"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"github.com/farebox/farebox/internal/chain/evm"
)

// Bounds of what is read of other contracts.
const (
	maxRelated        = 3  // contracts whose functions are tried
	maxRelatedActors  = 2  // accounts as which those of each are tried
	maxRelatedMethods = 12 // functions of each
	relatedSlots      = 3  // first words of each one's storage
)

// related is another contract that the token may obey or ask: it owns the token, or its address is part of the token's
// code or storage.
type related struct {
	account   common.Address
	code      []byte
	functions [][4]byte
	shapes    shapes
	actors    []common.Address // who seems to have a say over it
}

// surroundings are what the token's own code and storage lead to.
type surroundings struct {
	behind  []common.Address // whom the token's functions and other contracts name
	related []related
}

// find is the number of another contract, -1 for any other account.
func (s *surroundings) find(a common.Address) int {
	return slices.IndexFunc(s.related, func(o related) bool { return o.account == a })
}

// relatedReads are what is asked of one other contract.
type relatedReads struct {
	account common.Address
	code    hexutil.Bytes
	words   [relatedSlots]hexutil.Bytes
	says    [len(sayings)]hexutil.Bytes
	calls   []*evm.Call
}

// sayings are the functions by which contracts name who has a say over them.
var sayings = [...]string{"owner()", "admin()", "getOwner()"}

// surroundings reads the contracts around a token and what its own functions return, in one request.
func (r *Reader) surroundings(ctx context.Context, token common.Address, c *OnChain, f *firstReads) *surroundings {
	var calls []*evm.Call
	var reads []*relatedReads
	for _, a := range r.neighbours(token, c, f) {
		one := &relatedReads{account: a}
		one.ask()
		reads = append(reads, one)
		calls = append(calls, one.calls...)
	}

	if err := r.Client.Batch(ctx, calls...); err != nil {
		return &surroundings{}
	}

	out := &surroundings{}
	for _, one := range reads {
		r.take(out, one, token, c, f.at)
	}
	return out
}

// neighbours are the contracts and accounts that the token's owner, its proxy, code and storage name.
func (r *Reader) neighbours(token common.Address, c *OnChain, f *firstReads) []common.Address {
	named := append(c.owners(), f.beacon)
	return r.outside(token, c, len(named)+maxSuspects, named, r.suspects(token, c, f))
}

// maxSuspects is how many accounts of the code and the storage are looked at.
const maxSuspects = 6

// suspects are the accounts that the code and the storage name.
func (r *Reader) suspects(token common.Address, c *OnChain, f *firstReads) []common.Address {
	return r.outside(token, c, maxSuspects, c.Code.Accounts, addressesIn(f.words...))
}

func (o *relatedReads) ask() {
	o.calls = []*evm.Call{evm.CodeCall(&o.code, o.account, evm.Latest)}
	for i := range o.words {
		slot := common.BigToHash(big.NewInt(int64(i)))
		o.calls = append(o.calls, evm.StorageCall(&o.words[i], o.account, slot, evm.Latest))
	}
	for i, signature := range sayings {
		message := evm.Msg{To: &o.account, Data: selector(signature)}
		o.calls = append(o.calls, evm.CallCall(&o.says[i], message, evm.Latest, nil))
	}
}

// take puts what was read of one contract into the surroundings.
func (r *Reader) take(out *surroundings, one *relatedReads, token common.Address, c *OnChain, at time.Time) {
	if one.calls[0].Err != nil || accountOf(one.code) != OwnerContract {
		return
	}
	var named []common.Address
	for i, said := range one.calls[1+relatedSlots:] {
		if a, ok := ownerOf(evm.Result{OK: said.Err == nil, Data: one.says[i]}); ok && looksLikeAddress(a) {
			named = append(named, a)
		}
	}
	out.behind = append(out.behind, named...)

	code := ReadCode(one.code)
	functions := slices.DeleteFunc(code.Functions, func(s [4]byte) bool { return plainFunctions[s] })
	if len(out.related) == maxRelated || len(functions) == 0 {
		return
	}
	functions = functions[:min(len(functions), maxRelatedMethods)]
	p := newProbe(one.code, one.account, at)
	var words [][]byte
	for i, w := range one.words {
		words = append(words, w)
		p.words[common.BigToHash(big.NewInt(int64(i)))] = common.BytesToHash(w)
	}
	learnt := p.shapes(functions)
	actors := r.outside(token, c, maxRelatedActors+1, named, addressesIn(words...), code.Accounts, p.callers)
	actors = slices.DeleteFunc(actors, func(a common.Address) bool { return a == one.account })
	out.related = append(out.related, related{
		account:   one.account,
		code:      one.code,
		functions: functions,
		shapes:    learnt,
		actors:    actors[:min(len(actors), maxRelatedActors)],
	})
}
