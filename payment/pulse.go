package payment

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"github.com/farebox/farebox/internal/tick"
)

// A process that works on payments says every beatEvery that it lives. One that was not heard of for
// beatLasts is dead for the others: three beats may be late or lost.
const (
	beatEvery = 2 * time.Second
	beatLasts = 7 * time.Second
)

// pulse keeps the process alive in the ledger while it works on payments: one small write each beatEvery,
// however many payments there are, and none while there is no payment.
type pulse struct {
	ledger  Ledger
	process string
	log     *slog.Logger
	now     func() time.Time

	mu      sync.Mutex
	working int
	stop    context.CancelFunc // called when nothing is worked on any more
	last    time.Time          // of the last beat, by the wall clock: it goes on while a machine is frozen

	beating singleflight.Group
}

// enter begins work on a payment. The process counts as alive when it returns.
func (p *pulse) enter(ctx context.Context) error {
	p.mu.Lock()
	p.working++
	if p.working == 1 {
		var working context.Context
		working, p.stop = context.WithCancel(context.WithoutCancel(ctx))
		go tick.Every(working, beatEvery, p.beatOrWarn)
	}
	p.mu.Unlock()

	err := p.beat(ctx)
	if err != nil {
		p.leave()
	}
	return err
}

// leave ends the work of one enter.
func (p *pulse) leave() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.working--
	if p.working == 0 {
		p.stop()
	}
}

func (p *pulse) beatOrWarn(ctx context.Context) {
	if err := p.beat(ctx); err != nil {
		p.log.Warn("others may take over the payments of this process: its sign of life was not written",
			"error", err)
	}
}

// beat tells the ledger that the process lives, unless that was done just now. Those that come together share
// one write, and its error.
func (p *pulse) beat(ctx context.Context) error {
	if p.heardWithin(beatEvery / 2) {
		return nil
	}
	_, err, _ := p.beating.Do(p.process, func() (any, error) {
		now := p.now().Round(0)
		if err := p.ledger.Beat(context.WithoutCancel(ctx), p.process, beatLasts); err != nil {
			return nil, err
		}
		p.mu.Lock()
		defer p.mu.Unlock()
		p.last = now
		return nil, nil
	})
	return err
}

// isHeard says that others had no reason to think the process dead.
func (p *pulse) isHeard() bool { return p.heardWithin(beatLasts) }

func (p *pulse) heardWithin(d time.Duration) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	since := p.now().Round(0).Sub(p.last)
	return since >= 0 && since < d
}
