// Package breach answers the routes about passwords, sites and accounts in known data breaches. Passwords, hashes
// and e-mail addresses are neither logged nor kept. Only five characters of a password's hash leave the process.
package breach

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	gen "github.com/farebox/farebox/gen/breach"
	"github.com/farebox/farebox/internal/network/hostname"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/hibp"
	"github.com/farebox/farebox/internal/upstream/pwnedpasswords"
)

const disclaimer = "A password that is not listed can be weak all the same."

// Handlers answers the breach routes.
type Handlers struct {
	passwords *pwnedpasswords.Client
	breaches  *hibp.Client
	now       func() time.Time
}

// New returns the handlers over the pool's providers; now is the clock for the age of breaches.
func New(pool *upstream.Pool, now func() time.Time) *Handlers {
	return &Handlers{
		passwords: pwnedpasswords.New(pool),
		breaches:  hibp.New(pool),
		now:       now,
	}
}

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.Register(e, h) }

// registrable is the registrable domain of a domain, URL or host name.
func registrable(input string) (string, error) {
	host, err := hostname.Parse(input)
	if err != nil {
		return "", problem.Invalid("domain", "domain must be a domain, URL or host name: %v", err)
	}
	if host.IP {
		return "", problem.Invalid("domain", "domain must be a name, not an IP address")
	}
	return host.Registrable, nil
}

// items are breaches in the routes' form, newest first.
func items(list []hibp.Breach) []gen.BreachItem {
	out := make([]gen.BreachItem, 0, len(list))
	for _, b := range list {
		out = append(out, gen.BreachItem{
			Name:             b.Name,
			Title:            cmp.Or(b.Title, b.Name),
			Domain:           response.OrNull(b.Domain),
			BreachDate:       response.Day(b.BreachDate),
			AddedAt:          moment(b.AddedDate),
			PwnCount:         b.PwnCount,
			DataClasses:      append([]string{}, b.DataClasses...),
			HasPasswords:     lost(b, "Passwords"),
			HasPasswordHints: lost(b, "Password hints"),
			MaxSensitivity:   sensitivityOf(b),
			IsVerified:       b.IsVerified,
			IsStealerLog:     b.IsStealerLog,
			IsFabricated:     b.IsFabricated,
			IsRetired:        b.IsRetired,
			IsSensitive:      b.IsSensitive,
		})
	}

	slices.SortFunc(out, func(a, b gen.BreachItem) int {
		newest := strings.Compare(response.OrZero(b.BreachDate), response.OrZero(a.BreachDate))
		return cmp.Or(newest, strings.Compare(a.Name, b.Name))
	})
	return out
}

// moment is a time in the catalogue, or nil if unreadable.
func moment(text string) *time.Time { return response.MomentOf(text, time.RFC3339) }

func summaryOf(list []gen.BreachItem) gen.BreachSummary {
	s := gen.BreachSummary{BreachCount: len(list)}
	for _, b := range list {
		s.TotalPwnCount += b.PwnCount
		s.HasPasswords = s.HasPasswords || b.HasPasswords
		if response.OrZero(b.BreachDate) > response.OrZero(s.LatestBreachDate) {
			s.LatestBreachDate = b.BreachDate
		}
		if level := gen.BreachSummaryMaxSensitivity(b.MaxSensitivity); s.MaxSensitivity == nil || rank(string(level)) > rank(string(*s.MaxSensitivity)) {
			s.MaxSensitivity = &level
		}
		if b.IsVerified {
			s.VerifiedCount++
		}
		if b.IsStealerLog {
			s.StealerLogCount++
		}
	}

	return s
}
