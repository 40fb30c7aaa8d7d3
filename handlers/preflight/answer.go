package preflight

import (
	"encoding/json"
	"slices"
	"time"

	gen "github.com/farebox/farebox/gen/preflight"
	"github.com/farebox/farebox/handlers/preflight/quote"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
)

const disclaimer = "Worked out from public catalogues, one unpaid request and public lists at the time given. A seller can answer a paying client otherwise, and figures of use can be farmed. Not financial or legal advice."

// source is where a part of the evidence came from.
type source struct {
	name   string
	status string
	asOf   *time.Time
}

func answerOf(e *evidence, v verdict, sources []source) gen.Preflight200JSONResponse {
	answer := gen.Preflight200JSONResponse{
		URL: e.url.String(), TrustScore: v.score, TrustCategory: gen.PreflightAnswerTrustCategory(v.category), ScoreBeforeCaps: v.uncapped,
		Dimensions: []gen.PreflightDimension{}, Reasons: []gen.PreflightReason{}, Catalogue: catalogueBlock(e), Quote: quoteBlock(e, v),
		Coverage: gen.PreflightCoverage{
			DimensionsTotal: len(rules), DimensionsEvaluated: v.evaluated, Confidence: v.confidence, PayeeScreened: e.screened && len(payees(e)) > 0,
			Sources: []gen.PreflightSource{},
		},
		CheckedAt: e.now.UTC().Truncate(time.Second), Disclaimer: disclaimer,
	}
	if e.network != nil {
		answer.Network = &e.network.ID
	}
	for _, d := range v.dimensions {
		answer.Dimensions = append(answer.Dimensions, gen.PreflightDimension{Dimension: d.name, Weight: d.weight, Score: d.score})
	}
	for _, f := range ranked(v.findings) {
		answer.Reasons = append(answer.Reasons, gen.PreflightReason{
			Signal: f.signal, Weight: f.points, Dimension: f.dimension, Severity: gen.PreflightReasonSeverity(f.severity), Reason: f.text,
		})
	}
	for _, s := range sources {
		answer.Coverage.Sources = append(answer.Coverage.Sources, gen.PreflightSource{Name: s.name, Status: gen.PreflightSourceStatus(s.status), AsOf: response.Moment(s.asOf)})
		answer.Partial = answer.Partial || upstream.Lacking(s.status)
	}
	return answer
}

// ranked are the findings with the gravest first.
func ranked(all []finding) []finding {
	order := []string{critical, high, medium, low}
	out := slices.Clone(all)
	slices.SortStableFunc(out, func(a, b finding) int { return slices.Index(order, a.severity) - slices.Index(order, b.severity) })
	return out
}

func catalogueBlock(e *evidence) gen.PreflightCatalogue {
	l := &e.listing
	block := gen.PreflightCatalogue{Listed: l.exact != nil, HostListed: l.known(), HostResources: len(l.host)}
	r := l.exact
	if r == nil {
		return block
	}
	block.ServiceName, block.Method = response.OrNull(r.ServiceName), response.OrNull(r.Method)
	block.LastUpdated = response.Moment(&r.LastUpdated)
	if q := r.Quality; q != nil {
		block.Payers30D, block.Calls30D, block.LastCalledAt = &q.Payers, &q.Calls, exact(q.LastCall)
	}
	return block
}

func quoteBlock(e *evidence, v verdict) *gen.PreflightQuote {
	if v.best == nil {
		return nil
	}
	offers, _ := e.offers()
	o := offers[*v.best]
	block := &gen.PreflightQuote{
		X402Version:  o.Version,
		X402Versions: versionsOf(e.probe.quote.Offers),
		Scheme:       written(o.Scheme),
		Network:      written(o.Network.ID),
		Asset:        written(o.Asset),
		AmountRaw:    written(o.Amount),
		PayTo:        written(o.PayTo),
		Offers:       len(e.probe.quote.Offers),
		Resource:     response.OrNull(quote.Shown(e.probe.quote.Resource, len(e.probe.quote.Resource))),
	}
	if a := quote.KnownAsset(o.Network.ID, o.Asset); a != nil {
		block.AssetSymbol = &a.Symbol
	}
	if usd, ok := worth(o); ok {
		n := json.Number(usd.String())
		block.AmountUSD = &n
	}
	if o.Timeout > 0 {
		block.MaxTimeoutSeconds = &o.Timeout
	}
	return block
}

// written is what a seller wrote for a member of its quote, null for nothing.
func written(text string) *string { return response.OrNull(quote.Shown(text, longestWord)) }

// longestWord is how many bytes are shown of it.
const longestWord = 128

func versionsOf(offers []quote.Offer) []int {
	out := []int{}
	for _, o := range offers {
		if !slices.Contains(out, o.Version) {
			out = append(out, o.Version)
		}
	}
	slices.Sort(out)
	return out
}

// exact is a time as its source gave it, nil when it gave none.
func exact(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	t = t.UTC()
	return &t
}
