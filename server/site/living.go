package site

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/farebox/farebox/internal/usage"
	"github.com/farebox/farebox/server/discovery"
)

// living keeps a page until the figures on it change.
type living[Figures comparable] struct {
	mu    sync.Mutex
	shown Figures
	page  discovery.Document
	made  bool
}

// livingAge is how long caches may keep such a page, in seconds.
const livingAge = int(time.Minute / time.Second)

// of is the page with the figures as they are now.
func (l *living[Figures]) of(now Figures, html func(Figures) ([]byte, error)) (discovery.Document, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.made && l.shown == now {
		return l.page, nil
	}

	body, err := html(now)
	if err != nil {
		return discovery.Document{}, err
	}
	l.page = pageDocument(body)
	l.page.MaxAge = livingAge
	l.shown = now
	l.made = true
	return l.page, nil
}

// routeFigures are what a route's page says about its calls so far.
type routeFigures struct {
	Answered int64 // that were paid for
	Asked    int64 // these, and those that failed through us or a provider
	Typical  int64 // milliseconds; 0 while nothing was timed
}

// figuresOf are a route's. They are zero while nothing is known, also when the store cannot be asked: the page is more
// than its figures.
func (s *Site) figuresOf(ctx context.Context, route string) routeFigures {
	totals, err := s.totals(ctx)
	if err != nil {
		return routeFigures{}
	}
	for _, r := range totals.Routes {
		if r.Route == route {
			return figuresOfRoute(r)
		}
	}
	return routeFigures{}
}

// manyCalls is from how many on a share says more than their number.
const manyCalls = 50

// Share is how many calls were answered, in words. It is rounded down: nothing that failed once is at 100 %.
func (f routeFigures) Share() string {
	if f.Asked < manyCalls {
		return fmt.Sprintf("%d of %d", f.Answered, f.Asked)
	}
	tenths := f.Answered * 1000 / f.Asked
	return fmt.Sprintf("%d.%d %% of %d", tenths/10, tenths%10, f.Asked)
}

// Time is the typical time of an answer.
func (f routeFigures) Time() string {
	if f.Typical < 1000 {
		return fmt.Sprintf("%d ms", f.Typical)
	}
	tenths := (f.Typical + 50) / 100
	return fmt.Sprintf("%d.%d s", tenths/10, tenths%10)
}

func figuresOfRoute(r usage.RouteUsage) routeFigures {
	answered := r.Paid + r.Reverted
	if answered == 0 { // failures do not count as answers
		return routeFigures{Asked: r.Errors}
	}
	return routeFigures{
		Answered: answered,
		Asked:    answered + r.Errors,
		Typical:  max(1, r.P50.Milliseconds()),
	}
}
