package server

import (
	"context"
	"time"

	"github.com/farebox/farebox/internal/tick"
	"github.com/farebox/farebox/payment"
	"github.com/farebox/farebox/server/admin"
	"github.com/farebox/farebox/server/site"
)

// newDesk is the operator's dashboard; nil without ADMIN_TOKEN.
func (s *Server) newDesk() (*admin.Desk, error) {
	c := s.parts.Config
	if c.AdminToken == "" || s.parts.Figures == nil {
		return nil, nil
	}
	var channels func(context.Context) (payment.ChannelStanding, error)
	if s.parts.Channels != nil {
		channels = s.parts.Channels.ChannelStanding
	}

	return admin.New(admin.Options{
		Token:         c.AdminToken,
		Secret:        s.parts.Secret,
		ServiceName:   c.ServiceName,
		PublicBaseURL: c.PublicBaseURL,
		Style:         site.StylePath(),
		Store:         s.parts.Figures,
		Kept:          c.figuresKept(),
		Upstreams:     s.parts.Upstreams.Health,
		Lists:         s.parts.Upstreams.DatasetHealth,
		Closed:        s.closures.list,
		Gas:           s.parts.Gas,
		Fees:          s.parts.Fees,
		Networks:      s.networkStates,
		Channels:      channels,
		Now:           s.now,
		Log:           s.log,
	})
}

// figuresKept is how long figures by time are kept.
func (c *Config) figuresKept() time.Duration {
	if c.EventRetention > 0 {
		return min(admin.Keep, c.EventRetention)
	}
	return admin.Keep
}

// tidyEvery is how often figures by time are merged and pruned.
const tidyEvery = time.Hour

// tidyFigures keeps the figures by time for as long as the dashboard shows them, and no longer than events.
func (s *Server) tidyFigures(ctx context.Context) {
	if s.parts.Figures == nil {
		return
	}
	keep := s.parts.Config.figuresKept()
	tick.Now(ctx, tidyEvery, func(ctx context.Context) {
		now := s.now()
		if err := s.parts.Figures.TidyPeriods(ctx, now, now.Add(-keep)); err != nil && ctx.Err() == nil {
			s.log.Warn("tidying usage by time", "error", err)
		}
	})
}
