package devsol

import (
	"crypto/ed25519"
	"crypto/rand"
	"maps"
	"time"

	"github.com/farebox/farebox/payment/svm"
)

// Depths in blocks.
const (
	alive     = 150 // for which a blockhash serves
	finalized = 32  // that make a block final
)

// signatureFee is what each signature costs, in lamports.
const signatureFee = 5_000

// leastLamports is what an account holds at least, if it holds anything.
const leastLamports = 890_880

// holding is a token account.
type holding struct {
	owner, mint svm.Address
	units       uint64
	frozen      bool
}

// block is a block, one in each slot.
type block struct {
	slot uint64
	hash svm.Hash
	made time.Time
}

// done is a transaction that is in a block.
type done struct {
	id   svm.Signature
	text string // base64
	slot uint64
	made time.Time
	why  fault // nil when it has done what it says
}

// ledger is the chain's content. It is guarded by Chain.mu.
type ledger struct {
	mint     svm.Address
	decimals uint8
	lamports map[svm.Address]uint64
	tokens   map[svm.Address]*holding
	blocks   []block // the last of them, newest last
	waiting  []*svm.Transaction
	losing   bool

	forgetful bool // answers nothing about transactions that blockhashes have outlived

	executed map[svm.Hash]bool // messages
	done     map[svm.Signature]*done
	touched  map[svm.Address][]*done // transactions by account, oldest first
}

func newLedger(mint svm.Address, decimals uint8, now time.Time) *ledger {
	l := &ledger{
		mint:     mint,
		decimals: decimals,
		lamports: map[svm.Address]uint64{},
		tokens:   map[svm.Address]*holding{},
		executed: map[svm.Hash]bool{},
		done:     map[svm.Signature]*done{},
		touched:  map[svm.Address][]*done{},
	}

	// A cluster is never as young as to have no final block.
	for slot := uint64(1); slot <= 2*finalized; slot++ {
		back := time.Duration(2*finalized-slot) * slotTime
		l.blocks = append(l.blocks, block{
			slot: slot,
			hash: freshHash(),
			made: now.Add(-back),
		})
	}
	return l
}

func freshHash() (h svm.Hash) {
	rand.Read(h[:]) // never fails
	return h
}

func (l *ledger) tip() block { return l.blocks[len(l.blocks)-1] }

// final is the newest final block.
func (l *ledger) final() block { return l.blocks[len(l.blocks)-1-finalized] }

// serves says that a blockhash can be used on top of a block.
func (l *ledger) serves(hash svm.Hash, on block) bool {
	for _, b := range l.blocks {
		if b.hash == hash {
			return b.slot <= on.slot && on.slot-b.slot < alive
		}
	}
	return false
}

// seal makes a block of what waits.
func (l *ledger) seal(now time.Time) {
	next := block{
		slot: l.tip().slot + 1,
		hash: freshHash(),
		made: now,
	}
	for _, t := range l.waiting {
		l.include(t, next)
	}
	l.waiting = nil

	l.blocks = append(l.blocks, next)
	const kept = 2 * (alive + finalized)
	if len(l.blocks) > kept {
		l.blocks = l.blocks[len(l.blocks)-kept:]
	}
}

// include puts a transaction in a block, unless nobody would: then it is silently dropped.
func (l *ledger) include(t *svm.Transaction, in block) {
	if !everybodySigned(t) || l.admit(t, true) != nil {
		return
	}
	why := l.execute(t)
	d := &done{
		id:   t.ID(),
		text: t.Text(),
		slot: in.slot,
		made: in.made,
		why:  why,
	}
	l.executed[t.Name()] = true
	l.done[d.id] = d
	for _, a := range t.Message.Accounts {
		l.touched[a] = append(l.touched[a], d)
	}
}

// everybodySigned judges signatures by the standard library alone.
func everybodySigned(t *svm.Transaction) bool {
	message := t.Message.Bytes()
	for i, s := range t.Signatures {
		if !ed25519.Verify(t.Message.Accounts[i][:], message, s[:]) {
			return false
		}
	}
	return true
}

// admit says why no block can hold a transaction, or nil. aged has its blockhash looked at.
func (l *ledger) admit(t *svm.Transaction, aged bool) fault {
	m := t.Message
	if len(m.Lookups) > 0 {
		return fault{"AddressLookupTableNotFound"}
	}
	if aged && !l.serves(m.Blockhash, l.tip()) {
		return fault{"BlockhashNotFound"}
	}
	if l.executed[t.Name()] {
		return fault{"AlreadyProcessed"}
	}

	fee, why := feeOf(m)
	switch held, there := l.lamports[m.Accounts[0]]; {
	case why != nil:
		return why
	case !there:
		return fault{"AccountNotFound"}
	case held < fee:
		return fault{"InsufficientFundsForFee"}
	case held-fee < leastLamports && held != fee:
		return fault{map[string]any{"InsufficientFundsForRent": map[string]int{"account_index": 0}}}
	}
	return nil
}

// trial is a copy in which instructions can be run.
func (l *ledger) trial() *ledger {
	copied := *l
	copied.lamports = maps.Clone(l.lamports)
	copied.tokens = map[svm.Address]*holding{}
	for place, held := range l.tokens {
		one := *held
		copied.tokens[place] = &one
	}
	return &copied
}

// execute takes the fee and runs the instructions, all or none of them.
func (l *ledger) execute(t *svm.Transaction) fault {
	fee, why := feeOf(t.Message)
	if why != nil {
		return why
	}
	l.lamports[t.Message.Accounts[0]] -= fee

	trial := l.trial()
	if _, why := trial.run(t.Message); why != nil {
		return why
	}
	l.lamports = trial.lamports
	l.tokens = trial.tokens
	return nil
}

// try runs a transaction and takes everything back.
func (l *ledger) try(t *svm.Transaction, aged bool) (units uint64, why fault) {
	if why := l.admit(t, aged); why != nil {
		return 0, why
	}
	fee, why := feeOf(t.Message)
	if why != nil {
		return 0, why
	}
	trial := l.trial()
	trial.lamports[t.Message.Accounts[0]] -= fee
	return trial.run(t.Message)
}
