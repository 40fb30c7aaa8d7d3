package evm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/farebox/farebox/internal/upstream"
)

const (
	defaultBatch  = 50               // calls in one request
	batchParallel = 4                // parallel requests when a batch must be split
	coolDown      = 30 * time.Second // after a limit without a Retry-After
	noLogsFor     = 10 * time.Minute // pause before asking an endpoint without logs for them again
	ewmaWeight    = 0.3
)

// endpoint is one server and our experience with it.
type endpoint struct {
	network *Network
	client  *upstream.Client
	name    string
	own     bool

	mu          sync.Mutex
	verified    bool   // it has returned the right chain id
	shut        string // why it must not be used: it serves another chain
	latency     time.Duration
	failures    int // in a row
	failedAt    time.Time
	coolUntil   time.Time
	head        uint64    // its newest reported block
	headAt      time.Time // when
	standing    standing
	batchMax    int
	logRange    uint64
	noLogsUntil time.Time
	used        bool
}

func newEndpoint(pool *upstream.Pool, n *Network, d endpointDecl, own bool) *endpoint {
	p := provider(n.Name, d)
	if own {
		p.Terms = "the operator's own endpoint"
		p.Checked = ""
	}

	e := &endpoint{
		network:  n,
		client:   pool.Client(p),
		name:     p.Name,
		own:      own,
		batchMax: defaultBatch,
		logRange: d.logRange,
	}
	e.logRange = cmp.Or(e.logRange, defaultLogRange)
	if d.noLogs {
		e.noLogsUntil = time.Unix(math.MaxInt32, 0)
	}

	e.client.Probe(e.probe)
	return e
}

// reply is the answer to one call: exactly one of the two is set. raw is "null" if the object does not exist.
type reply struct {
	raw []byte
	err *rpcError
}

var errOverBatched = errors.New("too many calls in one request")

// ask sends the calls in as few requests as the endpoint allows. Its error concerns the endpoint as a whole.
func (e *endpoint) ask(ctx context.Context, calls []*Call) ([]reply, error) {
	for {
		e.mu.Lock()
		limit := e.batchMax
		verified := e.verified
		e.mu.Unlock()
		replies, err := e.askIn(ctx, calls, limit, !verified)
		if !errors.Is(err, errOverBatched) {
			return replies, err
		}
		e.mu.Lock()
		e.batchMax = min(e.batchMax, max(1, min(limit, len(calls)+1)/2))
		e.mu.Unlock()
		if limit == 1 {
			return nil, upstream.BadResponse.Errorf("%s: does not even take one call in a request", e.name)
		}
	}
}

// askIn sends the calls in requests of at most limit, and asks for the chain id in the first of them if verify is
// set.
func (e *endpoint) askIn(ctx context.Context, calls []*Call, limit int, verify bool) ([]reply, error) {
	if verify && limit == 1 {
		if _, err := e.post(ctx, nil, true); err != nil {
			return nil, err
		}
		verify = false
	}

	first := min(len(calls), limit)
	if verify {
		first = min(len(calls), limit-1)
	}

	if first == len(calls) {
		return e.post(ctx, calls, verify)
	}
	replies := make([]reply, len(calls))

	part := func(ctx context.Context, from, to int, verify bool) error {
		got, err := e.post(ctx, calls[from:to], verify)
		copy(replies[from:], got)
		return err
	}

	if verify { // send nothing else until the chain is verified
		if err := part(ctx, 0, first, true); err != nil {
			return nil, err
		}
	} else {
		first = 0
	}

	group, gctx := errgroup.WithContext(ctx)
	group.SetLimit(batchParallel)
	for from := first; from < len(calls); from += limit {
		group.Go(func() error { return part(gctx, from, min(from+limit, len(calls)), false) })
	}

	return replies, group.Wait()
}

// post sends one request.
func (e *endpoint) post(ctx context.Context, calls []*Call, verify bool) ([]reply, error) {
	if verify {
		calls = append([]*Call{NewCall(nil, "eth_chainId")}, calls...)
	}
	var answer *parsed
	began := time.Now()

	resp, err := e.client.Post("").JSONBody(envelope(calls)).Safe().AcceptStatus(400, 413, 500).
		Check(func(r *upstream.Response) error {
			p := parse(r.Status, r.Body, calls)
			if p.err == nil && verify && !p.over {
				p.err = e.checkChain(p.replies[0])
			}
			answer = p
			return p.err
		}).Do(ctx)

	e.note(ctx, time.Since(began), err)
	if err != nil {
		return nil, err
	}

	if answer == nil { // the request was shared with another caller, who checked it
		answer = parse(resp.Status, resp.Body, calls)
	}

	switch {
	case answer.err != nil:
		return nil, answer.err
	case answer.over:
		return nil, errOverBatched
	case verify:
		return answer.replies[1:], nil
	}

	return answer.replies, nil
}

// probe asks which chain the endpoint serves.
func (e *endpoint) probe(ctx context.Context) error {
	_, err := e.post(ctx, nil, true)
	return err
}

// checkChain excludes the endpoint for good if it serves another chain.
func (e *endpoint) checkChain(r reply) error {
	var id Uint64
	if r.err != nil {
		if r.err.classify(false) == noMethod {
			return upstream.BadResponse.Errorf("does not tell its chain id: %w", r.err)
		}
		return upstream.Unavailable.Errorf("chain id: %w", r.err)
	}

	if err := id.UnmarshalJSON(r.raw); err != nil {
		return upstream.BadResponse.Errorf("chain id: %w", err)
	}
	e.mu.Lock()
	defer e.mu.Unlock()

	if uint64(id) != e.network.ChainID {
		e.shut = fmt.Sprintf("serves chain %d, not %d", id, e.network.ChainID)
		return upstream.BadResponse.Errorf("%s", e.shut)
	}

	e.verified = true
	return nil
}

// note remembers how a request went.
func (e *endpoint) note(ctx context.Context, took time.Duration, err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.used = true

	var known *upstream.Error
	switch {
	case err == nil:
		e.failures = 0
		e.learn(took)
	case ctx.Err() != nil:
		// The caller left, or another endpoint was faster. This one would have taken longer, which is news only if
		// less was expected.
		if took > max(e.latency, unknownLatency) {
			e.learn(took)
		}
	case errors.As(err, &known):
		e.failures++
		e.failedAt = time.Now()
		if known.Kind == upstream.RateLimited {
			wait := known.RetryAfter
			if wait <= 0 {
				wait = coolDown
			}
			e.coolUntil = time.Now().Add(wait)
		}
	}
}

// learn adds a latency to the average. The caller holds the lock.
func (e *endpoint) learn(took time.Duration) {
	if e.latency == 0 {
		e.latency = took
		return
	}
	e.latency += time.Duration(ewmaWeight * float64(took-e.latency))
}

// blame counts a useless answer as a failure.
func (e *endpoint) blame() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.failures++
	e.failedAt = time.Now()
}

// standing is an endpoint's position among the others.
type standing int

const (
	abreast standing = iota
	trailing
	ahead // ahead of all others by more than is possible
)

// show notes the endpoint's newest reported block number.
func (e *endpoint) show(head uint64) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.head = head
	e.headAt = time.Now()
}

// stand compares the endpoint with the newest block of all; old means that its own is behind the clock.
func (e *endpoint) stand(best uint64, old bool) standing {
	e.mu.Lock()
	defer e.mu.Unlock()
	switch {
	case e.head > best && e.head-best > e.network.leap():
		e.standing = ahead
	case old || e.head < best && best-e.head > e.network.lagBlocks():
		e.standing = trailing
	default:
		e.standing = abreast
	}
	return e.standing
}

// leap is how far an endpoint may be ahead of two others and still be believed.
func (n *Network) leap() uint64 { return n.Blocks(time.Hour) }

// firstChain is when Ethereum began; none of the networks is older.
var firstChain = time.Date(2015, time.July, 30, 0, 0, 0, 0, time.UTC)

// mostBlocks is more blocks than the network can have by now, also if it becomes much faster: a hundred times what its
// block time allows since the first of all chains.
func (n *Network) mostBlocks(now time.Time) uint64 {
	return 100 * n.Blocks(max(0, now.Sub(firstChain)))
}

// lagBlocks is how far an endpoint may lag before the others are preferred: 15 s.
func (n *Network) lagBlocks() uint64 { return max(2, n.Blocks(15*time.Second)) }

// Penalties of the ranking. An endpoint's score is its latency plus these; the lowest is tried first.
const (
	unknownLatency  = 300 * time.Millisecond
	perPosition     = 50 * time.Millisecond
	perFailure      = time.Second // halved every 30 s
	laggingPenalty  = 5 * time.Second
	coolingPenalty  = time.Minute
	ownEndpointEdge = 2 * time.Second
)

// score ranks the endpoint; ok is false if it must not be asked.
func (e *endpoint) score(now time.Time, place int, logs bool) (score time.Duration, ok bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.shut != "" || e.client.Configured() != nil || (logs && now.Before(e.noLogsUntil)) {
		return 0, false
	}

	score = cmp.Or(e.latency, unknownLatency+time.Duration(place)*perPosition)

	if e.failures > 0 {
		age := now.Sub(e.failedAt).Seconds() / 30
		score += time.Duration(float64(min(e.failures, 5)) * float64(perFailure) * math.Pow(0.5, age))
	}

	if e.standing != abreast {
		score += laggingPenalty
	}
	if now.Before(e.coolUntil) {
		score += coolingPenalty
	}

	if e.own {
		score -= ownEndpointEdge
	}
	return score, true
}

func (e *endpoint) health(now time.Time, best uint64) (EndpointHealth, bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	h := EndpointHealth{
		Network: e.network.Name, Endpoint: e.name, Status: "ok", Reason: e.shut, Head: e.head,
		LatencyMS: float64(e.latency.Microseconds()) / 1000, Failures: e.failures,
	}

	if e.head > 0 {
		h.Behind = best - min(best, e.head)
	}

	switch {
	case e.shut != "":
		h.Status = "wrong_chain"
	case now.Before(e.coolUntil):
		h.Status = "cooling"
	case e.failures > 0:
		h.Status = "failing"
	case e.standing == trailing:
		h.Status = "lagging"
	case e.standing == ahead:
		h.Status = "failing"
		h.Reason = "shows blocks that the others have not got"
	case !e.used:
		h.Status = "unused"
	}

	return h, e.used || e.shut != ""
}
