package site

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/farebox/farebox/internal/spec"
	"github.com/farebox/farebox/internal/usage"
	"github.com/farebox/farebox/server/discovery"
	"github.com/farebox/farebox/server/find"
)

// figures are those of the start page that change.
type figures struct {
	Settled int64 // calls that were paid for and answered
	Typical int64 // milliseconds; 0 while nothing was timed

	best [mostBest]*spec.Operation // that were sold most, the best first; nil at the end when there are fewer
}

type homeData struct {
	frame
	Figures   figures
	Paid      int
	Low, High string
	Symbols   string
	Curl      string
	MCP       string
	Install   string
	HasSDK    bool
	Code      string
	Best      []routeLine
	Groups    []groupView
}

// Home is the start page. If the store fails, it has no figures.
func (s *Site) Home(ctx context.Context) (discovery.Document, error) {
	totals, err := s.totals(ctx)
	if err != nil {
		totals = usage.Summary{}
	}
	page, err := s.home.of(s.homeFigures(totals), s.homePage)
	page.Vary = "Accept, User-Agent"
	return page, err
}

// homeFigures adds the totals up. The store keeps percentiles for each route; the typical time is the median of these
// medians, in which a route counts as often as it was paid for.
func (s *Site) homeFigures(totals usage.Summary) figures {
	f := figures{best: s.bestOf(totals)}
	timed := slices.DeleteFunc(slices.Clone(totals.Routes), func(r usage.RouteUsage) bool {
		f.Settled += r.Paid
		return r.Paid == 0 || r.P50 == 0
	})
	slices.SortFunc(timed, func(a, b usage.RouteUsage) int { return int(a.P50 - b.P50) })

	var calls, seen int64
	for _, r := range timed {
		calls += r.Paid
	}
	for _, r := range timed {
		seen += r.Paid
		if 2*seen >= calls {
			f.Typical = max(1, r.P50.Milliseconds())
			break
		}
	}
	return f
}

// mostBest is how many of the routes that were sold most the start page names.
const mostBest = 5

// bestOf are the routes that were sold most.
func (s *Site) bestOf(totals usage.Summary) (best [mostBest]*spec.Operation) {
	sold := slices.DeleteFunc(slices.Clone(totals.Routes), func(r usage.RouteUsage) bool {
		return r.Paid == 0 || s.routes[r.Route] == nil
	})
	slices.SortStableFunc(sold, func(a, b usage.RouteUsage) int { return cmp.Compare(b.Paid, a.Paid) })

	for i, r := range sold[:min(len(sold), mostBest)] {
		best[i] = s.routes[r.Route].op
	}
	return best
}

func (s *Site) homePage(now figures) ([]byte, error) {
	low, high, paid := discovery.PriceRange(s.spec.Operations)
	data := homeData{
		frame:   s.frame(s.service.Name+": pay-per-call data and tools for agents", s.service.Description, "/"),
		Figures: now,
		Paid:    paid,
		Low:     low,
		High:    high,
		Symbols: symbols(s.service.Networks),
		MCP:     s.service.PublicBaseURL + discovery.MCPPath,
		Install: s.install(),
		HasSDK:  s.hasSDK,
		Groups:  s.groups(true),
	}

	for _, op := range now.best {
		if op != nil {
			data.Best = append(data.Best, lineOf(op))
		}
	}

	data.Curl = "curl -i '" + s.service.PublicBaseURL + "/find?q=hash'"
	if op := cheapest(s.spec); op != nil {
		call, err := find.ExampleCall(op, s.service.PublicBaseURL)
		if err != nil {
			return nil, err
		}
		data.Curl = strings.Replace(call.Curl, "curl ", "curl -i ", 1)
		if data.Code, err = s.typeScript(op, call); err != nil {
			return nil, err
		}
	}
	return render("home.html", data)
}

func symbols(networks []discovery.Network) string {
	var names []string
	for _, n := range networks {
		if !slices.Contains(names, n.Symbol) {
			names = append(names, n.Symbol)
		}
	}
	return strings.Join(names, ", ")
}

// cheapest is the cheapest route that is called with a GET: the one to try first.
func cheapest(s *spec.Spec) *spec.Operation {
	var best *spec.Operation
	for _, op := range s.Operations {
		if op.Paid && op.Body == nil && (best == nil || op.Price.LessThan(best.Price)) {
			best = op
		}
	}
	return best
}
