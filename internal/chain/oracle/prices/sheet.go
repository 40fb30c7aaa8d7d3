package prices

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/chain/dexpool"
	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/chain/oracle"
)

// want is what to read: feeds by network, and pools on Base, each once.
type want struct {
	order []string
	feeds map[string][]oracle.Feed
	list  []dexpool.Pool
}

func newWant() *want { return &want{feeds: map[string][]oracle.Feed{}} }

// network adds a network, even if only its block is wanted.
func (w *want) network(name string) {
	if !slices.Contains(w.order, name) {
		w.order = append(w.order, name)
	}
}

func (w *want) candidates(list []oracle.Candidate) {
	for _, c := range list {
		for _, f := range c {
			w.network(f.Network)
			if !slices.ContainsFunc(w.feeds[f.Network], func(g oracle.Feed) bool { return g.Proxy == f.Proxy }) {
				w.feeds[f.Network] = append(w.feeds[f.Network], f)
			}
		}
	}
}

// pools adds the pools that price a token, and the feeds of their quote tokens.
func (w *want) pools(token common.Address) {
	if token == (common.Address{}) {
		return
	}
	for _, p := range dexpool.Of(token) {
		if slices.ContainsFunc(w.list, func(q dexpool.Pool) bool { return q.Address == p.Address }) {
			continue
		}
		w.network(home)
		w.list = append(w.list, p)
		other, _ := p.Other(token)
		if a, ok := oracle.Find(other.Symbol); ok {
			w.candidates(a.On(home))
		}
	}
}

// leaf is what one network returned, at one block.
type leaf struct {
	block   uint64
	time    time.Time
	uptime  oracle.Uptime
	answers map[common.Address]oracle.Answer // by proxy
	states  map[common.Address]dexpool.State // by pool
	dropped map[common.Address]error         // pools that contradict the table
}

// sheet is everything read, by network. A network is in either leaves or errs.
type sheet struct {
	now    time.Time
	leaves map[string]leaf
	errs   map[string]error
}

func (s *sheet) add(more *sheet) {
	maps.Copy(s.leaves, more.leaves)
	maps.Copy(s.errs, more.errs)
}

// read reads all networks in parallel, one request to each.
func (p *Prices) read(ctx context.Context, w *want) *sheet {
	s := &sheet{leaves: map[string]leaf{}, errs: map[string]error{}}
	var mu sync.Mutex
	var wg sync.WaitGroup
	for _, network := range w.order {
		wg.Go(func() {
			var pools []dexpool.Pool
			if network == home {
				pools = w.list
			}
			l, err := p.readNetwork(ctx, network, w.feeds[network], pools)
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				s.errs[network] = err
				return
			}
			s.leaves[network] = l
		})
	}

	wg.Wait()
	s.now = p.now()
	return s
}

// part is a group of reads in a multicall, and a function for their results.
type part struct {
	reads []evm.Read
	take  func([]evm.Result)
}

func (p *Prices) readNetwork(ctx context.Context, network string, feeds []oracle.Feed, pools []dexpool.Pool) (leaf, error) {
	client, err := p.chains.Network(network)
	if err != nil {
		return leaf{}, err
	}

	l := leaf{
		uptime: oracle.Up, answers: map[common.Address]oracle.Answer{}, states: map[common.Address]dexpool.State{},
		dropped: map[common.Address]error{},
	}
	var parts []part
	if feed := client.Network().Sequencer; feed != (common.Address{}) {
		parts = append(parts, part{[]evm.Read{oracle.UptimeRead(feed)}, func(r []evm.Result) { l.uptime = oracle.DecodeUptime(r[0], p.now()) }})
	}

	for _, f := range feeds {
		parts = append(parts, part{f.Reads(), func(r []evm.Result) { l.answers[f.Proxy] = f.Decode(r, p.now()) }})
	}
	for _, pool := range pools {
		parts = append(parts, p.poolParts(pool, &l)...)
	}

	var reads []evm.Read
	for _, part := range parts {
		reads = append(reads, part.reads...)
	}

	snap, err := client.Multicall(ctx, evm.Latest, reads...)
	if err != nil {
		return leaf{}, err
	}

	l.block = snap.Block
	l.time = snap.Time
	rest := snap.Results
	for _, part := range parts {
		part.take(rest[:len(part.reads)])
		rest = rest[len(part.reads):]
	}

	return l, nil
}

// poolParts are the reads of a pool: its state and, if still due, its check.
func (p *Prices) poolParts(pool dexpool.Pool, l *leaf) []part {
	done, bad := p.checks.Of(pool, p.now())
	if bad != nil {
		l.dropped[pool.Address] = bad
		return nil
	}

	var parts []part
	if !done {
		parts = append(parts, part{pool.CheckReads(), func(r []evm.Result) {
			err := pool.DecodeCheck(r)
			p.checks.Set(pool, err, p.now())
			if err != nil {
				l.dropped[pool.Address] = err
			}
		}})
	}

	return append(parts, part{pool.StateReads(), func(r []evm.Result) {
		if l.dropped[pool.Address] == nil {
			l.states[pool.Address] = pool.DecodeState(r)
		}
	}})
}
