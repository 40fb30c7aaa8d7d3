package evm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"time"

	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/upstream"
)

const (
	readTimeout = 15 * time.Second
	minHedge    = time.Second
	answersMax  = 4 // endpoints asked if each answers but none has the result
	secondLook  = 2 // endpoints that are asked before "there is no such thing" or "this is the newest block" is believed
)

// allThereIs is the worth of a complete answer.
const allThereIs = math.MaxUint64

// blockMark is an endpoint's newest block, as it reports it.
type blockMark struct {
	number uint64
	time   time.Time // zero if the call does not tell
}

// plan is how to look for an answer.
type plan struct {
	logs bool
	// worth judges the decoded answers of an endpoint; nil accepts any. An incomplete answer is accepted in the end
	// if no other endpoint knows more.
	worth func() uint64
	// skip leaves endpoints out.
	skip map[*endpoint]bool
}

// Batch makes all calls in one request to one endpoint, so that they see nearly the same chain. It fails over, and
// asks a second endpoint in parallel if the first is slow. The error is nil if each call was answered or has its
// own Err. A call that only some endpoints can answer (old state, a rare method) is tried on several.
func (c *Client) Batch(ctx context.Context, calls ...*Call) error {
	_, err := c.run(ctx, plan{}, calls)
	return err
}

// First returns the first Err of the calls.
func First(calls ...*Call) error {
	for _, call := range calls {
		if call.Err != nil {
			return call.Err
		}
	}
	return nil
}

// do is Batch, but an error of any call fails the whole.
func (c *Client) do(ctx context.Context, calls ...*Call) error {
	if err := c.Batch(ctx, calls...); err != nil {
		return err
	}
	return First(calls...)
}

// attempt is what one endpoint gave.
type attempt struct {
	from    *endpoint
	replies []reply
	err     error
}

// grade of an attempt; lower is better.
type grade int

const (
	good     grade = iota
	behind         // answered, but by an endpoint that lags or does not know the object
	lame           // some calls failed
	useless        // nothing of use
	noAnswer       // no attempt at all
)

// run looks for an answer and returns the endpoint that gave it.
func (c *Client) run(ctx context.Context, p plan, calls []*Call) (*endpoint, error) {
	if len(calls) == 0 {
		return nil, nil
	}
	order := c.rank(p)
	if len(order) == 0 {
		return nil, c.nobody()
	}
	ctx, cancel := context.WithTimeout(ctx, c.within)
	defer cancel()

	landed := make(chan attempt, len(order))
	next := 0
	flying := 0
	answers := 0
	launch := func() {
		e := order[next]
		next++
		flying++
		go func() {
			replies, err := e.ask(ctx, calls)
			landed <- attempt{e, replies, err}
		}()
	}
	launch()
	hedge := time.NewTimer(c.hedgeAfter(order[0]))
	defer hedge.Stop()

	best := noAnswer
	most := uint64(0)
	kept := attempt{}
	for {
		select {
		case a := <-landed:
			flying--
			g, worth := c.judge(p, a, calls)
			if g == good {
				return a.from, nil
			}
			if g < best || (g == best && worth > most) {
				best = g
				most = worth
				kept = a
			}
			enough := false
			if g != useless {
				answers++
				enough = answers >= answersMax || (g == behind && answers >= secondLook && !c.disputed())
			}
			switch {
			case next < len(order) && !enough && ctx.Err() == nil:
				launch()
				hedge.Reset(c.hedgeAfter(order[next-1]))
			case flying == 0 || enough:
				return kept.from, c.settle(kept, calls)
			}
		case <-hedge.C:
			if next < len(order) {
				launch()
			}
		case <-ctx.Done():
			if best < useless {
				return kept.from, c.settle(kept, calls)
			}
			return nil, c.late(ctx)
		}
	}
}

// judge decodes an attempt into the calls and grades it; within a grade, the one worth more is better.
func (c *Client) judge(p plan, a attempt, calls []*Call) (grade, uint64) {
	if a.err != nil {
		return useless, 0
	}

	g := good
	for i, call := range calls {
		c.take(call, a.replies[i])
		if call.Err != nil && !call.Optional && AsRevert(call.Err) == nil && classOf(call.Err) != tooMuch {
			g = lame
		}
		if call.Err != nil && upstream.KindOf(call.Err) == upstream.BadResponse {
			a.from.blame()
		}
	}

	if g == lame {
		return g, 0
	}

	newest, lags := c.lags(a, calls)
	worth := uint64(allThereIs)
	if p.worth != nil {
		worth = p.worth()
	}

	switch {
	case worth < allThereIs:
		return behind, worth
	case lags:
		return behind, newest // 0 for an endpoint implausibly ahead of the others
	}

	return good, worth
}

// lags notes the newest block in the answers, and reports it and whether the endpoint is behind the others or the
// clock. newest is 0 if the endpoint is too far ahead of several others to be believed.
func (c *Client) lags(a attempt, calls []*Call) (newest uint64, lags bool) {
	for _, call := range calls {
		if call.newest == nil || call.Err != nil || call.null {
			continue
		}
		mark := call.newest()
		old := !mark.time.IsZero() && c.now().Sub(mark.time) > max(time.Minute, 20*c.network.BlockTime)
		a.from.show(mark.number)
		standing := a.from.stand(c.newest(), old)
		if lags = lags || standing != abreast || c.disputed(); standing != ahead {
			newest = max(newest, mark.number)
		}
	}
	return newest, lags
}

// headFor is how long a reported block number counts when endpoints are compared.
const headFor = 10 * time.Minute

// shown is an endpoint's newest block; now extrapolates it by the average block time.
type shown struct{ head, now uint64 }

// shown are the blocks recently reported by the endpoints, newest first.
func (c *Client) shown() (list []shown) {
	for _, e := range c.endpoints {
		e.mu.Lock()
		if age := time.Since(e.headAt); e.shut == "" && !e.headAt.IsZero() && age < headFor {
			list = append(list, shown{e.head, e.head + uint64(age/c.network.BlockTime)})
		}
		e.mu.Unlock()
	}
	slices.SortFunc(list, func(a, b shown) int { return cmp.Compare(b.now, a.now) })
	return list
}

// newest is the newest block recently reported. With two or more others, one that is over an hour of blocks ahead
// of the next is left out: a single endpoint must not turn all others into laggards.
func (c *Client) newest() (best uint64) {
	list := c.shown()
	for len(list) > 2 && list[0].now-list[1].now > c.network.leap() {
		list = list[1:]
	}
	for _, s := range list {
		best = max(best, s.head)
	}
	return best
}

// disputed reports whether only two endpoints have answered and are over an hour of blocks apart. Either one is far
// behind or the other is wrong; only a third can tell.
func (c *Client) disputed() bool {
	list := c.shown()
	return len(list) == 2 && len(c.endpoints) > 2 && list[0].now-list[1].now > c.network.leap()
}

// standsStill is the age from which a newest block says nothing about now: either the endpoint stands still, or the
// network does, which nobody can tell apart.
const standsStill = time.Hour

// take decodes a reply into its call. A newest block that the chain cannot have reached yet is not an answer, nor is
// one of an endpoint that stands still.
func (c *Client) take(call *Call, r reply) {
	call.take(r, c.network.Name)
	if call.newest == nil || call.Err != nil || call.null {
		return
	}
	mark := call.newest()
	call.Err = upstream.TooOld(c.network.Name+" RPC", mark.time, c.now(), standsStill)
	if mark.number > c.network.mostBlocks(c.now()) {
		call.Err = &upstream.Error{
			Kind:     upstream.BadResponse,
			Provider: c.network.Name + " RPC",
			Doing:    call.Method,
			Cause:    fmt.Errorf("block %d cannot have been made yet", mark.number),
		}
	}
}

// settle takes the best attempt.
func (c *Client) settle(kept attempt, calls []*Call) error {
	if kept.err != nil {
		return kept.err
	}
	for i, call := range calls {
		c.take(call, kept.replies[i])
	}
	return nil
}

// take decodes a reply.
func (call *Call) take(r reply, network string) {
	call.Err = nil
	call.null = false
	if call.Result != nil {
		reflect.ValueOf(call.Result).Elem().SetZero()
	}

	if r.err != nil {
		call.Err = r.err.failure(r.err.classify(call.Method == "eth_getLogs"), network, call.Method)
		return
	}

	decode := call.decode
	switch call.null = string(r.raw) == "null"; {
	case decode != nil:
	case call.Result == nil:
		return
	case call.null:
		if !nullable(call.Result) {
			call.Err = &upstream.Error{
				Kind:     upstream.BadResponse,
				Provider: network + " RPC",
				Doing:    call.Method,
				Cause:    errors.New("null in place of a value"),
			}
		}
		return
	default:
		decode = func(raw []byte) error { return upstream.Decode(raw, call.Result) }
	}

	if err := decode(r.raw); AsRevert(err) != nil {
		call.Err = err
	} else if err != nil {
		call.Err = &upstream.Error{
			Kind:     upstream.BadResponse,
			Provider: network + " RPC",
			Doing:    call.Method,
			Cause:    err,
		}
	}
}

// nullable reports whether a result may not exist: those read into a pointer may not. A number, bytes or a list always
// exist: an empty list is [].
func nullable(result any) bool {
	kind := reflect.TypeOf(result).Elem().Kind()
	return kind == reflect.Pointer || kind == reflect.Interface
}

// rank sorts the usable endpoints, best first.
func (c *Client) rank(p plan) []*endpoint {
	type ranked struct {
		e     *endpoint
		score time.Duration
	}
	var list []ranked
	now := time.Now()
	for i, e := range c.endpoints {
		if score, ok := e.score(now, i, p.logs); ok && !p.skip[e] {
			list = append(list, ranked{e, score})
		}
	}
	slices.SortStableFunc(list, func(a, b ranked) int { return cmp.Compare(a.score, b.score) })
	return each.Of(list, func(r ranked) *endpoint { return r.e })
}

func (c *Client) hedgeAfter(e *endpoint) time.Duration {
	if c.hedge > 0 {
		return c.hedge
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.latency == 0 {
		return defaultHedge
	}
	return min(max(4*e.latency, minHedge), defaultHedge)
}

// nobody is the error for a network without a usable endpoint.
func (c *Client) nobody() error {
	if len(c.endpoints) == 0 {
		return &upstream.Error{
			Kind:     upstream.NotConfigured,
			Provider: c.network.Name + " RPC",
			Cause:    errors.New(Variable(c.network.Name) + " is not set, and public endpoints are off"),
		}
	}
	return &upstream.Error{
		Kind:     upstream.Unavailable,
		Provider: c.network.Name + " RPC",
		Cause:    errors.New("no endpoint can be used"),
	}
}

func (c *Client) late(ctx context.Context) error {
	if errors.Is(ctx.Err(), context.Canceled) {
		return fmt.Errorf("%s RPC: %w", c.network.Name, ctx.Err())
	}
	return &upstream.Error{
		Kind:     upstream.Unavailable,
		Provider: c.network.Name + " RPC",
		Cause:    errors.New("no endpoint answered in time"),
	}
}

// Health lists the network's used endpoints in the order in which they would be tried; excluded ones come last.
func (c *Client) Health() []EndpointHealth {
	best := c.newest()
	list := []EndpointHealth{}
	order := c.rank(plan{})
	for _, e := range c.endpoints {
		if !slices.Contains(order, e) {
			order = append(order, e)
		}
	}
	for _, e := range order {
		if h, show := e.health(time.Now(), best); show {
			list = append(list, h)
		}
	}
	return list
}
