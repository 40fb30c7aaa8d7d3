package remote

import (
	"cmp"
	"context"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/farebox/farebox/payment/facilitator"
)

// pins remembers, per payment, the endpoint that may have received it, and lets one settlement of a
// payment run at a time: two at once could each see "not received" and go to different facilitators.
type pins struct {
	mu    sync.Mutex
	byKey map[string]*pin
	swept time.Time
}

type pin struct {
	key      string
	turn     chan struct{} // holds one token; who has it settles
	users    int           // guarded by pins.mu: holders and waiters
	expires  time.Time
	endpoint *endpoint // written by the holder of the turn; nil when no one can have received the payment
}

// pinGrace is kept past validBefore: the chain's clock and ours differ, and a transaction sent in
// time may be asked about a little later.
const pinGrace = 10 * time.Minute

// maxPinLife bounds what a buyer can make us remember with a far validBefore.
const maxPinLife = 24 * time.Hour

func newPins() *pins { return &pins{byKey: map[string]*pin{}} }

// hold waits for the turn of the payment of req.
func (p *pins) hold(ctx context.Context, req facilitator.Request, now time.Time) (*pin, error) {
	key, life := pinned(req, now)

	p.mu.Lock()
	p.sweep(now)
	x, ok := p.byKey[key]
	if !ok {
		x = &pin{
			key:     key,
			turn:    make(chan struct{}, 1),
			expires: now.Add(max(0, life) + pinGrace),
		}
		x.turn <- struct{}{}
		p.byKey[key] = x
	}
	x.users++
	p.mu.Unlock()

	select {
	case <-x.turn:
		return x, nil
	case <-ctx.Done():
		p.leave(x, false)
		return nil, ctx.Err()
	}
}

// pinned is the name of a payment, and for how long it can be settled.
func pinned(req facilitator.Request, now time.Time) (key string, life time.Duration) {
	at := req.Requirement.Network + "|" + req.Requirement.Asset + "|"
	if t := req.Payment.Payload.Transaction; t != "" {
		return at + t, 0 // shorter than the grace
	}

	p := req.Payment.Payload
	life = maxPinLife
	end := cmp.Or(p.Authorization.ValidBefore, p.Permit2.Deadline)
	if unix, err := strconv.ParseInt(end, 10, 64); err == nil && unix < now.Add(maxPinLife).Unix() {
		life = time.Unix(unix, 0).Sub(now)
	}
	return strings.ToLower(at + p.From() + "|" + cmp.Or(p.Authorization.Nonce, p.Permit2.Nonce)), life
}

// release passes the turn on, and forgets the payment when nobody may have received it.
func (p *pins) release(x *pin) {
	forget := x.endpoint == nil
	x.turn <- struct{}{}
	p.leave(x, forget)
}

func (p *pins) leave(x *pin, forget bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	x.users--
	if forget && x.users == 0 {
		delete(p.byKey, x.key)
	}
}

// sweep drops expired pins, at most once a minute. Called with p.mu held.
func (p *pins) sweep(now time.Time) {
	if now.Sub(p.swept) < time.Minute {
		return
	}
	p.swept = now
	for key, x := range p.byKey {
		if x.users == 0 && now.After(x.expires) {
			delete(p.byKey, key)
		}
	}
}
