// Package validator answers the routes about validators of Solana's main network.
package validator

import (
	"context"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	gen "github.com/farebox/farebox/gen/validator"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/marinade"
	"github.com/farebox/farebox/internal/upstream/sfdp"
	"github.com/farebox/farebox/internal/upstream/solanarpc"
	"github.com/farebox/farebox/internal/upstream/stakewiz"
)

// Handlers answers the validator routes.
type Handlers struct {
	rpc      *solanarpc.Client
	stakewiz *stakewiz.Client
	sfdp     *sfdp.Client
	marinade *marinade.Client
	history  *history
	now      func() time.Time

	mu   sync.Mutex
	seen *solanarpc.Votes // those that the cluster was made from
	last *cluster
}

// New returns the handlers over the pool's providers. What commissions were is kept in validator/ below dataDir, and
// written down once a day; now is the clock of the answers.
func New(dataDir string, pool *upstream.Pool, now func() time.Time) *Handlers {
	h := &Handlers{
		rpc:      solanarpc.New(pool),
		stakewiz: stakewiz.New(pool),
		sfdp:     sfdp.New(pool),
		marinade: marinade.New(pool),
		history:  newHistory(dataDir),
		now:      now,
	}
	h.history.keep(pool)
	return h
}

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.Register(e, h) }

// cluster is what all vote accounts are now. It is made once for each answer of the node, and read only.
func (h *Handlers) cluster(ctx context.Context) (*cluster, error) {
	votes, err := h.rpc.Votes(ctx)
	if err != nil {
		return nil, err
	}

	h.mu.Lock()
	defer h.mu.Unlock()
	if h.seen != votes {
		h.seen = votes
		h.last = newCluster(votes)
		h.history.add(h.last)
	}
	return h.last, nil
}
