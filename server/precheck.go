package server

import (
	"encoding/json"
	"net/http"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/intake"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/spec"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/usage"
	"github.com/farebox/farebox/payment"
	"github.com/farebox/farebox/server/discovery"
)

// serveCheck answers a call that buys nothing: it looks at the inputs, and at the sources of the route as they were
// when they were last asked. bad is what is wrong with the controls. A payment that comes with it is not touched.
func (s *Server) serveCheck(c echo.Context, k call, bad error) payment.Sale {
	c.SetRequest(c.Request().WithContext(k.ctx))
	h := c.Response().Header()
	h.Set("Cache-Control", "no-store")
	h.Set("X-Charged", "false")

	err := bad
	if err == nil {
		err = s.caught(k.op.Name(), func() error { return s.checkCall(c, k.op) })
	}
	if err != nil {
		return payment.Sale{
			Outcome: usage.OutcomeRejected,
			Reason:  s.writeProblem(c, err).Code,
		}
	}
	return payment.Sale{Outcome: usage.OutcomeFree}
}

// checkCall looks at a call. A body that is longer than what needs no memory of its own is not looked at for nothing.
func (s *Server) checkCall(c echo.Context, op *spec.Operation) error {
	r := c.Request()
	if op.Body != nil && r.ContentLength > smallBody {
		return problem.TooLarge("body", "check looks at bodies of at most %d bytes", smallBody)
	}
	r.Body = http.MaxBytesReader(c.Response(), r.Body, smallBody)
	if err := intake.Validate(r, op); err != nil {
		return err
	}
	return c.JSON(http.StatusOK, s.precheck(op))
}

// precheck is what a call of a route would meet with now.
func (s *Server) precheck(op *spec.Operation) shared.Precheck {
	providers := s.closures.health()
	usable := func(name string) bool {
		status := providers[name].Status
		return status != "open" && status != string(upstream.NotConfigured)
	}
	sources := s.closures.table[op.Name()]
	p := shared.Precheck{
		Route:       op.Name(),
		InputsValid: true,
		PriceUSD:    json.Number(discovery.PriceUSD(op)),
		Standing:    shared.PrecheckStanding(sources.standing(op.Name(), usable).Standing),
		Sources:     s.precheckSources(sources, providers),
	}

	if why := s.gate.NotSold(op.Name()); why != nil {
		p.Standing = shared.PrecheckStandingNot
		p.ClosedCode = &why.Code
		p.ClosedDetail = &why.Detail
	}
	for _, source := range p.Sources {
		if p.KeptS == nil || source.KeptS > *p.KeptS {
			p.KeptS = &source.KeptS
		}
	}
	return p
}

// mostPrechecked bounds the sources of an answer: some routes have twenty endpoints of one chain.
const mostPrechecked = 12

// order puts main sources first.
func order(s shared.PrecheckSource) int {
	if s.Main {
		return 0
	}
	return 1
}

// precheckSources are the sources of a route that this service has.
func (s *Server) precheckSources(of routeSources, providers map[string]upstream.Health) []shared.PrecheckSource {
	confirmed := map[string]*time.Time{}
	for _, list := range s.parts.Upstreams.DatasetHealth() {
		oldest := confirmed[list.Provider]
		if list.CheckedAt != nil && (oldest == nil || list.CheckedAt.Before(*oldest)) {
			confirmed[list.Provider] = list.CheckedAt
		}
	}

	sources := make([]shared.PrecheckSource, 0, len(of.Uses))
	for _, name := range of.Uses {
		h, known := providers[name]
		if !known {
			continue
		}
		sources = append(sources, shared.PrecheckSource{
			Name: name,
			Main: slices.ContainsFunc(of.Needs, func(set []string) bool {
				return slices.Contains(set, name)
			}),
			Status:        shared.PrecheckSourceStatus(h.Status),
			LastOkAt:      h.LastOK,
			ListCheckedAt: confirmed[name],
			KeptS:         int(h.Kept / time.Second),
		})
	}

	slices.SortStableFunc(sources, func(a, b shared.PrecheckSource) int { return order(a) - order(b) })
	return sources[:min(mostPrechecked, len(sources))]
}
