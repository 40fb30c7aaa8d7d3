// Package farcaster answers the routes about accounts of the Farcaster network.
package farcaster

import (
	"regexp"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	gen "github.com/farebox/farebox/gen/farcaster"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/farcaster"
)

// Handlers answers the routes of the family.
type Handlers struct {
	hosted    *farcaster.Node
	community *farcaster.Node
	raw       *farcaster.MessageClient
	app       *farcaster.AppClient
	now       func() time.Time
}

// New returns the handlers over the pool's providers.
func New(pool *upstream.Pool, now func() time.Time) *Handlers {
	return &Handlers{
		hosted:    farcaster.NewNode(pool, farcaster.Neynar),
		community: farcaster.NewNode(pool, farcaster.Hypersnap),
		raw:       farcaster.NewMessages(pool),
		app:       farcaster.NewApp(pool),
		now:       now,
	}
}

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.Register(e, h) }

const (
	attribution = "Farcaster network, by Neynar, nodes and the Farcaster app"
	notNeeded   = "a source before it has the account"
)

// who is the account asked for, by one of the two.
type who struct {
	fid  int64
	name string
}

var username = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,15}(\.eth|\.base\.eth)?$`)

// asked reads which account is asked for.
func asked(fid *int64, name *string) (who, error) {
	switch {
	case fid != nil && name != nil:
		return who{}, problem.InvalidCode("username", problem.CodeAmbiguous, "give fid or username, not both")
	case fid != nil:
		return who{fid: *fid}, nil
	case name == nil:
		return who{}, problem.InvalidCode("fid", problem.CodeMissingInput, "give fid or username")
	}
	text := strings.ToLower(strings.TrimPrefix(strings.TrimSpace(*name), "@"))
	if !username.MatchString(text) {
		return who{}, problem.Invalid("username",
			"username must have 1 to 16 letters, digits and hyphens, and may end in .eth or .base.eth, such as dwr.eth")
	}
	return who{name: text}, nil
}

func (w who) field() string {
	if w.name != "" {
		return "username"
	}
	return "fid"
}

func missing(err error) bool { return upstream.KindOf(err) == upstream.NotFound }

func skipped(name string) shared.Source { return response.Skipped(name, notNeeded) }
