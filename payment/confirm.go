package payment

import (
	"context"
	"net/http"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/farebox/farebox/internal/usage"
	"github.com/farebox/farebox/payment/x402"
)

// Settlement is a settled payment and where on the chain its transfer is.
type Settlement struct {
	Key         Key
	Transaction string
	Block       uint64 // number of the block; 0 when it is not known yet
	BlockHash   string
	SettledAt   time.Time
	CheckAt     time.Time // when it is looked for again; zero when it is final
}

// Standing sums up a ledger's open payments.
type Standing struct {
	Open         int64     // payments whose settlement is under way or not known
	OldestOpen   time.Time // when the oldest of these was delivered; zero when there are none
	Reverted     int64     // payments that are kept and whose transfer the chain has taken back for good
	LastReverted time.Time
}

// Settlements is the part of a ledger that follows settled payments until no reorganisation of the
// chain can take their transfers back.
type Settlements interface {
	// Unconfirmed hands out settled payments that are due to be looked for, each to one caller at a time: it is not
	// handed out again before claimFor has passed.
	Unconfirmed(ctx context.Context, now time.Time, claimFor time.Duration, limit int) ([]Settlement, error)
	// Confirm writes down where the transfers are and when they are looked for again.
	Confirm(ctx context.Context, all []Settlement) error
	// Revert takes a settlement back whose transfer is no longer on the chain, with its event, which makes up for
	// the sale's. With again it becomes settling, else reverted, which frees its purchase id. It
	// does nothing when the payment is settled by another transaction meanwhile.
	Revert(ctx context.Context, s Settlement, again bool, now time.Time, e usage.Event) (bool, error)
	// Standing counts what is open.
	Standing(ctx context.Context) (Standing, error)
}

// Place says where the chain has a transfer.
type Place int

const (
	// Unsure: nothing was learnt. An endpoint may be behind, or the transfer's receipt is not there yet.
	Unsure Place = iota
	// InBlock: the transfer is in Block.
	InBlock
	// Missing: it is not where it was, nor in another block.
	Missing
)

// Location is where a transfer is on the chain.
type Location struct {
	Place     Place
	Block     uint64
	BlockHash string
	Final     bool // so deep that it is not looked for again
}

// Blocks finds settled transfers on their chains.
type Blocks interface {
	// Locate finds all settlements, which are of one network, with a question for each block that holds some and
	// for each transaction whose block is not known. The locations are in the order of the settlements. An
	// error means that nothing was learnt.
	Locate(ctx context.Context, network string, all []Settlement) ([]Location, error)
}

const (
	// confirmBatch is how many settlements are looked for at once.
	confirmBatch = 500
	// confirmFor is how long one replica has for a batch.
	confirmFor = time.Minute
	// A settlement is looked for again when its age has doubled, within these bounds: soon while its authorization can
	// still be settled again, and seldom later.
	confirmSoonest = 15 * time.Second
	confirmLatest  = 10 * time.Minute
	// confirmAtOnce bounds the questions about single payments that are missing.
	confirmAtOnce = 8
)

// Confirm looks for the transfers of settled payments that are due. One that a reorganisation has dropped is settled
// again where its authorization is still open, else it is marked reverted.
func (g *Gate) Confirm(ctx context.Context) error {
	if g.opt.Blocks == nil {
		return nil
	}

	return eachNetwork(confirmBatch, func() ([]Settlement, error) {
		return g.opt.Ledger.Unconfirmed(ctx, g.opt.Now(), confirmFor, confirmBatch)
	}, func(s Settlement) string { return s.Key.Network }, func(network string, all []Settlement) error {
		return g.confirm(ctx, network, all)
	})
}

// confirm looks for settlements of one network.
func (g *Gate) confirm(ctx context.Context, network string, all []Settlement) error {
	ctx, cancel := context.WithTimeout(ctx, confirmFor)
	defer cancel()
	places, err := g.opt.Blocks.Locate(ctx, network, all)
	if err != nil {
		return err
	}

	var found, missing []Settlement
	now := g.opt.Now()
	for i, s := range all {
		at := places[i]
		switch {
		case at.Place == Missing:
			missing = append(missing, s)
			continue
		case at.Place == InBlock:
			s.Block = at.Block
			s.BlockHash = at.BlockHash
		}
		s.CheckAt = time.Time{}
		if !at.Final {
			s.CheckAt = nextCheck(s, now)
		}
		found = append(found, s)
	}
	if err := g.opt.Ledger.Confirm(ctx, found); err != nil {
		return err
	}

	single := errgroup.Group{}
	single.SetLimit(confirmAtOnce)
	for _, s := range missing {
		single.Go(func() error { return g.missing(ctx, s) })
	}
	return single.Wait()
}

// nextCheck is when a settlement is looked for again.
func nextCheck(s Settlement, now time.Time) time.Time {
	age := now.Sub(s.SettledAt)
	return now.Add(min(max(age, confirmSoonest), confirmLatest))
}

// missing deals with a settlement that is not on the chain where it was. The authorization's state on the chain
// decides: the same transfer may have come by another transaction.
func (g *Gate) missing(ctx context.Context, s Settlement) error {
	e, err := g.opt.Ledger.Find(ctx, s.Key)
	if err != nil || e == nil || e.SettledAt.IsZero() || e.Transaction != s.Transaction {
		return err
	}
	end, err := g.fate(ctx, e)
	if err != nil {
		return err
	}

	now := g.opt.Now()
	if end.Fate == Spent {
		s.Transaction = end.Transaction
		s.Block = end.Block
		s.BlockHash = end.BlockHash
		s.CheckAt = nextCheck(s, now)
		return g.opt.Ledger.Confirm(ctx, []Settlement{s})
	}
	return g.revert(ctx, e, s, end.Fate == Open, now)
}

// revert takes back a settlement that the chain no longer has.
func (g *Gate) revert(ctx context.Context, e *Entry, s Settlement, again bool, now time.Time) error {
	event := usage.Event{
		Time:        now,
		Route:       e.Route,
		Status:      http.StatusOK, // of the answer, which was given
		Outcome:     usage.OutcomeReverted,
		PriceUSD:    e.PriceUSD,
		Network:     e.Key.Network,
		Payer:       e.Payer(),
		Transaction: s.Transaction,
		Version:     e.Version,
		Reason:      x402.ReasonReverted,
	}
	done, err := g.opt.Ledger.Revert(ctx, s, again, now, event)
	if err != nil || !done {
		return err
	}

	log := g.logOf(e).With("transaction", s.Transaction, "block", s.Block)
	if again {
		log.Warn("the chain has taken a settlement back; it is settled again")
		return nil
	}
	log.Error("the chain has taken a settlement back, and the payment can no longer be settled")
	return nil
}
