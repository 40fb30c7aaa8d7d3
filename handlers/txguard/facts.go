package txguard

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"maps"
	"math/big"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/gen/shared"
	engine "github.com/farebox/farebox/handlers/txguard/guard"
	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/chain/known"
	"github.com/farebox/farebox/internal/chain/oracle"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/scored"
	"github.com/farebox/farebox/internal/upstream"
)

// Time limits of what a judgement waits for. It is given without, if need be.
const (
	chainBudget  = 5 * time.Second
	ageBudget    = 1500 * time.Millisecond
	sourceBudget = 2500 * time.Millisecond
	newFor       = 3 * 24 * time.Hour
)

// gathered is what was found out about a request.
type gathered struct {
	facts     engine.Facts
	read      int             // addresses looked at on chain
	rpc       shared.Source   // the network itself
	lists     []shared.Source // of addresses: those that steal, and the sanctions lists
	sourcify  shared.Source
	contracts shared.Source // the built-in table of known ones
	sanctions bool
	unread    error // why the blocklist could not be asked, nil when it was
	blind     error // why strangers could not be looked up, nil when they were

	simulation *simulation // nil for messages that stand for no call
}

// sources are all that was asked.
func (g *gathered) sources() []shared.Source {
	out := slices.Concat([]shared.Source{g.rpc}, g.lists, []shared.Source{g.sourcify, g.contracts})
	if g.simulation != nil {
		out = append([]shared.Source{g.simulation.source}, out...)
	}
	return out
}

// Parts of a judgement that have to be looked up.
const (
	partExecution = "execution"
	partChain     = "onchain"
	partBlocklist = "blocklist"
	partSanctions = "sanctions"
)

// coverage says which of the parts were looked up.
func (g *gathered) coverage() shared.Coverage {
	var tally scored.Tally
	if g.simulation != nil {
		tally.Part(partExecution, 1, g.simulation.executed)
	}
	tally.Part(partChain, 1, g.facts.OnChain)
	tally.Part(partBlocklist, 1, g.facts.ListsRead)
	tally.Part(partSanctions, 1, g.sanctions)
	return tally.Coverage()
}

// enough fails when all clear would be said for want of evidence: without the blocklist, or with strangers who were not
// looked up.
func (g *gathered) enough(j engine.Judgement) error {
	if j.Verdict != engine.Allow {
		return nil
	}
	return cmp.Or(g.unread, g.blind)
}

// gather looks up what the subject asks for: code, tokens and balances side by side, then, for spenders that
// are contracts, whether they were there three days ago. What fails is left out.
func (h *Handlers) gather(ctx context.Context, s *engine.Subject, unknownAt []common.Address) gathered {
	g := nothingGathered()
	fused := upstream.FuseInto(ctx, &g,
		upstream.Part(sourceRPC, 0,
			func(ctx context.Context) (gathered, error) { return h.onChain(ctx, s), nil },
			func(g *gathered, found gathered) { *g = found }),
		upstream.Part(sourceCode, 0,
			func(ctx context.Context) (published, error) { return h.verified(ctx, s.Network, unknownAt), nil },
			func(g *gathered, found published) {
				g.sourcify = found.source
				for _, a := range found.contracts {
					g.facts.Verified[a] = true
				}
				maps.Copy(g.facts.ABIs, found.abis)
				for _, a := range found.without {
					g.facts.Unpublished[a] = true
				}
			}))

	if err := fused.Failure(sourceRPC); err != nil {
		g.rpc = response.Source(sourceRPC, err)
	}
	if err := fused.Failure(sourceCode); err != nil {
		g.sourcify = response.Source(sourceCode, err)
	}

	h.lists(s, &g)
	g.contracts = response.Table(known.Dated, h.now())
	return g
}

func nothingGathered() gathered {
	return gathered{facts: engine.Facts{
		Accounts: map[common.Address]engine.Account{},
		Young:    map[common.Address]bool{},
		Verified: map[common.Address]bool{},

		Unpublished: map[common.Address]bool{},
		ABIs:        map[common.Address]*abi.ABI{},
		Tokens:      map[common.Address]engine.Token{},
		Balances:    map[common.Address]*big.Int{},
		Listed:      map[common.Address]engine.Listing{},
		NFTs:        map[common.Address]bool{},
		Prices:      map[common.Address]decimal.Decimal{},
	}}
}

// onChain reads the chain about the subject.
func (h *Handlers) onChain(ctx context.Context, s *engine.Subject) gathered {
	g := nothingGathered()
	client, err := h.chains.Network(s.Network.Name)
	if err != nil {
		g.rpc = response.Skipped(sourceRPC, s.Network.Name+" is not read here")
		g.blind = h.unlooked(s, upstream.NotConfigured.Errorf("%s is not read here", s.Network.Name))
		return g
	}
	ctx, cancel := context.WithTimeout(ctx, chainBudget)
	defer cancel()
	ask := s.Ask()
	codes := make([]hexutil.Bytes, len(ask.Accounts))
	var calls []*evm.Call
	for i, a := range ask.Accounts {
		calls = append(calls, evm.CodeCall(&codes[i], a, evm.Latest))
	}
	var reads []evm.Read
	for _, t := range ask.Tokens {
		reads = append(reads, evm.ReadToken(t)...)
	}
	for _, t := range ask.Balances {
		reads = append(reads, evm.BalanceOf(t, *s.From))
	}
	for _, t := range ask.Tokens {
		reads = append(reads, evm.ReadNFT(t)...)
	}
	quotes := quotesOf(s.Network, ask.Tokens)
	for _, q := range quotes {
		reads = append(reads, q.reads()...)
	}
	var head hexutil.Uint64
	if len(ask.Parties) > 0 {
		calls = append(calls, evm.NewCall(&head, "eth_blockNumber"))
	}

	var snap *evm.Snapshot
	var asked []upstream.Source[func(**evm.Snapshot)]
	if len(reads) > 0 {
		asked = append(asked, upstream.Part("multicall", 0,
			func(ctx context.Context) (*evm.Snapshot, error) { return client.Multicall(ctx, evm.Latest, reads...) },
			func(into **evm.Snapshot, got *evm.Snapshot) { *into = got }))
	}
	if len(calls) > 0 {
		asked = append(asked, upstream.Part("batch", 0,
			func(ctx context.Context) (struct{}, error) { return struct{}{}, client.Batch(ctx, calls...) },
			func(**evm.Snapshot, struct{}) {}))
	}
	fused := upstream.FuseInto(ctx, &snap, asked...)

	failed := cmp.Or(fused.Failure("batch"), fused.Failure("multicall"))
	g.rpc = response.Source(sourceRPC, failed)
	if len(asked) == 0 {
		g.rpc = response.Skipped(sourceRPC, "there is nothing to look at on the network")
	}
	if fused.Failure("batch") == nil {
		for i, a := range ask.Accounts {
			if calls[i].Err != nil {
				failed = calls[i].Err
				g.rpc = response.Source(sourceRPC, failed)
				continue
			}
			g.read++
			g.facts.Accounts[a] = engine.AccountOf(codes[i])
		}
		g.facts.OnChain = g.read > 0 || len(ask.Accounts) == 0
		h.young(ctx, client, s, &g, ask.Parties, uint64(head))
	}
	if !g.facts.OnChain {
		g.blind = h.unlooked(s, failed)
	}
	if snap != nil {
		h.learn(&g, ask, quotes, snap.Results)
	}
	return g
}

// unlooked is why the network could not be read, if the request has strangers: accounts other than the sender's and
// well-known contracts.
func (h *Handlers) unlooked(s *engine.Subject, why error) error {
	for _, a := range s.Ask().Accounts {
		if _, known := h.engine.Known(s.Network.Name, a); !known && (s.From == nil || *s.From != a) {
			return why
		}
	}
	return nil
}

// learn reads what the contracts of tokens and the feeds answered, in the order in which they were asked.
func (h *Handlers) learn(g *gathered, ask engine.Question, quotes []quote, results []evm.Result) {
	next := func(n int) []evm.Result {
		part := results[:n]
		results = results[n:]
		return part
	}

	sound := map[common.Address]bool{}
	for _, t := range ask.Tokens {
		meta, err := evm.DecodeToken(next(evm.TokenReads))
		if err == nil && meta.Decimals != nil {
			sound[t] = true
			token := engine.Token{Decimals: int(*meta.Decimals)}
			if meta.Symbol != nil {
				token.Symbol = *meta.Symbol
			}
			g.facts.Tokens[t] = token
		}
	}
	for _, t := range ask.Balances {
		if n, ok := next(1)[0].Uint(); ok {
			g.facts.Balances[t] = n
		}
	}
	for _, t := range ask.Tokens {
		if evm.IsNFT(next(evm.NFTReads)) && !sound[t] {
			g.facts.NFTs[t] = true
		}
	}
	for _, q := range quotes {
		if answer, ok := q.price(next(len(q.feeds)*oracle.Reads), h.now()); ok {
			g.facts.Prices[q.token] = answer.Price
		}
	}
}

// young asks whether spenders that are unknown contracts were there three days ago. Endpoints without old
// state do not answer; then nothing is said.
func (h *Handlers) young(ctx context.Context, client *evm.Client, s *engine.Subject, g *gathered, parties []common.Address, head uint64) {
	then, ok := client.Network().Before(head, newFor)
	if !ok {
		return
	}

	var unknown []common.Address
	for _, a := range parties {
		if _, ok := h.engine.Known(s.Network.Name, a); !ok && g.facts.Accounts[a] == engine.Contract {
			unknown = append(unknown, a)
		}
	}

	if len(unknown) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, ageBudget)
	defer cancel()

	codes := make([]hexutil.Bytes, len(unknown))
	var calls []*evm.Call
	for i, a := range unknown {
		calls = append(calls, evm.CodeCall(&codes[i], a, evm.AtNumber(then)))
	}

	if client.Batch(ctx, calls...) != nil {
		return
	}

	for i, a := range unknown {
		if calls[i].Err == nil {
			g.facts.Young[a] = len(codes[i]) == 0
		}
	}
}

// sourceCode is the name of Sourcify, which has contracts' source code, among the sources.
const sourceCode = "sourcify"

// published are the contracts that have a source at Sourcify, with their ABIs, and those without one.
type published struct {
	contracts []common.Address
	abis      map[common.Address]*abi.ABI
	without   []common.Address
	source    shared.Source
}

// verified are those of the contracts whose source Sourcify has.
func (h *Handlers) verified(ctx context.Context, n engine.Network, contracts []common.Address) published {
	if len(contracts) == 0 {
		return published{source: response.Skipped(sourceCode, "no contract is unknown")}
	}

	ctx, cancel := context.WithTimeout(ctx, sourceBudget)
	defer cancel()
	out := published{
		abis:   map[common.Address]*abi.ABI{},
		source: response.Source(sourceCode, nil),
	}
	var asked []upstream.Source[func(*published)]
	for _, a := range contracts {
		asked = append(asked, upstream.Part(a.Hex(), 0,
			func(ctx context.Context) (sourced, error) { return h.sourceOf(ctx, n, a) },
			func(into *published, found sourced) {
				if !found.published {
					into.without = append(into.without, a)
					return
				}
				into.contracts = append(into.contracts, a)
				if found.abi != nil {
					into.abis[a] = found.abi
				}
			}))
	}

	fused := upstream.FuseInto(ctx, &out, asked...)
	for _, a := range contracts {
		if err := fused.Failure(a.Hex()); err != nil {
			out.source = response.Source(sourceCode, err)
		}
	}
	return out
}

// sourced says whether a contract's source is published. Its ABI is that of the code behind it where it is a proxy, nil
// where none could be read.
type sourced struct {
	published bool
	abi       *abi.ABI
}

// sourceOf asks Sourcify for a contract, and for the one behind it.
func (h *Handlers) sourceOf(ctx context.Context, n engine.Network, a common.Address) (sourced, error) {
	c, err := h.sourcify.Contract(ctx, n.ChainID, a)
	if errors.Is(err, upstream.NotFound) {
		return sourced{}, nil
	}
	if err != nil || !c.Verified() {
		return sourced{}, err
	}

	out := sourced{published: true}
	if behind, ok := c.Implementation(); ok {
		if code, err := h.sourcify.Contract(ctx, n.ChainID, behind); err == nil {
			c = code
		}
	}
	if parsed, ok := c.Interface(); ok {
		out.abi = &parsed
	}
	return out, nil
}

// lists looks all addresses up in the lists that are loaded.
func (h *Handlers) lists(s *engine.Subject, g *gathered) {
	list, info, err := h.blocklist.Get()
	source := response.List(h.blocklist.Status("addresses that steal"))
	if !info.StatedAt.IsZero() {
		source.AsOf = &info.StatedAt
	}
	g.lists = append(g.lists, source)
	if g.unread = err; err == nil {
		g.facts.ListsRead = info.Holds(h.now(), blocklistHolds)
		for a := range named(s) {
			if list[a] {
				g.facts.Listed[a] = engine.Listing{List: "ScamSniffer"}
			}
		}
	}

	if h.sanctioned == nil {
		g.lists = append(g.lists, response.Skipped("sanctions", "this service has been set up without sanctions lists"))
		return
	}

	g.sanctions = h.sanctioned.Missing("ofac") == nil // which has nearly all listed addresses
	for _, status := range h.sanctioned.Status() {
		g.lists = append(g.lists, response.List(status.Outline()))
		if status.List == nil {
			continue
		}
		for a := range named(s) {
			if len(status.List.Wallet(hexutil.Encode(a[:]))) > 0 { // the lists' key of such an address
				g.facts.Listed[a] = engine.Listing{List: status.Title, Sanctioned: true}
			}
		}
	}
}

// named are the addresses that a request names, and whatever in its data can be one.
func named(s *engine.Subject) iter.Seq[common.Address] {
	return func(yield func(common.Address) bool) {
		for _, a := range s.Mentioned {
			if !yield(a) {
				return
			}
		}
		for a := range s.Buried() {
			if !yield(a) {
				return
			}
		}
	}
}
